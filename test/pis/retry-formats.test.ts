import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NORTHWIND } from '../helpers/payment-file.ts';
import { useSecureService } from '../helpers/secure-service.ts';
import { bacsOf, contra, credit, painOf, type Pain } from './formats.ts';
import { User } from './paid-file.ts';
import { workbookOf } from './workbook.ts';

const service = useSecureService();

const REJECTED = '99999900000001';
const ALSO_REJECTED = '99999900000004';

function pain(batches: Pain['batches']): string {
  return painOf({ batches, debtor: NORTHWIND, hasDates: false });
}

/** Result of `pis retry`. */
interface Written {
  readonly retryFile: string;
  readonly command: string;
  readonly rows: number;
}

async function retried(user: User, path: string): Promise<Written> {
  const { out, err } = await user.run('retry', path);
  if (out === '') throw new Error(err);
  return JSON.parse(out) as Written;
}

describe('pis retry in the format of the sender', () => {
  it('writes a pain.001 that is paid unchanged, and pays each row once', async () => {
    const user = await User.create(service());
    const before = await user.debited();
    const path = await user.write(
      'run.xml',
      pain([
        [
          ['Paid', 101],
          ['Closed', 202, REJECTED],
        ],
        [['Also paid', 303]],
        [['Blocked', 404, ALSO_REJECTED]],
      ]),
    );
    expect(await user.paid(path)).toMatchObject({ paid: 2, failed: 2 });
    const { retryFile, command } = await retried(user, path);
    expect(retryFile).toBe(join(user.files, 'run.retry-1.xml'));
    expect(command).not.toMatch(/--decimal|--date-order/);
    // The rows fail once more, and the file is accepted.
    expect(await user.paid(retryFile)).toMatchObject({ paid: 0, failed: 2 });
    const next = await retried(user, retryFile);
    expect(next).toMatchObject({ retryFile: join(user.files, 'run.retry-2.xml'), rows: 2 });
    const text = await readFile(next.retryFile, 'utf8');
    expect(text).not.toMatch(/Paid|Also paid/);
    const repaired = text.replace(REJECTED, '20051760000001').replace(ALSO_REJECTED, REJECTED);
    await writeFile(next.retryFile, repaired);
    expect(await user.paid(next.retryFile)).toMatchObject({ paid: 1, failed: 1 });
    expect((await user.debited()) - before).toBe(101 + 303 + 202);
  });

  it('pays the file of a payment of which all rows failed, but not a copy of it', async () => {
    const user = await User.create(service());
    const all = pain([[['All', 505, REJECTED]]]);
    const path = await user.write('all.xml', all);
    const first = await user.paid(path);
    expect(first).toMatchObject({ paid: 0, failed: 1 });
    const { retryFile } = await retried(user, path);
    // The bank gets the same payments, but must not return the first payment.
    const second = await user.paid(retryFile);
    expect(second).toMatchObject({ paid: 0, failed: 1 });
    expect(second.paymentId).not.toBe(first.paymentId);
    // Another MsgId does not make it another file.
    const copy = await user.write('copy.xml', all.replace('ACME', 'EMCA'));
    const refused = await user.pay(copy);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('The same content was paid before');
  });

  it('pays the CSV file of a workbook of which all rows failed', async () => {
    const user = await User.create(service());
    const rows = [
      ['Payee', 'Account', 'Amount'],
      ['Closed', REJECTED, '6.06'],
    ];
    const path = await user.write('all.xlsx', workbookOf({ sheets: [{ rows }] }));
    expect(await user.paid(path)).toMatchObject({ failed: 1 });
    const { retryFile, command } = await retried(user, path);
    expect(retryFile).toBe(join(user.files, 'all.retry-1.csv'));
    expect(command).toContain('--decimal point');
    expect(command).not.toContain('--date-order');
    expect(await user.paid(retryFile, '--decimal', 'point')).toMatchObject({ failed: 1 });
  });

  it('writes a Bacs file', async () => {
    const user = await User.create(service());
    const records = [
      credit([NORTHWIND], 707, 'PAID'),
      credit([NORTHWIND, REJECTED], 808, 'CLOSED'),
      contra(NORTHWIND, 1515),
    ];
    const totals = '0000000001515000000000151500000010000002';
    const content = bacsOf(records, totals, { day: '      ' });
    const path = await user.write('run.bac', content);
    const pending = await user.pay(path, '--wait', '0');
    expect([5, 6]).toContain(pending.code);
    // Bacs pays on working days, and takes three.
    expect((await user.run('sandbox', 'clock', '+6d')).code).toBe(0);
    expect(await user.paid(path)).toMatchObject({ paid: 1, failed: 1 });
    const { retryFile } = await retried(user, path);
    expect(retryFile).toBe(join(user.files, 'run.retry-1.bac'));
    expect(await readFile(retryFile, 'latin1')).toBe(
      bacsOf(
        [records[1] ?? '', contra(NORTHWIND, 808)],
        '0000000000808000000000080800000010000001',
        { day: '      ' },
      ),
    );
    expect((await user.pay(retryFile, '--wait', '0')).err).toContain('Submitted payment');
  });
});
