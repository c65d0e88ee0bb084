import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PAYROLL } from '../helpers/payment-file.ts';
import { useSecureService } from '../helpers/secure-service.ts';
import { HEADER, linesOf, REJECTED, rowOf, User } from './paid-file.ts';
import { workbookOf } from './workbook.ts';

const service = useSecureService();

const ROWS = 4000;

/** A file of 4,000 payments of 1,150.50, as an ERP system exports it. */
function export4000(): string {
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const rejected = REJECTED[[500, 1500, 3999].indexOf(at)];
    const number = rejected ?? (at === 2000 ? '123' : String(60_000_000 + at));
    return rowOf(`"Müller; Söhne ${String(at)}"`, number, '1.150,50', `RE ${String(at)}`);
  });
  rows[7] = rowOf('"Zeile\nzwei"', '60000007', '1.150,50', 'RE 7');
  return ['Zahlungslauf 49;;;;;', '', HEADER, ...rows, '', 'Summe;;;4.602.000,00;;', ''].join(
    '\r\n',
  );
}

/** Repairs the accounts of the rows of a file. */
async function repair(path: string): Promise<void> {
  let number = 70_000_000;
  const text = (await readFile(path, 'latin1'))
    .replaceAll(/99-99-99;\d+/g, () => `20-05-17;${String((number += 1))}`)
    .replace(';123;', ';70000000;');
  await writeFile(path, text, 'latin1');
}

describe('pis retry', () => {
  it('has each row of a file of 4,000 rows paid exactly once', async () => {
    const user = await User.create(service());
    const before = await user.debited();
    const path = await user.write('run 49.csv', export4000());
    const first = await user.paid(path, '--skip-faulty');
    expect(first).toMatchObject({ paid: ROWS - 4, failed: 3 });

    const written = await user.run('retry', path);
    const target = join(user.files, 'run 49.retry-1.csv');
    expect(JSON.parse(written.out)).toMatchObject({
      ...{ retryFile: target, failed: 3, notSent: 1, pending: 0, notCopied: [] },
    });
    const lines = await linesOf(path);
    const copied = await linesOf(target);
    expect(copied.slice(0, 3)).toEqual(lines.slice(0, 3));
    expect(copied).toHaveLength(8);
    for (const line of copied) expect(lines).toContain(line);

    const again = await user.run('retry', first.paymentId);
    expect(again).toMatchObject({ code: 2, out: '' });
    expect(again.err).toContain('run 49.retry-1.csv');

    await repair(target);
    // The command pays the file without a question about its columns.
    const { command } = JSON.parse(written.out) as { readonly command: string };
    expect(command).toContain('--decimal comma');
    const second = await user.paid(target, '--decimal', 'comma');
    expect(second).toMatchObject({ paid: 4, failed: 0, paidSum: '4602.00' });
    expect((await user.debited()) - before).toBe(ROWS * 115_050);
    expect((await user.pay(path, '--skip-faulty')).code).toBe(6);
    expect((await user.debited()) - before).toBe(ROWS * 115_050);
    const nothing = await user.run('retry', target);
    expect(nothing).toMatchObject({ code: 0 });
    expect(JSON.parse(nothing.out)).toMatchObject({ rows: 0 });
  });

  it('refuses paid rows in the new file, and writes the next file after it', async () => {
    const user = await User.create(service());
    const rows = [rowOf('A', '00000001', '1,25', 'a'), rowOf('B', '60000001', '2,25', 'b')];
    const path = await user.write('a.csv', `${[HEADER, ...rows].join('\r\n')}\r\n`);
    await user.paid(path);
    await user.run('retry', path);
    const target = join(user.files, 'a.retry-1.csv');
    await writeFile(target, `${rows[1] ?? ''}\r\n`, { flag: 'a' });
    const refused = await user.pay(target);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('Line 3 was paid by');
    await writeFile(target, `${[HEADER, rows[0]].join('\r\n')}\r\n`, 'latin1');
    expect(await user.paid(target)).toMatchObject({ paid: 0, failed: 1 });
    const next = JSON.parse((await user.run('retry', target)).out) as {
      readonly retryFile: string;
    };
    expect(next.retryFile).toBe(join(user.files, 'a.retry-2.csv'));
    expect(await user.paid(next.retryFile)).toMatchObject({ paid: 0, failed: 1 });
    await writeFile(next.retryFile, `${[HEADER, rows[1]].join('\r\n')}\r\n`, 'latin1');
    expect((await user.pay(next.retryFile, '--again')).err).toContain('Line 2 was paid by');
  });

  it('writes a deleted file again, but not one that was paid under another name', async () => {
    const user = await User.create(service());
    const rows = [rowOf('A', '00000001', '1,25', 'c'), rowOf('B', '60000001', '2,25', 'd')];
    const path = await user.write('a.csv', `${[HEADER, ...rows].join('\r\n')}\r\n`);
    await user.paid(path);
    const target = join(user.files, 'a.retry-1.csv');
    expect((await user.run('retry', path)).code).toBe(0);
    await rm(target);
    expect((await user.run('retry', path)).code).toBe(0);
    const other = join(user.files, 'other.csv');
    await rename(target, other);
    await user.paid(other);
    const refused = await user.run('retry', path);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('It would be paid twice');
    const copy = await user.write('copy.csv', await readFile(other));
    expect((await user.pay(copy)).err).toContain('The same content was paid as');
    expect(await user.paid(copy, '--again')).toMatchObject({ failed: 1 });
  });

  it('is not paid again from another computer, also if the folder of the file is lost', async () => {
    const content = `${HEADER}\r\n${rowOf('A', '60000001', '1,25', 'once')}\r\n`;
    const [one, other] = [await User.create(service()), await User.create(service())];
    await one.paid(await one.write('a.csv', content));
    const before = await one.debited();
    const path = await other.write('a.csv', content);
    for (const time of [1, 2]) {
      const refused = await other.pay(path);
      expect([time, refused.code]).toEqual([time, 2]);
      expect(refused.err).toContain('The same content was paid before');
    }
    expect(await other.debited()).toBe(before);
    expect(await other.paid(path, '--again')).toMatchObject({ paid: 1 });
    expect((await other.debited()) - before).toBe(125);
  });

  it('writes a CSV file for a workbook, with v4.0', async () => {
    const user = await User.create(service(), '--standard', 'v4.0');
    const rows = [
      ['Payee', 'Sort code', 'Account no', 'Amount', 'Invoice'],
      ['Ærø', '99-99-99', '00000001', 10.5, 'one'],
      ['Harrow', '20-05-17', '60000000', 1.25, 'two'],
      ['Harrow', '20-05-17', '60000000', ['t="e"', '<v>#REF!</v>'] as const, 'three'],
    ];
    const path = await user.write('b.xlsx', workbookOf({ sheets: [{ rows }] }));
    const debtor = ['--debtor', PAYROLL, '--skip-faulty'];
    expect(await user.paid(path, ...debtor)).toMatchObject({ paid: 1, failed: 1 });
    const { out } = await user.run('retry', path);
    const target = join(user.files, 'b.retry-1.csv');
    expect(JSON.parse(out)).toMatchObject({ retryFile: target, rows: 1, notCopied: [4] });
    const text = (await readFile(target, 'utf8')).replace('99-99-99,00000001', '20-05-17,60000001');
    expect(text).toBe(
      '\ufeffname,sort-code,account-number,amount,reference\r\nÆrø,20-05-17,60000001,10.5,one\r\n',
    );
    await writeFile(target, text);
    const before = await user.debited(PAYROLL);
    const repaired = await user.pay(target, '--debtor', PAYROLL, '--decimal', 'point');
    expect(JSON.parse(repaired.out)).toMatchObject({ paid: 1, failed: 0 });
    expect((await user.debited(PAYROLL)) - before).toBe(1050);
  });
});
