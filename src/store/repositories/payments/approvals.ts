import { moved, type StatusWithReason } from '../../../domain/execution/outcome.ts';
import {
  cancelled,
  decideApproval,
  REJECTED_STATUS,
  timedOut,
  TIMED_OUT_STATUS,
  TRANSFERRED_STATUS,
} from '../../../domain/lifecycle/payment-approvals.ts';
import type { ApprovalResult, NewApproval } from '../../../domain/ports/approval-store.ts';
import type { DoneStep } from '../../../domain/ports/store.ts';
import type { Release } from '../../../domain/ports/booking.ts';
import { serviceActor, type Act } from '../../../domain/records/audit.ts';
import type { Payment, PaymentApproval } from '../../../domain/records/records.ts';
import { assert, expectDefined } from '../../../shared/assert.ts';
import type { Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Bank } from '../ledger/bank.ts';
import { sql, type DbCommand } from '../engine.ts';
import { decisionDetail, type Decisions } from './consent-decisions.ts';
import type { Execution } from './execution.ts';
import type { Payments } from './payments.ts';

/** Actor that the audit log names when the approval period of a payment expires. */
const EXPIRY_ACTOR = serviceActor('approvals');

interface Parts {
  readonly bank: Bank;
  readonly decisions: Decisions;
  readonly payments: Payments;
  readonly execution: Execution;
  readonly auditLog: AuditLog;
}

/** Payments that need the approval of more than one user. */
export class Approvals {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  *approve(
    paymentId: string,
    decision: NewApproval,
    release: Release,
    act: Act,
  ): DbCommand<ApprovalResult> {
    const payment = yield* this.#find(paymentId);
    const decided = yield* this.#parts.decisions.of(payment.consentId);
    const { userId } = decision;
    const { customerId } = expectDefined(
      yield* this.#parts.bank.findUser(userId),
      `user ${userId}`,
    );
    const outcome = decideApproval({ payment, decided, customerId }, decision, act.at);
    switch (outcome.kind) {
      case 'notWaiting':
      case 'notOwn':
      case 'twice':
        return outcome;
      case 'expired':
        yield* this.#expire(payment, outcome.approval, act.at);
        return outcome;
      case 'counted':
        yield* this.#take(payment, decision, outcome.approval, act);
        return outcome;
      case 'rejected':
        yield* this.#record(payment, decision, outcome.approval, act);
        yield* this.#end(payment, outcome.approval, REJECTED_STATUS, act.at);
        return outcome;
      case 'released': {
        yield* this.#take(payment, decision, outcome.approval, act);
        const finished = yield* this.#release(payment, release, act.at);
        return { ...outcome, finished };
      }
    }
  }

  *expire(paymentId: string, now: Instant): DbCommand<void> {
    const payment = yield* this.#find(paymentId);
    const approval = timedOut(payment.approval, now);
    if (approval !== undefined) yield* this.#expire(payment, approval, now);
  }

  *expireAll(now: Instant, limit: number): DbCommand<number> {
    const ids = yield* SQL.overdue.all(now, limit);
    for (const id of ids) yield* this.expire(id, now);
    return ids.length;
  }

  /**
   * Rejects a payment that waits for approvals because its account was transferred to another
   * customer.
   */
  *endForTransfer(paymentId: string, act: Act): DbCommand<void> {
    const payment = yield* this.#find(paymentId);
    const { approval } = payment;
    if (approval?.status !== 'waiting') return;
    const { received, required } = approval;
    yield* this.#end(payment, cancelled(approval, act.at), TRANSFERRED_STATUS, act.at);
    const entry = { action: 'paymentRejected', subject: paymentId } as const;
    yield* this.#parts.auditLog.append(act, { ...entry, detail: { received, required } });
  }

  *#find(paymentId: string): DbCommand<Payment> {
    yield* this.#parts.payments.lock([paymentId]);
    return expectDefined(yield* this.#parts.payments.find(paymentId), paymentId);
  }

  /** Stores a user's decision and the resulting approval status of the payment. */
  *#take(payment: Payment, decision: NewApproval, to: PaymentApproval, act: Act): DbCommand<void> {
    yield* this.#record(payment, decision, to, act);
    yield* this.#parts.payments.moveApproval(payment.id, to);
  }

  /** Stores a user's decision. */
  *#record(
    { id, consentId }: Payment,
    decision: NewApproval,
    to: PaymentApproval,
    act: Act,
  ): DbCommand<void> {
    yield* this.#parts.decisions.add(consentId, decision, act);
    const action = decision.decision === 'approve' ? 'paymentApproved' : 'paymentRejected';
    const counted = { received: to.received, required: to.required };
    const detail = { ...counted, ...decisionDetail(decision) };
    yield* this.#parts.auditLog.append(act, { action, subject: id, detail });
  }

  *#release(
    payment: Payment,
    { batches, booking }: Release,
    now: Instant,
  ): DbCommand<DoneStep['finished'] | undefined> {
    const { payments, execution } = this.#parts;
    yield* payments.release(payment.id, now);
    if (booking !== null) {
      const [first, ...others] = batches;
      assert(others.length === 0, 'a payment that is booked at once is a single one');
      const batch = expectDefined(first, 'its batch');
      return (yield* execution.bookReleased(payment, batch, booking, now)).finished;
    }
    for (const [number, batch] of batches.entries()) {
      yield* payments.schedule(payment.id, number, batch, now);
    }
    return undefined;
  }

  *#end(
    payment: Payment,
    approval: PaymentApproval,
    status: StatusWithReason,
    now: Instant,
  ): DbCommand<void> {
    const to = expectDefined(moved(payment, status), 'the end of a payment that waits');
    yield* this.#parts.payments.endUnapproved(payment.id, approval, to, now);
  }

  *#expire(payment: Payment, to: PaymentApproval, now: Instant): DbCommand<void> {
    yield* this.#end(payment, to, TIMED_OUT_STATUS, now);
    const detail = { received: to.received, required: to.required };
    const entry = { action: 'approvalTimedOut', subject: payment.id, detail } as const;
    yield* this.#parts.auditLog.append({ at: now, by: EXPIRY_ACTOR }, entry);
  }
}

const SQL = {
  overdue: sql<[Instant, number], string>(`
    SELECT id FROM payment WHERE approval_status = 'waiting' AND approve_by <= ?
    ORDER BY approve_by LIMIT ?`).pluck(),
};
