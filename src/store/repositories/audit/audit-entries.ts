import type { AuditProof } from '../../../domain/records/audit-proof.ts';
import type { Actor, AuditHead } from '../../../domain/records/audit.ts';
import { sql, type DbCommand } from '../engine.ts';
import { AUDIT_COLUMNS, type AuditRow } from './audit-chain.ts';
import { proofOf, rowsToProve } from './audit-proof.ts';

/** Number of entries that one query of a proof reads. */
const PROOF_ROWS = 500;

/** Reads the audit log by ranges of sequence numbers. */
export class AuditEntries {
  /** Returns at most `limit` entries from sequence number `from` on, oldest first. */
  readonly list = ({ from, limit }: { readonly from: number; readonly limit: number }) =>
    SQL.list.all(from, limit);

  *prove(head: AuditHead, sequences: readonly number[]): DbCommand<AuditProof> {
    const rows = new Map<number, AuditRow>();
    const needed = [...rowsToProve(head.sequence, sequences)];
    for (let from = 0; from < needed.length; from += PROOF_ROWS) {
      const some = needed.slice(from, from + PROOF_ROWS);
      for (const row of yield* SQL.find.all(JSON.stringify(some))) {
        rows.set(row.sequence, row);
      }
    }
    return proofOf(head, sequences, rows);
  }
}

type Row = Omit<AuditRow, 'hash' | 'writer' | 'number'>;

function entryOf({ sequence, at, recordedAt, action, subject, detail, ...row }: Row) {
  const { certificate, interactionId, address } = row;
  const by: Actor = {
    kind: row.actorKind,
    id: row.actorId,
    certificate,
    interactionId,
    address,
  };
  return { sequence, at, by, recordedAt, action, subject, detail };
}

const WHERE_LISTED = 'WHERE sequence IN (SELECT CAST(value AS BIGINT) FROM json_each(?))';

const SQL = {
  find: sql<[sequences: string], AuditRow>({
    sqlite: `SELECT sequence, ${AUDIT_COLUMNS}, hash FROM audit_entry ${WHERE_LISTED}`,
    postgres: `SELECT sequence, ${AUDIT_COLUMNS}, writer, number, hash FROM audit_entry
      ${WHERE_LISTED}`,
  }),
  list: sql<[from: number, limit: number], Row>(`
    SELECT sequence, ${AUDIT_COLUMNS} FROM audit_entry
    WHERE sequence >= ? ORDER BY sequence LIMIT ?`).as(entryOf),
};
