import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, copyFile, rename, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { z } from 'zod';
import { Mapping } from '../mapping/mapping.ts';
import type { FileFacts } from '../output/standard-file.ts';
import { readIfPresent, writePrivately } from '../output/files.ts';
import { DATE_ORDERS } from '../fields/dates.ts';
import { DELIMITERS, ENCODINGS } from '../input/text-format.ts';
import { PisError } from '../rows/model.ts';

const Facts = z.object({
  fileType: z.string(),
  fileHash: z.string(),
  numberOfTransactions: z.string(),
  controlSum: z.string(),
}) satisfies z.ZodType<FileFacts>;

/** The way a file was read, so that its copy can be read again. */
const Reading = Mapping.extend({
  encoding: z.enum(ENCODINGS).exactOptional(),
  delimiter: z.enum(DELIMITERS).exactOptional(),
  sheet: z.string().exactOptional(),
  decimal: z.enum(['.', ',']),
  dateOrder: z.enum(DATE_ORDERS),
});

/** One payment of a file, with the steps that are done. */
const Attempt = z.object({
  /** SHA-256 of the sender's file in hex. */
  hash: z.string(),
  /** Counts the consents for this content, from 1. Part of the idempotency keys. */
  number: z.int(),
  profile: z.string(),
  /** Issuer of the bank and client id, which several profiles may share. */
  bank: z.string(),
  startedAt: z.string(),
  /** Beginning of the names of its files in the folder. */
  kept: z.string(),
  reading: Reading,
  /** Options of the command that a file with failed rows needs, too. */
  arguments: z.array(z.string()),
  /** The options that change the payments, as JSON. */
  options: z.string(),
  facts: Facts,
  /** The latest execution date, if a row has one. */
  lastDate: z.string().exactOptional(),
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

/** A file with failed rows of a payment. */
const Retry = z.object({
  /** Path from the folder of the sender's file. */
  path: z.string(),
  /** Numbers of the rows, counted from 1 over all payments of the sender's file. */
  rows: z.array(z.int()),
});

const State = z.object({
  version: z.literal(1),
  attempts: z.array(Attempt),
  /** Present if the file contains the failed rows of an earlier payment. */
  retryOf: z
    .object({
      paymentId: z.string(),
      /** Instruction ids that rows would have that were not rejected. They are refused. */
      paid: z.array(z.string()),
      /** Consents of the earlier payments of these rows. Another consent may not have been used. */
      consents: z.array(z.string()),
    })
    .exactOptional(),
  /** Files with failed rows of the payments of this file, by payment id. */
  retries: z.record(z.string(), z.array(Retry)).exactOptional(),
});

export type Attempt = z.infer<typeof Attempt>;
export type Reading = z.infer<typeof Reading>;
export type Retry = z.infer<typeof Retry>;
export type State = z.infer<typeof State>;

/** Paths of what pis keeps about the payments of a file, in the folder `<file>.pis`. */
export interface Kept {
  readonly folder: string;
  readonly state: string;
  readonly lock: string;
  /** Copy of the sender's file with this hash. */
  readonly source: (hash: string) => string;
  /** The payment file of an attempt. */
  readonly upload: (attempt: Pick<Attempt, 'kept'>) => string;
  /** The rows of an attempt, as `rowWriter` writes them. */
  readonly rows: (attempt: Pick<Attempt, 'kept'>) => string;
}

/** Number of characters of a hash in a file name. */
const SHORT = 16;

/** Returns the beginning of the names of an attempt's files. No other attempt has it. */
export function keptNameOf({ hash, profile, number }: Pick<Attempt, Named>): string {
  return `${hash.slice(0, SHORT)}.${profile}.${String(number)}`;
}

type Named = 'hash' | 'profile' | 'number';

/** Returns the paths for a file. */
export function keptFor(path: string): Kept {
  const folder = `${path}.pis`;
  return {
    folder,
    state: join(folder, 'state.json'),
    lock: join(folder, 'lock'),
    source: (hash) => join(folder, `${hash.slice(0, SHORT)}.source${extname(path)}`),
    upload: ({ kept }) => join(folder, `${kept}.json`),
    rows: ({ kept }) => join(folder, `${kept}.rows.ndjson`),
  };
}

/** Reads the state of a file. Returns an empty state if there is none. */
export async function loadState(path: string): Promise<State> {
  const { state } = keptFor(path);
  const text = await readIfPresent(state);
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
