import fc from 'fast-check';
import { XmlDocument } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { PAIN_001, PAYMENT_FILE_3_1 } from '../../src/domain/records/file-types.ts';
import type { FileMetadata, FilePayment, FileRules } from '../../src/domain/records/payment.ts';
import { examineFile } from '../../src/pipeline/examine-file.ts';
import { painReader } from '../../src/pipeline/read/pain/pain-reader.ts';
import { streamReader } from '../../src/pipeline/read/stream/stream-reader.ts';
import type { FileReader, PaymentView } from '../../src/pipeline/types.ts';
import { uploadCheck } from '../../src/pipeline/validate.ts';
import { memorySource } from '../../src/store/files/source.ts';
import { validateMessage } from '../helpers/iso20022.ts';
import { LIMITS } from '../helpers/limits.ts';
import { account, fileOf, NORTHWIND, PAYROLL, payment } from '../helpers/payment-file.ts';
import { PAIN_08, PAIN_09, painOf } from '../helpers/pain001.ts';
import { mutate, mutations } from './mutations.ts';
import { fuzz } from './reader-files.ts';

const TODAY = '2026-11-20';
const RULES: FileRules = {
  today: TODAY,
  maxDaysAhead: 365,
  bacsAccepted: true,
  maxFaults: 100,
  ...LIMITS,
};
const METADATA: FileMetadata = { fileType: PAIN_001, requestedDate: null, debtorAccount: null };

const texts = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 .&'"/<>-]{0,30}$/),
  fc.constantFrom('Zoë Müller', 'A & B <Ltd>', '株式会社テスト', '😀 Ltd', ']]>', ' & ', "O'Neil"),
);

const payments = fc.record({
  name: texts,
  reference: texts,
  amount: fc.stringMatching(/^[1-9]\d{0,5}(\.\d{1,2})?$/),
  creditor: fc.oneof(
    fc.stringMatching(/^[2-9]\d{13}$/).map((number) => account(number)),
    fc.constantFrom({ SchemeName: 'UK.OBIE.IBAN', Identification: 'GB29NWBK60161331926819' }),
  ),
  debtor: fc.constantFrom(account(NORTHWIND), account(PAYROLL, 'Payroll')),
  instrument: fc.constantFrom('UK.OBIE.FPS', 'UK.OBIE.FPS', 'UK.OBIE.CHAPS'),
});

/** Generates the payments of valid files, with one date for all. */
const lists = fc
  .record({
    list: fc.array(payments, { minLength: 1, maxLength: 12 }),
    day: fc.constantFrom(TODAY, '2026-12-01'),
  })
  .map(({ list, day }) =>
    list.map(({ name, reference, amount, creditor, debtor, instrument }, index) =>
      payment(index, {
        InstructedAmount: { Amount: amount, Currency: 'GBP' },
        CreditorAccount: { ...creditor, Name: name },
        DebtorAccount: debtor,
        LocalInstrument: instrument,
        RemittanceInformation: { Reference: reference },
        RequestedExecutionDateTime: `${day}T12:00:00Z`,
      }),
    ),
  );

/** Reads a file, and returns its facts or faults, and its payments. */
function readAll(bytes: Buffer, reader: FileReader, windowBytes?: number) {
  const found: (FilePayment & { readonly start: number; readonly header: number })[] = [];
  const memory = memorySource(bytes);
  const source = windowBytes === undefined ? memory : { ...memory, memory: null, windowBytes };
  const watched: FileReader = {
    ...reader,
    read: (from, check, visit, faults) => {
      const watch = (view: PaymentView) => {
        const { start, header = -1 } = view;
        found.push({ ...view.toPayment(), start, header });
        return visit(view);
      };
      return reader.read(from, check, watch, faults);
    },
  };
  const fileType = reader === painReader ? PAIN_001 : PAYMENT_FILE_3_1;
  const received = examineFile(source, 'sha', { ...METADATA, fileType }, RULES, () => watched);
  return { received, found };
}

describe('any payments as a pain.001', () => {
  it('are read like the same payments in JSON', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const json = readAll(fileOf(list), streamReader);
        const pain = readAll(painOf(list, TODAY), painReader);
        const shared = ({ received, found }: ReturnType<typeof readAll>) => ({
          received: {
            ...received,
            facts: { ...('facts' in received ? received.facts : {}), ...DIFFERENT },
          },
          found: found.map((one) => ({ ...one, ...NO_PLACE })),
        });
        expect(json.received).toMatchObject({ accepted: true });
        expect(shared(pain)).toEqual(shared(json));
      }),
      fuzz(),
    );
  });

  it('are read equally in windows of any size', () => {
    fc.assert(
      fc.property(lists, fc.array(mutations, { maxLength: 1 }), sizes, (list, damages, size) => {
        const bytes = mutate(painOf(list, TODAY), damages.flat());
        expect(readAll(bytes, painReader, size)).toEqual(readAll(bytes, painReader));
      }),
      fuzz(),
    );
  });

  it('can be read from any of them', () => {
    fc.assert(
      fc.property(lists, sizes, fc.nat(), (list, windowBytes, number) => {
        const bytes = painOf(list, TODAY);
        const { found } = readAll(bytes, painReader);
        const from = found[number % found.length] ?? { start: 0, header: 0, index: 0 };
        const rest: FilePayment[] = [];
        painReader.readFrom(
          { ...memorySource(bytes), memory: null, windowBytes },
          { offset: from.start, header: from.header, index: from.index },
          uploadCheck(METADATA, RULES),
          (view) => rest.push(view.toPayment()) > 0,
        );
        const expected = found.slice(from.index).map((one) => ({ ...one, ...NO_PLACE }));
        expect(rest.map((one) => ({ ...one, ...NO_PLACE }))).toEqual(expected);
      }),
      fuzz(),
    );
  });
});

const NO_PLACE = { start: 0, header: 0 };

const DIFFERENT = {
  fileType: '',
  bytes: 0,
  pageOffsets: [],
  pageHeaders: undefined,
  message: undefined,
};

const sizes = fc.integer({ min: 8, max: 3000 });

/** Pieces of XML that could make a reader see other elements than a parser does. */
const insertions = fc.array(
  fc.record({
    piece: fc.constantFrom(
      ...[
        '<!-- x -->',
        '<![CDATA[x]]>',
        '<?x y?>',
        '<!DOCTYPE a>',
        '&amp;',
        '&#65;',
        '&#x0;',
        '&e;',
      ],
      ...['<PmtInf>', '</PmtInf>', '<CdtTrfTxInf>', '</CdtTrfTxInf>', '<CdtTrfTxInf/>', '<a/>'],
      ...['</PmtInf ', ' xmlns="x"', ' xmlns:p="x"', 'p:', ' ', '\n', '\r', '>', '<', '"', ']]>'],
      ...['<Nm>x</Nm>', '<Ccy>GBP</Ccy>', '<BtchBookg>true</BtchBookg>', '\uFEFF', '\uFFFE', 'é'],
    ),
    place: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  }),
  { minLength: 1, maxLength: 3 },
);

function insert(
  bytes: Buffer,
  pieces: typeof insertions extends fc.Arbitrary<infer T> ? T : never,
) {
  return pieces.reduce((whole, { piece, place }) => {
    // Most insertions are between two tags, where they may be valid.
    const at = whole.indexOf('<', Math.floor(place * whole.length));
    const position = at < 0 ? whole.length : at;
    const parts = [whole.subarray(0, position), Buffer.from(piece), whole.subarray(position)];
    return Buffer.concat(parts);
  }, bytes);
}

/** Checks that another parser finds an accepted file valid, and reads the same payments. */
function judge(bytes: Buffer): boolean {
  const { received, found } = readAll(bytes, painReader);
  if (!received.accepted) return false;
  const text = bytes.toString('utf8').replace(PAIN_08, PAIN_09);
  validateMessage('pain.001.001.09', text);
  const document = XmlDocument.fromString(text);
  try {
    const all = (path: string) =>
      document.find(`//p:CdtTrfTxInf/${path}`, { p: PAIN_09 }).map(({ content }) => content);
    expect(all('p:Cdtr/p:Nm')).toEqual(found.map((one) => one.creditorName));
    expect(all('p:PmtId/p:EndToEndId')).toEqual(found.map((one) => one.endToEndIdentification));
    expect(all('p:Amt/p:InstdAmt').map((amount) => Math.round(Number(amount) * 100))).toEqual(
      found.map((one) => one.amountPence),
    );
  } finally {
    document.dispose();
  }
  return true;
}

describe('a damaged pain.001', () => {
  it('is never accepted if another parser reads it differently', () => {
    fc.assert(
      fc.property(lists, mutations, (list, damage) => {
        judge(mutate(painOf(list, TODAY), damage));
      }),
      fuzz(2),
    );
  });

  it('is never accepted with markup that another parser reads differently', () => {
    fc.assert(
      fc.property(lists, insertions, (list, pieces) => {
        judge(insert(painOf(list, TODAY), pieces));
      }),
      fuzz(2),
    );
  });

  it('is never accepted if its end is missing', () => {
    fc.assert(
      fc.property(lists, fc.double({ min: 0, max: 0.999, noNaN: true }), (list, part) => {
        const bytes = painOf(list, TODAY);
        const end = bytes.lastIndexOf('>');
        expect(judge(bytes)).toBe(true);
        const { received } = readAll(bytes.subarray(0, Math.floor(part * end)), painReader);
        expect(received).toMatchObject({ accepted: false, total: expect.any(Number) as number });
      }),
      fuzz(),
    );
  });
});
