import type { Act, AuditEntry, AuditHead, Unsealed } from '../../../domain/records/audit.ts';
import type { Clock, Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../../repositories/audit/audit-log.ts';
import type { DbCommand } from '../../repositories/engine.ts';
import type { Database } from '../database/database.ts';
import {
  FIRST_PREVIOUS_HASH,
  hashOf,
  rowOf,
  type AuditRow,
} from '../../repositories/audit/audit-chain.ts';

/** The last entry, because the hash of the next entry includes its hash. */
type Last = Pick<AuditRow, 'sequence' | 'hash'>;

/** The audit log as a hash chain. The hash of each entry includes the hash of the previous one. */
export class ChainedLog implements AuditLog {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #machineClock: Clock;
  /** Last entry that the current transaction has added. Undefined until it adds one. */
  #last: Last | undefined;

  constructor(database: Database, machineClock: Clock) {
    this.#sql = prepare(database);
    this.#machineClock = machineClock;
  }

  /**
   * Adds an entry in the current transaction. The entry is stored if and only if the audited action
   * is.
   */
  *append(act: Act, entry: AuditEntry): DbCommand<void> {
    const last = this.#last ?? this.#findLast();
    const sequence = last.sequence + 1;
    const row = { ...rowOf(act, entry, this.#machineClock()), sequence };
    const hash = hashOf(last.hash, row);
    this.#sql.append.run(
      sequence,
      row.at,
      row.recordedAt,
      row.actorKind,
      row.actorId,
      row.certificate,
      row.interactionId,
      row.address,
      row.action,
      row.subject,
      row.detail,
      hash,
    );
    this.#last = { sequence, hash };
  }

  /**
   * Forgets the cached last entry. Must be called when a transaction begins, and when part of it is
   * rolled back, because the cached entry may then no longer exist.
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

  /** Always reports no entries, because each entry is added to the chain when it is written. */
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
    append: database.prepare<(string | number | Buffer | null)[]>(
      `INSERT INTO audit_entry (sequence, at, recorded_at, actor_kind, actor_id, certificate,
         interaction_id, address, action, subject, detail, hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
  };
}
