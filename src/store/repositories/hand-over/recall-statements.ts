import type {
  ListedRecall,
  MessageOfCredit,
  PaymentRecallState,
  RecallCount,
} from '../../../domain/ports/recall-store.ts';
import type {
  NewRecall,
  OutgoingRecall,
  RecallState,
  SentRecall,
} from '../../../domain/schemes/recalls.ts';
import type { SentMessage } from '../../../domain/schemes/hand-over.ts';
import { hasRecalls } from '../../../domain/schemes/recalls.ts';
import { INSTRUMENTS, type Instrument } from '../../../domain/schemes/schemes.ts';
import type { Instant } from '../../../shared/time.ts';
import { sql } from '../engine.ts';
import type { AmountRow, ContentRow, TotalRow } from './message-rows.ts';
import { dueUntil, type DueOf } from './scheme-stops.ts';

type NewRow = Pick<NewRecall, 'id' | 'reason' | 'note' | 'content'> &
  Omit<NewRecall['credit'], 'amount'> &
  AmountRow & {
    readonly at: Instant;
    readonly by: string;
    readonly byKind: ListedRecall['requestedByKind'];
  };

type SentRow = Omit<SentRecall, 'amount'> & AmountRow;
type ListedRow = Omit<ListedRecall, 'amount'> & AmountRow;

type MessageRow = Omit<MessageOfCredit, 'total' | 'content'> &
  ContentRow &
  TotalRow &
  Pick<SentMessage, 'leftOut'>;

/** SQL condition: the recall is not refused, and the credit has not come back. */
const IS_UNENDED = `state IN ('open', 'pending', 'accepted')`;

const SENT = `SELECT id, message_id AS messageId, payment_index AS "index", instrument,
    end_to_end_id AS endToEndId, uetr, amount_minor AS amountMinor, currency
  FROM scheme_recall`;

const LISTED = `SELECT scheme_recall.id, scheme_recall.message_id AS messageId,
    scheme_recall.payment_index AS "index", scheme_message.payment_id AS paymentId,
    scheme_recall.instrument, scheme_recall.amount_minor AS amountMinor, scheme_recall.currency,
    scheme_recall.reason, note,
    requested_at AS requestedAt, requested_by AS requestedBy,
    requested_by_kind AS requestedByKind,
    scheme_recall.handed_over_at AS handedOverAt, scheme_recall.attempts, scheme_recall.problem,
    state, answer_code AS answerCode, answered_at AS answeredAt,
    scheme_return.booked_at AS creditedAt, scheme_return.reason AS returnReason
  FROM scheme_recall JOIN scheme_message ON scheme_message.id = scheme_recall.message_id
    LEFT JOIN scheme_return ON scheme_return.message_id = scheme_recall.message_id
      AND scheme_return.payment_index = scheme_recall.payment_index`;

/** Returns SQL that selects the recalls of a scheme that are due, oldest first. */
const dueOf = (instrument: Instrument): string =>
  `SELECT * FROM (
     SELECT id, message_id AS messageId, payment_index AS "index", instrument, content, attempts,
       try_at
     FROM scheme_recall
     WHERE instrument = '${instrument}' AND handed_over_at IS NULL AND state = 'open'
       AND try_at <= ${dueUntil(instrument)}
     ORDER BY try_at, id LIMIT @limit) AS of${instrument}`;

/** The statements about recalls. */
export const SQL = {
  messageOf: sql<[string, number, number, number], MessageRow>(`
    SELECT id, created_at AS createdAt, settlement_date AS settlementDate,
      total_minor AS totalMinor, currency, bank_sort_codes AS bankSortCodes,
      left_out AS leftOut, content, sha256, bytes
    FROM scheme_message
    WHERE payment_id = ? AND batch = ? AND first_index <= ? AND last_index >= ? LIMIT 1`),
  unended: sql<[string, number], { id: string }>(`
    SELECT id FROM scheme_recall
    WHERE message_id = ? AND payment_index = ? AND ${IS_UNENDED}`),
  due: sql<DueOf, OutgoingRecall>(`
    SELECT id, messageId, "index", instrument, content, attempts
    FROM (${INSTRUMENTS.filter(hasRecalls).map(dueOf).join(' UNION ALL ')}) AS due
    ORDER BY try_at, id LIMIT @limit`),
  state: sql<[string], { state: RecallState }>('SELECT state FROM scheme_recall WHERE id = ?'),
  find: sql<[string], SentRow>(`${SENT} WHERE id IN (SELECT value FROM json_each(?))`),
  ofCredit: sql<[string, number], SentRow>(`${SENT} WHERE message_id = ? AND payment_index = ?`),
  listed: {
    newest: sql<[number], ListedRow>(`
      ${LISTED} ORDER BY requested_at DESC, scheme_recall.id DESC LIMIT ?`),
    open: sql<[number], ListedRow>(`
      ${LISTED} WHERE ${IS_UNENDED} ORDER BY requested_at, scheme_recall.id LIMIT ?`),
    payment: sql<[string, number], ListedRow>(`
      ${LISTED} WHERE scheme_message.payment_id = ?
      ORDER BY requested_at, scheme_recall.id LIMIT ?`),
    credit: sql<[string, number, number], ListedRow>(`
      ${LISTED} WHERE scheme_message.payment_id = ? AND scheme_recall.payment_index = ?
      ORDER BY requested_at, scheme_recall.id LIMIT ?`),
  },
  statesOf: sql<[string], PaymentRecallState>(`
    SELECT DISTINCT scheme_message.payment_id AS paymentId, state
    FROM scheme_message JOIN scheme_recall ON scheme_recall.message_id = scheme_message.id
    WHERE scheme_message.payment_id IN (SELECT value FROM json_each(?))
    ORDER BY scheme_message.payment_id, state`),
  count: sql<[], RecallCount>(`
    SELECT instrument, state, COUNT(*) AS recalls, MIN(requested_at) AS oldestAt
    FROM scheme_recall WHERE ${IS_UNENDED} GROUP BY instrument, state`),
  add: sql<NewRow>(`
    INSERT INTO scheme_recall
      (id, message_id, payment_index, instrument, end_to_end_id, uetr, amount_minor, currency,
       reason, note, requested_at, requested_by, requested_by_kind, content, try_at)
    VALUES (@id, @messageId, @index, @instrument, @endToEndId, @uetr, @amountMinor, @currency,
      @reason, @note, @at, @by, @byKind, @content, @at)`),
  markHandedOver: sql<[Instant, string]>(`
    UPDATE scheme_recall SET handed_over_at = ?, problem = NULL
    WHERE id = ? AND handed_over_at IS NULL`),
  postpone: sql<[string, Instant, string]>(`
    UPDATE scheme_recall SET attempts = attempts + 1, problem = ?, try_at = ?
    WHERE id = ? AND handed_over_at IS NULL`),
  // An answer confirms the hand-over, even if its confirmation was lost.
  answer: sql<[RecallState, string | null, Instant, Instant, string]>(`
    UPDATE scheme_recall SET state = ?, answer_code = ?, answered_at = ?,
      handed_over_at = COALESCE(handed_over_at, CAST(? AS BIGINT)), problem = NULL
    WHERE id = ?`),
  endByReturn: sql<[Instant, string, number]>(`
    UPDATE scheme_recall SET state = 'returned', answer_code = NULL, answered_at = ?
    WHERE id = (
      SELECT id FROM scheme_recall WHERE scheme_recall.message_id = ? AND payment_index = ?
      ORDER BY requested_at DESC, id DESC LIMIT 1)`),
};
