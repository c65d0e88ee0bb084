import type { Act, AuditAction } from '../../../domain/records/audit.ts';
import type { CreditName } from '../../../domain/schemes/messages.ts';
import {
  answerOf,
  causeOf,
  isProposalLost,
  isSameOperator,
  PROPOSAL_VALIDITY_MS,
  refusalOf,
  type NewProposal,
  type OutcomeRefusal,
  type Proposal,
  type ProposalEnd,
  type ProposalResult,
  type ProposedOutcome,
  type ProposedResult,
  type RightsLost,
} from '../../../domain/schemes/proposals.ts';
import { expectDefined } from '../../../shared/assert.ts';
import type { Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { DbCommand, Engine } from '../engine.ts';
import type { Withdrawable } from '../operators/proposer-rights.ts';
import type { Payments } from '../payments/payments.ts';
import type { Answers } from './answers.ts';
import type { CreditStates } from './credit-states.ts';
import { withAmount, type AmountRow } from './message-rows.ts';
import type { Messages } from './messages.ts';

interface Parts {
  readonly payments: Payments;
  readonly messages: Messages;
  readonly answers: Answers;
  readonly creditStates: CreditStates;
  readonly auditLog: AuditLog;
}

/** The outcomes of credits that operators propose and confirm. */
export class Proposals implements Withdrawable {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #parts: Parts;

  constructor(engine: Engine, parts: Parts) {
    this.#sql = prepare(engine);
    this.#parts = parts;
  }

  *add(proposal: NewProposal, act: Act): DbCommand<ProposedResult> {
    const { messageId, index, amount, outcome, code, reason } = proposal;
    if (!(yield* this.#lockPaymentOf(messageId))) return { kind: 'unknownCredit' };
    const open = yield* this.#sql.openOf.get(messageId, index, act.at);
    if (open !== undefined) return { kind: 'alreadyProposed', id: open.id };
    const refused = yield* this.#refusalOf(outcome, proposal);
    if (refused !== null) return { kind: refused };
    const times = { at: act.at, lapsesAt: act.at + PROPOSAL_VALIDITY_MS };
    const row = { messageId, index, amount, outcome, code, reason, ...times, by: act.by.id };
    const { id } = expectDefined(yield* this.#sql.add.get(row), 'the new proposal');
    const stored = expectDefined(yield* this.#find(id), `proposal ${String(id)}`);
    yield* this.#record(act, 'outcomeProposed', stored);
    return { kind: 'proposed', id };
  }

  *confirm(id: number, act: Act): DbCommand<ProposalResult> {
    const proposal = yield* this.#findOpen(id, act.at);
    if (typeof proposal === 'string') return proposal;
    if (isSameOperator(proposal.proposedBy, act.by.id)) return 'sameOperator';
    const refused = yield* this.#refusalOf(proposal.outcome, proposal);
    if (refused !== null) return refused;
    yield* this.#sql.end.write(act.at, act.by.id, 'confirmed', id);
    yield* this.#parts.answers.takeDecided(answerOf(proposal), act.at);
    yield* this.#record(act, 'outcomeConfirmed', proposal);
    return 'done';
  }

  *withdraw(id: number, act: Act): DbCommand<ProposalResult> {
    const proposal = yield* this.#findOpen(id, act.at);
    if (typeof proposal === 'string') return proposal;
    yield* this.#sql.end.write(act.at, act.by.id, 'withdrawn', id);
    yield* this.#record(act, 'outcomeWithdrawn', proposal);
    return 'done';
  }

  *withdrawLost(lost: RightsLost, act: Act): DbCommand<void> {
    const open = (yield* this.#sql.allOpen.all(act.at)).map(proposalOf).filter(({ proposedBy }) => {
      return isProposalLost(proposedBy, 'approve', lost);
    });
    yield* this.#parts.payments.lock([...new Set(open.map(({ paymentId }) => paymentId))]);
    for (const proposal of open) {
      // Another operator may have ended it before the lock.
      const ended = yield* this.#sql.end.run(act.at, act.by.id, 'withdrawn', proposal.id);
      if (ended === 0) continue;
      yield* this.#record(act, 'outcomeWithdrawn', proposal, { cause: causeOf(lost) });
    }
  }

  *list(which: 'open' | 'newest', now: Instant, limit: number): DbCommand<readonly Proposal[]> {
    const rows =
      which === 'open' ? yield* this.#sql.open.all(now, limit) : yield* this.#sql.newest.all(limit);
    return rows.map(proposalOf);
  }

  /** Locks the payment of a message. Returns false if there is no such message. */
  *#lockPaymentOf(messageId: string): DbCommand<boolean> {
    const [message] = yield* this.#parts.messages.find([messageId]);
    if (message === undefined) return false;
    yield* this.#parts.payments.lock([message.paymentId]);
    return true;
  }

  /** Locks the payment of an open proposal, and returns the proposal. */
  *#findOpen(id: number, now: Instant): DbCommand<Proposal | ProposalResult> {
    const found = yield* this.#find(id);
    if (found === undefined) return 'unknown';
    yield* this.#lockPaymentOf(found.messageId);
    // Another operator may have ended it before the lock.
    const proposal = expectDefined(yield* this.#find(id), `proposal ${String(id)}`);
    if (proposal.end !== null) return 'ended';
    return proposal.lapsesAt <= now ? 'lapsed' : proposal;
  }

  *#find(id: number): DbCommand<Proposal | undefined> {
    const row = yield* this.#sql.find.get(id);
    return row && proposalOf(row);
  }

  /** Returns why a credit cannot have an outcome, or null. The caller has locked its payment. */
  *#refusalOf(outcome: ProposedOutcome, credit: CreditName): DbCommand<OutcomeRefusal | null> {
    const handedOver = yield* this.#sql.handedOver.get(credit.messageId);
    const found = yield* this.#parts.creditStates.find(credit);
    return refusalOf(outcome, { isHandedOver: handedOver !== undefined, ...found });
  }

  *#record(
    act: Act,
    action: AuditAction,
    proposal: Proposal,
    more: Readonly<Record<string, string>> = {},
  ): DbCommand<void> {
    const { id, paymentId, messageId, index, outcome, code, amount, proposedBy } = proposal;
    const { minor: amountMinor, currency } = amount;
    const credit = { paymentId, messageId, index, amountMinor, currency };
    const detail = { ...credit, outcome, code, proposedBy, ...more };
    yield* this.#parts.auditLog.append(act, { action, subject: String(id), detail });
  }
}

export interface ProposalRow extends Omit<Proposal, 'amount' | 'end'>, AmountRow {
  readonly endedAt: Instant | null;
  readonly endedBy: string | null;
  readonly ending: ProposalEnd['ending'] | null;
}

type NewRow = NewProposal & {
  readonly at: Instant;
  readonly by: string;
  readonly lapsesAt: Instant;
};

export function proposalOf(row: ProposalRow): Proposal {
  const { endedAt: at, endedBy: by, ending, ...proposal } = withAmount(row);
  const end = at === null || by === null || ending === null ? null : { at, by, ending };
  return { ...proposal, end };
}

/** SQL query of proposals. */
export const PROPOSAL = `SELECT scheme_proposal.id, message_id AS messageId, payment_index AS "index",
    scheme_message.payment_id AS paymentId, instrument, amount_minor AS amountMinor, currency,
    outcome, code, reason, proposed_at AS proposedAt, proposed_by AS proposedBy,
    lapses_at AS lapsesAt, ended_at AS endedAt, ended_by AS endedBy, ending
  FROM scheme_proposal JOIN scheme_message ON scheme_message.id = message_id`;

function prepare(engine: Engine) {
  return {
    add: engine.prepare<NewRow, { id: number }>(
      `INSERT INTO scheme_proposal
         (message_id, payment_id, payment_index, amount_minor, outcome, code, reason, proposed_at,
          proposed_by, lapses_at)
       VALUES (@messageId, (SELECT payment_id FROM scheme_message WHERE id = @messageId), @index, 
         @amount, @outcome, @code, @reason, @at, @by, @lapsesAt)
       RETURNING id`,
    ),
    find: engine.prepare<[number], ProposalRow>(`${PROPOSAL} WHERE scheme_proposal.id = ?`),
    openOf: engine.prepare<[string, number, Instant], { id: number }>(
      `SELECT id FROM scheme_proposal
       WHERE message_id = ? AND payment_index = ? AND ended_at IS NULL AND lapses_at > ? LIMIT 1`,
    ),
    open: engine.prepare<[Instant, number], ProposalRow>(
      `${PROPOSAL} WHERE ended_at IS NULL AND lapses_at > ?
       ORDER BY lapses_at, scheme_proposal.id LIMIT ?`,
    ),
    allOpen: engine.prepare<[Instant], ProposalRow>(
      `${PROPOSAL} WHERE ended_at IS NULL AND lapses_at > ?
       ORDER BY lapses_at, scheme_proposal.id`,
    ),
    newest: engine.prepare<[number], ProposalRow>(
      `${PROPOSAL} ORDER BY proposed_at DESC, scheme_proposal.id DESC LIMIT ?`,
    ),
    end: engine.prepare<[Instant, string, ProposalEnd['ending'], number]>(
      `UPDATE scheme_proposal SET ended_at = ?, ended_by = ?, ending = ?
       WHERE id = ? AND ended_at IS NULL`,
    ),
    handedOver: engine.prepare<[string], { id: string }>(
      'SELECT id FROM scheme_message WHERE id = ? AND handed_over_at IS NOT NULL',
    ),
  };
}
