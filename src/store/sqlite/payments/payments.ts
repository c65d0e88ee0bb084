import { firstStanding, type Freed, type Standing } from '../../../domain/execution/outcome.ts';
import {
  exceededLimits,
  type ExceededLimit,
  type Spending,
} from '../../../domain/execution/spending.ts';
import { consumed, takesPayments } from '../../../domain/lifecycle/consent-moves.ts';
import type {
  Created,
  IdempotencyKey,
  NewBatch,
  NewPayment,
  Submitted,
} from '../../../domain/ports/store.ts';
import type { Act } from '../../../domain/records/audit.ts';
import type { Payment } from '../../../domain/records/records.ts';
import { assert, present } from '../../../kernel/assert.ts';
import type { Pence } from '../../../kernel/money.ts';
import { londonDate, type Instant, type LocalDate } from '../../../kernel/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import type { Batches } from './batches.ts';
import type { Consents } from './consents.ts';
import type { Keys } from './idempotency-keys.ts';
import type { WorkList } from './work.ts';

interface Parts {
  readonly keys: Keys;
  readonly consents: Consents;
  readonly batches: Batches;
  readonly work: WorkList;
  readonly auditLog: AuditLog;
}

/** Payments: how they begin, and where they stand. */
export class Payments {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #parts: Parts;

  constructor(database: Database, parts: Parts) {
    this.#sql = prepare(database);
    this.#parts = parts;
  }

  submit(payment: NewPayment, key: IdempotencyKey, act: Act): Submitted {
    const { keys, consents, auditLog } = this.#parts;
    const { id, family, consentId } = payment;
    const now = act.at;
    return keys.once<Payment, Exclude<Submitted, Created<Payment>>>(key, now, this.#current, () => {
      const consent = present(consents.at(consentId, now), 'consent');
      const { status, debtorAccount } = consent;
      if (!takesPayments(consent)) return { outcome: 'wrongStatus', status };
      const limits = this.exceeded(consentId, payment.spending);
      if (limits.length > 0) return { outcome: 'overLimits', limits };
      if (payment.consumesConsent) consents.move(consent, consumed(consent, now));
      const detail = { family, consentId };
      auditLog.append(act, { action: 'paymentSubmitted', subject: id, detail });
      return { outcome: 'created', value: this.#begin(payment, debtorAccount, now) };
    });
  }

  find(id: string): Payment | undefined {
    return this.#sql.find.get(id);
  }

  /** The payment that consumed a consent. */
  findOf(consentId: string): Payment | undefined {
    return this.#sql.findOf.get(consentId);
  }

  /** Moves a payment to where it stands now. */
  move(id: string, to: Standing, now: Instant): void {
    this.#sql.move.run({ ...to, id, now });
  }

  /** Finds nothing to give back where the consent is one that its payment consumes. */
  free({ consentId, day, pence }: Freed): void {
    this.#sql.free.run(pence, consentId, day);
  }

  #begin(payment: NewPayment, debtorAccount: string | null, now: Instant): Payment {
    const { id, family, consentId, clientId, data, risk, batches, consumesConsent } = payment;
    const value: Payment = {
      id,
      family,
      consentId,
      clientId,
      data,
      risk,
      ...firstStanding(batches, now),
      debtorAccount,
      createdAt: now,
      statusUpdatedAt: now,
      version: 1,
      firstPaidAt: null,
    };
    this.#sql.insert.run({ ...value, consumesConsent: consumesConsent ? 1 : 0 });
    if (!consumesConsent) {
      const { pence } = payment.spending;
      const totalPence = batches.reduce((sum, batch) => sum + batch.totalPence, 0);
      assert(pence === totalPence, `payment ${id} spends what its batches come to`);
      this.#sql.spend.run(consentId, londonDate(now), pence);
    }
    for (const [number, batch] of batches.entries()) this.schedule(id, number, batch, now);
    return value;
  }

  /** Adds a batch, and the step to book it on its day. */
  schedule(paymentId: string, number: number, batch: NewBatch, now: Instant): void {
    this.#parts.batches.add(paymentId, number, batch, now);
    const { dueAt } = batch;
    this.#parts.work.add({ step: 'book', paymentId, batch: number, cursor: 0, dueAt });
  }

  /** Which limits a payment would break, together with what was paid under its consent. */
  exceeded(consentId: string, spending: Spending): readonly ExceededLimit[] {
    const spent = spending.limits.map(
      ({ first, last }) => this.#sql.spent.get(consentId, first, last)?.totalPence ?? 0,
    );
    return exceededLimits(spending, spent);
  }

  readonly #current = (id: string): Payment => present(this.find(id), `payment ${id}`);
}

/** The columns of a payment, under the names of its record. */
const PAYMENT = `id, family, consent_id AS consentId, client_id AS clientId,
  created_at AS createdAt, status_updated_at AS statusUpdatedAt, data, risk,
  debtor_account AS debtorAccount, group_status AS groupStatus, reason, version, (
    SELECT COALESCE(state_updated_at, sent_at) FROM batch
    WHERE payment_id = payment.id AND state = 'answered' AND rejected < payments
    ORDER BY number LIMIT 1) AS firstPaidAt`;

function prepare(database: Database) {
  return {
    insert: database.prepare<Payment & { consumesConsent: 0 | 1 }>(
      `INSERT INTO payment (id, family, consent_id, consumes_consent, client_id, created_at,
         status_updated_at, data, risk, debtor_account, group_status, reason, version)
       VALUES (@id, @family, @consentId, @consumesConsent, @clientId, @createdAt,
         @statusUpdatedAt, @data, @risk, @debtorAccount, @groupStatus, @reason, @version)`,
    ),
    find: database.prepare<[string], Payment>(`SELECT ${PAYMENT} FROM payment WHERE id = ?`),
    findOf: database.prepare<[string], Payment>(
      `SELECT ${PAYMENT} FROM payment WHERE consent_id = ? AND consumes_consent = 1`,
    ),
    spent: database.prepare<[string, LocalDate, LocalDate], { totalPence: Pence }>(
      `SELECT COALESCE(SUM(total_pence), 0) AS totalPence FROM consent_spending
       WHERE consent_id = ? AND day BETWEEN ? AND ?`,
    ),
    spend: database.prepare<[string, LocalDate, Pence]>(
      `INSERT INTO consent_spending (consent_id, day, total_pence) VALUES (?, ?, ?)
       ON CONFLICT (consent_id, day) DO UPDATE SET total_pence = total_pence + excluded.total_pence`,
    ),
    free: database.prepare<[Pence, string, LocalDate]>(
      `UPDATE consent_spending SET total_pence = total_pence - ?
       WHERE consent_id = ? AND day = ?`,
    ),
    move: database.prepare<Standing & { id: string; now: Instant }>(
      `UPDATE payment SET group_status = @groupStatus, reason = @reason,
         status_updated_at = @now, version = version + 1
       WHERE id = @id`,
    ),
  };
}
