import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NORTHWIND } from '../helpers/payment-file.ts';
import type { SecureService } from '../helpers/secure-service.ts';
import { newFolder, pis, type Ran } from './fixtures.ts';
import { sandboxProfile } from './sandbox.ts';

/** Creditor accounts that the scheme of the sandbox rejects. */
export const REJECTED = ['00000001', '00000004', '00000006'] as const;

export const HEADER = 'Empfänger;Sort code;Account number;Betrag;Reference;Notiz';

/** Returns a row of the file. The 4 cells are: payee, account number, amount, reference. */
export function rowOf(name: string, number: string, amount: string, reference: string): string {
  const code = REJECTED.some((each) => each === number) ? '99-99-99' : '20-05-17';
  return [name, code, number, amount, reference, '"a ""note"""'].join(';');
}

/** A user with a profile of the sandbox, and a folder with files. */
export class User {
  readonly folder: string;
  readonly files: string;
  readonly #service: SecureService;

  static async create(service: SecureService, ...options: readonly string[]): Promise<User> {
    return new User(service, await sandboxProfile(service, ...options), await newFolder());
  }

  constructor(service: SecureService, folder: string, files: string) {
    this.#service = service;
    this.folder = folder;
    this.files = files;
  }

  /** Writes a file in Windows-1252 with Windows line ends, or as bytes. */
  async write(name: string, content: string | Uint8Array): Promise<string> {
    const path = join(this.files, name);
    const isText = typeof content === 'string';
    await writeFile(path, isText ? Buffer.from(content, 'latin1') : content);
    return path;
  }

  run(...args: readonly string[]): Promise<Ran> {
    return pis(args, { folder: this.folder });
  }

  pay(path: string, ...options: readonly string[]): Promise<Ran> {
    const approval = ['--approve-as', 'clara', '--yes'];
    return this.run('pay', path, '--debtor', NORTHWIND, ...approval, ...options);
  }

  /** Pays a file and returns the result. */
  async paid(path: string, ...options: readonly string[]): Promise<PaidResult> {
    const { out, err } = await this.pay(path, ...options);
    if (out === '') throw new Error(err);
    return JSON.parse(out) as PaidResult;
  }

  /** Returns the sum of all entries of the debtor account, in pence. */
  async debited(account = NORTHWIND): Promise<number> {
    const { origin } = this.#service;
    const body = new URLSearchParams({
      ...{ grant_type: 'client_credentials', scope: 'payments' },
      ...{ client_id: 'tpp-one', client_secret: 'tpp-one-secret' },
    });
    const issued = await fetch(`${origin}/sandbox/token`, { method: 'POST', body });
    const { access_token: token } = (await issued.json()) as { readonly access_token: string };
    let [pence, after] = [0, 0 as number | null];
    while (after !== null) {
      const url = `${origin}/sandbox/accounts/${account}/entries?limit=1000&after=${String(after)}`;
      const page = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      const { entries, next } = (await page.json()) as Statement;
      for (const { amount } of entries) pence += Math.round(Number(amount) * 100);
      after = next;
    }
    return -pence;
  }
}

interface Statement {
  readonly entries: readonly { readonly amount: string }[];
  readonly next: number | null;
}

/** The result of `pis pay`, as it is printed in a pipe. */
export interface PaidResult {
  readonly paymentId: string;
  readonly paid: number;
  readonly failed: number;
  readonly paidSum: string;
}

/** Reads a file in Windows-1252 as lines. */
export async function linesOf(path: string): Promise<readonly string[]> {
  return (await readFile(path, 'latin1')).split('\r\n');
}
