import { createHmac } from 'node:crypto';
import type { Act, AuditEntry, AuditHead, Unsealed } from '../../../domain/records/audit.ts';
import { expectDefined } from '../../../shared/assert.ts';
import type { Clock, Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../../repositories/audit/audit-log.ts';
import { AUDIT_COLUMNS, rowOf, type UnplacedRow } from '../../repositories/audit/audit-chain.ts';
import { sql, type DbCommand } from '../../repositories/engine.ts';
import { storable } from '../database/sql-text.ts';
import { writeNumbered } from '../engine.ts';

/**
 * Returns the 32-byte MAC keys that all nodes share, the current key first. The MACs of new audit
 * entries are computed with the current key.
 */
export type InboxKeys = () => readonly Buffer[];

/**
 * The audit log that all nodes share. A transaction writes its audit entry to an inbox table.
 * Later, the audit sequencer moves the entry into the hash chain.
 *
 * If every transaction extended the chain itself, only one transaction could run at a time
 * (docs/decisions, 101).
 */
export class InboxLog implements AuditLog {
  readonly #machineClock: Clock;
  readonly #keys: InboxKeys;
  readonly #onEntry: () => void;

  constructor(machineClock: Clock, keys: InboxKeys, onEntry: () => void) {
    this.#machineClock = machineClock;
    this.#keys = keys;
    this.#onEntry = onEntry;
  }

  *append(act: Act, told: AuditEntry): DbCommand<void> {
    const row = rowOf(act, told, this.#machineClock());
    // Compute the MAC from the text that PostgreSQL will store.
    const entry = { ...row, actorId: storable(row.actorId), subject: storable(row.subject) };
    yield* writeNumbered(SQL.append, (origin) => {
      const numbered = { ...entry, ...origin };
      return { ...numbered, mac: macOf(numbered, expectDefined(this.#keys()[0], 'a key')) };
    });
    this.#onEntry();
  }

  *head(): DbCommand<AuditHead> {
    const head = yield* SQL.head.get();
    return { sequence: head?.sequence ?? 0, hash: head?.hash ?? '' };
  }

  *lastInstant(): DbCommand<Instant | undefined> {
    return (yield* SQL.last.get())?.recordedAt ?? undefined;
  }

  *unsealed(): DbCommand<Unsealed> {
    return expectDefined(yield* SQL.unsealed.get(), 'a count');
  }
}

/** An entry in the inbox. `writer` is null if a node of an earlier version wrote the entry. */
export interface InboxRow extends UnplacedRow {
  readonly id: number;
  readonly mac: Buffer;
}

/** SQL list of the columns of an InboxRow. */
export const INBOX_COLUMNS = `id, ${AUDIT_COLUMNS}, writer, number, mac`;

/**
 * Returns the HMAC-SHA-256 of an entry's content and of its number in the writer series. It reveals
 * an entry that was inserted or changed without the key.
 */
export function macOf(entry: UnplacedRow, key: Buffer): Buffer {
  const signedFields = [
    entry.at,
    entry.recordedAt,
    entry.actorKind,
    entry.actorId,
    entry.certificate,
    entry.interactionId,
    entry.address,
    entry.action,
    entry.subject,
    entry.detail,
    ...(typeof entry.writer === 'string' ? [entry.writer, entry.number] : []),
  ];
  return createHmac('sha256', key).update(JSON.stringify(signedFields)).digest();
}

const SQL = {
  append: sql<UnplacedRow & { readonly mac: Buffer }>(`
    INSERT INTO audit_inbox (at, recorded_at, actor_kind, actor_id, certificate,
      interaction_id, address, action, subject, detail, writer, number, mac)
    VALUES (@at, @recordedAt, @actorKind, @actorId, @certificate, @interactionId, @address,
      @action, @subject, @detail, @writer, @number, @mac)`),
  head: sql<[], AuditHead>(`SELECT sequence, encode(hash, 'hex') AS hash FROM audit_head`),
  unsealed: sql<[], Unsealed>(`
    SELECT COUNT(*) AS entries, MIN(recorded_at) AS since FROM audit_inbox`),
  last: sql<[], { recordedAt: Instant | null }>(`
    SELECT MAX(recorded_at) AS recordedAt FROM (
      SELECT recorded_at FROM audit_inbox
      UNION ALL (SELECT recorded_at FROM audit_entry ORDER BY sequence DESC LIMIT 1)) AS told`),
};
