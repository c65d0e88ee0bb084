import { connect, type Bank, type RequestRecord, type Version } from '@payment-initiation/client';
import { appendFile, mkdir, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { exitCodes } from '../exit-codes.ts';
import { loadProfile, type Profile } from '../profile/profile.ts';
import { PisError } from '../rows/model.ts';
import type { Context } from '../terminal/context.ts';

/** Options of all commands that talk to a bank. */
export interface BankOptions {
  /** Name of the profile. */
  readonly profile: string;
}

/** A connection to the bank of a profile. */
export interface Connection {
  readonly name: string;
  readonly profile: Profile;
  readonly bank: Bank<Version>;
}

/** Returns the path of the log of a profile's requests. It has one JSON object per line. */
export function requestLogPath(folder: string, profile: string): string {
  return join(folder, 'logs', `${profile}.ndjson`);
}

/** Connects to the bank of a profile, runs a function, and closes the connection. */
export async function withBank<Result>(
  context: Context,
  { profile: name }: BankOptions,
  use: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const profile = await loadProfile(context.folder, name);
  const log = await requestLog(requestLogPath(context.folder, name), context.now);
  const bank = await connect({ ...(await connectOptionsOf(profile)), onRequest: log.add });
  try {
    return await use({ name, profile, bank });
  } finally {
    await Promise.all([bank.close(), log.end()]);
  }
}

/** Returns the options of the client library. Throws a PisError if a key cannot be read. */
export async function connectOptionsOf(profile: Profile) {
  const { tls, signing } = profile;
  return {
    ...profile,
    tls: {
      cert: await read(tls.cert),
      key: await read(tls.key),
      ...(tls.ca !== undefined && { ca: await read(tls.ca) }),
    },
    signing: { ...signing, key: keyOf(await read(signing.key)) },
  };
}

/** Returns a key as the client library takes it. A JWK is parsed, a PEM text is not. */
function keyOf(text: Buffer): object | string {
  const content = text.toString();
  return content.trimStart().startsWith('{') ? (JSON.parse(content) as object) : content;
}

async function read(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    throw new PisError(
      `A file of the profile cannot be read: ${cause.message}. Correct its path in the profile.`,
      exitCodes.wrongUse,
    );
  }
}

/** Maximum size of a log of requests, in bytes. It is then started again. */
const MAX_LOG_BYTES = 10 * 1024 * 1024;

/** Opens the log of requests. A log that cannot be written stops no payment. */
async function requestLog(path: string, now: () => number) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await rename(path, `${path}.1`);
  let written: Promise<void> = Promise.resolve();
  return {
    add: (record: RequestRecord): void => {
      const line = `${JSON.stringify({ at: new Date(now()).toISOString(), ...record })}\n`;
      written = written.then(() => appendFile(path, line, { mode: 0o600 })).catch(() => undefined);
    },
    end: () => written,
  };
}
