import { appendFile, mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { exitCodes } from '../exit-codes.ts';
import { jsonOf, readIfPresent } from '../output/files.ts';
import { PisError } from '../rows/model.ts';
import type { State } from './file-state.ts';

const Entry = z.object({
  paymentId: z.string(),
  profile: z.string(),
  /** Issuer of the bank and client id, which several profiles may share. */
  bank: z.string(),
  /** Absolute path of the sender's file. */
  path: z.string(),
  /** SHA-256 of the sender's file in hex. */
  hash: z.string(),
  /** Number of the attempt, part of the idempotency keys. */
  number: z.int(),
});

/** A submitted payment of this user. */
export type IndexEntry = z.infer<typeof Entry>;

function indexPath(folder: string): string {
  return join(folder, 'payments', 'index.ndjson');
}

/**
 * Reads the submitted payments of this user, the oldest first. A line that was not written
 * completely is skipped: the next `pis pay` of its file adds it again.
 */
export async function readIndex(folder: string): Promise<readonly IndexEntry[]> {
  return (await readLines(folder)).split('\n').flatMap((line) => entryOf(line) ?? []);
}

async function readLines(folder: string): Promise<string> {
  return (await readIfPresent(indexPath(folder))) ?? '';
}

function entryOf(line: string): IndexEntry | undefined {
  return Entry.safeParse(jsonOf(line)).data;
}

/** Adds the submitted payments of a file that the index lacks. */
export async function addToIndex(folder: string, file: string, state: State): Promise<void> {
  const submitted = state.attempts.flatMap(({ paymentId, profile, bank, hash, number }) =>
    paymentId === undefined ? [] : { paymentId, profile, bank, path: resolve(file), hash, number },
  );
  if (submitted.length === 0) return;
  const text = await readLines(folder);
  const known = new Set(text.split('\n').map((line) => keyOf(entryOf(line))));
  const added = submitted.filter((entry) => !known.has(keyOf(entry)));
  if (added.length === 0) return;
  const path = indexPath(folder);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const start = text === '' || text.endsWith('\n') ? '' : '\n';
  const lines = added.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  await appendFile(path, start + lines, { mode: 0o600 });
}

function keyOf(entry: IndexEntry | undefined): string {
  return entry === undefined ? '' : `${entry.profile} ${entry.paymentId} ${entry.path}`;
}

/**
 * Throws a PisError if one of these payments of the same content is none of this file and profile:
 * the file had another name or profile, or the folder with its state is lost.
 */
export function refuseTwin(
  twins: readonly IndexEntry[],
  {
    file,
    profile,
    state,
  }: Readonly<Record<'file' | 'profile', string>> & { readonly state: State },
): void {
  const known = new Set(state.attempts.map(({ paymentId }) => paymentId));
  const other = twins.findLast(
    (entry) =>
      entry.path !== resolve(file) || entry.profile !== profile || !known.has(entry.paymentId),
  );
  // If all rows of a payment failed, the file of pis retry equals the first one.
  if (other === undefined || other.paymentId === state.retryOf?.paymentId) return;
  throw new PisError(
    `The same content was paid as ${other.path} with the profile ${other.profile} ` +
      `(payment ${other.paymentId}). If it is due once more, pass --again.`,
    exitCodes.wrongUse,
  );
}
