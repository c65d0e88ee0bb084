import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { inGroups, oneAfterAnother } from '../../shared/concurrency.ts';

/*
 * The exchange of message files through a folder that the bank and the hub share.
 *
 * The root folder contains `to-hub/` and `from-hub/`. To write a file, a program creates a
 * temporary file in the same folder, whose name begins with a dot. It syncs the file, renames it to
 * its final name and syncs the folder. Readers ignore names that begin with a dot. A visible name
 * is therefore always a complete file.
 *
 * Files of the bank in `to-hub/` are named `<message id>.xml` (pacs.008.001.08, alone or in an
 * envelope with a head.001) or `<message id>.s18` (Bacs Standard 18). The hub stores a file in its
 * own data folder before it deletes it from `to-hub/`. Files of the hub in `from-hub/` are named
 * `<unique name>.xml`. The bank deletes them after it has stored them. A file may be delivered
 * again after a crash, with the same name and content.
 */

/** The two folders of an exchange. */
export interface ExchangeFolders {
  readonly toHub: string;
  readonly fromHub: string;
}

/** A file that was written durably. */
export interface WrittenFile {
  readonly sha256: string;
  readonly bytes: number;
}

/** Size of the pieces in which files are copied, in bytes. */
const PIECE_BYTES = 256 * 1024;

/** Creates the folders of an exchange if they are missing, and returns their paths. */
export async function openExchange(root: string): Promise<ExchangeFolders> {
  const exchange = { toHub: join(root, 'to-hub'), fromHub: join(root, 'from-hub') };
  for (const path of [exchange.toHub, exchange.fromHub]) await mkdir(path, { recursive: true });
  await syncFolder(root);
  return exchange;
}

/** Returns the names of the files in a folder, in alphabetical order, without temporary files. */
export async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();
}

/** Reads a file in pieces. Throws if the name is a symbolic link. */
export async function* readPieces(path: string): AsyncGenerator<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(PIECE_BYTES), 0);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/**
 * Writes pieces to a file durably: under a temporary name first, then under its own. Replaces a
 * file of the same name.
 */
export async function writeDurably(
  folder: string,
  name: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<WrittenFile> {
  const temporary = join(folder, `.${name}.writing`);
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(temporary, 'w');
  try {
    for await (const piece of pieces) {
      await file.writeFile(piece);
      hash.update(piece);
      bytes += piece.byteLength;
    }
    await file.sync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(temporary, join(folder, name));
  await syncFolder(folder);
  return { sha256: hash.digest('hex'), bytes };
}

/** Moves a file to another folder durably. Replaces a file of the same name. */
export async function moveFile(
  from: string,
  name: string,
  to: string,
  newName = name,
): Promise<void> {
  await rename(join(from, name), join(to, newName));
  await syncFolder(to);
  await syncFolder(from);
}

/** Deletes a file durably. It may be deleted already. */
export async function removeFile(folder: string, name: string): Promise<void> {
  await unlink(join(folder, name)).catch(ifPresent);
  await syncFolder(folder);
}

/** Returns undefined if a file does not exist. Throws every other error again. */
export function ifPresent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

/** Deletes all files in a folder. */
export async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name));
}

/** Deletes temporary files that an earlier process of this program left. */
export async function removeTemporaryFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith('.') && name.endsWith('.writing')) await rm(join(folder, name));
  }
}

/** Functions that sync a folder, keyed by path. Calls at the same time share one sync. */
const syncs = new Map<string, (path: string) => Promise<string>>();

/** Syncs the entries of a folder to the disk. */
async function syncFolder(path: string): Promise<void> {
  const sync =
    syncs.get(path) ??
    inGroups(oneAfterAnother(), async (calls: readonly string[]) => {
      const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
      try {
        await folder.sync();
      } finally {
        await folder.close();
      }
      return calls;
    });
  syncs.set(path, sync);
  await sync(path);
}

/** Encodes the pieces of a document. */
export function* encoded(pieces: Iterable<string>): Generator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece, 'utf8');
}
