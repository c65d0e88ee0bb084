import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { readDatabaseAddress, type DatabaseAddress } from '../shared/database-url.ts';
import { isLoopback } from '../shared/network.ts';

/**
 * The place where all data is stored: SQLite in the data folder, or a PostgreSQL database that
 * nodes share.
 */
export type StoreSetting =
  { readonly kind: 'sqlite' } | { readonly kind: 'postgres'; readonly url: string };

/** The schema of PIS_DATABASE_URL. It is `sqlite` or the URL of a PostgreSQL database. */
export const StoreAddress = z.string().transform((written, context): StoreSetting => {
  if (written === 'sqlite') return { kind: 'sqlite' };
  const parsed = readDatabaseAddress(written);
  if ('address' in parsed) return { kind: 'postgres', url: written };
  for (const message of parsed.problems) context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/**
 * Returns a line of text for each conflict between settings of the store. Each of these settings is
 * valid by itself.
 */
export function storeProblems(
  environment: Readonly<Record<string, string | undefined>>,
  { store }: { readonly store: StoreSetting },
): readonly string[] {
  const hasPasswordFile = environment['PIS_DATABASE_PASSWORD_FILE'] !== undefined;
  if (store.kind === 'sqlite') {
    return hasPasswordFile
      ? ['PIS_DATABASE_PASSWORD_FILE has an effect only with PIS_DATABASE_URL=postgres://….']
      : [];
  }
  const address = addressOf(store.url);
  const problems: string[] = [];
  if (hasPasswordFile && address.password !== undefined) {
    problems.push('Set only one of PIS_DATABASE_PASSWORD_FILE and a password in PIS_DATABASE_URL.');
  }
  const isSecure = environment['PIS_PROFILE'] === 'secure';
  if (isSecure && environment['PIS_KEYS_DIR'] === undefined) {
    problems.push(
      'PIS_DATABASE_URL=postgres://… needs PIS_KEYS_DIR, the folder of keys that nodes share.',
    );
  }
  // A host on this machine is a Unix socket or a loopback address.
  const isLocal = address.host.startsWith('/') || isLoopback(address.host);
  if (isSecure && !isLocal && address.tls === null) {
    problems.push(
      'PIS_PROFILE=secure needs sslmode=verify-full for a database on another machine.',
    );
  }
  return problems;
}

/** Returns the parts of a valid database URL. */
function addressOf(url: string): DatabaseAddress {
  const parsed = readDatabaseAddress(url);
  if ('problems' in parsed) throw new Error(parsed.problems.join('. '));
  return parsed.address;
}

/**
 * Reads the database URL with its password from environment variables. Returns null if SQLite is
 * used. Throws if the settings of the store are invalid.
 */
export async function storeIn(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  const store = StoreAddress.parse(environment['PIS_DATABASE_URL'] ?? 'sqlite');
  const problems = storeProblems(environment, { store });
  if (problems.length > 0) throw new Error(problems.join(' '));
  if (store.kind === 'sqlite') return null;
  return withPassword(store.url, environment['PIS_DATABASE_PASSWORD_FILE']);
}

/**
 * Returns a database URL with the password from a file, if a file is named. Throws if the file
 * cannot be read or is empty.
 */
export async function withPassword(
  address: string,
  file: string | undefined,
  setting = 'PIS_DATABASE_PASSWORD_FILE',
): Promise<string> {
  if (file === undefined) return address;
  const url = new URL(address);
  url.password = encodeURIComponent(await passwordIn(file, setting));
  return url.href;
}

async function passwordIn(file: string, setting: string): Promise<string> {
  const secret = await readFile(file, 'utf8').catch((cause: unknown) => {
    const { code = '' } = cause as NodeJS.ErrnoException;
    throw new Error(`${setting}=${file} cannot be read (${code}).`, { cause });
  });
  if (secret.trim() === '') throw new Error(`${setting}=${file} is empty.`);
  return secret.trim();
}
