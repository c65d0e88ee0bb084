import { isReleasedHold, waitUntil } from '../../../domain/execution/screening.ts';
import { CASES_CURSOR, type OperatorDecision } from '../../../domain/ports/screening-store.ts';
import type { ReadyStep } from '../../../domain/ports/store.ts';
import { serviceActor, type Act, type AuditAction } from '../../../domain/records/audit.ts';
import type { NewBatch } from '../../../domain/ports/booking.ts';
import type { BatchName, Work } from '../../../domain/records/records.ts';
import type {
  CaseCounts,
  CaseDecision,
  CaseDecisionResult,
  CaseWithdrawal,
  DecidedBy,
  NewCase,
  OutsideDecision,
  ProposedCaseDecision,
  ScreeningCase,
} from '../../../domain/records/screening.ts';
import {
  causeOf,
  isProposalLost,
  isSameOperator,
  type RightsLost,
} from '../../../domain/schemes/proposals.ts';
import type { Instant } from '../../../shared/time.ts';
import { expectDefined } from '../../../shared/assert.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { DbCommand } from '../engine.ts';
import type { ProposerRights, Withdrawable } from '../operators/proposer-rights.ts';
import type { Payments } from '../payments/payments.ts';
import type { WorkList } from '../payments/work.ts';
import type { Settings } from '../settings.ts';
import { caseOf, outsideOperator, SQL, type Step } from './case-statements.ts';

/** The id of a payment for the screening: its resource, batch and index. */
const SCREENING_ID = /^([^.]+)\.(\d{1,9})\.\d{1,9}$/;

type Detail = Readonly<Record<string, string | null>>;

interface Parts {
  readonly payments: Payments;
  readonly work: WorkList;
  readonly settings: Settings;
  readonly auditLog: AuditLog;
  readonly rights: ProposerRights;
}

/**
 * The booking steps that the bank's screening holds. Each command locks the payment of its case
 * first, so that a case is decided once.
 */
export class ScreeningCases implements Withdrawable {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  *find({ paymentId, batch, cursor }: Step): DbCommand<ScreeningCase | undefined> {
    const row = yield* SQL.ofStep.get(paymentId, batch, cursor, cursor);
    return row && caseOf(row);
  }

  /**
   * Opens a case, unless the step has one, and defers the step to its limit. Does not defer a step
   * whose case is decided. A released hold of an operator may be followed by a case. The step of a
   * new case gets a new id, because another run of it may have been accepted before.
   */
  *open(work: Work, opened: NewCase, now: Instant): DbCommand<void> {
    yield* this.#parts.payments.lock([work.paymentId]);
    const [step] = yield* this.#parts.work.findAll([work.id]);
    if (step === undefined) return;
    const found = yield* this.find(step);
    const known = found && isReleasedHold(found) ? undefined : found;
    if (known?.decided === null) yield* this.#parts.work.defer(step.id, waitUntil(known, now));
    if (known !== undefined) return;
    yield* this.add(step, opened, now);
    yield* this.#parts.work.replace(step.id, waitUntil(opened, now));
    yield* this.#takeEarly(opened, now);
  }

  /** Adds the case of a step. The caller adds or defers the step. */
  *add(step: Step, opened: NewCase, now: Instant): DbCommand<void> {
    const { paymentId: subject, batch } = step;
    const { bankCaseId, payments } = opened;
    const added = yield* this.insert(step, opened, now);
    // The step had a case already, because an earlier run opened it.
    if (added === undefined) return;
    const what = { caseId: added.id, class: opened.class, bankCaseId, batch, payments };
    const detail = { ...what, reasons: opened.reasons.join(' ') };
    const act = { at: now, by: serviceActor('screening') };
    yield* this.#parts.auditLog.append(act, { action: 'screeningHeld', subject, detail });
  }

  /** Adds the row of a case. Returns undefined if the step has such a case already. */
  *insert(
    { paymentId, batch, cursor }: Step,
    { reasons, ...columns }: NewCase,
    now: Instant,
  ): DbCommand<{ readonly id: number } | undefined> {
    const row = { ...columns, paymentId, batch, cursor, reasons: JSON.stringify(reasons) };
    return yield* SQL.add.get({ ...row, openedAt: now });
  }

  /** Adds the cases of batches that are held. The first batch has the given number. */
  *addAll(
    { paymentId, number: first }: BatchName,
    batches: readonly Pick<NewBatch, 'held'>[],
    now: Instant,
  ): DbCommand<void> {
    for (const [index, { held }] of batches.entries()) {
      if (held === undefined) continue;
      yield* this.add({ paymentId, batch: first + index, cursor: 0 }, held, now);
      yield* this.#takeEarly(held, now);
    }
  }

  /** Records the payments of a step that the screening rejected or did not answer. */
  *record(ready: ReadyStep, now: Instant): DbCommand<void> {
    const { audited = [] } =
      ready.step === 'book' ? ready.booking : ready.step === 'refuse' ? ready : {};
    const by = serviceActor('screening');
    for (const entry of audited) yield* this.#parts.auditLog.append({ at: now, by }, entry);
  }

  *list(limit: number): DbCommand<readonly ScreeningCase[]> {
    return (yield* SQL.list.all(limit)).map(caseOf);
  }

  *ofPayments(paymentIds: readonly string[]): DbCommand<readonly ScreeningCase[]> {
    return (yield* SQL.ofPayments.all(JSON.stringify(paymentIds))).map(caseOf);
  }

  *count(): DbCommand<CaseCounts> {
    return (yield* SQL.count.get()) ?? { open: 0, nextEndsAt: null };
  }

  /** Returns true if a step has a case and has not been performed. */
  *hasHeldSteps(): DbCommand<boolean> {
    return (yield* SQL.heldStep.get()) !== undefined;
  }

  /** Proposes a decision, or confirms the proposal of another operator. */
  *decide(
    { id, decision, reason, isConfirmation }: OperatorDecision,
    act: Act,
  ): DbCommand<CaseDecisionResult> {
    const found = yield* this.#lockOpen(id);
    if (typeof found === 'string') return found;
    const { proposed } = found;
    const decided = { decision, by: act.by.id, at: act.at };
    const isAgreed = proposed?.decision === decision;
    const isExpected = isConfirmation ? isAgreed : proposed === null;
    if (isConfirmation !== undefined && !isExpected) return 'changed';
    if (!isAgreed) {
      yield* this.#propose(found, { ...decided, reason });
      yield* this.#record(act, 'screeningProposed', found, { decision, reason });
      return 'proposed';
    }
    if (isSameOperator(proposed.by, act.by.id)) return 'sameOperator';
    // It may have been proposed while its operator ended or lost the role.
    if (!(yield* this.#parts.rights.mayPropose(proposed.by, 'operate'))) return 'changed';
    yield* this.#decide(found, decided);
    const proposedBy = proposed.by;
    yield* this.#record(act, 'screeningDecided', found, { decision, reason, proposedBy });
    return 'decided';
  }

  *withdraw(id: number, act: Act): DbCommand<CaseWithdrawal> {
    const found = yield* this.#lockOpen(id);
    if (typeof found === 'string') return found;
    if (found.proposed === null) return 'changed';
    yield* this.#withdraw(found, act);
    return 'done';
  }

  *withdrawLost(lost: RightsLost, act: Act): DbCommand<void> {
    const isLost = ({ proposed }: ScreeningCase) =>
      proposed !== null && isProposalLost(proposed.by, 'operate', lost);
    const open = (yield* SQL.proposed.all()).map(caseOf).filter(isLost);
    yield* this.#parts.payments.lock([...new Set(open.map(({ paymentId }) => paymentId))]);
    for (const { id } of open) {
      // It may have been decided, or proposed by another operator, before the lock.
      const found = yield* this.#lockOpen(id);
      if (typeof found === 'string' || !isLost(found)) continue;
      yield* this.#withdraw(found, act, { cause: causeOf(lost) });
    }
  }

  *end(id: number, act: Act): DbCommand<CaseDecision> {
    const found = expectDefined(yield* this.#lock(id), `screening case ${String(id)}`);
    if (found.decided !== null) return found.decided.decision;
    yield* this.#decide(found, { decision: 'reject', by: act.by.id, at: act.at });
    yield* this.#record(act, 'screeningEnded', found, { decision: 'reject' });
    return 'reject';
  }

  /**
   * Stores decisions of the bank's case system. A decision needs two people there: one proposes it,
   * the other confirms it. Returns how many cases are decided now. Also stores the position in the
   * feed. A decision about a payment that has no case yet is kept until its step is booked.
   */
  *takeOutside(decisions: readonly OutsideDecision[], cursor: string, act: Act): DbCommand<number> {
    yield* this.#parts.settings.writeSetting(CASES_CURSOR, cursor);
    if (decisions.length > 0) yield* SQL.dropEarly.write();
    let count = 0;
    for (const one of decisions) if (yield* this.#takeOne(one, act)) count += 1;
    return count;
  }

  /** Applies the decisions that arrived before a case, in their order. */
  *#takeEarly({ screeningId }: NewCase, at: Instant): DbCommand<void> {
    if (screeningId === null) return;
    const rows = yield* SQL.takeEarly.all(screeningId);
    const act = { at, by: serviceActor('screening') };
    for (const { decision, decidedBy } of [...rows].sort((one, other) => one.id - other.id)) {
      yield* this.#takeOne({ screeningId, decision, by: JSON.parse(decidedBy) as string[] }, act);
    }
  }

  /** Keeps a decision about a payment that has no case, if its step may open one. */
  *#keepEarly({ screeningId, decision, by }: OutsideDecision): DbCommand<void> {
    const [, paymentId = '', batch] = SCREENING_ID.exec(screeningId) ?? [];
    const step = [paymentId, Number(batch)] as const;
    if (batch === undefined || (yield* SQL.hasStep.get(...step)) === undefined) return;
    yield* SQL.keepEarly.write(...step, screeningId, decision, JSON.stringify(by));
  }

  /** Applies a decision of the bank's case system. Returns true if its case is decided now. */
  *#takeOne(one: OutsideDecision, act: Act): DbCommand<boolean> {
    const { screeningId, decision, by } = one;
    // The step that opens a case locks its payment.
    yield* this.#parts.payments.lock([screeningId.split('.')[0] ?? '']);
    const known = yield* SQL.idOf.get(screeningId);
    if (known === undefined) yield* this.#keepEarly(one);
    const found = known === undefined ? 'unknown' : yield* this.#lockOpen(known.id);
    if (typeof found === 'string') return false;
    const { proposed } = found;
    const [first = '', ...others] = by.map(outsideOperator);
    const second = others.find((other) => !isSameOperator(other, first));
    const isAgreed = proposed?.decision === decision;
    const isSame = isAgreed && isSameOperator(proposed.by, first);
    // The proposal stays as it is, because another person must confirm it.
    if (second === undefined && isSame) return false;
    const decided = { decision, by: [first, second ?? []].flat().join(' and '), at: act.at };
    const isConfirmed = isAgreed && !isSame;
    const isFinal = second !== undefined || isConfirmed;
    if (isFinal) yield* this.#decide(found, decided);
    else yield* this.#propose(found, { ...decided, reason: null });
    const action = isFinal ? 'screeningDecided' : 'screeningProposed';
    const proposedBy = isConfirmed ? proposed.by : null;
    yield* this.#record(act, action, found, { decision, by: decided.by, proposedBy });
    return isFinal;
  }

  *#propose({ id }: ScreeningCase, proposed: ProposedCaseDecision): DbCommand<void> {
    yield* SQL.propose.write({ ...proposed, id });
  }

  *#withdraw(found: ScreeningCase, act: Act, more: Detail = {}): DbCommand<void> {
    const { decision = null, by: proposedBy = null } = found.proposed ?? {};
    yield* SQL.withdraw.write(found.id);
    yield* this.#record(act, 'screeningWithdrawn', found, { decision, proposedBy, ...more });
  }

  /** Stores the final decision. A released step keeps its day, a rejected one is due now. */
  *#decide(found: ScreeningCase, { decision, by, at }: DecidedBy): DbCommand<void> {
    yield* SQL.decide.write(decision, by, at, found.id);
    const batch = { paymentId: found.paymentId, number: found.batch };
    yield* this.#parts.work[decision === 'release' ? 'bookWhenDue' : 'bookNow'](batch, at);
  }

  /** Locks the payment of a case, and returns the case if it is open. */
  *#lockOpen(id: number): DbCommand<ScreeningCase | 'unknown' | 'ended'> {
    const found = yield* this.#lock(id);
    return found === undefined ? 'unknown' : (yield* SQL.isOpen.get(id)) ? found : 'ended';
  }

  *#lock(id: number): DbCommand<ScreeningCase | undefined> {
    const before = yield* SQL.find.get(id);
    if (before === undefined) return undefined;
    yield* this.#parts.payments.lock([before.paymentId]);
    const row = yield* SQL.find.get(id);
    return row && caseOf(row);
  }

  *#record(
    act: Act,
    action: AuditAction,
    { id, batch, paymentId }: ScreeningCase,
    more: Detail,
  ): DbCommand<void> {
    const entry = { action, subject: paymentId, detail: { caseId: id, batch, ...more } };
    yield* this.#parts.auditLog.append(act, entry);
  }
}
