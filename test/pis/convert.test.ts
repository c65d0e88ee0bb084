import { access, readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run as runProgram } from '../unit/cli/fixtures.ts';
import { hashOf, NORTHWIND } from '../helpers/payment-file.ts';
import { useService } from '../helpers/use-service.ts';
import { convert, fileOf, pis, TODAY } from './fixtures.ts';

/** Returns a dirty export of an ERP with some hundred payments. */
function dirtyCsv(): string {
  const amounts = ['1.234,50', '12,5', '£ 7', "1'000,00", '2 500,00', '99,90 GBP'];
  const codes = ['20-05-17', '20 05 17', '200517'];
  const rows = Array.from({ length: 400 }, (_, index) => {
    const name =
      index % 7 === 0 ? `"Grün & Söhne\r\n""No ${String(index)}"""` : `Payee ${String(index)}`;
    const number = String(60_000_000 + index);
    const day = `${String((index % 20) + 2)}/12/2026`;
    const empty = index % 50 === 0 ? ';;;;;\r\n' : '';
    const cells = [name, codes[index % 3], number, amounts[index % 6], `INV ${String(index)}`, day];
    return `${empty}${cells.join(';')}`;
  });
  const header = 'Begünstigter;Sort Code;Account No.;Betrag (GBP);Ref;Payment date';
  return `Export Kreditoren;;;;;\r\n\r\n${header}\r\n${rows.join('\r\n')}\r\nSumme;;;;;\r\n`;
}

describe('pis file convert', () => {
  const { tpp } = useService();

  it.each(['3.1', '4.0'])('writes a file of %s that the service accepts', async (type) => {
    const csv = Buffer.from(dirtyCsv(), 'latin1');
    const { bytes, target, payments, ran } = await convert(
      csv,
      '--type',
      type,
      '--debtor',
      NORTHWIND,
    );
    expect(payments).toHaveLength(400);
    const { facts } = JSON.parse(ran.out.trim().split('\n').at(-1) ?? '') as {
      readonly facts: Readonly<Record<string, string>>;
    };
    expect(facts).toMatchObject({
      fileType: `UK.OBIE.PaymentInitiation.${type}`,
      fileHash: hashOf(bytes),
      numberOfTransactions: '400',
    });
    const lines: string[] = [];
    const { fileType = '', fileHash = '', numberOfTransactions = '', controlSum = '' } = facts;
    await runProgram(
      'check-file',
      [
        ...[target, '--type', fileType, '--hash', fileHash],
        ...['--count', numberOfTransactions, '--sum', controlSum],
      ],
      '/nowhere',
      { environment: {}, clock: () => Date.parse(`${TODAY}T12:00:00Z`), lines },
    );
    expect(lines.join('\n')).toContain('would be accepted');
  });

  it('writes a file that can be uploaded to the service', async () => {
    const { bytes } = await convert(Buffer.from(dirtyCsv(), 'latin1'), '--debtor', NORTHWIND);
    const consentId = await tpp().consentFor(bytes);
    expect((await tpp().upload(consentId, bytes)).status).toBe(200);
  });

  it('gives the same row the same ids, and equal rows different ids', async () => {
    const header = 'Name,Account,Amount,Reference';
    const [one, two] = ['Harrow,20051760000000,1.00,A', 'Grün,20051760000001,2.00,B'];
    const ids = async (...rows: readonly string[]) =>
      (await convert([header, ...rows].join('\n'))).payments.map(
        (payment) => payment.InstructionIdentification,
      );
    const [first, second] = await ids(one, two);
    expect(await ids('', two, one)).toEqual([second, first]);
    expect(await ids(one, one.replace('1.00', '£1'))).toEqual([first, `${String(first)}-2`]);
    expect(first).toMatch(/^P[0-9A-F]{23}$/);
  });

  it('writes nothing if there are faults, and leaves no temporary file', async () => {
    const path = await fileOf('Name,Account,Amount\nHarrow,20051760000000,0\n');
    const { code, out } = await pis(['file', 'convert', path, '--yes']);
    expect(code).toBe(1);
    expect(out).toContain('"accepted":false');
    expect(await readdir(dirname(path))).toEqual(['in.csv', 'in.csv.pis.json']);
  });

  it('replaces a file only if asked, and never the file it reads', async () => {
    const path = await fileOf('Name,Account,Amount\nHarrow,20051760000000,1\n');
    const args = ['file', 'convert', path, '--yes'];
    expect((await pis(args)).code).toBe(0);
    await access(`${path}.3.1.json`);
    const again = await pis(args);
    expect(again).toMatchObject({ code: 2 });
    expect(again.err).toContain('exists');
    expect((await pis([...args, '--force'])).code).toBe(0);
    const before = await readFile(path, 'utf8');
    expect((await pis([...args, '--force', '--out', path])).code).toBe(2);
    expect(await readFile(path, 'utf8')).toBe(before);
  });
});
