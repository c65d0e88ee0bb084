import type {
  HistoryAnswer,
  HistoryDocument,
  HistoryEnquiry,
  HistoryEntry,
  HistoryEvent,
  HistoryMessage,
  HistoryProblem,
  HistoryReturn,
  HistoryStep,
  HistoryTransfer,
} from '../../../domain/ports/history-store.ts';
import type { CreditOutcome } from '../../../domain/records/payment.ts';
import type { CreditStateCounts } from '../../../domain/schemes/credit-states.ts';
import { sql } from '../engine.ts';
import type { AmountRow, TotalRow } from '../hand-over/message-rows.ts';
import { PROPOSAL, type ProposalRow } from '../operators/action-statements.ts';
import { PAYMENT, type PaymentRow } from '../payments/payments.ts';
import { WORK } from '../payments/work.ts';
import { CASE, type CaseRow } from '../screening/case-statements.ts';

/** The rows of a payment, or those of one batch and one index: both ranges include their ends. */
export interface RowsOf {
  readonly paymentId: string;
  readonly firstBatch: number;
  readonly lastBatch: number;
  readonly first: number;
  readonly last: number;
  readonly limit: number;
}

/** The rows about messages, or those about one credit of them. `messages`: JSON list of ids. */
export interface RowsOfMessages extends Pick<RowsOf, 'first' | 'last' | 'limit'> {
  readonly messages: string;
}

/** The columns of a document. All are null without a document. */
export type DocumentColumns = {
  readonly [Column in keyof HistoryDocument]: HistoryDocument[Column] | null;
};

export type MessageRow = Omit<HistoryMessage, 'total' | 'credits'> &
  TotalRow &
  CreditStateCounts & {
    /** Indexes of payments in its range that are not in the message. */
    readonly leftOut: string;
  };
export type AnswerRow = Omit<HistoryAnswer, 'document'> & DocumentColumns;
export type ReturnRow = Omit<HistoryReturn, 'amount' | 'document'> &
  AmountRow &
  Omit<DocumentColumns, 'receivedAt'>;
export type EventRow = HistoryEvent & { readonly sequence: number };
export type EntryRow = Omit<HistoryEntry, 'amount'> & AmountRow;

const DOCUMENT = 'scheme_delivery.sha256, name, exchange';

/** SQL condition: the credit belongs to one of the messages. */
const OF_MESSAGES = (table: string): string =>
  `${table}.message_id IN (SELECT value FROM json_each(@messages))
     AND ${table}.payment_index BETWEEN @first AND @last`;

const TRANSFER = `SELECT id, kind, CASE kind WHEN 'debit' THEN debit_account ELSE credit_account END AS account,
    amount_pence AS amountPence, batch, payment_index AS "index", booked_at AS bookedAt
  FROM transfer`;

/** SQL query of messages. Conditions can be added to it. */
const MESSAGE = `SELECT id, batch, instrument, created_at AS createdAt, transactions,
    total_minor AS totalMinor, currency, handed_over_at AS handedOverAt, attempts, try_at AS tryAt,
    problem, refused_at AS refusedAt, enquire_at AS enquireAt, open, pending, accepted, rejected,
    left_out AS leftOut
  FROM scheme_message
  WHERE payment_id = @paymentId AND batch BETWEEN @firstBatch AND @lastBatch
    AND first_index <= @last AND last_index >= @first`;

const PROBLEM = `SELECT id, scheme_problem.kind, code, message_id AS messageId,
    payment_index AS "index", received_at AS receivedAt, delivery, ended_at AS endedAt,
    ended_by AS endedBy, ending
  FROM scheme_problem LEFT JOIN scheme_delivery ON scheme_delivery.sha256 = delivery`;

/** The statements that read the history of a payment. */
export const SQL = {
  outcomes: sql<RowsOf, CreditOutcome>(`
    SELECT payment_index AS "index", status, reason, at FROM credit_outcome
    WHERE payment_id = @paymentId AND payment_index BETWEEN @first AND @last
    ORDER BY payment_index LIMIT @limit`),
  commonDebits: sql<RowsOf, HistoryTransfer>(`
    ${TRANSFER} WHERE payment_id = @paymentId AND kind = 'debit' AND payment_index IS NULL
      AND batch BETWEEN @firstBatch AND @lastBatch
    ORDER BY batch, debit_account LIMIT @limit`),
  transfers: sql<RowsOf, HistoryTransfer>(`
    ${TRANSFER} WHERE payment_id = @paymentId AND payment_index BETWEEN @first AND @last
      AND payment_index IS NOT NULL AND kind <> 'settlement'
    ORDER BY payment_index, kind LIMIT @limit`),
  // Cases of a later step of the batch do not contain the credit.
  cases: sql<RowsOf, CaseRow>(`
    ${CASE} WHERE payment_id = @paymentId AND batch BETWEEN @firstBatch AND @lastBatch
      AND cursor <= @last
    ORDER BY batch, cursor LIMIT @limit`),
  steps: sql<RowsOf, HistoryStep>(`
    SELECT ${WORK}, try_at AS tryAt, parked_at AS parkedAt,
      failed_at AS failedAt, problem FROM work
    WHERE payment_id = @paymentId AND batch BETWEEN @firstBatch AND @lastBatch
    ORDER BY parked_at IS NULL, batch LIMIT @limit`),
  proposals: sql<RowsOf, ProposalRow>(`
    ${PROPOSAL} WHERE payment_id = @paymentId AND action = 'decideOutcome'
      AND payment_index BETWEEN @first AND @last
    ORDER BY id LIMIT @limit`),
  messages: sql<RowsOf, MessageRow>(`${MESSAGE} ORDER BY batch, part LIMIT @limit`),
  unanswered: sql<RowsOf, MessageRow>(`
    ${MESSAGE} AND open > 0 ORDER BY batch LIMIT @limit`),
  pending: sql<RowsOf, MessageRow>(`
    ${MESSAGE} AND pending > 0 ORDER BY batch LIMIT @limit`),
  answers: sql<RowsOf, AnswerRow>(`
    SELECT message_id AS messageId, payment_index AS "index", answer, reason, ${DOCUMENT},
      received_at AS receivedAt
    FROM scheme_answer LEFT JOIN scheme_delivery ON scheme_delivery.sha256 = delivery
    WHERE payment_id = @paymentId AND batch BETWEEN @firstBatch AND @lastBatch
      AND payment_index BETWEEN @first AND @last
    ORDER BY batch, payment_index LIMIT @limit`),
  returns: sql<RowsOfMessages, ReturnRow>(`
    SELECT message_id AS messageId, payment_index AS "index", return_id AS returnId,
      scheme_return.instrument, amount_minor AS amountMinor, currency, reason,
      scheme_return.received_at AS receivedAt, booked_at AS bookedAt, scheme_return.problem,
      ${DOCUMENT}
    FROM scheme_return JOIN scheme_message ON scheme_message.id = message_id
      LEFT JOIN scheme_delivery ON scheme_delivery.sha256 = delivery
    WHERE ${OF_MESSAGES('scheme_return')} ORDER BY message_id, payment_index LIMIT @limit`),
  enquiries: sql<RowsOfMessages, HistoryEnquiry>(`
    SELECT id, message_id AS messageId, created_at AS createdAt,
      handed_over_at AS handedOverAt, problem
    FROM scheme_enquiry WHERE message_id IN (SELECT value FROM json_each(@messages))
    ORDER BY message_id, number LIMIT @limit`),
  entries: sql<RowsOfMessages, EntryRow>(`
    SELECT message_id AS messageId, payment_index AS "index", account, reference, direction,
      amount_minor AS amountMinor, currency, booking_date AS bookingDate, received_at AS receivedAt,
      problem, delivery
    FROM settlement_entry
    WHERE message_id IN (SELECT value FROM json_each(@messages))
      AND message_id IS NOT NULL
      AND (payment_index IS NULL OR payment_index BETWEEN @first AND @last)
    ORDER BY id LIMIT @limit`),
  problems: sql<RowsOfMessages, HistoryProblem>(`
    ${PROBLEM}
    WHERE message_id IN (SELECT value FROM json_each(@messages)) AND message_id IS NOT NULL
      AND (payment_index IS NULL OR payment_index BETWEEN @first AND @last)
    ORDER BY id LIMIT @limit`),
  openProposals: sql<RowsOf, ProposalRow>(`
    ${PROPOSAL} WHERE ended_at IS NULL AND payment_id = @paymentId
      AND (payment_index IS NULL OR payment_index BETWEEN @first AND @last)
    ORDER BY id LIMIT @limit`),
  openProblems: sql<RowsOf, HistoryProblem>(`
    ${PROBLEM} WHERE payment_id = @paymentId AND ended_at IS NULL
      AND (payment_index IS NULL OR payment_index BETWEEN @first AND @last)
    ORDER BY id LIMIT @limit`),
  events: sql<[string, number], EventRow>(`
    SELECT id, type, resource, resource_id AS resourceId, at, reason, state, errors, error,
      error_description AS errorDescription, push_tries AS pushTries, sequence
    FROM event WHERE resource_id = ? ORDER BY sequence DESC LIMIT ?`),
  paymentsUnder: sql<[string, number], PaymentRow>(`
    SELECT ${PAYMENT} FROM payment WHERE consent_id = ? AND consumes_consent = 0
    ORDER BY created_at DESC, id DESC LIMIT ?`),
};
