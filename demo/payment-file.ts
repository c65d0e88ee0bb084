import { createHash } from 'node:crypto';
import type { Requests } from '../test-client/requests.ts';
import { PAYMENT_FILE_3_1 } from '../src/domain/records/file-types.ts';
import { expectDefined } from '../src/shared/assert.ts';
import { formatAmount, type Pence } from '../src/shared/money.ts';
import { FAMILIES, FORMS, TRADES } from './names.ts';

/** Northwind's main account. In a new sandbox it has a balance of £25,000,000.00. */
export const DEBTOR_ACCOUNT = '11280001234567';
export const OPENING_PENCE: Pence = 25_000_000_00;

/**
 * Reference of the debit for the whole file. It is the reference of the first payment (rules,
 * 6.20).
 */
export const DEBIT_REFERENCE = 'Northwind supplier run 47';

/** Number of payments in a file. */
export const PAYMENTS = 4000;

/** Indexes of the payments that the scheme refuses, with the reason code. */
export const REFUSED: ReadonlyMap<number, string> = new Map([
  [217, 'AC01'],
  [655, 'AC04'],
  [1204, 'AC06'],
  [1833, 'AC01'],
  [2501, 'AC04'],
  [3067, 'AC01'],
  [3790, 'AC06'],
]);

/** Creditor accounts for which the sandbox's schemes refuse payments, keyed by reason code. */
const REFUSING_ACCOUNTS: Readonly<Record<string, string>> = {
  AC01: '99999900000001',
  AC04: '99999900000004',
  AC06: '99999900000006',
};

const SORT_CODES = ['200415', '309634', '404784', '560036', '601111', '772217'];

/** The Initiation of a file payment consent. */
export type Initiation = Requests['file-payments']['consent']['Data']['Initiation'];

/** One payment in a file, in the format that the TPP sends. */
export interface FileElement {
  readonly [member: string]: unknown;
  readonly CreditorAccount: Readonly<Record<string, string>>;
}

export interface PaymentFile {
  readonly bytes: Buffer;
  readonly creditors: readonly string[];
  readonly amountsPence: readonly Pence[];
  readonly totalPence: Pence;
}

/** Creates a file of 4,000 payments to suppliers. The same seed gives the same bytes. */
export function makeFile(seed: number): PaymentFile {
  const random = randomNumbers(seed);
  const creditors: string[] = [];
  const amountsPence: Pence[] = [];
  const elements = Array.from({ length: PAYMENTS }, (_, index) => {
    const creditor = `${pick(FAMILIES, random)} ${pick(TRADES, random)} ${pick(FORMS, random)}`;
    const account = pick(SORT_CODES, random) + digits(8, random);
    const amountPence = 5_00 + Math.floor(random() ** 2 * 700_00);
    creditors.push(creditor);
    amountsPence.push(amountPence);
    return makeElement(index, {
      creditor,
      account: REFUSING_ACCOUNTS[REFUSED.get(index) ?? ''] ?? account,
      amountPence,
    });
  });
  const totalPence = amountsPence.reduce((sum, pence) => sum + pence, 0);
  return { bytes: fileOf(elements), creditors, amountsPence, totalPence };
}

/** Creates a valid payment to this creditor. */
export function makeElement(
  index: number,
  credit: { readonly creditor: string; readonly account: string; readonly amountPence: Pence },
): FileElement {
  const invoice = String(70_001 + index);
  return {
    InstructionIdentification: `NW-${invoice}`,
    EndToEndIdentification: `NORTHWIND.47.${invoice}`,
    LocalInstrument: 'UK.OBIE.FPS',
    InstructedAmount: { Amount: formatAmount(credit.amountPence), Currency: 'GBP' },
    DebtorAccount: {
      SchemeName: 'UK.OBIE.SortCodeAccountNumber',
      Identification: DEBTOR_ACCOUNT,
    },
    CreditorAccount: {
      SchemeName: 'UK.OBIE.SortCodeAccountNumber',
      Identification: credit.account,
      Name: credit.creditor,
    },
    RemittanceInformation: {
      Reference: `INVOICE ${invoice}`,
      Unstructured: index === 0 ? DEBIT_REFERENCE : `Invoice ${invoice}`,
    },
  };
}

export function fileOf(elements: readonly unknown[]): Buffer {
  return Buffer.from(JSON.stringify({ Data: { DomesticPayments: elements } }));
}

/** Returns the Initiation for a file, with its hash, its number of payments and its control sum. */
export function initiationOf(file: PaymentFile): Initiation {
  return {
    FileType: PAYMENT_FILE_3_1,
    FileHash: hashOf(file.bytes),
    FileReference: 'Supplier run 47',
    NumberOfTransactions: String(file.amountsPence.length),
    ControlSum: Number(formatAmount(file.totalPence)),
  };
}

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64');
}

/** Returns a generator of pseudo-random numbers between 0 and 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick(from: readonly string[], random: () => number): string {
  return expectDefined(from[Math.floor(random() * from.length)], 'a choice');
}

function digits(length: number, random: () => number): string {
  return String(Math.floor(random() * 10 ** length)).padStart(length, '0');
}
