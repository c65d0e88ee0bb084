import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as files from '../../pis/src/output/files.ts';
import { errorOf } from '../../client/src/errors.ts';
import { FamilyClient } from '../../client/src/families.ts';
import { DAY_MS, formatInstant } from '../../src/shared/time.ts';
import { NORTHWIND } from '../helpers/payment-file.ts';
import { realTime } from '../helpers/real-time.ts';
import { useSecureService } from '../helpers/secure-service.ts';
import { fileOf, pis } from './fixtures.ts';
import { addressesOf, balanceOf, sandboxProfile } from './sandbox.ts';

/** Number of the write of a state at which pis ends as if it were killed: before or after it. */
const crash: { at: number; when: 'before' | 'after' } = { at: 0, when: 'before' };

vi.mock(import('../../pis/src/output/files.ts'), async (original) => {
  const actual: typeof files = await original();
  return {
    ...actual,
    writePrivately: async (path, content) => {
      if (!path.endsWith('state.json')) return actual.writePrivately(path, content);
      crash.at -= 1;
      if (crash.at === 0 && crash.when === 'before') throw new Error('killed');
      await actual.writePrivately(path, content);
      if (crash.at === 0) throw new Error('killed');
    },
  };
});

const service = useSecureService();
let folder: string;
beforeEach(async () => {
  folder = await sandboxProfile(service());
});

const INIT = ['init', 'sandbox', '--profile', 'second'];

let invoices = 0;

/** Returns a CSV of valid rows with amounts in pounds. Each has a reference of its own. */
function csv(...amounts: readonly (number | string)[]): string {
  const rows = amounts.map((amount) => {
    invoices += 1;
    return `Harrow Steel,20-05-17,60000000,${String(amount)},INV ${String(invoices)}`;
  });
  return ['Name,Sort code,Account number,Amount,Reference', ...rows, ''].join('\n');
}

/** Runs `pis pay` with the sandbox's shortcut for the approval. */
async function pay(path: string, args: readonly string[] = []) {
  const { code, out, err } = await pis(
    ['pay', path, '--yes', '--approve-as', 'clara', '--account', NORTHWIND, ...args],
    { folder },
  );
  const last = out.trim().split('\n').at(-1) ?? '';
  return { code, err, out, result: JSON.parse(last === '' ? '{}' : last) as PaidResult };
}

interface PaidResult {
  readonly paymentId?: string;
  readonly paid?: number;
  readonly failed?: number;
  readonly failedRows?: readonly { readonly line: number; readonly reason: string }[];
}

afterEach(() => {
  crash.at = 0;
});

/** Returns by how much the debtor account fell during a function, in pence. */
async function spent(use: () => Promise<unknown>): Promise<number> {
  const before = await balanceOf(service(), NORTHWIND);
  await use();
  return before - (await balanceOf(service(), NORTHWIND));
}

describe('pis pay', () => {
  it.each(['v3.1', 'v4.0'] as const)('pays a file with %s', async (version) => {
    const path = await fileOf(csv('12.50', '7.50'));
    folder = await sandboxProfile(service(), '--standard', version);
    expect(
      await spent(async () => {
        const { code, result } = await pay(path);
        expect([code, result.paid, result.failed]).toEqual([0, 2, 0]);
      }),
    ).toBe(20_00);
    expect((await stat(`${path}.pis`)).mode & 0o077).toBe(0);
    expect((await stat(`${path}.pis/state.json`)).mode & 0o077).toBe(0);
    expect(await readFile(`${path}.pis/state.json`, 'utf8')).not.toContain('"token"');
    expect(existsSync(`${path}.pis/lock`)).toBe(false);
  });

  it('names the account that pays in the consent, so that the customer need not choose', async () => {
    const path = await fileOf(csv('2.00'));
    const args = ['pay', path, '--yes', '--approve-as', 'clara', '--debtor', NORTHWIND];
    expect(await spent(() => pis(args, { folder }))).toBe(2_00);
  });

  it('shows the failed rows by their lines, and ends with 6', async () => {
    const failing = 'Closed Ltd,99-99-99,00000004,5.00,INV X';
    const path = await fileOf(`${csv('1.00', '2.00')}${failing}\n`);
    const { code, result } = await pay(path);
    expect(code).toBe(6);
    expect(result).toMatchObject({ paid: 2, failed: 1 });
    expect(result.failedRows).toMatchObject([{ line: 4, reason: 'AC04' }]);
  });

  it('pays nothing if a row has a fault, and the valid rows with --skip-faulty', async () => {
    const path = await fileOf(csv('1.00', 'x', '2.00'));
    expect(
      await spent(async () => {
        const { code, out } = await pay(path);
        expect(code).toBe(1);
        expect(out).toContain('"line":3');
      }),
    ).toBe(0);
    expect(await spent(() => pay(path, ['--skip-faulty']))).toBe(3_00);
  });

  it('pays the same file once, and once more with --again', async () => {
    const path = await fileOf(csv('3.00'));
    const first = await pay(path);
    expect(
      await spent(async () => {
        expect(await pay(path)).toMatchObject({ code: 0, result: first.result });
      }),
    ).toBe(0);
    expect(await spent(() => pay(path, ['--again']))).toBe(3_00);
  });

  it('refuses other content of a file that was paid', async () => {
    const text = csv('3.00');
    const path = await fileOf(text);
    const { result } = await pay(path);
    await writeFile(path, `${text}Harrow Steel,20-05-17,60000000,4.00,INV more\n`);
    const refused = await pay(path);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain(result.paymentId);
    expect(refused.err).toContain('--again');
  });

  it('refuses other options while a payment is under way', async () => {
    const path = await fileOf(csv('3.00'));
    crash.at = 3;
    await expect(pay(path)).rejects.toThrow('killed');
    crash.at = 0;
    expect((await pay(path, ['--scheme', 'CHAPS'])).code).toBe(2);
    expect((await pay(path)).code).toBe(0);
  });

  // The state is written when the attempt starts, then after the consent, the upload and the
  // approval, before the submission, and after it.
  const points = [1, 2, 3, 4, 5, 6].flatMap((at) => [
    { at, when: 'before' } as const,
    { at, when: 'after' } as const,
  ]);
  it.each(points)('pays once if it is killed $when write $at', async ({ at, when }) => {
    const path = await fileOf(csv('4.00', '5.00'));
    expect(
      await spent(async () => {
        Object.assign(crash, { at, when });
        await expect(pay(path)).rejects.toThrow('killed');
        crash.at = 0;
        const { code, result } = await pay(path);
        expect([code, result.paid]).toEqual([0, 2]);
      }),
    ).toBe(9_00);
  });

  it('refuses while another process pays the file, and takes over the lock of a dead one', async () => {
    const path = await fileOf(csv('6.00'));
    const [one, other] = await Promise.all([pay(path), pay(path)]);
    expect([one.code, other.code].sort()).toEqual([0, 2]);
    await writeFile(`${path}.pis/lock`, '4194304');
    expect((await pay(path)).code).toBe(0);
  });

  it('asks before it pays, and needs --yes without a terminal', async () => {
    const path = await fileOf(csv('6.00'));
    await pis(['file', 'check', path, '--yes']);
    const declined = await pis(['pay', path], { folder, isTerminal: true, answer: 'no' });
    expect([declined.code, declined.err.includes('Nothing was paid')]).toEqual([1, true]);
    const piped = await pis(['pay', path], { folder });
    expect([piped.code, piped.err.includes('--yes')]).toEqual([2, true]);
  });

  it('ends with 3 if the customer has not the right to pay, and starts anew', async () => {
    const path = await fileOf(csv('6.00'));
    const args = ['pay', path, '--yes', '--account', NORTHWIND, '--approve-as'];
    expect((await pis([...args, 'colin'], { folder })).code).toBe(3);
    expect((await pay(path)).code).toBe(0);
  });

  it('ends with 7 if the bank is not reachable, and with 2 without a profile', async () => {
    const path = await fileOf(csv('6.00'));
    expect((await pay(path, ['--profile', 'none'])).code).toBe(2);
    folder = await sandboxProfile(service(), '--issuer', 'https://localhost:1');
    expect((await pay(path)).code).toBe(7);
  });

  it('refuses content that was paid, although its folder is lost or the profile is another one', async () => {
    const path = await fileOf(csv('6.00'));
    const { result } = await pay(path);
    await pis([...INIT, '--data', service().directory, ...addressesOf(service())], { folder });
    const other = await pay(path, ['--profile', 'second']);
    expect([other.code, other.err.includes(String(result.paymentId))]).toEqual([2, true]);
    await rm(`${path}.pis`, { recursive: true });
    expect((await pay(path)).code).toBe(2);
    expect(await spent(() => pay(path, ['--again']))).toBe(6_00);
  });

  it('asks for a new approval if the token expired before the submission', async () => {
    const path = await fileOf(csv('6.00'));
    Object.assign(crash, { at: 5, when: 'after' });
    await expect(pay(path)).rejects.toThrow('killed');
    crash.at = 0;
    const state = `${path}.pis/state.json`;
    const text = await readFile(state, 'utf8');
    await writeFile(state, text.replace(/("token": ")[^"]+/, '$1expired'));
    expect(
      await spent(async () => {
        expect((await pay(path)).code).toBe(4);
        expect((await pay(path)).code).toBe(0);
      }),
    ).toBe(6_00);
  });

  it('reports a damaged list of rows without its content', async () => {
    const path = await fileOf(csv('6.00'));
    await pay(path);
    const [rows = ''] = (await readdir(`${path}.pis`)).filter((name) => name.endsWith('.ndjson'));
    await writeFile(`${path}.pis/${rows}`, '{"line":1,"name":"Harrow');
    const { code, err } = await pay(path);
    expect([code, err.includes('is damaged'), err.includes('Harrow')]).toEqual([1, true, false]);
  });

  it('does not wait for payments of a later day', async () => {
    const day = formatInstant(realTime() + 20 * DAY_MS).slice(0, 10);
    const text = csv('6.00').replace('Reference', 'Reference,Date').trim();
    const path = await fileOf(`${text},${day}\n`);
    const { code, err } = await pay(path, ['--date-order', 'ymd']);
    expect(err).toContain(`The latest execution date is ${day}.`);
    expect(code).toBe(5);
  });

  it('names the option if the customer must choose an account', async () => {
    const path = await fileOf(csv('6.00'));
    const { code, err } = await pis(['pay', path, '--yes', '--approve-as', 'clara'], { folder });
    expect([code, err.includes('Pass --account.')]).toEqual([2, true]);
  });

  it('says so if the answer to the submission is lost for good', async () => {
    const path = await fileOf(csv('6.00'));
    await pay(path);
    const state = `${path}.pis/state.json`;
    const text = await readFile(state, 'utf8');
    const lost = text.replace(/"paymentId": "[^"]+"/, '"token": "expired"');
    await writeFile(state, lost);
    const { code, err } = await pay(path);
    expect([code, err.includes('its result did not arrive')]).toEqual([1, true]);
  });

  it('adds a payment to the index that a killed run has not added', async () => {
    const path = await fileOf(csv('6.00'));
    const { result } = await pay(path);
    const index = join(folder, 'payments', 'index.ndjson');
    await rm(index);
    await pay(path);
    expect(await readFile(index, 'utf8')).toContain(String(result.paymentId));
  });

  it('names the submitted payment if the bank does not offer payment-details', async () => {
    const path = await fileOf(csv('6.00'));
    const missing = {
      ...{ operation: 'GET /payment-details', status: 404, text: '' },
      ...{ interactionId: undefined, headers: new Headers() },
    };
    const details = vi
      .spyOn(FamilyClient.prototype, 'details')
      .mockImplementation(async function* none() {
        await Promise.reject(errorOf(missing));
        yield* [];
      });
    const { code, err } = await pay(path);
    details.mockRestore();
    expect([code, err.includes('does not show the outcome of each row')]).toEqual([5, true]);
    expect(err).toMatch(/Submitted payment fp-/);
  });
});
