import type {
  ListedRecall,
  MessageOfCredit,
  RecallStore,
} from '../../../domain/ports/recall-store.ts';
import type { Act } from '../../../domain/records/audit.ts';
import type { BatchName } from '../../../domain/records/records.ts';
import type { UnusableAnswer } from '../../../domain/schemes/hand-over.ts';
import { creditIdOf, leftOutOf, type CreditName } from '../../../domain/schemes/messages.ts';
import {
  effectOfRecallAnswer,
  type MatchedRecallAnswer,
  type NewRecall,
  type RecallResult,
  type SentRecall,
} from '../../../domain/schemes/recalls.ts';
import type { Instrument } from '../../../domain/schemes/schemes.ts';
import { expectDefined } from '../../../shared/assert.ts';
import type { Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { DbCommand } from '../engine.ts';
import type { Payments } from '../payments/payments.ts';
import type { CreditStates } from './credit-states.ts';
import { contentOf, withAmount, withTotal } from './message-rows.ts';
import type { Messages } from './messages.ts';
import { SQL } from './recall-statements.ts';

interface Parts {
  readonly messages: Messages;
  readonly creditStates: CreditStates;
  readonly payments: Payments;
  readonly auditLog: AuditLog;
}

/** The recalls of credits that a scheme has accepted. */
export class Recalls {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  *messageOf(
    { paymentId, number }: BatchName,
    index: number,
  ): DbCommand<MessageOfCredit | undefined> {
    const row = yield* SQL.messageOf.get(paymentId, number, index, index);
    if (row === undefined) return undefined;
    const { content, sha256, bytes, leftOut, ...message } = row;
    if (leftOutOf({ leftOut }).includes(index)) return undefined;
    return { ...withTotal(message), content: contentOf({ content, sha256, bytes }) };
  }

  /** Stores a recall. Two requests for the same credit at the same time store one. */
  *add(recall: NewRecall, act: Act): DbCommand<RecallResult> {
    const { id, credit, reason, note, content } = recall;
    const { messageId, index, instrument, amount } = credit;
    const { payments, messages, auditLog } = this.#parts;
    const [message] = yield* messages.find([messageId]);
    const { paymentId } = expectDefined(message, `message ${messageId}`);
    yield* payments.lock([paymentId]);
    const refusal = yield* this.refusalOf(credit);
    if (refusal !== null) return refusal;
    yield* SQL.add.write({
      ...{ id, messageId, index, instrument, reason, note, content },
      ...{ endToEndId: credit.endToEndId, uetr: credit.uetr },
      ...{ amountMinor: amount.minor, currency: amount.currency },
      ...{ at: act.at, by: act.by.id },
      byKind: act.by.kind === 'customer' ? 'customer' : 'operator',
    });
    const detail = { paymentId, index, messageId, reason };
    yield* auditLog.append(act, { action: 'hubRecalled', subject: id, detail });
    return 'stored';
  }

  readonly due = (instruments: readonly Instrument[], now: Instant, limit: number) =>
    SQL.due.all({ instruments: JSON.stringify(instruments), now, limit });

  readonly markHandedOver = (id: string, now: Instant) => SQL.markHandedOver.write(now, id);

  *postpone(
    id: string,
    { problem, tryAt }: Parameters<RecallStore['postponeRecall']>[1],
  ): DbCommand<void> {
    yield* SQL.postpone.write(problem, tryAt, id);
  }

  *find(ids: readonly string[], credits: readonly CreditName[]): DbCommand<readonly SentRecall[]> {
    const rows = [...(yield* SQL.find.all(JSON.stringify(ids)))];
    for (const { messageId, index } of new Map(
      credits.map((one) => [creditIdOf(one), one]),
    ).values())
      rows.push(...(yield* SQL.ofCredit.all(messageId, index)));
    return [...new Map(rows.map((row) => [row.id, withAmount(row)])).values()];
  }

  *list(
    which: Parameters<RecallStore['listRecalls']>[0],
    limit: number,
  ): DbCommand<readonly ListedRecall[]> {
    return (yield* this.#listed(which, limit)).map(withAmount);
  }

  #listed(which: Parameters<RecallStore['listRecalls']>[0], limit: number) {
    const { listed } = SQL;
    if (which.by === 'payment') return listed.payment.all(which.id, limit);
    if (which.by === 'credit') return listed.credit.all(which.paymentId, which.index, limit);
    return listed[which.by].all(limit);
  }

  readonly statesOf = (paymentIds: readonly string[]) =>
    SQL.statesOf.all(JSON.stringify(paymentIds));

  readonly count = () => SQL.count.all();

  /**
   * Applies the answers to recalls. Returns those that contradict earlier ones. The caller has
   * locked the payments of their credits.
   */
  *takeAnswers(
    answers: readonly MatchedRecallAnswer[],
    now: Instant,
  ): DbCommand<readonly UnusableAnswer[]> {
    const unusable: UnusableAnswer[] = [];
    for (const answer of answers) {
      const { recallId, meaning, code, position, messageId, index } = answer;
      const row = expectDefined(yield* SQL.state.get(recallId), recallId);
      const effect = effectOfRecallAnswer(row.state, meaning);
      if (effect.kind === 'change') yield* SQL.answer.write(meaning, code, now, now, recallId);
      if (effect.kind !== 'contradiction') continue;
      const problem = effect.contradiction;
      unusable.push({ position, problem, messageId, index, facts: JSON.stringify(answer) });
    }
    return unusable;
  }

  /** Ends the newest recall of a credit that came back, if it has one. */
  readonly endByReturn = ({ messageId, index }: CreditName, now: Instant) =>
    SQL.endByReturn.write(now, messageId, index);

  /** Returns why a credit cannot be recalled now, or null. The caller has locked its payment. */
  *refusalOf({ messageId, index }: CreditName): DbCommand<Exclude<RecallResult, 'stored'> | null> {
    const { state, cameBack } = yield* this.#parts.creditStates.find({ messageId, index });
    if (cameBack) return 'cameBack';
    if (state === 'rejected') return 'rejected';
    if (state !== 'accepted') return 'notAccepted';
    return (yield* SQL.unended.get(messageId, index)) === undefined ? null : 'recalled';
  }
}
