import { join } from 'node:path';
import { listFiles, moveFile, readPieces, removeFile, writeDurably } from './folder.ts';
import type { HubParts } from './hub-parts.ts';

/**
 * Names of the bank's files. The id is limited to 26 characters, so that the ids of the credits
 * have at most 35.
 */
const FILE_NAME = /^([A-Za-z0-9][A-Za-z0-9-]{0,25})\.(xml|s18)$/;

/** Number of hexadecimal digits of the SHA-256 in the name of a refused file. */
const DIGITS_IN_NAME = 12;

/** Takes the bank's files from `to-hub/` and stores each message once. */
export class Intake {
  readonly #parts: HubParts;
  /** Names of files that were reported because they are not named like a message. */
  readonly #reported = new Set<string>();

  constructor(parts: HubParts) {
    this.#parts = parts;
  }

  /** Stores all files that are in `to-hub/`, until the signal stops it. Returns their number. */
  async takeFiles(signal: AbortSignal): Promise<number> {
    const { exchange, print } = this.#parts;
    let taken = 0;
    for (const name of await listFiles(exchange.toHub)) {
      if (signal.aborted) break;
      const id = FILE_NAME.exec(name)?.[1];
      if (id !== undefined) {
        if (await this.#take(name, id)) taken += 1;
      } else if (!this.#reported.has(name)) {
        this.#reported.add(name);
        print(
          `Ignored to-hub/${name}. Name a file <message id>.xml or <message id>.s18, with an id of ` +
            '1 to 26 letters, digits or hyphens.',
        );
      }
    }
    return taken;
  }

  /** Stores a file and deletes it from `to-hub/`. Returns false if it is not there any more. */
  async #take(name: string, id: string): Promise<boolean> {
    const { exchange, folders, reached } = this.#parts;
    const content = readPieces(join(exchange.toHub, name));
    const copy = await writeDurably(folders.incoming, name, content).catch(ifPresent);
    if (copy === undefined) return false;
    reached('copied');
    await this.#store(name, id, copy.sha256);
    reached('stored');
    await removeFile(exchange.toHub, name);
    reached('removed');
    return true;
  }

  async #store(name: string, id: string, sha256: string): Promise<void> {
    const { books, folders, clock, print } = this.#parts;
    const known = books.find(id);
    if (known === undefined) {
      await moveFile(folders.incoming, name, folders.messages);
      books.add({ id, file: name, sha256, receivedAt: clock() });
    } else if (known.sha256 === sha256) {
      await removeFile(folders.incoming, name);
      books.countRepeat(known);
      print(`Message ${id} came again. It is not executed again.`);
    } else {
      const refused = `${sha256.slice(0, DIGITS_IN_NAME)}-${name}`;
      await moveFile(folders.incoming, name, folders.refused, refused);
      books.countConflict(known);
      print(
        `REFUSED: message ${id} came again with a different content. The hub has executed the first ` +
          `one only. Compare ${join(folders.messages, known.file)} with ` +
          `${join(folders.refused, refused)}.`,
      );
    }
  }
}

/** Returns undefined if a file does not exist. Throws every other error again. */
function ifPresent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
