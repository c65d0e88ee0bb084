import type { Act, AuditEntry, AuditHead } from '../../../domain/records/audit.ts';
import type { Clock, Instant } from '../../../kernel/time.ts';
import type { AuditLog } from '../../rooms/audit/audit-log.ts';
import type { Run } from '../../rooms/engine.ts';
import type { Database } from '../database/database.ts';
import { FIRST_PREVIOUS_HASH, hashOf, type AuditRow } from '../../rooms/audit/audit-chain.ts';

/** The entry on which the next one builds. */
type Last = Pick<AuditRow, 'sequence' | 'hash'>;

/** The log of who did what: entries are added, each with the hash of all before it. */
export class ChainedLog implements AuditLog {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #machineClock: Clock;
  /** Of the transaction that is open; undefined until it has one. */
  #last: Last | undefined;

  constructor(database: Database, machineClock: Clock) {
    this.#sql = prepare(database);
    this.#machineClock = machineClock;
  }

  /** Adds an entry in the transaction that is open: it is there exactly if what it tells is. */
  *append({ at, by }: Act, { action, subject, detail }: AuditEntry): Run<void> {
    const last = this.#last ?? this.#findLast();
    const entry = {
      sequence: last.sequence + 1,
      at,
      recordedAt: this.#machineClock(),
      actorKind: by.kind,
      actorId: by.id,
      certificate: by.certificate,
      interactionId: by.interactionId,
      address: by.address,
      action,
      subject,
      detail: detail === undefined ? null : JSON.stringify(detail),
    };
    const hash = hashOf(last.hash, entry);
    this.#sql.append.run(
      entry.sequence,
      at,
      entry.recordedAt,
      by.kind,
      by.id,
      by.certificate,
      by.interactionId,
      by.address,
      action,
      subject,
      entry.detail,
      hash,
    );
    this.#last = { sequence: entry.sequence, hash };
  }

  /**
   * To be told when a transaction begins and when anything of it is undone: what was the last entry
   * is there no more to build on.
   */
  forgetLast(): void {
    this.#last = undefined;
  }

  *head(): Run<AuditHead> {
    const { sequence, hash } = this.#findLast();
    return { sequence, hash: hash.toString('hex') };
  }

  *lastInstant(): Run<Instant | undefined> {
    return this.#sql.last.get()?.recordedAt;
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
