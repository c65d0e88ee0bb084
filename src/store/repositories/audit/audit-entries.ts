import type { Actor, StoredAuditEntry } from '../../../domain/records/audit.ts';
import type { DbCommand, Engine } from '../engine.ts';
import { AUDIT_COLUMNS, type AuditRow } from './audit-chain.ts';

/** Reads the audit log by ranges of sequence numbers. */
export class AuditEntries {
  readonly #sql: ReturnType<typeof prepare>;

  constructor(engine: Engine) {
    this.#sql = prepare(engine);
  }

  /** Returns at most `limit` entries from sequence number `from` on, oldest first. */
  *list({
    from,
    limit,
  }: {
    readonly from: number;
    readonly limit: number;
  }): DbCommand<readonly StoredAuditEntry[]> {
    return (yield* this.#sql.list.all(from, limit)).map(entryOf);
  }
}

type Row = Omit<AuditRow, 'hash' | 'writer' | 'number'>;

function entryOf({ sequence, at, recordedAt, action, subject, detail, ...row }: Row) {
  const { certificate, interactionId, address } = row;
  const by: Actor = {
    ...{ kind: row.actorKind, id: row.actorId },
    ...{ certificate, interactionId, address },
  };
  return { sequence, at, by, recordedAt, action, subject, detail };
}

function prepare(engine: Engine) {
  return {
    list: engine.prepare<[from: number, limit: number], Row>(
      `SELECT sequence, ${AUDIT_COLUMNS} FROM audit_entry
       WHERE sequence >= ? ORDER BY sequence LIMIT ?`,
    ),
  };
}
