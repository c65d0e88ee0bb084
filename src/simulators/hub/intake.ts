import { join } from 'node:path';
import { allAtOnce } from '../../shared/concurrency.ts';
import { ifPresent, listFiles, readPieces, removeFile, writeDurably } from './folder.ts';
import type { HubParts } from './hub-parts.ts';
import { MESSAGE_ID } from './message-id.ts';

/** Names of the bank's files. */
const FILE_NAME = /^(.*)\.(xml|s18)$/;

/** Number of files that are taken at the same time. */
const FILES_AT_ONCE = 32;

/** A file that is named like a message. */
interface NamedFile {
  readonly name: string;
  readonly id: string;
}

/** Takes the bank's files from `to-hub/` and stores each message once. */
export class Intake {
  readonly #parts: HubParts;
  readonly #toHub: string;
  /** Names of files that were reported because they are not named like a message. */
  readonly #reported = new Set<string>();

  constructor(parts: HubParts, toHub: string) {
    this.#parts = parts;
    this.#toHub = toHub;
  }

  /** Stores all files that are in `to-hub/`, until the signal stops it. Returns their number. */
  async takeFiles(signal: AbortSignal): Promise<number> {
    const { print } = this.#parts;
    const messages: NamedFile[] = [];
    for (const name of await listFiles(this.#toHub)) {
      const id = FILE_NAME.exec(name)?.[1];
      if (id !== undefined && MESSAGE_ID.test(id)) {
        messages.push({ name, id });
      } else if (!this.#reported.has(name)) {
        this.#reported.add(name);
        print(
          `Ignored to-hub/${name}. Name a file <message id>.xml or <message id>.s18, with an id of ` +
            '1 to 26 letters, digits or hyphens.',
        );
      }
    }
    let received = 0;
    for (let at = 0; at < messages.length && !signal.aborted; at += FILES_AT_ONCE) {
      received += await this.#take(messages.slice(at, at + FILES_AT_ONCE));
    }
    return received;
  }

  /**
   * Stores files in their order, and deletes them from `to-hub/`. Returns how many still existed.
   */
  async #take(files: readonly NamedFile[]): Promise<number> {
    const { folders, reached, storeMessage } = this.#parts;
    const copies = await allAtOnce(files, async ({ name, id }) => {
      const content = readPieces(join(this.#toHub, name));
      const copy = await writeDurably(folders.incoming, name, content).catch(ifPresent);
      if (copy !== undefined) reached('copied');
      return copy && { id, copy: name, file: name, sha256: copy.sha256 };
    });
    const copied = copies.filter((copy) => copy !== undefined);
    await allAtOnce(copied, async (copy) => {
      await storeMessage(copy);
      reached('stored');
    });
    await allAtOnce(copied, async ({ file }) => {
      await removeFile(this.#toHub, file);
      reached('removed');
    });
    return copied.length;
  }
}
