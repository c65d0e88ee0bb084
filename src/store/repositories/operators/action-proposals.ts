import type { ActionPlan, ConfirmedAction } from '../../../domain/ports/action-store.ts';
import {
  ACTION_ROLES,
  ACTION_VALIDITY_MS,
  type AbandonRefusal,
  type ActionFacts,
  type ActionProposal,
  type ActionProposalEnd,
  type ActionRequest,
  type ActionRequestResult,
  type ActionResult,
  type CurrentFacts,
  type ProposedAction,
} from '../../../domain/records/action-proposals.ts';
import type { Act, AuditAction } from '../../../domain/records/audit.ts';
import { INSTRUMENTS } from '../../../domain/schemes/schemes.ts';
import {
  causeOf,
  isProposalLost,
  isSameOperator,
  type RightsLost,
} from '../../../domain/schemes/proposals.ts';
import { assert, expectDefined } from '../../../shared/assert.ts';
import type { Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { sha256 } from '../digest.ts';
import type { DbCommand, Engine, Lock } from '../engine.ts';
import type { Recalls } from '../hand-over/recalls.ts';
import type { Abandonments } from '../payments/abandonment.ts';
import { factReaders, STEP, type FactParts } from './action-facts.ts';
import type { ProposerRights, Withdrawable } from './proposer-rights.ts';

interface Parts extends FactParts {
  readonly abandonments: Abandonments;
  readonly recalls: Recalls;
  readonly auditLog: AuditLog;
  readonly rights: ProposerRights;
}

/** Why a proposal is not open. */
interface NotOpen {
  readonly kind: 'unknown' | 'ended' | 'lapsed';
}

/** Actions that one operator proposes and another one confirms. */
export class ActionProposals implements Withdrawable {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #lock: Lock;
  readonly #parts: Parts;
  readonly #facts: ReturnType<typeof factReaders>;

  constructor(engine: Engine, parts: Parts) {
    this.#sql = prepare(engine);
    this.#lock = engine.lock('operator_proposal', 'subject');
    this.#parts = parts;
    this.#facts = factReaders(parts);
  }

  *factsOf(
    action: ProposedAction,
    subject: string,
    now: Instant,
  ): DbCommand<CurrentFacts | undefined> {
    const facts = yield* this.#facts[action](subject, now);
    return facts && { facts, hash: hashOf(facts) };
  }

  *propose(request: ActionRequest, act: Act): DbCommand<ActionRequestResult> {
    const { action, subject, reason, seen } = request;
    const plan = request.recall ?? null;
    const refused =
      plan === null
        ? yield* this.#refusalOf(action, subject, act.at)
        : yield* this.#parts.recalls.refusalOf(plan.recall.credit);
    if (refused !== null) return { kind: refused };
    const current = yield* this.#currentOf(request, plan, act.at);
    if (current === undefined) return NOT_POSSIBLE;
    if (seen !== null && seen !== current.hash) return { kind: 'changed' };
    yield* this.#sql.endLapsed.write(action, subject, act.at);
    const times = { at: act.at, lapsesAt: act.at + ACTION_VALIDITY_MS };
    const row = {
      action,
      subject,
      facts: JSON.stringify(current.facts),
      reason,
      ...times,
      by: act.by.id,
    };
    const added = yield* this.#sql.add.get(row);
    if (added === undefined) {
      const open = yield* this.#sql.openOf.get(action, subject);
      return { kind: 'alreadyProposed', id: expectDefined(open, 'the open proposal').id };
    }
    const proposal = expectDefined(yield* this.find(added.id), 'the new proposal');
    yield* this.#record(act, 'actionProposed', proposal);
    return { kind: 'proposed', proposal };
  }

  *confirm(id: number, plan: ActionPlan | null, act: Act): DbCommand<ConfirmedAction> {
    const proposal = yield* this.#findOpen(id, act.at);
    if (!('action' in proposal)) return proposal;
    if (isSameOperator(proposal.proposedBy, act.by.id)) return { kind: 'sameOperator' };
    const { action, proposedBy } = proposal;
    // It may have been proposed while its operator ended or lost the role.
    const isValid = yield* this.#parts.rights.mayPropose(proposedBy, ACTION_ROLES[action]);
    if (!isValid) return { kind: 'ended' };
    const refused = yield* this.#refusalOf(action, proposal.subject, act.at);
    if (refused !== null) return { kind: refused };
    const current = yield* this.#currentOf(proposal, plan, act.at);
    if (current === undefined) return NOT_POSSIBLE;
    if (current.hash !== hashOf(proposal.facts)) return { kind: 'changed' };
    const done = yield* this.#perform(proposal, plan, act);
    if (done.kind !== 'done') return done;
    yield* this.#sql.end.write(act.at, act.by.id, 'confirmed', id);
    yield* this.#record(act, 'actionConfirmed', proposal);
    return done;
  }

  *withdraw(id: number, act: Act): DbCommand<ActionResult> {
    const proposal = yield* this.#findOpen(id, act.at);
    if (!('action' in proposal)) return proposal;
    yield* this.#sql.end.write(act.at, act.by.id, 'withdrawn', id);
    yield* this.#record(act, 'actionWithdrawn', proposal);
    return NO_MONEY;
  }

  *withdrawLost(lost: RightsLost, act: Act): DbCommand<void> {
    const open = (yield* this.#sql.allOpen.all(act.at)).map(proposalOf).filter((proposal) => {
      return isProposalLost(proposal.proposedBy, ACTION_ROLES[proposal.action], lost);
    });
    yield* this.#lock.acquire(open.map(({ subject }) => subject));
    for (const proposal of open) {
      // Another operator may have ended it before the lock.
      const ended = yield* this.#sql.end.run(act.at, act.by.id, 'withdrawn', proposal.id);
      if (ended === 0) continue;
      yield* this.#record(act, 'actionWithdrawn', proposal, { cause: causeOf(lost) });
    }
  }

  *find(id: number): DbCommand<ActionProposal | undefined> {
    const row = yield* this.#sql.find.get(id);
    return row && proposalOf(row);
  }

  *list(
    which: 'open' | 'newest',
    now: Instant,
    limit: number,
  ): DbCommand<readonly ActionProposal[]> {
    const rows =
      which === 'open' ? yield* this.#sql.open.all(now, limit) : yield* this.#sql.newest.all(limit);
    return rows.map(proposalOf);
  }

  /** Locks the payment of a step to abandon. Returns why the step cannot be abandoned, or null. */
  *#refusalOf(
    action: ProposedAction,
    subject: string,
    now: Instant,
  ): DbCommand<AbandonRefusal | 'notPossible' | null> {
    if (action !== 'abandonWork') return null;
    if (!STEP.test(subject)) return 'notPossible';
    return yield* this.#parts.abandonments.refusalOf(Number(subject), now);
  }

  /** Returns the facts as they are now: those of a recall from the plan, others from the store. */
  *#currentOf(
    { action, subject }: Pick<ActionProposal, 'action' | 'subject'>,
    plan: ActionPlan | null,
    now: Instant,
  ): DbCommand<CurrentFacts | undefined> {
    if (action !== 'recallCredit') return yield* this.factsOf(action, subject, now);
    return plan !== null && 'recall' in plan
      ? { facts: plan.facts, hash: hashOf(plan.facts) }
      : undefined;
  }

  /** Performs the action of a proposal. */
  *#perform(
    { action, subject }: ActionProposal,
    plan: ActionPlan | null,
    act: Act,
  ): DbCommand<ConfirmedAction> {
    const { abandonments, signIn, consents, recalls, schemeStops, tpps } = this.#parts;
    const doneIf = (isDone: boolean) => (isDone ? NO_MONEY : NOT_POSSIBLE);
    switch (action) {
      case 'abandonWork': {
        if (plan === null || !('next' in plan)) return NOT_POSSIBLE;
        return yield* abandonments.abandon(Number(subject), plan.next, act);
      }
      case 'endLockout':
        return doneIf((yield* signIn.unlock(subject, act)) === 'unlocked');
      case 'endPermission':
        return doneIf(yield* consents.withdraw(subject, act));
      case 'recallCredit': {
        if (plan === null || !('recall' in plan)) return NOT_POSSIBLE;
        return doneIf((yield* recalls.add(plan.recall, act)) === 'stored');
      }
      case 'resumeScheme': {
        const instrument = INSTRUMENTS.find((one) => one === subject);
        assert(instrument !== undefined, 'the subject of a proposal is a scheme');
        return doneIf(yield* schemeStops.resume(instrument, act));
      }
      case 'resumeTpp':
        return doneIf(yield* tpps.resume(subject, act));
    }
  }

  /** Locks the proposals of a subject, and returns one if it is open. */
  *#findOpen(id: number, now: Instant): DbCommand<ActionProposal | NotOpen> {
    const found = yield* this.find(id);
    if (found === undefined) return { kind: 'unknown' };
    yield* this.#lock.acquire([found.subject]);
    // Another operator may have ended it before the lock.
    const proposal = expectDefined(yield* this.find(id), `proposal ${String(id)}`);
    if (proposal.end !== null) return { kind: 'ended' };
    return proposal.lapsesAt <= now ? { kind: 'lapsed' } : proposal;
  }

  *#record(
    act: Act,
    entry: AuditAction,
    proposal: ActionProposal,
    more: Readonly<Record<string, string>> = {},
  ): DbCommand<void> {
    const { id, action, subject, proposedBy, facts } = proposal;
    const { Payment: paymentId, Row: row } = facts;
    // The history of a payment finds the entry by the id in the detail, and that of a row by both.
    const payment = {
      ...(paymentId !== undefined && { paymentId }),
      ...(row !== undefined && { row: Number(row), index: Number(row) - 1 }),
    };
    const factsSha256 = hashOf(facts);
    const detail = { proposal: id, action, proposedBy, factsSha256, ...payment, ...more };
    yield* this.#parts.auditLog.append(act, { action: entry, subject, detail });
  }
}

const NO_MONEY = { kind: 'done', returnedPence: 0 } as const;
const NOT_POSSIBLE = { kind: 'notPossible' } as const;

/** Returns the SHA-256 of the JSON text of facts, in hex. */
function hashOf(facts: ActionFacts): string {
  return sha256(JSON.stringify(facts)).toString('hex');
}

/** A proposal row. */
interface Row extends Omit<ActionProposal, 'facts' | 'end'> {
  readonly facts: string;
  readonly endedAt: Instant | null;
  readonly endedBy: string | null;
  readonly ending: ActionProposalEnd['ending'] | null;
}

function proposalOf(row: Row): ActionProposal {
  const { facts, endedAt: at, endedBy: by, ending, ...rest } = row;
  const end = at === null || ending === null ? null : { at, by, ending };
  return { ...rest, facts: JSON.parse(facts) as ActionFacts, end };
}

const PROPOSAL = `SELECT id, action, subject, facts, reason, proposed_at AS "proposedAt",
    proposed_by AS "proposedBy", lapses_at AS "lapsesAt", ended_at AS "endedAt",
    ended_by AS "endedBy", ending
  FROM operator_proposal`;

type NewRow = Pick<ActionProposal, 'action' | 'subject' | 'reason' | 'lapsesAt'> & {
  readonly facts: string;
  readonly at: Instant;
  readonly by: string;
};

function prepare(engine: Engine) {
  return {
    add: engine.prepare<NewRow, { id: number }>(
      `INSERT INTO operator_proposal
         (action, subject, facts, reason, proposed_at, proposed_by, lapses_at)
       VALUES (@action, @subject, @facts, @reason, @at, @by, @lapsesAt)
       ON CONFLICT (action, subject) WHERE ended_at IS NULL DO NOTHING RETURNING id`,
    ),
    endLapsed: engine.prepare<[ProposedAction, string, Instant]>(
      `UPDATE operator_proposal SET ended_at = lapses_at, ending = 'lapsed'
       WHERE action = ? AND subject = ? AND ended_at IS NULL AND lapses_at <= ?`,
    ),
    openOf: engine.prepare<[ProposedAction, string], { id: number }>(
      'SELECT id FROM operator_proposal WHERE action = ? AND subject = ? AND ended_at IS NULL',
    ),
    find: engine.prepare<[number], Row>(`${PROPOSAL} WHERE id = ?`),
    open: engine.prepare<[Instant, number], Row>(
      `${PROPOSAL} WHERE ended_at IS NULL AND lapses_at > ? ORDER BY lapses_at, id LIMIT ?`,
    ),
    allOpen: engine.prepare<[Instant], Row>(
      `${PROPOSAL} WHERE ended_at IS NULL AND lapses_at > ? ORDER BY lapses_at, id`,
    ),
    newest: engine.prepare<[number], Row>(`${PROPOSAL} ORDER BY proposed_at DESC, id DESC LIMIT ?`),
    end: engine.prepare<[Instant, string, ActionProposalEnd['ending'], number]>(
      `UPDATE operator_proposal SET ended_at = ?, ended_by = ?, ending = ?
       WHERE id = ? AND ended_at IS NULL`,
    ),
  };
}
