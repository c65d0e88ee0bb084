import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { z } from 'zod';

/** Where all state lives: in the data folder, or in a database that nodes share. */
export type StoreSetting =
  { readonly kind: 'sqlite' } | { readonly kind: 'postgres'; readonly url: string };

const EXAMPLE = 'postgres://pis@db.bank.example:5432/pis?sslmode=verify-full';

/** What `sslmode` may be: those between would be verified today, and not by pg's next version. */
const SSL_MODES: ReadonlySet<string | null> = new Set([null, 'disable', 'verify-full']);

/** `sqlite`, or the address of a PostgreSQL database. */
export const StoreAddress = z.string().transform((written, context): StoreSetting => {
  if (written === 'sqlite') return { kind: 'sqlite' };
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url !== null && /^postgres(?:ql)?:$/.test(url.protocol)) {
    const message = problemOf(url);
    if (message === undefined) return { kind: 'postgres', url: written };
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
  context.addIssue({ code: 'custom', message: `Expected sqlite, or ${EXAMPLE}` });
  return z.NEVER;
});

function problemOf({ hostname, pathname, searchParams }: URL): string | undefined {
  if (hostname === '' || pathname.length <= 1) return 'Expected a host and the name of a database';
  if (SSL_MODES.has(searchParams.get('sslmode'))) return undefined;
  return 'Expected sslmode=verify-full, or disable';
}

/** What is wrong with settings of the store that are good by themselves, in a line each. */
export function storeProblems(
  environment: Readonly<Record<string, string | undefined>>,
  { store }: { readonly store: StoreSetting },
): readonly string[] {
  const given = environment['PIS_STORE_PASSWORD_FILE'] !== undefined;
  if (store.kind === 'sqlite') {
    return given ? ['PIS_STORE_PASSWORD_FILE is a setting of PIS_STORE=postgres://… alone.'] : [];
  }
  const url = new URL(store.url);
  const problems: string[] = [];
  if (given && url.password !== '') {
    problems.push('PIS_STORE_PASSWORD_FILE and a password in PIS_STORE exclude each other.');
  }
  const isSecure = environment['PIS_PROFILE'] === 'secure';
  if (isSecure && environment['PIS_KEYS'] === undefined) {
    problems.push('PIS_STORE=postgres://… needs PIS_KEYS, the folder of keys that nodes share.');
  }
  if (isSecure && !isLoopback(url.hostname) && url.searchParams.get('sslmode') !== 'verify-full') {
    problems.push('PIS_PROFILE=secure reaches a database elsewhere by sslmode=verify-full alone.');
  }
  return problems;
}

function isLoopback(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) === 0 ? address === 'localhost' : /^(127\.|::1$)/.test(address);
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
export async function withPassword(address: string, file: string | undefined): Promise<string> {
  if (file === undefined) return address;
  const url = new URL(address);
  url.password = encodeURIComponent(await passwordIn(file));
  return url.href;
}

async function passwordIn(file: string): Promise<string> {
  const read = await readFile(file, 'utf8').catch((cause: unknown) => {
    const { code = '' } = cause as NodeJS.ErrnoException;
    throw new Error(`PIS_STORE_PASSWORD_FILE=${file} cannot be read (${code}).`, { cause });
  });
  if (read.trim() === '') throw new Error(`PIS_STORE_PASSWORD_FILE=${file} is empty.`);
  return read.trim();
}
