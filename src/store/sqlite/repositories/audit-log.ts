import type { Act, AuditEntry, AuditHead, Unsealed } from '../../../domain/records/audit.ts';
import type { Clock, Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../../repositories/audit/audit-log.ts';
import type { DbCommand } from '../../repositories/engine.ts';
import type { Database } from '../database/database.ts';
import {
  APPEND_ENTRY,
  FIRST_PREVIOUS_HASH,
  hashOf,
  rowOf,
  type AuditRow,
} from '../../repositories/audit/audit-chain.ts';

/** The last entry, whose hash the next entry includes. */
type Last = Pick<AuditRow, 'sequence' | 'hash'>;

/** The audit log as a hash chain. Each entry is hashed with the hash of the one before it. */
export class ChainedLog implements AuditLog {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #machineClock: Clock;
  /** Last entry of the current transaction. Undefined until the transaction adds one. */
  #last: Last | undefined;

  constructor(database: Database, machineClock: Clock) {
    this.#sql = prepare(database);
    this.#machineClock = machineClock;
  }

  /** Adds an entry in the current transaction. It is stored if and only if the action is. */
  *append(act: Act, entry: AuditEntry): DbCommand<void> {
    const last = this.#last ?? this.#findLast();
    const sequence = last.sequence + 1;
    const placed = { ...rowOf(act, entry, this.#machineClock()), sequence };
    const hash = hashOf(last.hash, placed);
    this.#sql.append.run({ ...placed, hash });
    this.#last = { sequence, hash };
  }

  /**
   * Discards the cached last entry. Must be called when a transaction begins and when a part of it
   * is rolled back, because the entry may no longer exist.
   */
  forgetLast(): void {
    this.#last = undefined;
  }

  *head(): DbCommand<AuditHead> {
    const { sequence, hash } = this.#findLast();
    return { sequence, hash: hash.toString('hex') };
  }

  *lastInstant(): DbCommand<Instant | undefined> {
    return this.#sql.last.get()?.recordedAt;
  }

  /** Returns no entries, because each is chained when it is written. */
  *unsealed(): DbCommand<Unsealed> {
    return { entries: 0, since: null };
  }

  #findLast(): Last {
    return this.#sql.last.get() ?? { sequence: 0, hash: FIRST_PREVIOUS_HASH };
  }
}

function prepare(database: Database) {
  return {
    last: database.prepare<[], Last & Pick<AuditRow, 'recordedAt'>>(
      `SELECT sequence, hash, recorded_at AS recordedAt FROM audit_entry
       ORDER BY sequence DESC LIMIT 1`,
    ),
    append: database.prepare<[AuditRow]>(APPEND_ENTRY),
  };
}
