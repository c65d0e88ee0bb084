import { ApiError, type Bank, type Version } from '@payment-initiation/client';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { PisError, type SourceRow } from '../rows/model.ts';
import type { Table } from '../rows/table.ts';
import { describeReason, isoReasonIn } from './words.ts';
import { readRows, type LeftOutRow, type SentRow } from './file-rows.ts';

/** Outcome of a payment: `pending` if the bank has not finished it. */
export type Outcome = 'paid' | 'failed' | 'pending';

/** A row of a file with the bank's answer. */
export interface RowOutcome extends SentRow {
  readonly outcome: Outcome;
  /** Status of the standard. */
  readonly status: string;
  /** Reason code, for example `AC01`. */
  readonly reason?: string;
  readonly reasonText?: string;
  /** Id of the payment at the bank. */
  readonly transactionId: string;
}

/** Statuses of a payment that was not made. The first are of v3.1, the others of v4.0. */
const FAILED: ReadonlySet<string> = new Set([
  ...['Rejected', 'Cancelled', 'Blocked', 'RJCT', 'CANC', 'BLCK', 'NAUT'],
]);

/** Statuses of a payment that the bank accepted for good. */
const PAID: ReadonlySet<string> = new Set([
  ...['Accepted', 'AcceptedCreditSettlementCompleted', 'AcceptedSettlementCompleted'],
  ...['AcceptedWithoutPosting', 'ACCC', 'ACSC', 'ACWP'],
]);

/** Returns the outcome for a status of either version. Unknown statuses are pending. */
function outcomeOf(status: string): Outcome {
  if (FAILED.has(status)) return 'failed';
  return PAID.has(status) ? 'paid' : 'pending';
}

/** An entry of payment-details, as both versions have it. */
interface Detail {
  readonly PaymentTransactionId?: string;
  readonly Status?: string;
  readonly StatusDetail?: {
    readonly Status?: string;
    readonly StatusReason?: string;
    readonly StatusReasonDescription?: string;
  };
  readonly StatusReason?: readonly {
    readonly StatusReasonCode?: string;
    readonly StatusReasonDescription?: string;
  }[];
}

/**
 * Reads the outcomes of all rows of a file, in its order, with the rows left out. The standard
 * names no row in payment-details, so the bank's order must be that of the file.
 *
 * @throws PisError if the bank reports another number of payments, or no outcomes
 */
export async function* readOutcomes(
  bank: Bank<Version>,
  { paymentId, rows }: { readonly paymentId: string; readonly rows: string },
  options: { readonly signal: AbortSignal },
): AsyncGenerator<RowOutcome | LeftOutRow, void> {
  const details = bank.payments('file-payments').details(paymentId, options);
  let count = 0;
  for await (const row of readRows(rows)) {
    if ('faults' in row) {
      yield row;
      continue;
    }
    const next = await details.next().catch((error: unknown) => {
      throw withoutDetails(error);
    });
    if (next.done === true) throw otherNumber(paymentId, count);
    count += 1;
    yield withOutcome(row, next.value);
  }
  if ((await details.next()).done !== true) throw otherNumber(paymentId, count + 1);
}

function withOutcome(row: SentRow, detail: Detail): RowOutcome {
  const { Status = 'unknown', StatusDetail, StatusReason, PaymentTransactionId = '' } = detail;
  // In v3.1, the status of the detail is the code of the scheme, for example AC01.
  const code = isoReasonIn(StatusDetail?.Status);
  const reason = code ?? StatusDetail?.StatusReason ?? StatusReason?.[0]?.StatusReasonCode;
  const text = StatusDetail?.StatusReasonDescription ?? StatusReason?.[0]?.StatusReasonDescription;
  return {
    ...{ ...row, outcome: outcomeOf(Status), status: Status },
    ...(reason !== undefined && { reason }),
    ...(text !== undefined && { reasonText: text }),
    transactionId: PaymentTransactionId,
  };
}

function otherNumber(paymentId: string, count: number): PisError {
  return new PisError(
    `The bank reports another number of payments for ${paymentId} than the file has ` +
      `(${String(count)} were compared). Download the bank's report, or ask the bank.`,
  );
}

/** A row of the sender's file. Headers, totals and empty rows have no outcome. */
export interface SourceOutcome {
  readonly row: SourceRow;
  /** Number of the row, counted from 1 over all payments of the file. 0 without an outcome. */
  readonly number: number;
  readonly outcome?: RowOutcome | LeftOutRow;
}

/**
 * Returns all rows of the sender's file with their outcomes.
 *
 * @throws PisError if the copy of the file is not the one that was paid
 */
export async function* withOutcomes(
  table: Table,
  outcomes: AsyncGenerator<RowOutcome | LeftOutRow, void>,
): AsyncGenerator<SourceOutcome, void> {
  let number = 0;
  for await (const row of table.source.rows()) {
    if (!table.isPayment(row)) {
      yield { row, number: 0 };
      continue;
    }
    const { value: outcome } = await outcomes.next();
    if (outcome?.line !== row.line) throw otherCopy(row.line);
    number += 1;
    yield { row, number, outcome };
  }
  if ((await outcomes.next()).done !== true) throw otherCopy(number);
}

function otherCopy(line: number): PisError {
  return new PisError(
    `Line ${String(line)}: the copy of the file differs from the payment, so the rows cannot be ` +
      "compared. Restore the folder of the file, or use the bank's report.",
  );
}

/** Returns the error for a bank that does not offer payment-details, which the standard permits. */
function withoutDetails(error: unknown): unknown {
  const isMissing = error instanceof ApiError && [404, 405, 501].includes(error.status);
  if (!isMissing) return error;
  return new PisError(
    'The payment was submitted, but this bank does not show the outcome of each row ' +
      '(payment-details). Look for failed rows in the account or in the report of the bank.',
    exitCodes.waiting,
    { cause: error },
  );
}

/** Numbers and sums of the outcomes of a file. Sums are in pence. */
export interface Totals {
  readonly count: Record<Outcome, number>;
  readonly pence: Record<Outcome, number>;
}

/** Returns totals without payments. `addOutcome` adds to them. */
export function emptyTotals(): Totals {
  const zero = { paid: 0, failed: 0, pending: 0 };
  return { count: { ...zero }, pence: { ...zero } };
}

/** Adds a row to totals. */
export function addOutcome(totals: Totals, { outcome, pence }: RowOutcome): void {
  totals.count[outcome] += 1;
  totals.pence[outcome] += pence;
}

/** Returns the reason of a failed row in words. */
export function reasonOf({ reason, reasonText = '' }: RowOutcome): string {
  return describeReason(reason, reasonText);
}

/** Returns the exit code for the outcomes of a file. */
export function exitCodeFor({ count }: Totals): ExitCode {
  if (count.failed > 0) {
    return count.paid + count.pending > 0 ? exitCodes.partlyPaid : exitCodes.failed;
  }
  return count.pending > 0 ? exitCodes.waiting : exitCodes.done;
}
