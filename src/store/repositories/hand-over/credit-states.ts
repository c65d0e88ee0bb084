import { pageOf } from '../../../domain/schemes/message-credits.ts';
import type { CreditName } from '../../../domain/schemes/messages.ts';
import {
  refusalOf,
  type DecidedCredit,
  type OutcomeRefusal,
  type ProposedOutcome,
} from '../../../domain/schemes/proposals.ts';
import { creditStateIn } from '../../../domain/schemes/take-answers.ts';
import { expectDefined } from '../../../shared/assert.ts';
import type { Instant } from '../../../shared/time.ts';
import { sql, type DbCommand } from '../engine.ts';
import type { Payments } from '../payments/payments.ts';
import type { Messages } from './messages.ts';

/** The states of single credits that were handed over. */
export class CreditStates {
  readonly #messages: Messages;
  readonly #payments: Payments;

  constructor(messages: Messages, payments: Payments) {
    this.#messages = messages;
    this.#payments = payments;
  }

  /** Returns the state of a credit of a stored message. The caller has locked its payment. */
  *find({ messageId, index }: CreditName): DbCommand<Omit<DecidedCredit, 'isHandedOver'>> {
    const [message] = yield* this.#messages.states([messageId]);
    const page = yield* SQL.findPage.get(messageId, pageOf(index));
    const pages = new Map(page && [[pageOf(index), page.states]]);
    const state = creditStateIn({ ...expectDefined(message, messageId), pages }, index);
    const returned = yield* SQL.findReturn.get(messageId, index);
    return { state, cameBack: returned !== undefined };
  }

  /** Locks the payment of a credit. Returns why the credit cannot have an outcome, or null. */
  *refusalOf(outcome: ProposedOutcome, credit: CreditName): DbCommand<OutcomeRefusal | null> {
    const [message] = yield* this.#messages.find([credit.messageId]);
    if (message !== undefined) yield* this.#payments.lock([message.paymentId]);
    return yield* this.obstacleOf(outcome, credit);
  }

  /** Returns why a credit cannot have an outcome, or null. The caller has locked its payment. */
  *obstacleOf(outcome: ProposedOutcome, credit: CreditName): DbCommand<OutcomeRefusal | null> {
    const message = yield* SQL.handedOver.get(credit.messageId);
    if (message === undefined) return 'unknownCredit';
    const isHandedOver = message.handedOverAt !== null;
    return refusalOf(outcome, { isHandedOver, ...(yield* this.find(credit)) });
  }
}

const SQL = {
  findPage: sql<[string, number], { states: Buffer }>(`
    SELECT states FROM scheme_credit_page WHERE message_id = ? AND page = ?`),
  findReturn: sql<[string, number], { returnId: string }>(`
    SELECT return_id AS returnId FROM scheme_return
    WHERE message_id = ? AND payment_index = ?`),
  handedOver: sql<[string], { handedOverAt: Instant | null }>(
    'SELECT handed_over_at AS handedOverAt FROM scheme_message WHERE id = ?',
  ),
};
