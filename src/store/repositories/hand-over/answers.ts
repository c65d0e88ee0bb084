import type { ReasonCode } from '../../../domain/records/payment.ts';
import type { BatchName } from '../../../domain/records/records.ts';
import type {
  MatchedAnswer,
  MatchedSlice,
  WaitingReturn,
} from '../../../domain/schemes/hand-over.ts';
import {
  pageOf,
  type LoadedMessage,
  type PendingCredit,
} from '../../../domain/schemes/message-credits.ts';
import {
  takeAnswers,
  type SliceChanges,
  type SliceContext,
  type StoredReturn,
} from '../../../domain/schemes/take-answers.ts';
import type { ReturnProblem } from '../../../domain/schemes/hub-problems.ts';
import type { CreditName } from '../../../domain/schemes/messages.ts';
import { assert, expectDefined } from '../../../shared/assert.ts';
import type { MinorUnits } from '../../../shared/money.ts';
import type { Instant } from '../../../shared/time.ts';
import { sql, type DbCommand } from '../engine.ts';
import type { Payments } from '../payments/payments.ts';
import type { WorkList } from '../payments/work.ts';
import type { Bacs } from './bacs.ts';
import type { Entries } from '../settlement/entries.ts';
import type { Deliveries } from './deliveries.ts';
import type { Messages } from './messages.ts';
import type { Problems } from './problems.ts';
import type { Recalls } from './recalls.ts';

interface Parts {
  readonly payments: Payments;
  readonly work: WorkList;
  readonly messages: Messages;
  readonly deliveries: Deliveries;
  readonly problems: Problems;
  readonly recalls: Recalls;
  readonly bacs: Bacs;
  readonly entries: Entries;
}

/** The answers of schemes to the credits that were handed over, and the credits that came back. */
export class Answers {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  *take(sha256: string, slice: MatchedSlice, now: Instant): DbCommand<number | null> {
    const { deliveries, payments, messages, problems, recalls, bacs } = this.#parts;
    if (!(yield* deliveries.advance(sha256, slice))) return null;
    const ids = [...new Set([...slice.answers, ...slice.groups].map((one) => one.messageId))];
    const recalled = slice.recalls.map((one) => one.messageId);
    const sent = yield* messages.find([...ids, ...recalled]);
    yield* payments.lock([...new Set(sent.map(({ paymentId }) => paymentId))].sort());
    const changes = yield* this.#apply(ids, slice, { delivery: sha256, now });
    const contradictions = yield* recalls.takeAnswers(slice.recalls, now);
    const unusable = [...changes.unusable, ...contradictions];
    yield* problems.addAnswers(sha256, unusable);
    yield* bacs.addAdvices(sha256, slice.advices ?? [], now);
    return unusable.length;
  }

  /**
   * Applies an answer or a return that two operators decided, without a document. The caller has
   * locked the payment, and has verified that the credit can have this outcome.
   */
  *takeDecided(answer: MatchedAnswer, now: Instant): DbCommand<void> {
    const slice = { from: 0, to: 1, groups: [], recalls: [], unusable: [], isLast: true };
    const decided = { ...slice, answers: [answer] };
    const { unusable } = yield* this.#apply([answer.messageId], decided, { delivery: null, now });
    assert(unusable.length === 0, `the decision about ${answer.messageId} is possible`);
  }

  *#apply(ids: readonly string[], slice: MatchedSlice, source: Source): DbCommand<SliceChanges> {
    const found = yield* this.#load(ids, slice, source.delivery);
    const changes = takeAnswers(found, slice);
    yield* this.#save(changes, found, source);
    for (const batch of changes.batches) yield* this.#collectNow(batch, source.now);
    return changes;
  }

  readonly waitingReturns = (limit: number) => SQL.waitingReturns.all(limit);

  *endReturn(
    { messageId, index }: CreditName,
    problem: ReturnProblem | null,
    now: Instant,
  ): DbCommand<void> {
    const bookedAt = problem === null ? now : null;
    const isNew = (yield* SQL.endReturn.run(bookedAt, problem, messageId, index)) === 1;
    if (isNew && problem !== null) {
      yield* this.#parts.problems.addReturn({ messageId, index }, problem);
    }
  }

  /** Schedules a return that could not be booked to be booked again. */
  readonly repeatReturn = ({ messageId, index }: CreditName) =>
    SQL.repeatReturn.write(messageId, index);

  /** Loads the messages with the pages of the answered credits, and the stored returns. */
  *#load(
    ids: readonly string[],
    slice: MatchedSlice,
    sha256: string | null,
  ): DbCommand<SliceContext> {
    const messages = new Map<string, LoadedMessage>();
    const rejectedByOperators: CreditName[] = [];
    for (const state of yield* this.#parts.messages.states(ids)) {
      const answers = slice.answers.filter(({ messageId }) => messageId === state.id);
      const wanted = [...new Set(answers.map(({ index }) => pageOf(index)))];
      const pages = new Map<number, Uint8Array>();
      for (const page of state.transactions === 1 ? [] : wanted) {
        const row = yield* SQL.findPage.get(state.id, page);
        if (row !== undefined) pages.set(page, row.states);
      }
      messages.set(state.id, { ...state, pages, pendingBefore: [] });
    }
    for (const { messageId } of slice.groups) {
      const message = messages.get(messageId);
      if (message === undefined) continue;
      const pendingBefore = yield* SQL.pendingBefore.all(messageId, sha256 ?? '');
      const pages = new Map(message.pages);
      for (const page of new Set(pendingBefore.map(({ index }) => pageOf(index)))) {
        const row = pages.has(page) ? undefined : yield* SQL.findPage.get(messageId, page);
        if (row !== undefined) pages.set(page, row.states);
      }
      messages.set(messageId, { ...message, pages, pendingBefore });
      if (message.counts.rejected > 0)
        rejectedByOperators.push(...(yield* SQL.rejectedByOperators.all(messageId)));
    }
    const returned = slice.answers.filter((answer) => answer.returned !== null);
    const returns: StoredReturn[] = [];
    for (const { messageId, index } of returned) {
      const known = yield* SQL.findReturn.get(messageId, index);
      if (known !== undefined) returns.push(known);
    }
    return { messages, returns, rejectedByOperators };
  }

  *#save(
    changes: SliceChanges,
    { messages }: SliceContext,
    { delivery, now }: Source,
  ): DbCommand<void> {
    const batchOf = (id: string): BatchName => expectDefined(messages.get(id), `message ${id}`);
    for (const message of changes.messages) {
      yield* this.#parts.messages.save(message, now);
      for (const [page, states] of message.pages) {
        yield* SQL.savePage.write(message.id, page, Buffer.from(states));
      }
    }
    for (const { messageId, ...answer } of changes.answers) {
      const { paymentId, number } = batchOf(messageId);
      const row = { paymentId, batch: number, messageId, ...answer, delivery };
      yield* SQL.saveAnswer.write(row);
    }
    for (const { messageId, index } of changes.accepted) {
      const { paymentId, number } = batchOf(messageId);
      yield* SQL.dropAnswer.write(paymentId, number, index);
    }
    for (const { messageId, index, returnId, amount, reason } of changes.returns) {
      const row = { messageId, index, returnId, amount, reason, delivery, now };
      yield* SQL.addReturn.write(row);
      yield* this.#parts.recalls.endByReturn(row, now);
      yield* this.#parts.entries.adoptReturn({ messageId, index });
    }
  }

  /** Makes the step that collects the answers to a batch due, if none of its credits is open. */
  *#collectNow({ paymentId, number }: BatchName, now: Instant): DbCommand<void> {
    const open = yield* SQL.findOpen.get(paymentId, number);
    if (open !== undefined) return;
    yield* this.#parts.work.collectNow(paymentId, number, now);
    // A round in progress may have read the previous answers, so another one follows at once.
    yield* SQL.askAgainNow.write(now, paymentId, number);
  }
}

/** The document with the answers, or null for a decision of operators, and the time. */
interface Source {
  readonly delivery: string | null;
  readonly now: Instant;
}

interface AnswerRow {
  readonly paymentId: string;
  readonly batch: number;
  readonly index: number;
  readonly messageId: string;
  readonly amount: MinorUnits;
  readonly answer: string;
  readonly reason: ReasonCode;
  readonly delivery: string | null;
}

type ReturnRow = StoredReturn & Source;

const SQL = {
  findReturn: sql<[string, number], StoredReturn>(`
    SELECT message_id AS messageId, payment_index AS "index", return_id AS returnId,
      amount_minor AS amount, reason
    FROM scheme_return WHERE message_id = ? AND payment_index = ?`),
  addReturn: sql<ReturnRow>(`
    INSERT INTO scheme_return
      (message_id, payment_index, instrument, return_id, amount_minor, reason, delivery,
       received_at)
    VALUES (@messageId, @index, (SELECT instrument FROM scheme_message WHERE id = @messageId),
      @returnId, @amount, @reason, @delivery, @now)`),
  // A credit comes back to the debtor only after the answer to it was booked.
  waitingReturns: sql<[number], WaitingReturn>(`
    SELECT message_id AS messageId, payment_index AS "index", return_id AS returnId, reason,
      received_at AS receivedAt, scheme_message.payment_id AS paymentId,
      scheme_message.batch AS number
    FROM scheme_return
      JOIN scheme_message ON scheme_message.id = message_id
      JOIN batch ON batch.payment_id = scheme_message.payment_id
        AND batch.number = scheme_message.batch
    WHERE booked_at IS NULL AND scheme_return.problem IS NULL
      AND (batch.state IN ('answered', 'failed') OR batch.round > 0)
      AND NOT EXISTS (
        SELECT 1 FROM credit_outcome
        WHERE credit_outcome.payment_id = scheme_message.payment_id
          AND credit_outcome.payment_index = scheme_return.payment_index
          AND credit_outcome.status = 'Pending')
    ORDER BY received_at, message_id, payment_index LIMIT ?`),
  endReturn: sql<[Instant | null, string | null, string, number]>(`
    UPDATE scheme_return SET booked_at = ?, problem = ?
    WHERE message_id = ? AND payment_index = ? AND booked_at IS NULL AND problem IS NULL`),
  repeatReturn: sql<[string, number]>(`
    UPDATE scheme_return SET problem = NULL
    WHERE message_id = ? AND payment_index = ? AND problem IS NOT NULL`),
  findPage: sql<[string, number], { states: Buffer }>(`
    SELECT states FROM scheme_credit_page WHERE message_id = ? AND page = ?`),
  savePage: sql<[string, number, Buffer]>(`
    INSERT INTO scheme_credit_page (message_id, page, states) VALUES (?, ?, ?)
    ON CONFLICT (message_id, page) DO UPDATE SET states = excluded.states`),
  pendingBefore: sql<[string, string], PendingCredit>(`
    SELECT payment_index AS "index", amount_minor AS amount FROM scheme_answer
    WHERE message_id = ? AND answer = 'pending' AND delivery <> ? ORDER BY payment_index`),
  rejectedByOperators: sql<[string], CreditName>(`
    SELECT message_id AS messageId, payment_index AS "index" FROM scheme_answer
    WHERE message_id = ? AND answer = 'rejected' AND delivery IS NULL
    ORDER BY payment_index`),
  saveAnswer: sql<AnswerRow>(`
    INSERT INTO scheme_answer
      (payment_id, batch, payment_index, message_id, amount_minor, answer, reason, delivery)
    VALUES (@paymentId, @batch, @index, @messageId, @amount, @answer, @reason, @delivery)
    ON CONFLICT (payment_id, batch, payment_index) DO UPDATE SET answer = excluded.answer,
      reason = excluded.reason, delivery = excluded.delivery`),
  dropAnswer: sql<[string, number, number]>(`
    DELETE FROM scheme_answer WHERE payment_id = ? AND batch = ? AND payment_index = ?`),
  askAgainNow: sql<[Instant, string, number]>(`
    UPDATE batch SET ask_again_at = ?
    WHERE payment_id = ? AND number = ? AND ask_again_at IS NOT NULL`),
  findOpen: sql<[string, number], { id: string }>(`
    SELECT id FROM scheme_message WHERE payment_id = ? AND batch = ? AND open > 0 LIMIT 1`),
};
