import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, copyFile, readFile, rename, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { z } from 'zod';
import type { FileFacts } from '../output/standard-file.ts';
import { writePrivately } from '../output/private-file.ts';
import { PisError } from '../rows/model.ts';

const Facts = z.object({
  fileType: z.string(),
  fileHash: z.string(),
  numberOfTransactions: z.string(),
  controlSum: z.string(),
}) satisfies z.ZodType<FileFacts>;

/** One payment of a file, with the steps that are done. */
const Attempt = z.object({
  /** SHA-256 of the sender's file in hex. */
  hash: z.string(),
  /** Id from which the idempotency keys are derived. Each consent has its own. */
  id: z.uuid(),
  profile: z.string(),
  startedAt: z.string(),
  /** The options that change the payments, as JSON. */
  options: z.string(),
  facts: Facts,
  /** The account that pays, if the command named it. */
  debtor: z.object({ scheme: z.string(), identification: z.string() }).exactOptional(),
  consentId: z.string().exactOptional(),
  isUploaded: z.boolean().exactOptional(),
  /** Access token of the approval, until the payment is submitted. */
  token: z.string().exactOptional(),
  /** Set before the payment is submitted. From then on, the file counts as paid. */
  isSubmitted: z.boolean().exactOptional(),
  paymentId: z.string().exactOptional(),
});

const State = z.object({
  version: z.literal(1),
  attempts: z.array(Attempt),
  /** Present if the file contains the failed rows of an earlier payment. */
  retryOf: z
    .object({
      paymentId: z.string(),
      /** Instruction ids that the earlier payment did not reject. */
      paid: z.array(z.string()),
    })
    .exactOptional(),
  /** Files with failed rows of the payments of this file, by payment id. */
  retries: z.record(z.string(), z.string()).exactOptional(),
});

export type Attempt = z.infer<typeof Attempt>;
export type State = z.infer<typeof State>;

/** Paths of what pis keeps about the payments of a file, in the folder `<file>.pis`. */
export interface Kept {
  readonly folder: string;
  readonly state: string;
  readonly lock: string;
  /** Copy of the sender's file with this hash. */
  readonly source: (hash: string) => string;
  /** The payment file that was made of it. */
  readonly upload: (hash: string) => string;
  /** Line, ids and amount of each payment, in the order of the payment file. */
  readonly rows: (hash: string) => string;
}

/** Number of characters of a hash in a file name. */
const SHORT = 16;

/** Returns the paths for a file. */
export function keptFor(path: string): Kept {
  const folder = `${path}.pis`;
  const named = (hash: string, end: string): string => join(folder, hash.slice(0, SHORT) + end);
  return {
    folder,
    state: join(folder, 'state.json'),
    lock: join(folder, 'lock'),
    source: (hash) => named(hash, `.source${extname(path)}`),
    upload: (hash) => named(hash, '.json'),
    rows: (hash) => named(hash, '.rows.ndjson'),
  };
}

/** Reads the state of a file. Returns an empty state if there is none. */
export async function loadState(path: string): Promise<State> {
  const { state } = keptFor(path);
  const text = await readFile(state, 'utf8').catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw cause;
  });
  if (text === undefined) return { version: 1, attempts: [] };
  try {
    return State.parse(JSON.parse(text));
  } catch (cause) {
    throw new PisError(
      `${state} is damaged, so pis cannot know if ${basename(path)} was paid. ` +
        'Ask the bank before you delete it.',
      1,
      { cause },
    );
  }
}

/** Writes the state of a file. It is on the disk when this returns. */
export async function saveState(path: string, state: State): Promise<void> {
  await writePrivately(keptFor(path).state, `${JSON.stringify(state, undefined, 2)}\n`);
}

/** Returns the SHA-256 of a file in hex. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Keeps a copy of the sender's file. Throws a PisError if it changed since it was hashed. */
export async function keepSource(path: string, hash: string): Promise<void> {
  const kept = keptFor(path);
  const temporary = join(kept.folder, `${randomUUID()}.tmp`);
  await copyFile(path, temporary);
  await chmod(temporary, 0o600);
  const isSame = (await hashOfFile(temporary)) === hash;
  if (isSame) await rename(temporary, kept.source(hash));
  else await rm(temporary);
  if (!isSame) throw new PisError(`${path} changed while pis read it. Run the command again.`);
}
