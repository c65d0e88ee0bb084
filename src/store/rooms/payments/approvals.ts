import { moved, type Standing } from '../../../domain/execution/outcome.ts';
import {
  decideApproval,
  REJECTED_STANDING,
  timedOut,
  TIMED_OUT_STANDING,
} from '../../../domain/lifecycle/payment-approvals.ts';
import type { ApprovalTaken, NewApproval } from '../../../domain/ports/approval-store.ts';
import type { Release } from '../../../domain/ports/release.ts';
import { serviceActor, type Act } from '../../../domain/records/audit.ts';
import type { Payment, PaymentApproval } from '../../../domain/records/records.ts';
import { assert, present } from '../../../kernel/assert.ts';
import type { Instant } from '../../../kernel/time.ts';
import type { AuditLog } from '../../sqlite/rooms/audit-log.ts';
import type { Database } from '../../sqlite/database/database.ts';
import type { Decisions } from './decisions.ts';
import type { Execution } from './execution.ts';
import type { Payments } from './payments.ts';

/** Who ends a payment that not all approved in time. */
const TIME = serviceActor('approvals');

interface Parts {
  readonly decisions: Decisions;
  readonly payments: Payments;
  readonly execution: Execution;
  readonly auditLog: AuditLog;
}

/** Payments that more than one user has to approve. */
export class Approvals {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #parts: Parts;

  constructor(database: Database, parts: Parts) {
    this.#sql = prepare(database);
    this.#parts = parts;
  }

  approve(paymentId: string, decision: NewApproval, release: Release, act: Act): ApprovalTaken {
    const payment = this.#find(paymentId);
    const decided = this.#parts.decisions.of(payment.consentId);
    const outcome = decideApproval({ payment, decided }, decision, act.at);
    switch (outcome.kind) {
      case 'notWaiting':
      case 'twice':
        return outcome;
      case 'expired':
        this.#expire(payment, outcome.approval, act.at);
        return outcome;
      case 'counted':
        this.#take(payment, decision, outcome.approval, act);
        return outcome;
      case 'rejected':
        this.#take(payment, decision, outcome.approval, act);
        this.#end(payment, REJECTED_STANDING, act.at);
        return outcome;
      case 'released': {
        this.#take(payment, decision, outcome.approval, act);
        const finished = this.#release(payment, release, act.at);
        return { ...outcome, finished };
      }
    }
  }

  expire(paymentId: string, now: Instant): void {
    const payment = this.#find(paymentId);
    const approval = timedOut(payment.approval, now);
    if (approval !== undefined) this.#expire(payment, approval, now);
  }

  expireAll(now: Instant, limit: number): number {
    const ids = this.#sql.overdue.all(now, limit);
    for (const id of ids) this.expire(id, now);
    return ids.length;
  }

  #find(paymentId: string): Payment {
    return present(this.#parts.payments.find(paymentId), paymentId);
  }

  /** Writes a decision, and how the payment stands by it. */
  #take({ id, consentId }: Payment, decision: NewApproval, to: PaymentApproval, act: Act): void {
    this.#parts.decisions.add(consentId, decision, act);
    this.#parts.payments.moveApproval(id, to);
    const action = decision.decision === 'approve' ? 'paymentApproved' : 'paymentRejected';
    const detail = { received: to.received, required: to.required };
    this.#parts.auditLog.append(act, { action, subject: id, detail });
  }

  #release(payment: Payment, { batches, booking }: Release, now: Instant) {
    const { payments, execution } = this.#parts;
    payments.release(payment.id, now);
    if (booking !== null) {
      const [first, ...others] = batches;
      assert(others.length === 0, 'a payment that is booked at once is a single one');
      return execution.bookReleased(payment, present(first, 'its batch'), booking, now).finished;
    }
    for (const [number, batch] of batches.entries()) {
      payments.schedule(payment.id, number, batch, now);
    }
    return undefined;
  }

  #end(payment: Payment, standing: Standing, now: Instant): void {
    const to = present(moved(payment, standing), 'the end of a payment that waits');
    this.#parts.payments.move(payment.id, to, now);
  }

  #expire(payment: Payment, to: PaymentApproval, now: Instant): void {
    const { payments, auditLog } = this.#parts;
    payments.moveApproval(payment.id, to);
    this.#end(payment, TIMED_OUT_STANDING, now);
    const detail = { received: to.received, required: to.required };
    const entry = { action: 'approvalTimedOut', subject: payment.id, detail } as const;
    auditLog.append({ at: now, by: TIME }, entry);
  }
}

function prepare(database: Database) {
  return {
    overdue: database
      .prepare<[Instant, number], string>(
        `SELECT id FROM payment WHERE approval_status = 'waiting' AND approve_by <= ?
         ORDER BY approve_by LIMIT ?`,
      )
      .pluck(),
  };
}
