import { join } from 'node:path';
import { inGroups } from '../../shared/concurrency.ts';
import type { StoredMessage } from './books.ts';
import { moveFile, removeFile } from './folder.ts';
import type { CopiedMessage, HubParts, Stored, StoreMessage } from './hub-parts.ts';

/** Number of hexadecimal digits of the SHA-256 in the name of a refused file. */
const DIGITS_IN_NAME = 12;

type Parts = Pick<HubParts, 'database' | 'books' | 'folders' | 'exclusively' | 'clock' | 'print'>;

/**
 * Returns a function that stores messages. Messages that arrive at the same time share the syncs
 * and the commit, and are stored in their order. Two of them may have the same id.
 */
export function createMessageStore(parts: Parts): StoreMessage {
  return inGroups(parts.exclusively, (messages) => store(parts, messages));
}

/** The file of a message that the hub has, or that the same group stores. */
type Known = Pick<StoredMessage, 'file' | 'sha256'>;

async function store(
  { database, books, folders, clock, print }: Parts,
  messages: readonly CopiedMessage[],
): Promise<readonly Stored[]> {
  const added = new Map<string, Known>();
  const placed = messages.map((message) => {
    const known = added.get(message.id) ?? books.find(message.id);
    if (known === undefined) added.set(message.id, message);
    return { message, known, stored: resultOf(message, known) };
  });
  const { incoming } = folders;
  await Promise.all(
    placed.map(({ message, stored }) => {
      const { copy, file } = message;
      if (stored === 'new') return moveFile(incoming, copy, folders.messages, file);
      if (stored === 'repeated') return removeFile(incoming, copy);
      return moveFile(incoming, copy, folders.refused, refusedName(message));
    }),
  );
  database.transaction(() => {
    for (const { message, stored } of placed) {
      const { id, file, sha256 } = message;
      if (stored === 'new') books.add({ id, file, sha256, receivedAt: clock() });
      else if (stored === 'repeated') books.countRepeat(id);
      else books.countConflict(id);
    }
  })();
  for (const { message, known, stored } of placed) {
    const { id } = message;
    if (stored === 'repeated') print(`Message ${id} came again. It is not executed again.`);
    if (stored !== 'conflict' || known === undefined) continue;
    print(
      `REFUSED: message ${id} came again with a different content. The hub has executed the first ` +
        `one only. Compare ${join(folders.messages, known.file)} with ` +
        `${join(folders.refused, refusedName(message))}.`,
    );
  }
  return placed.map(({ stored }) => stored);
}

function resultOf({ sha256 }: CopiedMessage, known: Known | undefined): Stored {
  if (known === undefined) return 'new';
  return known.sha256 === sha256 ? 'repeated' : 'conflict';
}

function refusedName({ sha256, file }: CopiedMessage): string {
  return `${sha256.slice(0, DIGITS_IN_NAME)}-${file}`;
}
