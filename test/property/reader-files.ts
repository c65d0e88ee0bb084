import fc from 'fast-check';
import { PAYMENT_FILE_3_1, type FileType } from '../../src/domain/records/file-types.ts';
import type { ByteSource } from '../../src/domain/ports/files.ts';
import type { FileMetadata, FilePayment, FileRules } from '../../src/domain/records/payment.ts';
import { FaultList } from '../../src/shared/errors.ts';
import { readersNamed, type ReaderName } from '../../src/pipeline/read/index.ts';
import { RunningTally } from '../../src/pipeline/tally.ts';
import { uploadCheck } from '../../src/pipeline/validate.ts';
import { memorySource } from '../../src/store/files/source.ts';
import { membersOf, writtenAs } from './file-forms.ts';
import { LIMITS } from '../helpers/limits.ts';

const RULES: FileRules = {
  today: '2026-11-20',
  maxDaysAhead: 365,
  bacsAccepted: true,
  maxFaults: 10_000,
  ...LIMITS,
};

const METADATA: Omit<FileMetadata, 'fileType'> = {
  fileHash: '',
  requestedDate: null,
  debtorAccount: '11280001234567',
};

/** Number of files that each property tests. `npm run fuzz` sets a higher one. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 300);
const SEED = process.env['FUZZ_SEED'];

/**
 * Returns the parameters of a property. `times` multiplies the number of runs for cheap properties.
 * A seed in the environment repeats an earlier run.
 */
export function fuzz(times = 1): { numRuns: number; seed?: number } {
  return {
    numRuns: Math.ceil(RUNS * times),
    ...(SEED === undefined ? {} : { seed: Number(SEED) }),
  };
}

/** Everything that a reader reports about a file. */
export interface Outcome {
  readonly accepted: boolean;
  readonly complete: boolean;
  readonly elements: number;
  readonly payments: readonly (FilePayment & { readonly start: number })[];
  readonly totalPence: number;
  /** The code and path of each fault. */
  readonly faults: readonly string[];
  /** Indexes of the first payments with another scheme, another day, and another Bacs day. */
  readonly mixed: readonly (number | undefined)[];
}

/** Reads a file from memory. `windowBytes` makes it read windows of that size, as from a disk. */
export function readAll(
  reader: ReaderName,
  bytes: Uint8Array,
  windowBytes?: number,
  fileType: FileType = PAYMENT_FILE_3_1,
): Outcome {
  const faults = new FaultList(RULES.maxFaults);
  const tally = new RunningTally('2026-12-01');
  const payments: (FilePayment & { start: number })[] = [];
  const read = readersNamed(reader)(fileType).read(
    windowBytes === undefined ? memorySource(bytes) : windowedSource(bytes, windowBytes),
    uploadCheck({ ...METADATA, fileType }, RULES, tally.mixture),
    (payment) => {
      tally.add(payment);
      payments.push({ ...payment.toPayment(), start: payment.start });
      return true;
    },
    faults,
  );
  const { instruments, days, bacsDays } = tally.mixture;
  return {
    accepted: read.complete && faults.isEmpty,
    complete: read.complete,
    elements: read.payments,
    payments,
    totalPence: tally.totalPence,
    faults: faults.faults.map((fault) => `${fault.code} ${fault.path ?? ''}`),
    mixed: [instruments, days, bacsDays].map(({ other }) => other?.index),
  };
}

function windowedSource(bytes: Uint8Array, windowBytes: number): ByteSource {
  return { ...memorySource(bytes), memory: null, windowBytes };
}

const names = fc.oneof(
  { weight: 60, arbitrary: fc.stringMatching(/^[A-Za-z][A-Za-z .&'/-]{0,30}$/) },
  fc.constantFrom(
    'Zoë Müller',
    'Łukasz',
    '株式会社テスト',
    '😀 Ltd',
    'A "B" \\ C/D',
    'é',
    '\u007f',
    ...['\u202e', '\u200b', '\u2010', '\u2027', '\u2030', '\u2070', '\u061b', '\u061c'],
    ...['\ufeff', '\ufefe', '\u2060', '\u2069', '\u206a'],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

const accounts = fc.oneof(
  { weight: 50, arbitrary: fc.constantFrom('11280001234567', '20000055779911') },
  { weight: 30, arbitrary: fc.stringMatching(/^\d{14}$/) },
  fc.constantFrom('1234567890123', '112800012345678', '1128000123456x', ''),
);

const account = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      SchemeName: fc.constant('UK.OBIE.SortCodeAccountNumber'),
      Identification: accounts,
      Name: names,
    }),
  },
  fc.record({
    SchemeName: fc.constantFrom('UK.OBIE.IBAN', 'IBAN', 'SortCodeAccountNumber', 'BBAN'),
    Identification: fc.constantFrom(
      'GB29NWBK60161331926819',
      'GB00HLFX11016111455365',
      'GB01BARC20714583608387',
      'GB02BARC20201530093451',
      'GB99BARC20201530093451',
      'DE89370400440532013000',
      'x',
    ),
    Name: names,
    SecondaryIdentification: names,
  }),
);

const amounts = fc.oneof(
  { weight: 80, arbitrary: fc.stringMatching(/^[1-9]\d{0,5}(\.\d{1,2})?$/) },
  fc.stringMatching(/^\d{1,14}(\.\d{0,3})?$/),
  fc.constantFrom('1000000', '1000000.00', '1000000.01', '999999.99', '1000001'),
  fc.constantFrom('0', '0.00', '00.10', '-1', '1e3', '', '9999999999999.99', '1,5'),
);

const optional = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(arbitrary, { nil: undefined });

/** Generates payments that are mostly valid. The JSON omits fields that are undefined. */
const paymentObjects = fc.record({
  InstructionIdentification: fc.oneof(fc.stringMatching(/^[A-Z0-9]{1,35}$/), names),
  EndToEndIdentification: fc.stringMatching(/^[A-Z0-9.]{1,35}$/),
  LocalInstrument: fc.oneof(
    { weight: 40, arbitrary: fc.constant('UK.OBIE.FPS') },
    fc.constantFrom('UK.OBIE.CHAPS', 'UK.OBIE.BACS', 'UK.OBIE.SWIFT', undefined),
  ),
  InstructedAmount: fc.record({
    Amount: amounts,
    Currency: fc.oneof({ weight: 50, arbitrary: fc.constant('GBP') }, fc.constant('EUR')),
  }),
  DebtorAccount: optional(account),
  CreditorAccount: account,
  RemittanceInformation: optional(
    fc.record({ Reference: optional(names), Unstructured: optional(names) }),
  ),
  CreditorPostalAddress: optional(
    fc.record({ TownName: names, AddressLine: fc.array(names, { maxLength: 3 }) }),
  ),
  SupplementaryData: fc.oneof(
    { weight: 5, arbitrary: fc.constant(undefined) },
    fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
  ),
  RequestedExecutionDateTime: fc.oneof(
    { weight: 30, arbitrary: fc.constant(undefined) },
    fc.constantFrom('2026-12-01T09:00:00Z', '2026-11-20T23:59:59Z', '2020-01-01T00:00:00Z', 'soon'),
  ),
});

const goodNames = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 .&'/-]{0,30}$/),
  fc.constantFrom('Zoë Müller', 'Łukasz "Łuk" Nowak', '株式会社テスト', '😀 Ltd', 'é'.repeat(35)),
);

/**
 * Returns an account number that differs in the last digit, because a payment may not credit the
 * account that pays.
 */
function neighbourOf(account: string): string {
  return account.slice(0, -1) + String((Number(account.slice(-1)) + 1) % 10);
}

/** Generates valid payments that all have the same JSON layout. */
export const goodPayments = fc
  .record({ name: goodNames, reference: goodNames, creditor: fc.stringMatching(/^\d{14}$/) })
  .map(({ name, reference, creditor }) => ({
    InstructionIdentification: 'ACME412',
    EndToEndIdentification: reference,
    LocalInstrument: 'UK.OBIE.FPS',
    InstructedAmount: { Amount: '165.88', Currency: 'GBP' },
    DebtorAccount: {
      SchemeName: 'UK.OBIE.SortCodeAccountNumber',
      Identification: neighbourOf(creditor),
    },
    CreditorAccount: {
      SchemeName: 'UK.OBIE.SortCodeAccountNumber',
      Identification: creditor,
      Name: name,
    },
    RemittanceInformation: { Reference: reference },
  }));

export interface Style {
  readonly indent: number;
  readonly asciiOnly: boolean;
  readonly slashes: boolean;
}

/** Generates ways in which programs format JSON, with whitespace and escapes or without. */
export const styles: fc.Arbitrary<Style> = fc.record({
  indent: fc.constantFrom(0, 0, 1, 2),
  asciiOnly: fc.boolean(),
  slashes: fc.boolean(),
});

export function write(value: unknown, style: Style): string {
  let text = JSON.stringify(value, null, style.indent);
  if (style.slashes) text = text.replaceAll('/', '\\/');
  if (!style.asciiOnly) return text;
  return text.replace(/[^\0-\u007e]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Generates files with many payments in a few layouts, as programs write them. */
export function filesOf(type: FileType): fc.Arbitrary<Buffer> {
  return fc
    .record({
      layouts: fc.array(
        fc.tuple(paymentObjects, membersOf(type, names), fc.array(names, { maxLength: 3 })),
        { minLength: 1, maxLength: 3 },
      ),
      payments: fc.array(
        fc.record({
          layout: fc.nat(2),
          creditorName: names,
          reference: names,
          amount: amounts,
          creditor: accounts,
        }),
        { maxLength: 30 },
      ),
      style: styles,
    })
    .map(({ layouts, payments, style }) => {
      const list = payments.map((payment) => {
        const [layout = {}, more = {}, lines = []] = layouts[payment.layout % layouts.length] ?? [];
        const written = structuredClone({ ...layout, ...more }) as Record<
          string,
          Record<string, unknown>
        >;
        Object.assign(written['CreditorAccount'] ?? {}, { Name: payment.creditorName });
        if (payment.creditor !== '') {
          Object.assign(written['CreditorAccount'] ?? {}, { Identification: payment.creditor });
        }
        Object.assign(written['InstructedAmount'] ?? {}, { Amount: payment.amount });
        Object.assign(written['RemittanceInformation'] ?? {}, { Reference: payment.reference });
        // Files of 3.1 have one text, so the others have no place in them.
        if (type !== PAYMENT_FILE_3_1 && lines.length > 1) {
          Object.assign(written['RemittanceInformation'] ?? {}, { Unstructured: lines });
        }
        return writtenAs(type, written);
      });
      return Buffer.from(write({ Data: { DomesticPayments: list } }, style));
    });
}

/** Parses a file as JSON. Returns undefined if it is not valid JSON. */
export function parsedOrNot(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
