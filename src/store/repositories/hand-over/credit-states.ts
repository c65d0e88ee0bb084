import { pageOf } from '../../../domain/schemes/message-credits.ts';
import type { CreditName } from '../../../domain/schemes/messages.ts';
import type { DecidedCredit } from '../../../domain/schemes/proposals.ts';
import { creditStateIn } from '../../../domain/schemes/take-answers.ts';
import { expectDefined } from '../../../shared/assert.ts';
import { sql, type DbCommand } from '../engine.ts';
import type { Messages } from './messages.ts';

/** The states of single credits that were handed over. */
export class CreditStates {
  readonly #messages: Messages;

  constructor(messages: Messages) {
    this.#messages = messages;
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
}

const SQL = {
  findPage: sql<[string, number], { states: Buffer }>(`
    SELECT states FROM scheme_credit_page WHERE message_id = ? AND page = ?`),
  findReturn: sql<[string, number], { returnId: string }>(`
    SELECT return_id AS returnId FROM scheme_return
    WHERE message_id = ? AND payment_index = ?`),
};
