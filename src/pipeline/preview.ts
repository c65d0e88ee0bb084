import { executionReason, planExecution } from '../domain/calendar/calendar.ts';
import type { Holidays } from '../domain/ports/bank.ts';
import type { ExecutionPreview } from '../domain/records/file-check.ts';
import type { FileFacts } from '../domain/records/payment.ts';
import { londonDate, type Instant } from '../shared/time.ts';

/**
 * Previews the execution of an accepted file, as if it were approved and submitted now. A BULK file
 * has one debit for each account of each group. A BATCH file has one debit for each payment.
 */
export function previewExecution(
  facts: FileFacts,
  now: Instant,
  holidays: Holidays,
): ExecutionPreview {
  const { classification, groups, payments, debitReference } = facts;
  const isBulk = classification.kind === 'BULK';
  const shares = groups.flatMap(({ debtors }) => debtors);
  const leastShares = groups.map(({ debtors }) =>
    Math.max(1, debtors.filter(({ account }) => account !== null).length),
  );
  return {
    debits: isBulk ? shares.length : payments,
    leastDebits: isBulk ? leastShares.reduce((sum, count) => sum + count, 0) : payments,
    debitReference: isBulk ? debitReference : '',
    customerChooses: shares.some(({ account }) => account === null),
    executions: groups.map(({ instrument, date, ...sums }) => {
      const request = { instrument, date, now };
      return {
        instrument,
        requested: date,
        payments: sums.payments,
        totalPence: sums.totalPence,
        day: londonDate(planExecution(request, holidays).dueAt),
        reason: executionReason(request, holidays),
      };
    }),
  };
}
