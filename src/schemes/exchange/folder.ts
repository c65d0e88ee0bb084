import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArrivedDocument, Exchange, MessageToHub } from '../../domain/ports/hub.ts';
import { inGroups, oneAfterAnother } from '../../shared/concurrency.ts';

/** Folder of the messages to the hub, in the folder of the exchange. */
const TO_HUB = 'to-hub';
/** Folder of the documents from the hub, in the folder of the exchange. */
const FROM_HUB = 'from-hub';

/** Permissions of a message. The hub reads it as a member of the folder's group. */
const MESSAGE_MODE = 0o640;

/**
 * Opens an exchange of files with a payment hub through a folder, which both sides must be able to
 * read and write. A writer creates a file whose name begins with a dot, syncs it, renames it to its
 * final name and syncs the folder. A reader ignores names that begin with a dot, stores a file
 * durably, and only then deletes it.
 *
 * A message keeps its name when it is handed over again, so the hub recognises it.
 *
 * @param node name of this node. Two nodes may write the same message if one of them was paused, so
 * each has its own temporary files
 */
export async function openFolderExchange(folder: string, node: string): Promise<Exchange> {
  const toHub = join(folder, TO_HUB);
  const fromHub = join(folder, FROM_HUB);
  for (const path of [toHub, fromHub]) await mkdir(path, { recursive: true });
  // Messages that are written at the same time share a sync of the folder.
  const sync = inGroups(oneAfterAnother(), async (messages: readonly MessageToHub[]) => {
    await syncFolder(toHub);
    return messages;
  });
  return {
    handOver: async (message) => {
      await writeFile(toHub, message, node);
      await sync(message);
    },
    idlePollMs: null,
    arrived: (limit) => listArrived(fromHub, limit),
    close: () => undefined,
  };
}

async function writeFile(
  folder: string,
  { id, instrument, pieces }: MessageToHub,
  node: string,
): Promise<void> {
  const name = `${id}.${instrument === 'BACS' ? 's18' : 'xml'}`;
  const temporary = join(folder, `.${name}.${node}`);
  const file = await open(temporary, 'w', MESSAGE_MODE);
  try {
    // The umask of the service removes the rights of the group, which includes the hub.
    await file.chmod(MESSAGE_MODE);
    for await (const piece of pieces) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, join(folder, name));
}

async function listArrived(folder: string, limit: number): Promise<readonly ArrivedDocument[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();
  const documents: ArrivedDocument[] = [];
  for (const name of names) {
    if (documents.length === limit) break;
    const path = join(folder, name);
    // Another node may have removed the document in the meantime. The next one takes its place.
    const found = await stat(path).catch(ignoreMissing);
    if (found === undefined) continue;
    documents.push({
      name,
      bytes: found.size,
      open: () => createReadStream(path),
      // Without a sync, a power cut can bring the document back. It is then recognised.
      remove: () => rm(path, { force: true }),
    });
  }
  return documents;
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
