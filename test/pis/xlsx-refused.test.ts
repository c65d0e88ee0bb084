import { describe, expect, it } from 'vitest';
import { SharedStrings } from '../../pis/src/input/xlsx/strings.ts';
import { fileOf, pis } from './fixtures.ts';
import { partsOf, workbookOf, zipOf, type ZipPart } from './workbook.ts';

const ROWS = [
  ['Payee', 'Sort code', 'Account no', 'Amount'],
  ['Harrow', '20-05-17', '60000000', 1],
] as const;
const PARTS = partsOf({ sheets: [{ rows: ROWS }], strings: ['<t>x</t>'] });
const SHEET = 'xl/worksheets/s0.xml';

/** Returns the workbook with one part changed. */
function changed(name: string, change: (part: ZipPart) => ZipPart): Buffer {
  return zipOf(PARTS.map((part) => (part.name === name ? change(part) : part)));
}

/** Returns the workbook with another text in a part. */
function replaced(name: string, text: string, by: string): Buffer {
  return changed(name, (part) => ({ ...part, content: String(part.content).replace(text, by) }));
}

function ole(text = ''): Buffer {
  const start = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  return Buffer.concat([start, Buffer.alloc(1024), Buffer.from(text, 'utf16le')]);
}

/** A sheet of some kilobytes that has 8 MB. */
const BOMB = { content: '<worksheet><sheetData/>'.padEnd(8_000_000, '<a/>'), isDeflated: true };

describe('a workbook', () => {
  it('is read with deflated parts', async () => {
    const path = await fileOf(zipOf(PARTS.map((part) => ({ ...part, isDeflated: true }))));
    expect(await pis(['file', 'check', path, '--yes'])).toMatchObject({ code: 0 });
  });

  it.each<[string, Buffer, string]>([
    ['a password', ole('EncryptedPackage'), 'is a workbook with a password'],
    ['the format of Excel 97', ole(), 'is a workbook of Excel 97 to 2003'],
    ['a binary format', replaced('_rels/.rels', 'workbook.xml', 'workbook.bin'), 'XLSB'],
    ['no workbook', zipOf([{ name: 'a.txt', content: 'a' }]), 'without an XLSX workbook'],
    ['no files', zipOf([]), 'without an XLSX workbook'],
    ['only hidden sheets', workbookOf({ sheets: [{ state: 'hidden' }] }), 'no visible sheet'],
    ['a missing sheet', zipOf(PARTS.slice(0, -1)), `part ${SHEET} is missing`],
    [
      'a part that exists twice',
      zipOf([...PARTS, { name: SHEET.toUpperCase(), content: '' }]),
      'exists twice',
    ],
    ['a path', zipOf([...PARTS, { name: '../a', content: '' }]), 'invalid relative path'],
    [
      'a protected part',
      changed(SHEET, (part) => ({ ...part, isDeflated: true, flags: 1 })),
      'encrypted',
    ],
    [
      'too many files',
      zipOf([
        ...PARTS,
        ...Array.from({ length: 10_000 }, (_, at) => ({ name: `a${String(at)}`, content: '' })),
      ]),
      'more than 10000',
    ],
    [
      'a cut file',
      workbookOf({ sheets: [{ rows: ROWS }] }).subarray(0, -30),
      'the workbook is damaged',
    ],
    ['a changed byte', damaged(), 'has another checksum'],
    ['a bomb', changed(SHEET, (part) => ({ ...part, ...BOMB })), 'inflated from'],
    [
      'a bomb with a false size',
      changed(SHEET, (part) => ({ ...part, ...BOMB, size: 2000 })),
      'too many bytes',
    ],
    [
      'a DOCTYPE',
      replaced(SHEET, '<worksheet', '<!DOCTYPE a [<!ENTITY a "b">]><worksheet'),
      'DOCTYPE',
    ],
    ['an entity', replaced('xl/sharedStrings.xml', '<t>x', '<t>&x;'), 'entity'],
    ['another encoding', changed(SHEET, latin), 'not valid'],
    ['a cut sheet', replaced(SHEET, '</worksheet>', ''), 'unclosed'],
    ['a repeated row', replaced(SHEET, '<row r="2"', '<row r="1"'), 'after row 1'],
    ['a repeated cell', replaced(SHEET, '"B2"', '"A2"'), 'row 2 has a cell without'],
    ['a cell of another row', replaced(SHEET, '"B2"', '"B3"'), 'row 2 has a cell without'],
    ['too many columns', replaced(SHEET, '"D2"', '"SS2"'), 'row 2: a sheet may have'],
    [
      'a missing text',
      replaced(SHEET, '<v>1</v></c></row>', '<v>1</v></c><c t="s"><v>7</v></c></row>'),
      'row 2 refers to a text',
    ],
  ])('is refused with %s', async (_, content, message) => {
    const ran = await pis(['file', 'check', await fileOf(content), '--yes']);
    expect(ran.code).toBe(1);
    expect(ran.err).toContain(message);
  });
});

describe('shared strings', () => {
  it('are bounded', () => {
    const strings = new SharedStrings();
    strings.add('Grün');
    for (let count = 1; count < 4_000_000; count += 1) strings.add('');
    expect([strings.at(0), strings.at(1), strings.at(4_000_000)]).toEqual(['Grün', '', undefined]);
    expect(() => {
      strings.add('');
    }).toThrow('more than 4000000 different texts');
  });
});

/** Returns the workbook with another amount than at the time of its checksum. */
function damaged(): Buffer {
  const bytes = zipOf(PARTS);
  bytes[bytes.indexOf('<v>1</v>') + 3] = '9'.charCodeAt(0);
  return bytes;
}

function latin(part: ZipPart): ZipPart {
  return {
    ...part,
    content: Buffer.from(String(part.content).replace('Harrow', 'Grün'), 'latin1'),
  };
}
