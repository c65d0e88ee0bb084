import type { BatchAnswers, HandOverFailure } from '../../../domain/ports/hand-over-store.ts';
import type { ReasonCode } from '../../../domain/records/payment.ts';
import type { RejectedRange, RequestedAnswers } from '../../../domain/ports/schemes.ts';
import type { BatchName } from '../../../domain/records/records.ts';
import type { CreditStateCounts, CreditStateSums } from '../../../domain/schemes/credit-states.ts';
import type {
  MessageState,
  NewMessage,
  OutgoingMessage,
  StoredAnswer,
} from '../../../domain/schemes/hand-over.ts';
import type { ChangedMessage } from '../../../domain/schemes/message-credits.ts';
import type { MinorUnits } from '../../../shared/money.ts';
import type { Instant } from '../../../shared/time.ts';
import { INSTRUMENTS, type Instrument } from '../../../domain/schemes/schemes.ts';
import { expectDefined } from '../../../shared/assert.ts';
import type { Payments } from '../payments/payments.ts';
import { sql, type DbCommand } from '../engine.ts';
import { FIRST_ENQUIRY_MS } from './enquiries.ts';
import {
  contentOf,
  IS_SENT,
  SENT,
  withTotal,
  type ContentRow,
  type SentRow,
  type TotalRow,
} from './message-rows.ts';
import { dueUntil, type DueOf } from './scheme-stops.ts';

/** The messages that hand batches over to a payment hub. */
export class Messages {
  readonly #payments: Payments;

  constructor(payments: Payments) {
    this.#payments = payments;
  }

  *add(batch: BatchName, messages: readonly NewMessage[]): DbCommand<void> {
    yield* this.#payments.lock([batch.paymentId]);
    if (yield* this.exist(batch)) return;
    for (const message of messages) yield* SQL.add.write(rowOf(batch, message));
  }

  *exist({ paymentId, number }: BatchName): DbCommand<boolean> {
    return (yield* SQL.exist.get(paymentId, number)) !== undefined;
  }

  *isAwaited(): DbCommand<boolean> {
    return (yield* SQL.awaited.get()) !== undefined;
  }

  *toHandOver(
    instruments: readonly Instrument[],
    now: Instant,
    limit: number,
  ): DbCommand<readonly OutgoingMessage[]> {
    const wanted = { instruments: JSON.stringify(instruments), now, limit };
    return (yield* SQL.toHandOver.all(wanted)).map(({ content, sha256, bytes, ...message }) => ({
      ...message,
      content: contentOf({ content, sha256, bytes }),
    }));
  }

  readonly markHandedOver = (id: string, now: Instant) => SQL.markHandedOver.write({ now, id });

  readonly postpone = (id: string, { problem, tryAt, refusedAt }: HandOverFailure) =>
    SQL.postpone.write(problem, refusedAt, tryAt, id);

  readonly find = (ids: readonly string[]) => SQL.find.all(JSON.stringify(ids));

  /** Returns the states of messages. The caller has locked their payments. */
  readonly states = (ids: readonly string[]) => SQL.states.all(JSON.stringify(ids));

  *answersOf(
    { paymentId, number }: BatchName,
    { from, limit, only }: RequestedAnswers,
  ): DbCommand<BatchAnswers> {
    const answers =
      only === null
        ? yield* SQL.answersFrom.all(paymentId, number, from, limit)
        : yield* SQL.answersTo.all(paymentId, number, JSON.stringify(only));
    const counted = expectDefined(yield* SQL.countOf.get({ paymentId, number }), 'the counts');
    return {
      ...counted,
      rejected: yield* SQL.rejected.all(paymentId, number, from),
      answers,
    };
  }

  /**
   * Stores the new states of a message's credits. An answer also confirms that the hub has the
   * message, even if the confirmation of the hand-over was lost. The hub is no longer asked when
   * the last open credit is answered. An operator's enquiry about pending credits stays due.
   */
  *save({ id, counts, sums, rest, restReason }: ChangedMessage, now: Instant): DbCommand<void> {
    const minor = {
      pendingMinor: sums.pending,
      acceptedMinor: sums.accepted,
      rejectedMinor: sums.rejected,
    };
    yield* SQL.save.write({ ...counts, ...minor, rest, restReason, id, now });
  }
}

type MessageRow = Omit<NewMessage, 'total' | 'content' | 'handOver'> &
  ContentRow &
  TotalRow & {
    readonly paymentId: string;
    readonly batch: number;
    readonly tryAt: Instant;
    readonly handOverBy: Instant;
  };

/** The sums of credits as stored. The sum of the open ones is the rest of the total. */
interface SumsRow {
  readonly pendingMinor: MinorUnits;
  readonly acceptedMinor: MinorUnits;
  readonly rejectedMinor: MinorUnits;
}

type StateRow = Omit<MessageState, 'counts' | 'sums'> &
  CreditStateCounts &
  SumsRow & { readonly totalMinor: MinorUnits };

type OutgoingRow = Omit<OutgoingMessage, 'content'> & ContentRow;

function rowOf({ paymentId, number: batch }: BatchName, message: NewMessage): MessageRow {
  const { total, content, handOver, ...columns } = message;
  const file = content.kind === 'file' ? content.file : null;
  return {
    ...columns,
    paymentId,
    batch,
    totalMinor: total.minor,
    currency: total.currency,
    tryAt: handOver.from,
    handOverBy: handOver.by,
    content: content.kind === 'text' ? content.text : null,
    sha256: file?.sha256 ?? null,
    bytes: file?.bytes ?? null,
  };
}

function stateOf(row: StateRow): MessageState {
  const { open, pending, accepted, rejected, totalMinor, ...sums } = row;
  const { pendingMinor, acceptedMinor, rejectedMinor, ...message } = sums;
  const openMinor = totalMinor - pendingMinor - acceptedMinor - rejectedMinor;
  const minor: CreditStateSums = {
    open: openMinor,
    pending: pendingMinor,
    accepted: acceptedMinor,
    rejected: rejectedMinor,
  };
  return { ...message, counts: { open, pending, accepted, rejected }, sums: minor };
}

const OF_BATCH = 'payment_id = @paymentId AND batch = @number';

interface SavedRow extends CreditStateCounts, SumsRow {
  readonly rest: string;
  readonly restReason: ReasonCode | null;
  readonly id: string;
  readonly now: Instant;
}

/**
 * Returns SQL that selects the due messages of a scheme, oldest first. It reads one range of an
 * index, which is empty if the scheme is stopped or not requested.
 */
const dueOf = (instrument: Instrument): string =>
  `SELECT * FROM (
     SELECT id, payment_id AS paymentId, batch AS number, instrument, content, sha256, bytes,
       attempts, try_at, hand_over_by AS handOverBy
     FROM scheme_message
     WHERE instrument = '${instrument}' AND handed_over_at IS NULL AND ${IS_SENT}
       AND try_at <= ${dueUntil(instrument)}
     ORDER BY try_at, id LIMIT @limit) AS of${instrument}`;

const SQL = {
  countOf: sql<BatchName, Omit<BatchAnswers, 'rejected' | 'answers'>>(`
    SELECT
      (SELECT CAST(COALESCE(SUM(open), 0) AS BIGINT) FROM scheme_message
       WHERE ${OF_BATCH} AND open > 0) AS open,
      (SELECT CAST(COALESCE(SUM(pending), 0) AS BIGINT) FROM scheme_message
       WHERE ${OF_BATCH} AND pending > 0) AS pending,
      (SELECT bank_sort_codes FROM scheme_message WHERE ${OF_BATCH} LIMIT 1) AS "bankSortCodes"`),
  rejected: sql<[string, number, number], RejectedRange>(`
    SELECT first_index AS first, last_index AS last, rest_reason AS reason FROM scheme_message
    WHERE payment_id = ? AND batch = ? AND rest = 'rejected' AND last_index >= ?
    ORDER BY last_index`),
  answersFrom: sql<[string, number, number, number], StoredAnswer>(`
    SELECT payment_index AS "index", answer, reason FROM scheme_answer
    WHERE payment_id = ? AND batch = ? AND payment_index >= ? ORDER BY payment_index LIMIT ?`),
  answersTo: sql<[string, number, string], StoredAnswer>(`
    SELECT payment_index AS "index", answer, reason FROM scheme_answer
    WHERE payment_id = ? AND batch = ?
      AND payment_index IN (SELECT CAST(value AS BIGINT) FROM json_each(?))
    ORDER BY payment_index`),
  add: sql<MessageRow>(`
    INSERT INTO scheme_message
      (id, payment_id, batch, part, instrument, created_at, settlement_date, first_index,
       last_index, transactions, total_minor, currency, bank_sort_codes, left_out, content,
       sha256, bytes, try_at, hand_over_by, open)
    VALUES (@id, @paymentId, @batch, @part, @instrument, @createdAt, @settlementDate,
      @firstIndex, @lastIndex, @transactions, @totalMinor, @currency, @bankSortCodes, @leftOut,
      @content, @sha256, @bytes, @tryAt, @handOverBy, @transactions)`),
  exist: sql<[string, number], { id: string }>(`
    SELECT id FROM scheme_message WHERE payment_id = ? AND batch = ? LIMIT 1`),
  awaited: sql<[], { paymentId: string }>(`
    SELECT payment_id AS "paymentId" FROM batch
    WHERE state NOT IN ('answered', 'failed') AND state = 'sent' AND EXISTS (
      SELECT 1 FROM scheme_message
      WHERE scheme_message.payment_id = batch.payment_id AND scheme_message.batch = batch.number)
    LIMIT 1`),
  toHandOver: sql<DueOf, OutgoingRow>(`
    SELECT id, paymentId, number, instrument, content, sha256, bytes, attempts, handOverBy
    FROM (${INSTRUMENTS.map(dueOf).join(' UNION ALL ')}) AS due
    ORDER BY try_at, id LIMIT @limit`),
  markHandedOver: sql<{ now: Instant; id: string }>(`
    UPDATE scheme_message SET handed_over_at = @now, problem = NULL, refused_at = NULL,
      enquire_at = CASE WHEN open > 0 THEN CAST(@now AS BIGINT) + ${FIRST_ENQUIRY_MS} END
    WHERE id = @id AND handed_over_at IS NULL`),
  postpone: sql<[string, Instant | null, Instant, string]>(`
    UPDATE scheme_message SET attempts = attempts + 1, problem = ?, refused_at = ?, try_at = ?
    WHERE id = ? AND handed_over_at IS NULL`),
  find: sql<[string], SentRow>(`
    SELECT ${SENT} FROM scheme_message
      JOIN batch ON batch.payment_id = scheme_message.payment_id AND batch.number = scheme_message.batch
    WHERE id IN (SELECT value FROM json_each(?))`).as(withTotal),
  states: sql<[string], StateRow>(`
    SELECT id, payment_id AS paymentId, batch AS number, transactions, open, pending, accepted,
      rejected, total_minor AS totalMinor, pending_minor AS pendingMinor,
      accepted_minor AS acceptedMinor, rejected_minor AS rejectedMinor, rest,
      rest_reason AS restReason
    FROM scheme_message WHERE id IN (SELECT value FROM json_each(?))`).as(stateOf),
  save: sql<SavedRow>(`
    UPDATE scheme_message SET open = @open, pending = @pending, accepted = @accepted,
      rejected = @rejected, pending_minor = @pendingMinor, accepted_minor = @acceptedMinor,
      rejected_minor = @rejectedMinor, rest = @rest, rest_reason = @restReason,
      handed_over_at = COALESCE(handed_over_at, @now), problem = NULL, refused_at = NULL,
      enquire_at = CASE
        WHEN CAST(@open AS BIGINT) = 0 AND (open > 0 OR CAST(@pending AS BIGINT) = 0) THEN NULL
        WHEN handed_over_at IS NULL THEN CAST(@now AS BIGINT) + ${FIRST_ENQUIRY_MS}
        ELSE enquire_at END
    WHERE id = @id`),
};
