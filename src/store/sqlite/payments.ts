import { firstStanding, type Standing } from '../../domain/outcome.ts';
import { GROUP_MOVES, mayMove } from '../../domain/lifecycle.ts';
import type { Created, IdempotencyKey, NewPayment } from '../../domain/ports.ts';
import type { Payment } from '../../domain/records.ts';
import { assert, present } from '../../kernel/assert.ts';
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

  submit(payment: NewPayment, key: IdempotencyKey, now: Instant): Created<Payment> {
    const { keys, consents } = this.#parts;
    return keys.once(key, now, this.#current, () => {
      const { status, debtorAccount } = present(consents.find(payment.consentId), 'consent');
      if (status !== 'Authorised') return { outcome: 'wrongStatus', status };
      if (payment.consumesConsent) consents.consume(payment.consentId, now);
      return { outcome: 'created', value: this.#begin(payment, debtorAccount, now) };
    });
  }

  find(id: string): Payment | undefined {
    return this.#sql.find.get(id);
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
    const { batches, consumesConsent, ...submitted } = payment;
    const value: Payment = {
      ...submitted,
      ...firstStanding(batches, now),
      debtorAccount,
      createdAt: now,
      statusUpdatedAt: now,
      version: 1,
    };
    this.#sql.insert.run({ ...value, consumesConsent: consumesConsent ? 1 : 0 });
    for (const [number, batch] of batches.entries()) {
      this.#parts.batches.add(payment.id, number, batch);
      const { dueAt } = batch;
      const { id: paymentId } = payment;
      this.#parts.work.add({ step: 'book', paymentId, batch: number, cursor: 0, dueAt });
    }
    return value;
  }

  readonly #current = (id: string): Payment => present(this.find(id), `payment ${id}`);
}

function prepare(database: Database) {
  return {
    insert: database.prepare<Payment & { consumesConsent: 0 | 1 }>(
      `INSERT INTO payment (id, family, consent_id, consumes_consent, client_id, created_at,
         status_updated_at, data, risk, debtor_account, group_status, reason, version)
       VALUES (@id, @family, @consentId, @consumesConsent, @clientId, @createdAt,
         @statusUpdatedAt, @data, @risk, @debtorAccount, @groupStatus, @reason, @version)`,
    ),
    find: database.prepare<[string], Payment>(
      `SELECT id, family, consent_id AS consentId, client_id AS clientId,
         created_at AS createdAt, status_updated_at AS statusUpdatedAt, data, risk,
         debtor_account AS debtorAccount, group_status AS groupStatus, reason, version
       FROM payment WHERE id = ?`,
    ),
    move: database.prepare<Standing & { id: string; now: Instant }>(
      `UPDATE payment SET group_status = @groupStatus, reason = @reason,
         status_updated_at = @now, version = version + 1
       WHERE id = @id`,
    ),
  };
}
