import type { Database } from 'better-sqlite3';
import type { CoreTotal, OpenHold } from '../../domain/ports/core-banking.ts';
import type { CoreRefusal, WireOperation } from '../../connections/core-contract.ts';
import type { AccountState } from '../../domain/parties/accounts.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';

interface AccountRow {
  readonly number: string;
  readonly customerId: string;
  readonly kind: 'current' | 'deposit';
  readonly state: AccountState;
  readonly available: number;
}

/** An operation with its first result. `state` is that of a hold. */
export interface OperationRow {
  readonly id: string;
  readonly type: WireOperation['type'];
  readonly account: string | null;
  readonly amount: number | null;
  readonly holdId: string | null;
  readonly reason: CoreRefusal | null;
  readonly state: 'held' | 'posted' | 'released' | 'expired' | null;
  readonly bookedOn: LocalDate | null;
  readonly performedAt: Instant;
}

/** An index that only the daily limit needs. */
export const HOLDS_BY_ACCOUNT = `CREATE INDEX IF NOT EXISTS hold_by_account
  ON operation (account, performed_at) WHERE type = 'hold'`;

/** Prepares the statements of the books. */
export function statementsOf(db: Database) {
  const columns =
    'id, type, account, amount, hold_id AS holdId, reason, state, booked_on AS bookedOn, ' +
    'performed_at AS performedAt';
  return {
    account: db.prepare<[string], AccountRow>(
      `SELECT number, customer_id AS customerId, kind, state, booked - held AS available
       FROM account WHERE number = ?`,
    ),
    move: db.prepare('UPDATE account SET booked = booked + ?, held = held + ? WHERE number = ?'),
    operation: db.prepare<[string], OperationRow>(`SELECT ${columns} FROM operation WHERE id = ?`),
    add: db.prepare<[OperationRow]>(
      `INSERT INTO operation
         (id, type, account, amount, hold_id, reason, state, booked_on, performed_at)
       VALUES (@id, @type, @account, @amount, @holdId, @reason, @state, @bookedOn, @performedAt)`,
    ),
    end: db.prepare('UPDATE operation SET state = ? WHERE id = ?'),
    holds: db.prepare<[Instant, string, number], OpenHold>(
      `SELECT id, account, amount AS amountPence, performed_at AS placedAt FROM operation
       WHERE state = 'held' AND performed_at < ? AND id > ? ORDER BY id LIMIT ?`,
    ),
    oldHolds: db.prepare<[Instant], Omit<OpenHold, 'placedAt'>>(
      `SELECT id, account, amount AS amountPence FROM operation
       WHERE state = 'held' AND performed_at <= ?`,
    ),
    heldSince: db
      .prepare<[string, Instant], number>(
        `SELECT COALESCE(SUM(amount), 0) FROM operation
         WHERE type = 'hold' AND account = ? AND performed_at >= ? AND state IN ('held', 'posted')`,
      )
      .pluck(),
    totals: db.prepare<[string], CoreTotal>(
      `SELECT type, COUNT(*) AS count, SUM(amount) AS sumPence
       FROM operation WHERE booked_on = ? GROUP BY type ORDER BY type`,
    ),
    entries: db.prepare<[string, string, number], { readonly id: string }>(
      `SELECT id, type, account, amount AS amountPence
       FROM operation WHERE booked_on = ? AND id > ? ORDER BY id LIMIT ?`,
    ),
  };
}
