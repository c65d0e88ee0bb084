import { join } from 'node:path';
import { ifPresent, listFiles, readPieces, removeFile, writeDurably } from './folder.ts';
import type { HubParts } from './hub-parts.ts';
import { MESSAGE_ID } from './message-id.ts';
import { storeMessage } from './store-message.ts';

/** Names of the bank's files. */
const FILE_NAME = /^(.*)\.(xml|s18)$/;

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
    let taken = 0;
    for (const name of await listFiles(this.#toHub)) {
      if (signal.aborted) break;
      const id = FILE_NAME.exec(name)?.[1];
      if (id !== undefined && MESSAGE_ID.test(id)) {
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
    const { folders, reached } = this.#parts;
    const content = readPieces(join(this.#toHub, name));
    const copy = await writeDurably(folders.incoming, name, content).catch(ifPresent);
    if (copy === undefined) return false;
    reached('copied');
    await storeMessage(this.#parts, { id, copy: name, file: name, sha256: copy.sha256 });
    reached('stored');
    await removeFile(this.#toHub, name);
    reached('removed');
    return true;
  }
}
