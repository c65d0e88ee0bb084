import { join } from 'node:path';
import { moveFile, removeFile } from './folder.ts';
import type { HubParts } from './hub-parts.ts';

/** Number of hexadecimal digits of the SHA-256 in the name of a refused file. */
const DIGITS_IN_NAME = 12;

/** A message that was copied into the folder `incoming` of the hub. */
export interface CopiedMessage {
  readonly id: string;
  /** Name of the copy. */
  readonly copy: string;
  /** Name of the message: `<id>.xml`, or `<id>.s18` for Bacs Standard 18. */
  readonly file: string;
  readonly sha256: string;
}

/**
 * Result of storing a message. `repeated`: the hub had it already. `conflict`: the hub has another
 * content under this id, so it has refused this one.
 */
export type Stored = 'new' | 'repeated' | 'conflict';

/** Stores a copied message durably, once for each id. */
export function storeMessage(parts: HubParts, message: CopiedMessage): Promise<Stored> {
  // Two copies of a message may arrive at the same time.
  return parts.exclusively(() => store(parts, message));
}

async function store(
  { books, folders, clock, print }: HubParts,
  { id, copy, file, sha256 }: CopiedMessage,
): Promise<Stored> {
  const known = books.find(id);
  if (known === undefined) {
    await moveFile(folders.incoming, copy, folders.messages, file);
    books.add({ id, file, sha256, receivedAt: clock() });
    return 'new';
  }
  if (known.sha256 === sha256) {
    await removeFile(folders.incoming, copy);
    books.countRepeat(known);
    print(`Message ${id} came again. It is not executed again.`);
    return 'repeated';
  }
  const refused = `${sha256.slice(0, DIGITS_IN_NAME)}-${file}`;
  await moveFile(folders.incoming, copy, folders.refused, refused);
  books.countConflict(known);
  print(
    `REFUSED: message ${id} came again with a different content. The hub has executed the first ` +
      `one only. Compare ${join(folders.messages, known.file)} with ` +
      `${join(folders.refused, refused)}.`,
  );
  return 'conflict';
}
