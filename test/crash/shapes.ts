import { formatAmount } from '../../src/kernel/money.ts';
import {
  account,
  BAKERY,
  fileOf,
  NEARLY_EMPTY,
  NORTHWIND,
  payment,
  PAYROLL,
  type Payment,
} from '../helpers/payment-file.ts';
import { Dice } from './dice.ts';

/** What a kind of file looks like. */
interface Shape {
  /** How often it comes, beside the weights of the others. */
  readonly weight: number;
  /** Fewest and most payments. */
  readonly payments: readonly [number, number];
  readonly instruments?: readonly string[];
  readonly debtors?: readonly string[];
  /** Least and most of one payment, in pence. */
  readonly pence?: readonly [number, number];
  /** So many days ahead all of it is dated. */
  readonly daysAhead?: number;
  /** What the service or the customer is to make of it; paid unless told otherwise. */
  readonly ending?: 'refused' | 'declined';
}

/** The files of the campaign: what each of them brings into the path of a kill. */
const SHAPES = {
  bulk: { weight: 8, payments: [2, 40] },
  batch: { weight: 5, payments: [2, 40], debtors: [NORTHWIND, PAYROLL] },
  mixed: { weight: 2, payments: [2, 10], instruments: ['FPS', 'CHAPS'] },
  bacs: { weight: 1, payments: [2, 20], instruments: ['BACS'] },
  dated: { weight: 1, payments: [2, 20], daysAhead: 3 },
  // Booked and answered in several steps.
  long: { weight: 2, payments: [1100, 1300], debtors: [NORTHWIND, PAYROLL] },
  // Too large for memory: it passes through a temporary file.
  huge: { weight: 0.2, payments: [10_500, 11_000] },
  // Takes more than the account holds: all of it fails.
  unfunded: { weight: 1, payments: [2, 4], debtors: [NEARLY_EMPTY], pence: [300_00, 400_00] },
  refused: { weight: 1, payments: [2, 10], instruments: ['SWIFT'], ending: 'refused' },
  declined: { weight: 1, payments: [2, 10], ending: 'declined' },
} as const satisfies Record<string, Shape>;

export type ShapeName = keyof typeof SHAPES;

const SHAPE_NAMES = Object.keys(SHAPES) as [ShapeName, ...ShapeName[]];

/** Creditors that the sandbox's schemes reject, with the reason, and one that they keep waiting. */
type Rejecting = readonly [account: string, reason: string];
const REJECTING: readonly [Rejecting, ...Rejecting[]] = [
  ['99999900000001', 'AC01'],
  ['99999900000004', 'AC04'],
  ['99999900000006', 'AC06'],
];
const PENDING = '99999900000050';

/** How many payments of a file go to creditors with an answer of their own. */
const SHARE_REJECTED = 0.1;
const SHARE_PENDING = 0.02;
const SHARE_OWN = 0.1;

/** Accounts whose statements the files touch. */
export const ACCOUNTS = [NORTHWIND, PAYROLL, NEARLY_EMPTY, BAKERY] as const;

/** A file and all that is to come of it. */
export interface WrittenFile {
  readonly bytes: Buffer;
  /** The entries that it is to leave on statements, each once: see `entryOf`. */
  readonly entries: readonly string[];
  readonly finalStatus: 'InitiationCompleted' | 'InitiationFailed';
  /** Whether it finishes only when the clock has moved on. */
  readonly waitsForClock: boolean;
}

export function pickShape(dice: Dice): ShapeName {
  const all: readonly Shape[] = Object.values(SHAPES);
  let left = dice.roll() * all.reduce((sum, { weight }) => sum + weight, 0);
  for (const name of SHAPE_NAMES) {
    left -= SHAPES[name].weight;
    if (left < 0) return name;
  }
  return SHAPE_NAMES[0];
}

export function shapeNamed(name: ShapeName): Shape {
  return SHAPES[name];
}

/** One line of a statement: whose, what, for which payment of which file, how much. */
export function entryOf(debtor: string, kind: string, reference: string, amount: string): string {
  return [debtor, kind, reference, amount].join(' | ');
}

/** Writes a file; the same name, number and seed give the same bytes. */
export function writeFile(name: ShapeName, number: number, seed: number): WrittenFile {
  const shape = shapeNamed(name);
  const dice = new Dice(seed, `file ${String(number)}`);
  const parts = Array.from({ length: dice.between(...shape.payments) }, (_, index) =>
    writePayment(shape, `S${String(number)}.${String(index)}`, index, dice),
  );
  const rejected = parts.filter((part) => part.reason !== undefined);
  const isPaid = shape.ending === undefined && name !== 'unfunded';
  const instruments: readonly string[] = shape.instruments ?? ['FPS'];
  return {
    bytes: fileOf(parts.map((part) => part.payment)),
    entries: isPaid ? [...debitsOf(shape, parts), ...parts.flatMap(creditsOf)] : [],
    finalStatus:
      isPaid && rejected.length < parts.length ? 'InitiationCompleted' : 'InitiationFailed',
    waitsForClock:
      shape.daysAhead !== undefined ||
      instruments.some((instrument) => instrument !== 'FPS') ||
      parts.some((part) => part.creditor === PENDING),
  };
}

interface Part {
  readonly payment: Payment;
  readonly reference: string;
  readonly pence: number;
  readonly debtor: string;
  readonly creditor: string;
  /** Why the scheme rejects it; undefined when it does not. */
  readonly reason: string | undefined;
}

function writePayment(shape: Shape, reference: string, index: number, dice: Dice): Part {
  const [creditor, reason] = pickCreditor(index, dice);
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
    reference,
    pence,
    debtor,
    creditor,
    reason,
  };
}

function pickCreditor(index: number, dice: Dice): readonly [string, string?] {
  if (dice.chance(SHARE_REJECTED)) return dice.pick(REJECTING);
  if (dice.chance(SHARE_PENDING)) return [PENDING];
  if (dice.chance(SHARE_OWN)) return [BAKERY];
  return [String(20_000_000_000_000 + index)];
}

/** BULK takes one debit of everything, BATCH one for each payment (specification, 1). */
function debitsOf(shape: Shape, parts: readonly Part[]): string[] {
  const isBatch = (shape.debtors?.length ?? 1) > 1 || (shape.instruments?.length ?? 1) > 1;
  const [first] = parts;
  if (isBatch || first === undefined) {
    return parts.map(({ debtor, reference, pence }) =>
      entryOf(debtor, 'debit', reference, formatAmount(-pence)),
    );
  }
  const total = parts.reduce((sum, { pence }) => sum + pence, 0);
  return [entryOf(first.debtor, 'debit', first.reference, formatAmount(-total))];
}

/** What comes back to the debtor, or in to a creditor of this bank. */
function creditsOf({ creditor, debtor, pence, reference, reason }: Part): string[] {
  const amount = formatAmount(pence);
  if (reason !== undefined) {
    return [entryOf(debtor, 'returned-credit', `Returned ${reason} ${reference}`, amount)];
  }
  return creditor === BAKERY ? [entryOf(BAKERY, 'credit', reference, amount)] : [];
}

function turn(values: readonly string[], index: number): string {
  return values[index % values.length] ?? '';
}
