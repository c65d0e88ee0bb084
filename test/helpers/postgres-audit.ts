import { verifyChain, type AuditRow } from '../../src/store/repositories/audit/audit-chain.ts';
import { auditBooks } from '../../src/store/repositories/ledger/audit-books.ts';
import { Connections } from '../../src/store/postgres/database/connections.ts';
import { readSnapshot } from '../../src/store/postgres/database/transactions.ts';
import { connected } from './postgres-databases.ts';

export function rowsOf(url: string, sql: string): Promise<readonly unknown[]> {
  return connected(url, async (client) => (await client.query(sql)).rows as unknown[]);
}

export async function countRows(url: string, table: string): Promise<number> {
  const [row] = await rowsOf(url, `SELECT COUNT(*)::float8 AS rows FROM ${table}`);
  return (row as { rows: number }).rows;
}

/** Returns the entries of the audit log in a database, oldest first. */
export async function entriesOf(url: string): Promise<readonly AuditRow[]> {
  return (await rowsOf(
    url,
    `SELECT sequence::float8 AS sequence, at::float8 AS at, recorded_at::float8 AS "recordedAt",
       actor_kind AS "actorKind", actor_id AS "actorId", certificate,
       interaction_id AS "interactionId", address, action, subject, detail, writer,
       number::float8 AS number, hash
     FROM audit_entry ORDER BY sequence`,
  )) as readonly AuditRow[];
}

/** Audits the accounts and the audit log's hash chain in a database. Returns the problems found. */
export async function auditDatabase(url: string): Promise<string[]> {
  const connections = new Connections(url, 'audit', 1);
  const findings = await readSnapshot(connections, auditBooks).finally(() => connections.close());
  const chain = verifyChain(await entriesOf(url));
  if (chain.unbroken) return [...findings];
  return [...findings, `Entry ${String(chain.sequence)} of the audit log: ${chain.problem}`];
}
