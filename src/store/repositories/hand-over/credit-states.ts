import { pageOf } from '../../../domain/schemes/message-credits.ts';
import type { CreditName } from '../../../domain/schemes/messages.ts';
import type { DecidedCredit } from '../../../domain/schemes/proposals.ts';
import { creditStateIn } from '../../../domain/schemes/take-answers.ts';
import { expectDefined } from '../../../shared/assert.ts';
import type { DbCommand, Engine } from '../engine.ts';
import type { Messages } from './messages.ts';

/** The states of single credits that were handed over. */
export class CreditStates {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #messages: Messages;

  constructor(engine: Engine, messages: Messages) {
    this.#sql = prepare(engine);
    this.#messages = messages;
  }

  /** Returns the state of a credit of a stored message. The caller has locked its payment. */
  *find({ messageId, index }: CreditName): DbCommand<Omit<DecidedCredit, 'isHandedOver'>> {
    const [message] = yield* this.#messages.states([messageId]);
    const page = yield* this.#sql.findPage.get(messageId, pageOf(index));
    const pages = new Map(page && [[pageOf(index), page.states]]);
    const state = creditStateIn({ ...expectDefined(message, messageId), pages }, index);
    const returned = yield* this.#sql.findReturn.get(messageId, index);
    return { state, cameBack: returned !== undefined };
  }
}

function prepare(engine: Engine) {
  return {
    findPage: engine.prepare<[string, number], { states: Buffer }>(
      'SELECT states FROM scheme_credit_page WHERE message_id = ? AND page = ?',
    ),
    findReturn: engine.prepare<[string, number], { returnId: string }>(
      `SELECT return_id AS returnId FROM scheme_return
       WHERE message_id = ? AND payment_index = ?`,
    ),
  };
}
