import type { Act, AuditEntry, AuditHead } from '../../../domain/records/audit.ts';
import type { Clock, Instant } from '../../../kernel/time.ts';
import type { Database } from '../database/database.ts';
import { FIRST_PREVIOUS_HASH, hashOf, type AuditRow } from './audit-chain.ts';

type Last = Pick<AuditRow, 'sequence' | 'hash' | 'recordedAt'>;

/** The log of who did what: entries are added, each with the hash of all before it. */
export class AuditLog {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #machineClock: Clock;

  constructor(database: Database, machineClock: Clock) {
    this.#sql = prepare(database);
    this.#machineClock = machineClock;
  }

  /** Adds an entry in the transaction that is open: it is there exactly if what it tells is. */
  append({ at, by }: Act, { action, subject, detail }: AuditEntry): void {
    // Read and not remembered: what a rollback undid is not there to build on.
    const last = this.#last();
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
    this.#sql.append.run({ ...entry, hash: hashOf(last.hash, entry) });
  }

  head(): AuditHead {
    const { sequence, hash } = this.#last();
    return { sequence, hash: hash.toString('hex') };
  }

  lastInstant(): Instant | undefined {
    return this.#sql.last.get()?.recordedAt;
  }

  #last(): Omit<Last, 'recordedAt'> {
    return this.#sql.last.get() ?? { sequence: 0, hash: FIRST_PREVIOUS_HASH };
  }
}

function prepare(database: Database) {
  return {
    last: database.prepare<[], Last>(
      `SELECT sequence, hash, recorded_at AS recordedAt FROM audit_entry
       ORDER BY sequence DESC LIMIT 1`,
    ),
    append: database.prepare<AuditRow>(
      `INSERT INTO audit_entry (sequence, at, recorded_at, actor_kind, actor_id, certificate,
         interaction_id, address, action, subject, detail, hash)
       VALUES (@sequence, @at, @recordedAt, @actorKind, @actorId, @certificate,
         @interactionId, @address, @action, @subject, @detail, @hash)`,
    ),
  };
}
