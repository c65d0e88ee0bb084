import type { Act, AuditEntry, AuditHead, Unsealed } from '../../../domain/records/audit.ts';
import type { Clock, Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../../repositories/audit/audit-log.ts';
import type { DbCommand } from '../../repositories/engine.ts';
import type { Database } from '../database/database.ts';
import {
  FIRST_PREVIOUS_HASH,
  hashOf,
  rowOf,
  skipOf,
  type AuditRow,
  type Link,
} from '../../repositories/audit/audit-chain.ts';

/** The audit log as a hash chain. The hash of an entry includes the hashes of two earlier ones. */
export class ChainedLog implements AuditLog {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #machineClock: Clock;
  /** Last entry that the current transaction has added. Undefined until it adds one. */
  #last: Link | undefined;

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
    const skip = skipOf(sequence);
    const skipped = skip === last.sequence ? last : this.#sql.find.get(skip);
    const row = { ...rowOf(act, entry, this.#machineClock()), sequence };
    const links = { previous: last.hash, skipped: skipped?.hash ?? FIRST_PREVIOUS_HASH };
    const hash = hashOf(links, row);
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

  #findLast(): Link {
    return this.#sql.last.get() ?? { sequence: 0, hash: FIRST_PREVIOUS_HASH };
  }
}

function prepare(database: Database) {
  return {
    last: database.prepare<[], Link & Pick<AuditRow, 'recordedAt'>>(
      `SELECT sequence, hash, recorded_at AS recordedAt FROM audit_entry
       ORDER BY sequence DESC LIMIT 1`,
    ),
    find: database.prepare<[sequence: number], Pick<AuditRow, 'hash'>>(
      'SELECT hash FROM audit_entry WHERE sequence = +?',
    ),
    append: database.prepare<(string | number | Buffer | null)[]>(
      `INSERT INTO audit_entry (sequence, at, recorded_at, actor_kind, actor_id, certificate,
         interaction_id, address, action, subject, detail, hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
  };
}
