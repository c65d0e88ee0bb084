import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { z } from 'zod';
import { readDatabaseAddress, type DatabaseAddress } from '../shared/database-url.ts';

/** Where all state lives: in the data folder, or in a database that nodes share. */
export type StoreSetting =
  { readonly kind: 'sqlite' } | { readonly kind: 'postgres'; readonly url: string };

/** `sqlite`, or the address of a PostgreSQL database. */
export const StoreAddress = z.string().transform((written, context): StoreSetting => {
  if (written === 'sqlite') return { kind: 'sqlite' };
  const read = readDatabaseAddress(written);
  if ('address' in read) return { kind: 'postgres', url: written };
  for (const message of read.problems) context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** What is wrong with settings of the store that are good by themselves, in a line each. */
export function storeProblems(
  environment: Readonly<Record<string, string | undefined>>,
  { store }: { readonly store: StoreSetting },
): readonly string[] {
  const given = environment['PIS_STORE_PASSWORD_FILE'] !== undefined;
  if (store.kind === 'sqlite') {
    return given ? ['PIS_STORE_PASSWORD_FILE is a setting of PIS_STORE=postgres://… alone.'] : [];
  }
  const address = addressOf(store.url);
  const problems: string[] = [];
  if (given && address.password !== undefined) {
    problems.push('PIS_STORE_PASSWORD_FILE and a password in PIS_STORE exclude each other.');
  }
  const isSecure = environment['PIS_PROFILE'] === 'secure';
  if (isSecure && environment['PIS_KEYS'] === undefined) {
    problems.push('PIS_STORE=postgres://… needs PIS_KEYS, the folder of keys that nodes share.');
  }
  if (isSecure && !isLocal(address.host) && address.tls === null) {
    problems.push('PIS_PROFILE=secure reaches a database elsewhere by sslmode=verify-full alone.');
  }
  return problems;
}

/** The parts of an address that was read before. */
function addressOf(url: string): DatabaseAddress {
  const read = readDatabaseAddress(url);
  if ('problems' in read) throw new Error(read.problems.join('. '));
  return read.address;
}

/** Whether packets to a host stay on this machine: a Unix socket, or loopback. */
function isLocal(host: string): boolean {
  if (host.startsWith('/')) return true;
  return isIP(host) === 0 ? host === 'localhost' : /^(127\.|::1$)/.test(host);
}

/**
 * The database of an environment whose other settings are of no concern, with its password; null
 * where the data folder has it. Throws with a sentence.
 */
export async function storeIn(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  const store = StoreAddress.parse(environment['PIS_STORE'] ?? 'sqlite');
  const problems = storeProblems(environment, { store });
  if (problems.length > 0) throw new Error(problems.join(' '));
  if (store.kind === 'sqlite') return null;
  return withPassword(store.url, environment['PIS_STORE_PASSWORD_FILE']);
}

/** The address of a database with the password in a file, where one is named. Throws a sentence. */
export async function withPassword(
  address: string,
  file: string | undefined,
  setting = 'PIS_STORE_PASSWORD_FILE',
): Promise<string> {
  if (file === undefined) return address;
  const url = new URL(address);
  url.password = encodeURIComponent(await passwordIn(file, setting));
  return url.href;
}

async function passwordIn(file: string, setting: string): Promise<string> {
  const read = await readFile(file, 'utf8').catch((cause: unknown) => {
    const { code = '' } = cause as NodeJS.ErrnoException;
    throw new Error(`${setting}=${file} cannot be read (${code}).`, { cause });
  });
  if (read.trim() === '') throw new Error(`${setting}=${file} is empty.`);
  return read.trim();
}
