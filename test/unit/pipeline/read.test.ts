import { describe, expect, it } from 'vitest';
import { PAYMENT_FILE_3_1 } from '../../../src/domain/records/file-types.ts';
import { FaultList, type Fault } from '../../../src/shared/errors.ts';
import { readersNamed, type ReaderName } from '../../../src/pipeline/read/index.ts';
import { memorySource } from '../../../src/store/files/source.ts';

const READERS: readonly ReaderName[] = ['fast', 'exact', 'stream'];

function faultsOf(file: string | Uint8Array, reader: ReaderName = 'fast'): readonly Fault[] {
  const faults = new FaultList(100);
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  readersNamed(reader)(PAYMENT_FILE_3_1).read(
    memorySource(bytes),
    Object.assign(() => undefined, { fileType: PAYMENT_FILE_3_1 }),
    () => true,
    faults,
  );
  return faults.faults;
}

const ISO = 'urn:iso:std:iso:20022:tech:xsd:';
const EXPECTED = `'${PAYMENT_FILE_3_1}', {"Data":{"DomesticPayments":[…]}}`;

const FORMATS: readonly (readonly [what: string, file: string | Uint8Array])[] = [
  ['to be empty', ''],
  ['to be empty', ' \n'],
  [
    'to be a CustomerCreditTransferInitiation of ISO 20022 (pain.001.001.03, XML)',
    `<?xml version="1.0"?>\n<Document xmlns="${ISO}pain.001.001.03"><CstmrCdtTrfInitn><GrpHdr>`,
  ],
  [
    'to be an interbank credit transfer of ISO 20022 (pacs.008.001.08, XML)',
    `<p:Document xmlns:p="${ISO}pacs.008.001.08"></p:Document>`,
  ],
  [
    'to be an account report of ISO 20022 (camt.053.001.02, XML)',
    `<!-- a statement --><Document xmlns="${ISO}camt.053.001.02"/>`,
  ],
  ['to be a web page (HTML)', '<!DOCTYPE html><html><body>'],
  ['to be XML, its root element payments', '<payments><payment/></payments>'],
  ['to be XML', '<<<'],
  ['to be a table (values separated by commas)', 'sort,account,amount\n1,2,3\n'],
  ['to be a table (values separated by semicolons)', 'sort;account;amount\r\n1;2;3\r\n'],
  ['to be a table (values separated by tabs)', 'sort\taccount\tamount\n1\t2\t3'],
  ['to begin with a byte order mark (UTF-8); leave the mark out', '\ufeff{"Data":{}}'],
  ['to be UTF-16; UTF-8 is needed', Buffer.from('\ufeff{}', 'utf16le')],
  ['to be UTF-16; UTF-8 is needed', Buffer.from('{"Data"', 'utf16le')],
  ['to be compressed (gzip)', Uint8Array.of(0x1f, 0x8b, 8, 0)],
  ['to be a zip archive, such as an Excel workbook', 'PK\u0003\u0004'],
  ['to be a PDF document', '%PDF-1.7'],
  ['to be a BACS file (Standard 18)', 'VOL1000001'],
  ['to be a BACS file (Standard 18)', 'UHL1 26325'],
  ['to be a SWIFT MT message', '{1:F01BANKGB2LAXXX0000000000}'],
  ['to be a SWIFT MT message', ':20:REFERENCE'],
  ['to be one JSON object per line', '{"a":1}\n{"a":2}\n'],
  ['to be a bare list of payments', '[{"InstructedAmount":{}}]'],
  ['to be a bare JSON list', '[]'],
  ['to be a bare JSON list', `[${'{"InstructedAmount":{}},'.repeat(4000)}{}]`],
  ['to be JSON, but only "5"', '5'],
  ['to be the request of a single payment', '{"Data":{"Initiation":{"InstructedAmount":{}}}}'],
  ['to be JSON of another layout, with the members "payments", "x"', '{"payments":[],"x":1}'],
  ['to be JSON of another layout: Data has no members', '{"Data":{}}'],
  ['to have no list at Data.DomesticPayments', '{"Data":{"DomesticPayments":{}}}'],
];

describe('a file without a list of payments', () => {
  it.each(FORMATS)('is described as seeming %s', (what, file) => {
    for (const reader of READERS) {
      expect(faultsOf(file, reader)).toEqual([
        {
          code: 'UK.OBIE.Resource.InvalidFormat',
          path: 'Data',
          message: `The file seems ${what}. Expected ${EXPECTED}.`,
        },
      ]);
    }
  });

  it('is described without expanding XML entities', () => {
    const lines = ['<!ENTITY a "aaaaaaaaaa">', '<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'];
    const [found] = faultsOf(`<!DOCTYPE x [${lines.join('')}]><x y="&b;">&b;</x>`);
    expect(found?.message).toContain('XML, its root element x');
  });
});

/** Returns the message of the only fault of a file, which all readers must reject. */
function messageOf(file: string | Uint8Array): string {
  for (const reader of READERS) expect(faultsOf(file, reader)).not.toEqual([]);
  const [only, ...more] = faultsOf(file);
  expect(more).toEqual([]);
  return `${only?.path ?? ''} ${only?.message ?? ''}`;
}

describe('a file that is not JSON', () => {
  it.each([
    ['{"Data":{', ' The file is not JSON: Found the end of the text'],
    ['hello', ' The file is not JSON: Found "h", expected a value. (byte 0, line 1, column 1)'],
    [
      '{"Data":\n{"DomesticPayments":[{"é":1}, {"a" 1}]}}',
      'Data.DomesticPayments[1] Payment 1 is not JSON: Found "1", expected a colon after the member name. (byte 45, line 2, column 36)',
    ],
    ['{"Data":{"DomesticPayments":[1,]}}', 'Found "]", expected a payment after the comma'],
    ['{"Data":{"DomesticPayments":[1,,2]}}', 'Found ",", expected a value'],
    ['{"Data":{"DomesticPayments":[,1]}}', 'Found ",", expected a value'],
    ['{"Data":{"DomesticPayments":[1 2]}}', 'Found "2", expected a comma or ] after the payment'],
    ['{"Data":{"DomesticPayments":[{"a":1]}}', 'Found "]", expected a comma or }'],
    ['{"Data":{"DomesticPayments":[{"a":1', 'Found the end of the text'],
    ['{"Data":{"DomesticPayments":[]}}x', 'Found "x", expected the end of the text'],
    ['{"Data":{"DomesticPayments":[]}', 'Found the end of the text'],
    ['{"Data":{"DomesticPayments":[]]}', 'Found "]", expected a comma or }'],
    ['{"Data" {"DomesticPayments":[', ' The file is not JSON'],
    ['[[[['.repeat(500_000), 'expected nesting of at most 32 levels'],
    [`{"Data":{"DomesticPayments":[${'['.repeat(60)}`, 'expected nesting of at most 32 levels'],
  ])('is rejected with the position of the error: case %#', (file, message) => {
    expect(messageOf(file)).toContain(message);
  });

  it('is rejected with the position of the first byte that is not UTF-8', () => {
    const text = Buffer.from('{"Data":{"DomesticPayments":[{"a":"é"},{"b":"');
    const file = Buffer.concat([text, Buffer.from([0xc3, 0x28]), Buffer.from('"}]}}')]);
    expect(messageOf(file)).toContain('not valid UTF-8 (byte 46, line 1, column 46)');
  });
});

describe('the envelope', () => {
  it.each([
    '{"Data":{"DomesticPayments":[]}}',
    ' \n{ "Data" : { "DomesticPayments" : [ ] } }\r\n\t',
    '{"D\\u0061ta":{"DomesticPayments":[]}}',
  ])('%s is accepted', (file) => {
    for (const reader of READERS) expect(faultsOf(file, reader)).toEqual([]);
  });

  it.each([
    [
      '{"Data":{"X":[{}],"DomesticPayments":[]},"Y":1}',
      ['Field.Unexpected Y', 'Field.Unexpected Data.X'],
    ],
    ['{"Y":{"DomesticPayments":[]},"Data":{"DomesticPayments":[]}}', ['Field.Unexpected Y']],
    [
      '{"Data":{"DomesticPayments":[],"DomesticPayments":[]}}',
      ['Resource.InvalidFormat Data.DomesticPayments'],
    ],
    ['{"Data":{"DomesticPayments":[]},"Data":null}', ['Resource.InvalidFormat Data']],
    [
      '{"Data":{"DomesticPayments":[]},"__proto__":{}}',
      ['Field.Unexpected __proto__', 'Resource.InvalidFormat __proto__'],
    ],
  ])('%s is rejected', (file, expected) => {
    for (const reader of READERS) {
      const found = faultsOf(file, reader).map(
        ({ code, path }) => `${code.slice(8)} ${path ?? ''}`,
      );
      expect(found.sort()).toEqual(expected.sort());
    }
  });

  it('has a maximum size before the list and after it', () => {
    const long = 'x'.repeat(70_000);
    for (const reader of READERS) {
      expect(faultsOf(`{"X":"${long}","Data":{"DomesticPayments":[]}}`, reader)).toHaveLength(1);
      expect(faultsOf(`{"Data":{"DomesticPayments":[]},"X":"${long}"}`, reader)).toHaveLength(1);
    }
  });
});

describe('a payment', () => {
  it('has a maximum size', () => {
    const file = `{"Data":{"DomesticPayments":[{},{"a":"${'x'.repeat(70_000)}"}]}}`;
    for (const reader of READERS) {
      expect(faultsOf(file, reader)[0]?.message).toContain('larger than 65536 bytes');
    }
  });

  it('with duplicate names, __proto__ or lone surrogates is rejected', () => {
    const file =
      '{"Data":{"DomesticPayments":[{"a":{"b":1,"b":2}},{"__proto__":1},{"c":["\\ud800"]}]}}';
    for (const reader of READERS) {
      expect(faultsOf(file, reader).map((fault) => fault.path)).toEqual([
        'Data.DomesticPayments[0].a.b',
        'Data.DomesticPayments[1].__proto__',
        'Data.DomesticPayments[2].c[0]',
      ]);
    }
  });
});

describe('white space', () => {
  const run = ' \r\n\t'.repeat(30_000);
  const list = (payments: string): string => `{"Data":{"DomesticPayments":[${payments}]}}`;

  it.each([
    ['before the file', `${run}${list('{"a":1}')}`],
    ['before the list', `{${run}"Data"${run}:{"DomesticPayments"${run}:[{"a":1}]}}`],
    ['before the first payment', list(`${run}{"a":1}`)],
    ['between payments', list(`{"a":1}${run},${run}{"a":1}`)],
    ['in a payment', list(`{"a":1},{"a"${run}:${run}[1${run},2]}`)],
    ['between many tokens of a payment', list(`{"a":[${`1,${' '.repeat(60)}`.repeat(5000)}1]}`)],
    ['after the last payment', list(`{"a":1}${run}`)],
    ['after the list', `${list('{"a":1}').slice(0, -1)}${run}}`],
    ['after the file', `${list('{"a":1}')}${run}`],
  ])('%s is only limited by the size of the file', (_, file) => {
    for (const reader of READERS) expect(faultsOf(file, reader)).toEqual([]);
  });

  it.each([
    ['to be empty', ''],
    ['to be a web page (HTML)', '<!doctype html>'],
    ['to be XML, its root element Payments', `<?xml version="1.0"?>${run}<Payments x="1">`],
    ['to be a table (values separated by commas)', 'a,b,c\n1,2,3\n'],
    ['to be a bare list of payments', `[${run}{"InstructedAmount":1}]`],
    ['to be one JSON object per line', '{"a":1}\n{"a":2}'],
    [
      'to be JSON of another layout, with the members "payments"',
      `{${run}"payments":${run}1${run}}`,
    ],
  ])('before a file that seems %s does not change the message', (what, file) => {
    for (const reader of READERS) {
      const [fault, ...more] = faultsOf(`${run}${file}`, reader);
      expect([fault?.message, more]).toEqual([`The file seems ${what}. Expected ${EXPECTED}.`, []]);
    }
  });

  it.each([
    [`${run}x`, 1],
    [list(`{}${run},{"a":${run}x}`), 2],
    [`${list('{}')}${run}x`, 1],
    [`{${run}"Data" :${run}{"DomesticPayments":[{}],${run}x}}`, 3],
  ])('counts towards the position of a syntax error: case %#', (file, runs) => {
    const byte = file.lastIndexOf('x');
    const line = String((runs * run.length) / 4 + 1);
    expect(messageOf(file)).toContain(`(byte ${String(byte)}, line ${line}, column 2)`);
  });

  it('does not count towards the maximum size of a payment or the envelope', () => {
    const long = `"${'x'.repeat(66_000)}"`;
    for (const reader of READERS) {
      for (const file of [
        list(`{"a":${run}${long}}`),
        `{${run}"X":${long},"Data":{"DomesticPayments":[]}}`,
        `${list('').slice(0, -1)}${run},"X":${long}}`,
      ]) {
        expect(faultsOf(file, reader)).toHaveLength(1);
      }
    }
  });

  it('includes only the white space characters of JSON', () => {
    for (const reader of READERS) {
      for (const space of ['\u00a0', '\u2003', '\u000b', '\ufeff']) {
        const [fault] = faultsOf(`${space}${run}`, reader);
        expect(fault?.message).not.toContain('to be empty');
        expect(faultsOf(`${run}${space}${list('')}`, reader)[0]?.message).toContain('not JSON');
      }
    }
  });
});
