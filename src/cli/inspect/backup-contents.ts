import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { syncPath } from '../../auth/keys/private-file.ts';
import type { CopyProgress } from '../../domain/ports/store-admin.ts';
import { contentPath } from '../../store/files/content.ts';
import { inspectDatabase, type InspectionResult } from '../../store/sqlite/database/inspection.ts';
import { copyDurably, hashOf, type FileStorage } from './file-storage.ts';
import { IntegrityError, CliError } from '../program.ts';

/** Number of payment files that are copied or verified at the same time. */
const FILES_AT_ONCE = 8;

/** Maximum number of findings that are printed for a damaged database. */
const MAX_FINDINGS = 10;

/** Contents of `backup.json`. A restore compares the data with it. */
const Label = z.strictObject({
  madeAt: z.iso.datetime(),
  files: z.int().nonnegative(),
  auditHead: z.strictObject({ sequence: z.int().nonnegative(), hash: z.hash('sha256') }),
});
export type Label = z.output<typeof Label>;

const labelOf = (folder: string): string => `${folder}/backup.json`;

/** Returns true if the folder is a backup. */
export function isBackup(folder: string): boolean {
  return existsSync(labelOf(folder));
}

/** Writes `backup.json` as the last file of a backup. */
export async function writeLabel(folder: string, label: Label): Promise<void> {
  await writeFile(labelOf(folder), `${JSON.stringify(label, undefined, 2)}\n`, { mode: 0o600 });
  await syncPath(labelOf(folder));
}

/** Reads `backup.json`. Throws if the folder is not a backup. */
export async function readLabel(folder: string): Promise<Label> {
  const text = await readFile(labelOf(folder), 'utf8').catch((cause: unknown) => {
    throw new CliError(
      `${folder} is not a backup: it has no backup.json. Name a folder that npx pisctl backup created.`,
      { cause },
    );
  });
  try {
    return Label.parse(JSON.parse(text));
  } catch (cause) {
    throw new IntegrityError(`${labelOf(folder)} is not valid. Use another backup.`, {
      cause,
    });
  }
}

/** Verifies a whole database. Throws `IntegrityError` with the first findings if it is damaged. */
export function verifyDatabase(database: string): InspectionResult {
  const inspected = inspectDatabase(database);
  const { findings } = inspected;
  if (findings.length === 0) return inspected;
  throw new IntegrityError(
    [`${database} is damaged:`, ...findings.slice(0, MAX_FINDINGS)].join('\n  '),
  );
}

/**
 * Copies payment files and verifies the SHA-256 of each copy. The copies are durable afterwards.
 */
export async function copyFiles(
  files: readonly string[],
  from: FileStorage,
  to: string,
  onProgress: CopyProgress,
): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  const folders = new Set(files.map((sha256) => dirname(contentPath(to, sha256))));
  for (const folder of folders) await mkdir(folder, { mode: 0o700 });
  const copyOne = async (sha256: string): Promise<void> => {
    const path = contentPath(to, sha256);
    await from.copyTo(sha256, path);
    if ((await hashOf(path)) === sha256) return;
    throw new IntegrityError(
      `The payment file ${from.locationOf(sha256)} was changed or is damaged.`,
    );
  };
  await forEachFile(files, copyOne, onProgress);
  for (const folder of [...folders, to]) await syncPath(folder);
}

/**
 * Runs a task for each payment file, several at a time. After a failure it starts no more tasks,
 * waits for those under way, and throws.
 */
export async function forEachFile<File>(
  files: readonly File[],
  task: (file: File) => Promise<void>,
  onProgress: CopyProgress,
): Promise<void> {
  let done = 0;
  let hasFailed = false;
  const remaining = files.values();
  const worker = async (): Promise<void> => {
    for (const file of remaining) {
      if (hasFailed) return;
      await task(file).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
      done += 1;
      onProgress(done, files.length);
    }
  };
  const workers = Array.from({ length: FILES_AT_ONCE }, worker);
  await Promise.allSettled(workers);
  await Promise.all(workers);
}

/** Copies a folder with its subfolders if it exists. The copy is durable afterwards. */
export async function copyFolder(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const path = join(from, entry.name);
    const copy = join(to, entry.name);
    if (entry.isDirectory()) await copyFolder(path, copy);
    else if (entry.isFile()) await copyDurably(path, copy);
  }
  await syncPath(to);
}
