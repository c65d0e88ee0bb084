import { formatAccount, formatDay } from '../../domain/messages/format.ts';
import type { FactLine } from '../../domain/records/payment-timeline.ts';
import type { ScreeningCase } from '../../domain/records/screening.ts';
import { londonDate, type Instant } from '../../shared/time.ts';
import { factsOf } from './timeline/payment-facts.ts';
import { findSubject, type TimelineParts } from './timeline/timeline-subject.ts';

/**
 * Returns the facts of a held payment that operators need for a decision: payee or file, debtor
 * account, TPP and execution date. Empty if the payment does not exist.
 */
export async function heldPaymentFacts(
  parts: TimelineParts,
  held: ScreeningCase,
  now: Instant,
): Promise<readonly FactLine[]> {
  const { paymentId: id, batch: number, payments, cursor } = held;
  // A case of one payment of a file is about its row.
  const one = payments === 1 ? cursor + 1 : null;
  const row = await findSubject(parts, { id, row: one }, now);
  const subject = row === 'unknownRow' ? await findSubject(parts, { id, row: null }, now) : row;
  if (typeof subject === 'string') return [];
  const { summary, lines, debtorAccount, tpp } = await factsOf(parts, subject, {
    ...{ held: [held], isParked: false, outcome: null },
  });
  const batches = await parts.store.batchesOf(id);
  const batch = batches.find((other) => other.number === number);
  const day = batch && (batch.date ?? londonDate(batch.dueAt));
  const names = new Set([tpp.name, tpp.organisation].filter((name) => name !== null));
  return [
    { label: 'Summary', values: [summary] },
    ...lines,
    ...line('From account', debtorAccount && formatAccount(debtorAccount)),
    ...line('TPP', [...names, `client ${tpp.clientId}`].join(', ')),
    ...line('Execution date', day === undefined ? null : formatDay(day)),
  ];
}

function line(label: string, value: string | null): readonly FactLine[] {
  return value === null ? [] : [{ label, values: [value] }];
}
