import { firstStanding, type Standing } from '../../domain/outcome.ts';
import { GROUP_MOVES, isOver, mayMove } from '../../domain/lifecycle.ts';
import type {
  Created,
  IdempotencyKey,
  NewBatch,
  NewPayment,
  SpendingLimit,
  Submitted,
} from '../../domain/store.ts';
import type { Payment } from '../../domain/records.ts';
import { assert, present } from '../../kernel/assert.ts';
import type { Pence } from '../../kernel/money.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Batches } from './batches.ts';
import type { Consents } from './consents.ts';
import type { Database } from './database.ts';
import type { Keys } from './keys.ts';
import type { WorkList } from './work.ts';

interface Parts {
  readonly keys: Keys;
  readonly consents: Consents;
  readonly batches: Batches;
  readonly work: WorkList;
}

/** Payments: how they begin, and where they stand. */
export class Payments {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #parts: Parts;

  constructor(database: Database, parts: Parts) {
    this.#sql = prepare(database);
    this.#parts = parts;
  }

  submit(payment: NewPayment, key: IdempotencyKey, now: Instant): Submitted {
    const { keys, consents } = this.#parts;
    return keys.once<Payment, Exclude<Submitted, Created<Payment>>>(key, now, this.#current, () => {
      const consent = present(consents.find(payment.consentId), 'consent');
      const { status, debtorAccount, expiresAt } = consent;
      if (status !== 'Authorised') return { outcome: 'wrongStatus', status };
      if (isOver(expiresAt, now)) return { outcome: 'wrongStatus', status: 'Expired' };
      const limits = this.#exceeded(payment);
      if (limits.length > 0) return { outcome: 'overLimits', limits };
      if (payment.consumesConsent) consents.consume(payment.consentId, now);
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

  /** Moves a payment to where it stands now. A move that the lifecycle does not list is a bug. */
  move(id: string, to: Standing, now: Instant): void {
    const from = this.#current(id);
    if (from.groupStatus === to.groupStatus) return;
    assert(
      mayMove(GROUP_MOVES, from.groupStatus, to.groupStatus),
      `payment ${id} moves from ${from.groupStatus} to ${to.groupStatus}`,
    );
    this.#sql.move.run({ ...to, id, now });
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
    };
    this.#sql.insert.run({ ...value, consumesConsent: consumesConsent ? 1 : 0 });
    for (const [number, batch] of batches.entries()) this.await(id, number, batch);
    return value;
  }

  /** Adds a batch, and the step to book it on its day. */
  await(paymentId: string, number: number, batch: NewBatch): void {
    this.#parts.batches.add(paymentId, number, batch);
    const { dueAt } = batch;
    this.#parts.work.add({ step: 'book', paymentId, batch: number, cursor: 0, dueAt });
  }

  /** The limits that the payment would break, with all that was paid under the consent before. */
  #exceeded({ consentId, batches, limits }: NewPayment): readonly SpendingLimit[] {
    const asked = batches.reduce((sum, { totalPence }) => sum + totalPence, 0);
    return limits.filter(({ from, until, maximumPence }) => {
      const spent = this.#sql.spent.get(consentId, from, until)?.totalPence ?? 0;
      return spent + asked > maximumPence;
    });
  }

  readonly #current = (id: string): Payment => present(this.find(id), `payment ${id}`);
}

/** The columns of a payment, under the names of its record. */
const PAYMENT = `id, family, consent_id AS consentId, client_id AS clientId,
  created_at AS createdAt, status_updated_at AS statusUpdatedAt, data, risk,
  debtor_account AS debtorAccount, group_status AS groupStatus, reason, version`;

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
    spent: database.prepare<[string, Instant, Instant], { totalPence: Pence }>(
      `SELECT COALESCE(SUM(total_pence), 0) AS totalPence
       FROM payment JOIN batch ON batch.payment_id = payment.id
       WHERE consent_id = ? AND consumes_consent = 0 AND created_at >= ? AND created_at < ?
         AND group_status <> 'RJCT'`,
    ),
    move: database.prepare<Standing & { id: string; now: Instant }>(
      `UPDATE payment SET group_status = @groupStatus, reason = @reason,
         status_updated_at = @now, version = version + 1
       WHERE id = @id`,
    ),
  };
}
