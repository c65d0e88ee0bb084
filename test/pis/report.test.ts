import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useSecureService } from '../helpers/secure-service.ts';
import { HEADER as PLAIN_HEADER, linesOf, rowOf, User } from './paid-file.ts';

const service = useSecureService();

/** A column name that begins the reasons of its faults like a formula. */
const HEADER = PLAIN_HEADER.replace('Account', '=Account');

const rows = (id: string) => [
  rowOf('Müller', '60000001', '1,25', id),
  rowOf('"B; C"', '00000001', '2,25', 'b'),
  '',
  rowOf('D', '123', '3,25', 'c'),
  rowOf('E', '00000050', '4,25', 'd').replace('20-05-17', '99-99-99'),
  'Total;;;11,00;;',
];

/** Pays a file. The bank would recognise equal files of different users. */
async function paidFile(id: string) {
  const user = await User.create(service());
  const path = await user.write('a.csv', `${[HEADER, ...rows(id)].join('\r\n')}\r\n`);
  const { paymentId } = await user.paid(path, '--skip-faulty', '--wait', '1');
  return { user, path, paymentId };
}

describe('pis report', () => {
  it('adds the outcome to the rows as they were paid', async () => {
    const { user, path, paymentId } = await paidFile('a0');
    await writeFile(path, 'edited');
    const out = join(user.files, 'report.csv');
    expect(await user.run('report', paymentId, '-o', out)).toMatchObject({ code: 0, out: '' });
    const lines = await linesOf(out);
    expect(lines).toHaveLength(8);
    expect(lines[0]).toBe(`${HEADER};pis status;pis reason;pis payment id`);
    expect(lines[1]).toMatch(/^Müller;20-05-17;60000001;1,25;a0;"a ""note""";paid;;[\w.-]+$/);
    expect(lines[2]).toMatch(/;failed;the account number is wrong \(AC01\)[^;]*;[\w.-]+$/);
    expect(lines[3]).toBe(';;;;;;;;');
    expect(lines[4]).toMatch(/^D;.*;not sent;"'=Account number: ""123"", expected .*";$/);
    expect(lines[5]).toMatch(/^E;.*;pending;;[\w.-]+$/);
    expect(lines[6]).toBe('Total;;;11,00;;;;;');
    expect((await user.run('report', path, '-o', out)).code).toBe(2);
    const read = await user.run('report', path, '--as', 'json');
    const results = read.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(results.map(({ line, status, code }) => [line, status, code])).toEqual([
      [2, 'paid', undefined],
      [3, 'failed', 'AC01'],
      [5, 'not sent', undefined],
      [6, 'pending', undefined],
    ]);
  });

  it('returns the messages of the bank', async () => {
    const { user, path } = await paidFile('a1');
    const pain = await user.run('report', path, '--as', 'pain.002');
    expect(pain.out.split('<TxInfAndSts>')).toHaveLength(4);
    const target = join(user.files, 'camt.xml');
    await user.run('report', path, '--as', 'camt.054', '-o', target);
    expect(await readFile(target, 'utf8')).toContain('<BkToCstmrDbtCdtNtfctn>');
  });

  it('finds payments by their ids, also after an interrupted write of the index', async () => {
    const { user, path, paymentId } = await paidFile('a2');
    const index = join(user.folder, 'payments', 'index.ndjson');
    const text = await readFile(index, 'utf8');
    await writeFile(index, text.slice(0, 20));
    expect((await user.run('report', paymentId)).code).toBe(2);
    await user.pay(path, '--skip-faulty', '--wait', '0');
    await appendFile(index, 'x');
    expect((await user.run('report', paymentId)).code).toBe(0);
    const repaired = (await readFile(index, 'utf8')).split('\n');
    expect(repaired).toEqual([text.slice(0, 20), text.trim(), 'x']);
    const unknown = await user.run('report', path, '--payment', 'none');
    expect(unknown.err).toContain(`It has: ${paymentId}.`);
    expect((await user.run('report', 'none')).code).toBe(2);
  });
});
