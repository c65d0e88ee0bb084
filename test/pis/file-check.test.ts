import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { check, convert, fileOf, pis } from './fixtures.ts';

const HEADER = 'Name,Sort code,Account number,Amount,Reference,Date';

/** Returns a row of a payment of 10.00. */
function row(values: Readonly<Record<string, string>> = {}): string {
  const { name = 'Harrow Steel', amount = '10.00', reference = 'INV 1', date = '' } = values;
  const { number = '60000000', code = '20-05-17' } = values;
  return [name, code, number, amount, reference, date].join(',');
}

function csv(...rows: readonly string[]): string {
  return [HEADER, ...rows].join('\n');
}

describe('pis file check', () => {
  it('reports all faults by line and column', async () => {
    const { code, findings } = await check(
      csv(
        row(),
        row({ name: '"two\nlines"', number: '123' }),
        '',
        row({ amount: '-1', code: 'x' }),
      ),
    );
    expect(code).toBe(1);
    expect(findings.map(({ line, column, code: why }) => [line, column, why])).toEqual([
      [3, 'Account number', 'account-number-length'],
      [6, 'Sort code', 'sort-code-invalid'],
      [6, 'Amount', 'amount-negative'],
    ]);
  });

  it('reads titles above the header, other delimiters, encodings and a byte order mark', async () => {
    const text =
      'Export of today\n\nBegünstigter;Sortiercode;Kontonummer;Betrag\nMüller;200517;60000000;1.250,50\n';
    const expected = { code: 0, codes: [], result: { payments: 1, controlSum: '1250.50' } };
    const variants = [
      Buffer.from(text),
      Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`),
      Buffer.from(text, 'latin1'),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(text.replaceAll(';', '\t').replaceAll('\n', '\r')),
    ];
    for (const variant of variants) expect(await check(variant)).toMatchObject(expected);
    expect((await convert(Buffer.from(text, 'latin1'))).payments[0]?.CreditorAccount['Name']).toBe(
      'Müller',
    );
  });

  it('decides the order of dates from all rows', async () => {
    const clear = csv(row({ date: '03/12/2026' }), row({ date: '13/12/2026', reference: '2' }));
    expect((await check(clear)).code).toBe(0);
    const { payments } = await convert(clear);
    expect(payments[0]?.RequestedExecutionDateTime).toBe('2026-12-03T00:00:00Z');
    const ambiguous = csv(row({ date: '03/12/2026' }));
    expect((await check(ambiguous)).codes).toEqual(['date-order-ambiguous']);
    expect((await check(ambiguous, '--date-order', 'dmy')).code).toBe(0);
    expect((await check(ambiguous, '--date-order', 'mdy')).codes).toEqual(['date-past']);
    const mixed = csv(row({ date: '13/12/2026' }), row({ date: '12/14/2026', reference: '2' }));
    expect((await check(mixed)).codes).toEqual(['date-order-mixed']);
    expect((await check(csv(row({ date: '12/12/2026' })))).code).toBe(0);
  });

  it('decides the decimal sign from all rows', async () => {
    const one = row({ amount: '"1,234"' });
    expect((await check(csv(one))).codes).toEqual(['decimal-ambiguous']);
    const clear = csv(one, row({ amount: '2.50' }));
    expect((await check(clear)).result.controlSum).toBe('1236.50');
    expect((await check(csv(one), '--decimal', 'point')).result.controlSum).toBe('1234.00');
    expect((await check(csv(one), '--decimal', 'comma')).codes).toEqual(['amount-decimals']);
    const mixed = csv(row({ amount: '2.50' }), row({ amount: '"2,60"' }));
    expect((await check(mixed)).codes).toEqual(['decimal-mixed']);
  });

  it('adds lost zeros only if asked, and shows it', async () => {
    const short = csv(row({ number: '6000001', code: '40517' }));
    expect((await check(short)).codes).toEqual(['sort-code-short', 'account-number-short']);
    const padded = await check(short, '--pad-zeros');
    expect(padded).toMatchObject({ code: 0, codes: ['zeros-added', 'zeros-added'] });
    const { payments } = await convert(short, '--pad-zeros');
    expect(payments[0]?.CreditorAccount['Identification']).toBe('04051706000001');
  });

  it('skips rows of totals, and warns if they differ', async () => {
    const right = await check(csv(row(), row({ reference: '2' }), 'Total,,,20.00,,'));
    expect(right).toMatchObject({ code: 0, codes: [], result: { totalLines: [4], payments: 2 } });
    const wrong = await check(csv(row(), 'Total,,,20.00,,'));
    expect(wrong).toMatchObject({ code: 0, codes: ['total-differs'] });
    // A payee may be called like a total.
    expect((await check(csv(row({ name: 'Total Energies' })))).result.payments).toBe(1);
  });

  it('warns of duplicates and of texts that become equal', async () => {
    const long = 'REFERENCE NUMBER 10';
    const rows = [row({ reference: `${long}1` }), row({ reference: `${long}2` })];
    expect((await check(csv(...rows))).codes).toEqual(['equal-when-cut']);
    expect((await check(csv(...rows), '--scheme', 'CHAPS')).codes).toEqual([]);
    expect((await check(csv(row(), row()))).codes).toEqual(['duplicate']);
    const names = [
      row({ name: `${long} North` }),
      row({ name: `${long} South`, number: '60000001' }),
    ];
    expect((await check(csv(...names))).codes).toEqual([]);
    expect((await check(csv(...names), '--scheme', 'BACS')).codes).toEqual(['equal-when-cut']);
  });

  it('reports contradicting accounts, other currencies and hidden characters', async () => {
    const header = 'Name,IBAN,Sort code,Account number,Amount,Currency';
    const { codes } = await check(
      `${header}\nA\u202eB,GB29NWBK60161331926819,601613,31926818,1.00,EUR\n`,
    );
    expect(codes).toEqual(['text-hidden-characters', 'account-contradiction', 'currency-other']);
  });

  it('refuses BACS together with other schemes, and amounts above the maximum', async () => {
    const header = `${HEADER},Scheme`;
    const mixed = `${header}\n${row()},BACS\n${row({ reference: '2' })},Faster Payments\n`;
    expect((await check(mixed)).codes).toEqual(['schemes-mixed']);
    expect((await check(csv(row({ amount: '1000000.01' })))).codes).toEqual([
      'amount-above-scheme',
    ]);
  });
});

describe('the mapping', () => {
  it('is confirmed once, and again if the header changes', async () => {
    const path = await fileOf(csv(row()));
    expect((await pis(['file', 'check', path])).code).toBe(2);
    const no = await pis(['file', 'check', path], { isTerminal: true, answer: 'n' });
    expect(no).toMatchObject({ code: 2, out: '' });
    const yes = await pis(['file', 'check', path], { isTerminal: true, answer: 'y' });
    expect(yes.code).toBe(0);
    expect(yes.err).toContain('Are these columns right?');
    expect(JSON.parse(await readFile(`${path}.pis.json`, 'utf8'))).toMatchObject({ headerLine: 1 });
    expect(await pis(['file', 'check', path])).toMatchObject({ code: 0, err: '' });
    await writeFile(path, `${HEADER.replace('Reference', 'Ref')}\n${row()}\n`);
    const changed = await pis(['file', 'check', path], { isTerminal: true, answer: 'n' });
    expect(changed.err).toContain('The header has changed.');
  });

  it('takes columns by name, letter or number', async () => {
    const content = 'x,y,z,n\n20051760000000,Harrow,7.00,9.00\n';
    const map = ['--map', 'X=account', '--map', 'B=name', '--map', '3=amount'];
    expect((await check(content, ...map)).result.controlSum).toBe('7.00');
    await expect(check(content, '--map', 'q=name')).rejects.toThrow('has no column "q"');
    await expect(check(content, '--map', 'x=what')).rejects.toThrow('expected column=field');
    await expect(check(content)).rejects.toThrow('No column was found for: amount; name');
    const bare = 'Harrow,20051760000000,7.00\n';
    const letters = ['--map', 'A=name', '--map', 'B=account', '--map', 'C=amount'];
    expect((await check(bare, '--no-header', ...letters)).result.payments).toBe(1);
  });
});

describe('the output', () => {
  it('is a bounded table on a terminal, and complete NDJSON in a pipe', async () => {
    const path = await fileOf(csv(...Array.from({ length: 80 }, () => row({ amount: '0' }))));
    const args = ['file', 'check', path, '--yes'];
    const table = await pis(args, { isTerminal: true });
    expect(table.out).toContain('… and 30 more.');
    expect(table.out).toContain('80 faults in 80 rows.');
    const lines = (await pis(args)).out.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual([
      ...Array.from({ length: 80 }, () => 'fault'),
      'result',
    ]);
  });

  it('shows no control characters of the file', async () => {
    const path = await fileOf(csv(row({ name: 'A\u001b[31mB' })));
    const { out } = await pis(['file', 'check', path, '--yes'], { isTerminal: true });
    expect(out).toContain('A\\u001b[31mB');
    expect(out).not.toContain('\u001b');
  });

  it('has exit code 2 for wrong use, and 130 if interrupted', async () => {
    const path = await fileOf(csv(row()));
    expect((await pis(['file', 'check'])).code).toBe(2);
    expect((await pis(['file', 'check', path, '--scheme', 'x'])).code).toBe(2);
    expect((await pis(['file', 'check', `${path}x`])).code).toBe(2);
    expect((await pis(['file', 'check', path, '--debtor', '1', '--yes'])).code).toBe(2);
    expect((await pis(['file', '--help'])).code).toBe(0);
    const signal = AbortSignal.abort();
    const args = ['file', 'convert', path, '--yes'];
    expect((await pis(args, { signal })).code).toBe(130);
  });
});

describe('a file that cannot be read', () => {
  it.each([
    ['', 'is empty'],
    ['PK\u0003\u0004', 'the workbook is damaged'],
    ['<?xml version="1.0"?><a/>', 'expected pain.001'],
    ['%PDF-1.7', 'a PDF'],
    ['a,b\n1,\0', 'zero bytes'],
    [`${HEADER}\nHarrow,"20,1\n`, 'line 2: a quotation mark has no pair'],
    [`${HEADER}\n"${'x'.repeat(300_000)}"\n`, 'line 2: a quotation mark has no pair'],
  ])('is refused: %#', async (content, message) => {
    const path = await fileOf(content);
    const ran = await pis(['file', 'check', path, '--yes']);
    expect(ran.code).toBe(1);
    expect(ran.out).toMatch(/^$|^\{.*"accepted":false,.*\}\n$/);
    expect(ran.err).toContain(message);
  });
});
