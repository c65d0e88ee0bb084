import { filePayments } from '../../src/families/file-payments/index.ts';
import type { Instrument } from '../../src/domain/schemes/schemes.ts';
import { formatAmount } from '../../src/shared/money.ts';
import { DAY_MS, formatInstant } from '../../src/shared/time.ts';
import {
  account,
  fileOf,
  NEARLY_EMPTY,
  NORTHWIND,
  payment,
  PAYROLL,
  TWO_APPROVALS,
  type Payment,
} from '../helpers/payment-file.ts';
import { consentBody } from '../helpers/tpp.ts';
import { pickCreditor } from './creditors.ts';
import { Dice } from './random.ts';
import { creditsOf, debitOf, type Transferred } from './entries.ts';
import { sentBy, type SentCredit } from './hub/sent-credits.ts';
import { referenceOf, type Beginning, type Cancels, type Kind, type Plan } from './plan.ts';

/** A kind of payment file in the campaign. */
interface Shape {
  /** Frequency of this kind, relative to the weights of the other kinds. */
  readonly weight: number;
  /** Minimum and maximum number of payments in the file. */
  readonly payments: readonly [number, number];
  readonly instruments?: readonly Instrument[];
  readonly debtors?: readonly string[];
  /** Minimum and maximum amount of a payment, in pence. */
  readonly pence?: readonly [number, number];
  /** Number of days until the requested execution date of the payments. */
  readonly daysAhead?: number;
  readonly ending?: Plan['ending'];
  /** When the file's payment is cancelled, if at all. */
  readonly cancelled?: Cancels['when'];
  /** The user who approves the consent, and the later approvers. */
  readonly signed?: { readonly user: string; readonly approvers: Plan['approvers'] };
}

const SHAPES: Readonly<Record<string, Shape>> = {
  bulk: { weight: 8, payments: [2, 40] },
  batch: { weight: 5, payments: [2, 40], debtors: [NORTHWIND, PAYROLL] },
  mixed: { weight: 2, payments: [2, 10], instruments: ['FPS', 'CHAPS'] },
  bacs: { weight: 1, payments: [2, 20], instruments: ['BACS'] },
  dated: { weight: 1, payments: [2, 20], daysAhead: 3 },
  // The service books and answers this file in several steps.
  long: { weight: 2, payments: [1100, 1300], debtors: [NORTHWIND, PAYROLL] },
  // This file is too large for memory, so the service stores the upload in a temporary file.
  huge: { weight: 0.2, payments: [10_500, 11_000] },
  unfunded: {
    weight: 1,
    payments: [2, 4],
    debtors: [NEARLY_EMPTY],
    pence: [300_00, 400_00],
    ending: 'unfunded',
  },
  // This file debits an account that needs two approvals.
  signed: {
    weight: 3,
    payments: [2, 40],
    debtors: [TWO_APPROVALS],
    signed: { user: 'dora', approvers: [{ user: 'dina', decision: 'approve' }] },
  },
  cancelled: { weight: 1, payments: [2, 40], daysAhead: 3, cancelled: 'taken' },
  // This file is cancelled while it is booked, which takes several steps.
  stopped: {
    weight: 1,
    payments: [1100, 1300],
    debtors: [NORTHWIND, PAYROLL],
    daysAhead: 3,
    cancelled: 'due',
  },
  refused: { weight: 1, payments: [2, 10], instruments: ['SWIFT'], ending: 'refused' },
  declined: { weight: 1, payments: [2, 10], ending: 'declined' },
};

/** The kinds of stories with a file. */
export const FILES: readonly Kind[] = Object.entries(SHAPES).map(([name, shape]) => ({
  name,
  weight: shape.weight,
  plan: (story) => planFile(shape, story),
}));

function planFile(shape: Shape, story: Beginning): Plan {
  const { daysAhead, instruments = ['FPS'], ending, signed, cancelled } = shape;
  const parts = writeParts(shape, story);
  const isPaid = ending === undefined && parts.some(({ reason }) => reason === undefined);
  const day =
    daysAhead === undefined
      ? {}
      : { RequestedExecutionDateTime: formatInstant(story.now + daysAhead * DAY_MS) };
  const name = `S${String(story.number)}`;
  return {
    family: filePayments,
    consent: consentBody(bytesOf(parts), { FileReference: name, ...day }),
    // Generate the file at each upload, because a campaign has too many files to store them.
    writeFile: () => bytesOf(writeParts(shape, story)),
    customer: signed === undefined ? {} : { user: signed.user },
    approvers: signed?.approvers,
    // Plan no cancellation if no payment will be executed, because such a file ends as a cancelled
    // one does.
    cancels: isPaid && cancelled !== undefined ? cancelsWhen(cancelled) : undefined,
    payments: [
      {
        ...{ data: {}, pence: 0 },
        entriesOf: () => entriesOf(shape, story),
        sent: () => sentOf(shape, story),
      },
    ],
    occurrences: 1,
    finalStatus: isPaid ? 'InitiationCompleted' : 'InitiationFailed',
    waitsForClock:
      daysAhead !== undefined ||
      instruments.some((instrument) => instrument !== 'FPS') ||
      parts.some(({ isSlow }) => isSlow),
    ending,
  };
}

function cancelsWhen(when: Cancels['when']): Cancels {
  return { user: 'clara', when, status: 'InitiationFailed' };
}

interface Part extends Transferred {
  readonly payment: Payment;
  readonly isSlow: boolean;
}

function writeParts(shape: Shape, story: Beginning): readonly Part[] {
  const dice = new Dice(story.seed, `file ${String(story.number)}`);
  return Array.from({ length: dice.between(...shape.payments) }, (_, index) =>
    writePart(shape, referenceOf(story, index), index, dice),
  );
}

function writePart(shape: Shape, reference: string, index: number, dice: Dice): Part {
  const other = String(20_000_000_000_000 + index);
  const { account: creditor, reason, isSlow = false } = pickCreditor(dice, other);
  const pence = dice.between(...(shape.pence ?? [1, 200]));
  const debtor = turn(shape.debtors ?? [NORTHWIND], index);
  return {
    payment: payment(index, {
      LocalInstrument: `UK.OBIE.${turn(shape.instruments ?? ['FPS'], index)}`,
      InstructedAmount: { Amount: formatAmount(pence), Currency: 'GBP' },
      DebtorAccount: account(debtor),
      CreditorAccount: account(creditor, 'Fresco Ltd'),
      RemittanceInformation: { Reference: reference, Unstructured: reference },
    }),
    ...{ reference, pence, debtor, creditor, reason, isSlow },
  };
}

function bytesOf(parts: readonly Part[]): Buffer {
  return fileOf(parts.map(({ payment }) => payment));
}

function entriesOf(shape: Shape, story: Beginning): readonly string[] {
  if (shape.ending !== undefined) return [];
  const parts = writeParts(shape, story);
  return [...debitsOf(shape, parts), ...parts.flatMap(creditsOf)];
}

function sentOf(shape: Shape, story: Beginning): readonly SentCredit[] {
  const { instruments = ['FPS'], ending } = shape;
  if (ending !== undefined) return [];
  return writeParts(shape, story).flatMap((part, index) => {
    return sentBy({ ...part, index, instrument: instruments[index % instruments.length] ?? 'FPS' });
  });
}

/**
 * Returns the debit entries of a file: one of the total for BULK, or one for each payment for BATCH
 * (rules, 6.20 and 6.21).
 */
function debitsOf(shape: Shape, parts: readonly Part[]): readonly string[] {
  const isBatch = (shape.debtors?.length ?? 1) > 1 || (shape.instruments?.length ?? 1) > 1;
  const [first] = parts;
  if (isBatch || first === undefined) return parts.map(debitOf);
  return [debitOf({ ...first, pence: parts.reduce((sum, { pence }) => sum + pence, 0) })];
}

function turn(values: readonly string[], index: number): string {
  return values[index % values.length] ?? '';
}
