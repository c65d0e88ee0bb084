import type { ActionPlan, ConfirmedAction } from '../../../domain/ports/action-store.ts';
import {
  PROPOSER_ROLES,
  type AbandonRefusal,
  type ActionFacts,
  type ActionProposal,
  type ActionRequest,
  type ActionRequestResult,
  type ActionResult,
  type CurrentFacts,
  type PlannedReturn,
  type ProposedAction,
} from '../../../domain/records/action-proposals.ts';
import type { Act, AuditAction } from '../../../domain/records/audit.ts';
import { INSTRUMENTS } from '../../../domain/schemes/schemes.ts';
import {
  PROPOSAL_VALIDITY_MS,
  answerOf,
  causeOf,
  isProposalLost,
  isSameOperator,
  type OutcomeRefusal,
  type RightsLost,
} from '../../../domain/schemes/proposals.ts';
import { assert, expectDefined } from '../../../shared/assert.ts';
import { parseInstant, type Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { sha256 } from '../digest.ts';
import { rowLock, type DbCommand } from '../engine.ts';
import type { Answers } from '../hand-over/answers.ts';
import type { CreditStates } from '../hand-over/credit-states.ts';
import type { ProblemCommands } from '../hand-over/problem-commands.ts';
import type { Recalls } from '../hand-over/recalls.ts';
import type { Abandonments } from '../payments/abandonment.ts';
import { factReaders, NUMBER, type FactParts } from './action-facts.ts';
import { SQL, proposalOf } from './action-statements.ts';
import type { ProposerRights, Withdrawable } from './proposer-rights.ts';

const LOCK = rowLock('operator_proposal', 'subject');

interface Parts extends FactParts {
  readonly abandonments: Abandonments;
  readonly answers: Answers;
  readonly creditStates: CreditStates;
  readonly recalls: Recalls;
  readonly problemCommands: ProblemCommands;
  readonly auditLog: AuditLog;
  readonly rights: ProposerRights;
}

/** The reason why a proposal is not open. */
interface NotOpen {
  readonly kind: 'unknown' | 'ended' | 'lapsed';
}

/** Actions that one operator proposes and another one confirms. */
export class ActionProposals implements Withdrawable {
  readonly #parts: Parts;
  readonly #facts: ReturnType<typeof factReaders>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#facts = factReaders(parts);
  }

  *factsOf(
    action: ProposedAction,
    subject: string,
    now: Instant,
    returned?: PlannedReturn,
  ): DbCommand<CurrentFacts | undefined> {
    const stored = yield* this.#facts[action](subject, now);
    if (stored === undefined) return undefined;
    const facts = { ...stored, ...returned?.inFile };
    return { facts, hash: hashOf(facts) };
  }

  *propose(request: ActionRequest, act: Act): DbCommand<ActionRequestResult> {
    const { action, subject, reason, seen, plan = null } = request;
    const refused =
      plan !== null && 'recall' in plan
        ? yield* this.#parts.recalls.refusalOf(plan.recall.credit)
        : yield* this.#refusalOf(request, plan, act.at);
    if (refused !== null) return { kind: refused };
    const current = yield* this.#currentOf(request, plan, act.at);
    if (current === undefined) return NOT_POSSIBLE;
    if (seen !== null && seen !== current.hash) return { kind: 'changed' };
    yield* SQL.endLapsed.write(action, subject, act.at);
    const { paymentId = null, index = null } = placeOf(current.facts);
    const added = yield* SQL.add.get({
      action,
      subject,
      paymentId,
      index,
      facts: JSON.stringify(current.facts),
      reason,
      at: act.at,
      lapsesAt: act.at + PROPOSAL_VALIDITY_MS,
      by: act.by.id,
    });
    if (added === undefined) {
      const open = yield* SQL.openOf.get(action, subject);
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
    const isValid = yield* this.#parts.rights.mayPropose(proposedBy, PROPOSER_ROLES[action]);
    if (!isValid) return { kind: 'ended' };
    const refused = yield* this.#refusalOf(proposal, plan, act.at);
    if (refused !== null) return { kind: refused };
    const current = yield* this.#currentOf(proposal, plan, act.at);
    if (current === undefined) return NOT_POSSIBLE;
    if (current.hash !== hashOf(proposal.facts)) return { kind: 'changed' };
    const done = yield* this.#perform(proposal, plan, act);
    if (done.kind !== 'done') return done;
    yield* SQL.end.write(act.at, act.by.id, 'confirmed', id);
    yield* this.#record(act, 'actionConfirmed', proposal);
    return done;
  }

  *withdraw(id: number, act: Act): DbCommand<ActionResult> {
    const proposal = yield* this.#findOpen(id, act.at);
    if (!('action' in proposal)) return proposal;
    yield* SQL.end.write(act.at, act.by.id, 'withdrawn', id);
    yield* this.#record(act, 'actionWithdrawn', proposal);
    return NO_MONEY;
  }

  *withdrawLost(lost: RightsLost, act: Act): DbCommand<void> {
    const open = (yield* SQL.allOpen.all(act.at)).map(proposalOf).filter((proposal) => {
      return isProposalLost(proposal.proposedBy, PROPOSER_ROLES[proposal.action], lost);
    });
    yield* LOCK.acquire(open.map(({ subject }) => subject));
    for (const proposal of open) {
      // Another operator may have ended it before the lock.
      const ended = yield* SQL.end.run(act.at, act.by.id, 'withdrawn', proposal.id);
      if (ended === 0) continue;
      yield* this.#record(act, 'actionWithdrawn', proposal, { cause: causeOf(lost) });
    }
  }

  *find(id: number): DbCommand<ActionProposal | undefined> {
    const row = yield* SQL.find.get(id);
    return row && proposalOf(row);
  }

  *list(
    which: 'open' | 'newest',
    now: Instant,
    limit: number,
  ): DbCommand<readonly ActionProposal[]> {
    const rows = which === 'open' ? yield* SQL.open.all(now, limit) : yield* SQL.newest.all(limit);
    return rows.map(proposalOf);
  }

  /** Locks the payment of an action. Returns why the action is not possible, or null. */
  *#refusalOf(
    { action, subject }: Pick<ActionProposal, 'action' | 'subject'>,
    plan: ActionPlan | null,
    now: Instant,
  ): DbCommand<AbandonRefusal | OutcomeRefusal | 'notPossible' | null> {
    const { abandonments, creditStates, paymentCases } = this.#parts;
    switch (action) {
      case 'abandonWork':
        if (!NUMBER.test(subject)) return 'notPossible';
        return yield* abandonments.refusalOf(Number(subject), now);
      case 'decideOutcome':
        if (plan === null || !('decided' in plan)) return 'notPossible';
        return yield* creditStates.refusalOf(plan.decided.outcome, plan.decided);
      case 'rejectCases':
      case 'releaseCases':
        yield* paymentCases.lock(subject);
        return null;
      default:
        return null;
    }
  }

  /** Returns the facts as they are now. Those of the payment file are in the plan. */
  *#currentOf(
    { action, subject }: Pick<ActionProposal, 'action' | 'subject'>,
    plan: ActionPlan | null,
    now: Instant,
  ): DbCommand<CurrentFacts | undefined> {
    switch (action) {
      case 'decideOutcome':
      case 'recallCredit':
        return plan !== null && 'facts' in plan
          ? { facts: plan.facts, hash: hashOf(plan.facts) }
          : undefined;
      case 'retryReturn':
        return plan !== null && 'inFile' in plan
          ? yield* this.factsOf(action, subject, now, plan)
          : undefined;
      default:
        return yield* this.factsOf(action, subject, now);
    }
  }

  *#perform(
    proposal: ActionProposal,
    plan: ActionPlan | null,
    act: Act,
  ): DbCommand<ConfirmedAction> {
    const { action, subject } = proposal;
    const { abandonments, signIn, consents, recalls, schemeStops, tpps, problemCommands } =
      this.#parts;
    const doneIf = (isDone: boolean) => (isDone ? NO_MONEY : NOT_POSSIBLE);
    switch (action) {
      case 'abandonWork': {
        if (plan === null || !('next' in plan)) return NOT_POSSIBLE;
        return yield* abandonments.abandon(Number(subject), plan.next, act);
      }
      case 'decideOutcome':
        if (plan === null || !('decided' in plan)) return NOT_POSSIBLE;
        yield* this.#parts.answers.takeDecided(answerOf(proposal.id, plan.decided), act.at);
        return NO_MONEY;
      case 'endLockout':
        return doneIf((yield* signIn.unlock(subject, act)) === 'unlocked');
      case 'endPermission':
        return doneIf(yield* consents.withdraw(subject, act));
      case 'planDowntime': {
        const start = expectDefined(parseInstant(subject), 'the start in a proposal');
        return doneIf(yield* this.#parts.apiFigures.mark(start, 'planned', {}, act));
      }
      case 'recallCredit': {
        if (plan === null || !('recall' in plan)) return NOT_POSSIBLE;
        return doneIf((yield* recalls.add(plan.recall, act)) === 'stored');
      }
      case 'rejectCases':
      case 'releaseCases': {
        const decision = action === 'rejectCases' ? 'reject' : 'release';
        yield* this.#parts.paymentCases.decide(proposal, decision, act);
        return NO_MONEY;
      }
      case 'resumeScheme': {
        const instrument = INSTRUMENTS.find((one) => one === subject);
        assert(instrument !== undefined, 'the subject of a proposal is a scheme');
        return doneIf(yield* schemeStops.resume(instrument, act));
      }
      case 'resumeTpp':
        return doneIf(yield* tpps.resume(subject, act));
      case 'retryReturn':
        return doneIf((yield* problemCommands.repeatReturn(Number(subject), act)) === 'done');
    }
  }

  /** Locks the proposals of a subject, and returns one if it is open. */
  *#findOpen(id: number, now: Instant): DbCommand<ActionProposal | NotOpen> {
    const found = yield* this.find(id);
    if (found === undefined) return { kind: 'unknown' };
    yield* LOCK.acquire([found.subject]);
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
    const { Outcome: outcome, 'Reason code': code, Amount: amount } = facts;
    const decided = action === 'decideOutcome' && { outcome, code, amount };
    const about = { ...placeOf(facts), ...decided };
    const factsSha256 = hashOf(facts);
    const detail = { proposal: id, action, proposedBy, factsSha256, ...about, ...more };
    yield* this.#parts.auditLog.append(act, { action: entry, subject, detail });
  }
}

const NO_MONEY = { kind: 'done', returnedPence: 0 } as const;
const NOT_POSSIBLE = { kind: 'notPossible' } as const;

/** Returns the payment that facts name, and the row from 1 with its index, if they name them. */
function placeOf({ Payment: paymentId, Row: row }: ActionFacts) {
  return {
    ...(typeof paymentId === 'string' && { paymentId }),
    ...(row !== undefined && { row: Number(row), index: Number(row) - 1 }),
  };
}

/** Returns the SHA-256 of the JSON text of facts, in hex. */
function hashOf(facts: ActionFacts): string {
  return sha256(JSON.stringify(facts)).toString('hex');
}
