import { opened } from '../../../domain/execution/changes.ts';
import type { ReleasedSpending, StatusWithReason } from '../../../domain/execution/outcome.ts';
import {
  exceededLimits,
  type ExceededLimit,
  type Spending,
} from '../../../domain/execution/spending.ts';
import type { ApprovalStatus, GroupStatus } from '../../../domain/lifecycle/lifecycle.ts';
import type { NewBatch } from '../../../domain/ports/booking.ts';
import type { ReasonCode } from '../../../domain/records/payment.ts';
import type { BatchName, Payment, PaymentApproval } from '../../../domain/records/records.ts';
import { assert, expectDefined } from '../../../shared/assert.ts';
import type { Pence } from '../../../shared/money.ts';
import { londonDate, type Instant, type LocalDate } from '../../../shared/time.ts';
import { rowLock, sql, type DbCommand } from '../engine.ts';
import type { Events } from '../events/events.ts';
import type { Batches } from './batches.ts';
import type { WorkList } from './work.ts';

const LOCK = rowLock('payment', 'id');

interface Parts {
  readonly batches: Batches;
  readonly work: WorkList;
  readonly events: Events;
}

/** Payments and their status. */
export class Payments {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  readonly find = (id: string) => SQL.find.get(id);

  /** Locks payments until the transaction ends. */
  lock(ids: readonly string[]): DbCommand<void> {
    return LOCK.acquire(ids);
  }

  readonly findOf = (consentId: string) => SQL.findOf.get(consentId);

  /** Stores a new status of a payment. */
  *move(id: string, to: StatusWithReason, now: Instant): DbCommand<void> {
    yield* SQL.move.write(to.groupStatus, to.reason, now, id);
    yield* this.#parts.events.ofPayment(id, now);
  }

  /** Stores the event about a standing order if this batch is the first that was paid. */
  noteFirstPaid({ paymentId, number }: BatchName, now: Instant): DbCommand<void> {
    return this.#parts.events.ofFirstPaid(paymentId, number, now);
  }

  /**
   * Subtracts the amount of a rejected payment from the spending under its consent. Does nothing if
   * the consent allows a single payment, because no spending is recorded for it.
   */
  readonly free = ({ consentId, day, pence }: ReleasedSpending) =>
    SQL.free.write(pence, consentId, day);

  /** Adds a new payment. */
  *add(payment: Payment, consumesConsent: boolean): DbCommand<void> {
    yield* SQL.insert.write(
      payment.id,
      payment.family,
      payment.consentId,
      consumesConsent ? 1 : 0,
      payment.clientId,
      payment.createdAt,
      payment.statusUpdatedAt,
      payment.apiVersion,
      payment.data,
      payment.sentData,
      payment.risk,
      payment.debtorAccount,
      payment.customerId,
      payment.groupStatus,
      payment.reason,
      payment.version,
      payment.approval?.required ?? null,
      payment.approval?.approveBy ?? null,
      payment.approval?.status ?? null,
      payment.approval?.updatedAt ?? null,
    );
  }

  /** Stores a new approval status of a payment, or that it received another approval. */
  *moveApproval(id: string, { status, updatedAt }: PaymentApproval): DbCommand<void> {
    yield* SQL.moveApproval.write(status, updatedAt, id);
    yield* this.#parts.events.ofPayment(id, updatedAt);
  }

  /** Stores the end of a payment that waits for approvals. */
  *endUnapproved(
    id: string,
    { status, updatedAt }: PaymentApproval,
    to: StatusWithReason,
    now: Instant,
  ): DbCommand<void> {
    yield* SQL.moveApproval.write(status, updatedAt, id);
    yield* this.move(id, to, now);
  }

  /** Marks a payment as released for execution. */
  readonly release = (id: string, now: Instant) => SQL.release.write(now, id);

  /**
   * Marks a payment as cancelled by the customer. The reason of its final status depends on this
   * mark.
   */
  readonly markCancelled = (id: string, now: Instant) => SQL.markCancelled.write(now, id);

  *isCancelled(id: string): DbCommand<boolean> {
    return (yield* SQL.isCancelled.get(id)) !== undefined;
  }

  readonly waitingOf = (customerId: string, limit: number) => SQL.waitingOf.all(customerId, limit);

  /**
   * Counts a payment towards the limits of its consent. It counts for the day, in London time, on
   * which it was submitted.
   */
  *spend(
    { id, consentId, createdAt }: Payment,
    pence: Pence,
    batches: readonly NewBatch[],
  ): DbCommand<void> {
    const totalPence = batches.reduce((sum, batch) => sum + batch.totalPence, 0);
    assert(pence === totalPence, `payment ${id} spends what its batches come to`);
    yield* SQL.spend.write(consentId, londonDate(createdAt), pence);
  }

  /** Adds a batch, and the step that will book it on its due date. */
  *schedule(paymentId: string, number: number, batch: NewBatch, now: Instant): DbCommand<void> {
    const { batches, work } = this.#parts;
    yield* batches.add(opened({ paymentId, number }, batch, now), batch);
    const { source, dueAt } = batch;
    yield* work.add({ step: 'book', paymentId, batch: number, source, cursor: 0, dueAt });
  }

  /** Adds batches with the next free numbers. The caller has locked the payment. */
  *separate(paymentId: string, batches: readonly NewBatch[], now: Instant): DbCommand<number> {
    if (batches.length === 0) return 0;
    const first = yield* this.#parts.batches.nextNumber(paymentId);
    for (const [index, batch] of batches.entries()) {
      yield* this.schedule(paymentId, first + index, batch, now);
    }
    return first;
  }

  *exceeded(consentId: string, spending: Spending): DbCommand<readonly ExceededLimit[]> {
    const spent = [];
    for (const { first, last } of spending.limits) {
      const row = yield* SQL.spent.get(consentId, first, last);
      spent.push(row?.totalPence ?? 0);
    }
    return exceededLimits(spending, spent);
  }
}

/** SQL list of the columns of a payment, named like the fields of `Payment`. */
export const PAYMENT = `id, family, consent_id AS consentId, client_id AS clientId,
  created_at AS createdAt, status_updated_at AS statusUpdatedAt, api_version AS apiVersion,
  data, sent_data AS sentData, risk,
  debtor_account AS debtorAccount, customer_id AS customerId, group_status AS groupStatus, reason, version, (
    SELECT COALESCE(state_updated_at, sent_at) FROM batch
    WHERE payment_id = payment.id AND state = 'answered' AND rejected < payments
    ORDER BY number LIMIT 1) AS firstPaidAt,
  CASE WHEN group_status = 'RJCT' THEN (
    SELECT MIN(sent_at) FROM batch WHERE payment_id = payment.id) END AS sentAt,
  approval_status AS approvalStatus, approvals_required AS approvalsRequired,
  approve_by AS approveBy, approval_updated_at AS approvalUpdatedAt,
  COALESCE(released_at, CASE WHEN approval_status IS NULL THEN created_at END) AS releasedAt,
  cancelled_at AS cancelledAt, CASE WHEN approval_status IS NULL THEN 0 ELSE (
    SELECT COUNT(*) FROM approval
    WHERE approval.consent_id = payment.consent_id AND decision = 'approve') END AS received`;

export interface PaymentRow extends Omit<Payment, 'approval'> {
  readonly approvalStatus: PaymentApproval['status'] | null;
  readonly approvalsRequired: number | null;
  readonly approveBy: Instant | null;
  readonly approvalUpdatedAt: Instant | null;
  readonly received: number;
}

export function paymentOf({
  approvalStatus: status,
  approvalsRequired,
  approveBy,
  approvalUpdatedAt,
  received,
  ...payment
}: PaymentRow): Payment {
  if (status === null) return { ...payment, approval: null };
  const required = expectDefined(approvalsRequired, 'how many must approve');
  const updatedAt = expectDefined(approvalUpdatedAt, 'when an approval changed last');
  const until = expectDefined(approveBy, 'until when to approve');
  return { ...payment, approval: { status, required, received, approveBy: until, updatedAt } };
}

const SQL = {
  insert: sql<(string | number | null)[]>(`
    INSERT INTO payment (id, family, consent_id, consumes_consent, client_id, created_at,
      status_updated_at, api_version, data, sent_data, risk, debtor_account, customer_id, group_status, reason, version,
      approvals_required, approve_by, approval_status, approval_updated_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
  moveApproval: sql<[ApprovalStatus, Instant, string]>(`
    UPDATE payment SET approval_status = ?, approval_updated_at = ? WHERE id = ?`),
  markCancelled: sql<[Instant, string]>('UPDATE payment SET cancelled_at = ? WHERE id = ?'),
  isCancelled: sql<[string]>('SELECT 1 FROM payment WHERE id = ? AND cancelled_at IS NOT NULL'),
  release: sql<[Instant, string]>('UPDATE payment SET released_at = ? WHERE id = ?'),
  waitingOf: sql<[string, number], PaymentRow>(`
    SELECT ${PAYMENT} FROM payment WHERE customer_id = ? AND approval_status = 'waiting'
    ORDER BY approve_by LIMIT ?`).as(paymentOf),
  find: sql<[string], PaymentRow>(`SELECT ${PAYMENT} FROM payment WHERE id = ?`).as(paymentOf),
  findOf: sql<[string], PaymentRow>(`
    SELECT ${PAYMENT} FROM payment WHERE consent_id = ? AND consumes_consent = 1`).as(paymentOf),
  spent: sql<[string, LocalDate, LocalDate], { totalPence: Pence }>(`
    SELECT COALESCE(SUM(total_pence), 0) AS totalPence FROM consent_spending
    WHERE consent_id = ? AND day BETWEEN ? AND ?`),
  spend: sql<[string, LocalDate, Pence]>(`
    INSERT INTO consent_spending (consent_id, day, total_pence) VALUES (?, ?, ?)
    ON CONFLICT (consent_id, day) DO UPDATE SET total_pence = consent_spending.total_pence + excluded.total_pence`),
  free: sql<[Pence, string, LocalDate]>(`
    UPDATE consent_spending SET total_pence = total_pence - ?
    WHERE consent_id = ? AND day = ?`),
  move: sql<[GroupStatus, ReasonCode | null, Instant, string]>(`
    UPDATE payment SET group_status = ?, reason = ?, status_updated_at = ?, version = version + 1
    WHERE id = ?`),
};
