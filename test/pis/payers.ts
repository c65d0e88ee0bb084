import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NORTHWIND } from '../helpers/payment-file.ts';
import type { SecureService } from '../helpers/secure-service.ts';
import { pis, type Ran, type Surroundings } from './fixtures.ts';

/** Options of the customer who approves in the sandbox. */
export const APPROVAL = ['--approve-as', 'clara', '--account', NORTHWIND];

/** The payee of the tests. */
export const PAYEE = ['--to', '20-05-17 60000000', '--name', 'Harrow Steel Ltd'];

/** Result of a payment, as `--json` prints it. */
export interface Paid extends Ran {
  readonly result: Readonly<Record<string, string | null>>;
}

/** Runs a command with `--json`, and parses its result. */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<Paid> {
  const ran = await pis([...args, '--json'], surroundings);
  const result = (ran.out === '' ? {} : JSON.parse(ran.out)) as Paid['result'];
  return { ...ran, result };
}

/** Reads or changes the only state file of a profile. A change simulates an earlier kill. */
export async function stateIn(
  folder: string,
  change?: (state: Record<string, unknown>) => void,
): Promise<Record<string, unknown>> {
  const states = join(folder, 'payments', 'sandbox');
  const names = await readdir(states);
  const [name = '', another] = names.filter((each) => each.endsWith('.json'));
  if (another !== undefined) throw new Error('Expected one state file.');
  const path = join(states, name);
  const state = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  if (change === undefined) return state;
  change(state);
  await writeFile(path, JSON.stringify(state));
  return state;
}

/** Returns the number of debits of an account with an end-to-end id or reference. */
export async function debits({ origin }: SecureService, reference: string): Promise<number> {
  const form = { client_id: 'tpp-one', client_secret: 'tpp-one-secret', scope: 'payments' };
  const issued = await fetch(`${origin}/sandbox/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', ...form }),
  });
  const { access_token: token } = (await issued.json()) as { readonly access_token: string };
  const answer = await fetch(`${origin}/sandbox/accounts/${NORTHWIND}/entries?limit=1000`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { entries } = (await answer.json()) as {
    readonly entries: readonly { readonly kind: string; readonly reference: string }[];
  };
  return entries.filter((entry) => entry.kind === 'debit' && entry.reference === reference).length;
}
