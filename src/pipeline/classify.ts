import type { Classification, ExecutionGroup } from '../domain/records/payment.ts';
import type { Tally } from './types.ts';

/**
 * Classifies a file as BULK or BATCH, which decides how it is debited (rules, 6.16 to 6.18). A BULK
 * file has only FPS payments from one debtor account on one day, or only BACS payments. Any other
 * file is BATCH, and the reason names the first payment that rules out BULK. Expects the tally of a
 * file without faults.
 */
export function classify(tally: Tally): Classification {
  if (tally.groups.every((group) => group.instrument === 'BACS')) {
    return { kind: 'BULK', reason: 'Every payment is BACS.' };
  }
  const breaks = [brokenByInstrument(tally), brokenByDebtor(tally), brokenByDate(tally)]
    .filter((found) => found !== undefined)
    .sort((one, other) => one.brokenBy - other.brokenBy);
  const [first] = breaks;
  if (first !== undefined) return { kind: 'BATCH', ...first };
  return { kind: 'BULK', reason: 'Every payment is FPS, from one debtor account, on one day.' };
}

/** Groups the payments that are booked, sent and answered together, in the order of the file. */
export function executionGroups(tally: Tally): readonly ExecutionGroup[] {
  return tally.groups.map(({ instrument, date, payments, totalPence, debtors }) => ({
    instrument,
    date,
    payments,
    totalPence,
    debtors: [...debtors].map(([account, share]) => ({ account, ...share })),
  }));
}

interface Break {
  readonly reason: string;
  readonly brokenBy: number;
}

function brokenByInstrument({ groups }: Tally): Break | undefined {
  const other = groups.find((group) => group.instrument !== 'FPS');
  if (other === undefined) return undefined;
  const { first, instrument } = other;
  const reason = `Payment ${String(first)} is ${instrument}, but BULK needs FPS.`;
  return { reason, brokenBy: first };
}

function brokenByDebtor({ firstOtherDebtor }: Tally): Break | undefined {
  if (firstOtherDebtor === null) return undefined;
  const reason = `Payment ${String(firstOtherDebtor)} debits another account than payment 0.`;
  return { reason, brokenBy: firstOtherDebtor };
}

function brokenByDate({ groups }: Tally): Break | undefined {
  const other = groups.find((group) => group.date !== groups[0]?.date);
  if (other === undefined) return undefined;
  const reason = `Payment ${String(other.first)} is for another day than payment 0.`;
  return { reason, brokenBy: other.first };
}
