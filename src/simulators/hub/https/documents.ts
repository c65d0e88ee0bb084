import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifPresent, listFiles, readPieces, removeFile } from '../folder.ts';
import { json, problem, type Answer } from './answers.ts';

/** Largest and usual number of documents in a list. */
const MAX_LISTED = 100;

/** A document that waits for the bank. Its id is the name of its file. */
interface WaitingDocument {
  readonly id: string;
  readonly bytes: number;
  readonly writtenAt: number;
}

/** The documents in `from-hub/`, which the bank lists, reads and removes. */
export class Documents {
  readonly #folder: string;
  /** SHA-256 of the documents in the last list, by name, size and time. */
  #digests = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Lists waiting documents, the oldest first. */
  async list(limit: string | null): Promise<Answer> {
    const most = limit === null ? MAX_LISTED : Number(limit);
    if (!Number.isInteger(most) || most < 1 || most > MAX_LISTED) {
      const detail = `limit must be a whole number from 1 to ${String(MAX_LISTED)}.`;
      return problem(400, 'Invalid limit', detail);
    }
    const found = await Promise.all((await listFiles(this.#folder)).map((id) => this.#find(id)));
    const waiting = found.filter((document) => document !== undefined);
    waiting.sort((one, other) => one.writtenAt - other.writtenAt);
    const digests = new Map<string, string>();
    const documents = [];
    for (const document of waiting) {
      if (documents.length === most) break;
      const { id, bytes } = document;
      const sha256 = await this.#digestOf(document);
      // The bank has removed it in the meantime, so a newer one takes its place in the list.
      if (sha256 === undefined) continue;
      digests.set(keyOf(document), sha256);
      documents.push({ id, name: id, bytes, sha256 });
    }
    this.#digests = digests;
    return json(200, { documents });
  }

  async read(id: string): Promise<Answer> {
    const document = await this.#find(id);
    const sha256 = document && (await this.#digestOf(document));
    if (document === undefined || sha256 === undefined) return unknown(id);
    return { kind: 'document', path: join(this.#folder, id), bytes: document.bytes, sha256 };
  }

  /** Removes a document durably. */
  async remove(id: string): Promise<Answer> {
    const isKnown = (await this.#find(id)) !== undefined;
    // An earlier removal may not be durable yet, so the folder is synced in any case.
    await removeFile(this.#folder, id);
    return isKnown ? { kind: 'empty', status: 204 } : unknown(id);
  }

  /** Returns undefined if the document was removed in the meantime. */
  async #find(id: string): Promise<WaitingDocument | undefined> {
    const found = await stat(join(this.#folder, id)).catch(ifPresent);
    return found && { id, bytes: found.size, writtenAt: found.mtimeMs };
  }

  async #digestOf(document: WaitingDocument): Promise<string | undefined> {
    const known = this.#digests.get(keyOf(document));
    return known ?? sha256Of(join(this.#folder, document.id)).catch(ifPresent);
  }
}

function keyOf({ id, bytes, writtenAt }: WaitingDocument): string {
  return `${id} ${String(bytes)} ${String(writtenAt)}`;
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of readPieces(path)) hash.update(piece);
  return hash.digest('hex');
}

function unknown(id: string): Answer {
  return problem(404, 'Unknown document', `No document ${id} waits for the bank.`);
}
