import Sqlite from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { contentPath, temporaryDirectory } from '../../src/store/files/content.ts';
import { verifyChain } from '../../src/store/repositories/audit/audit-chain.ts';
import { readAuditLog } from '../../src/store/sqlite/database/inspection.ts';
import { FOOTER_BYTES, readFooter } from '../../src/store/search/format.ts';
import { openSqliteStore } from '../../src/store/sqlite/index.ts';
import { Violation, type Story } from './story.ts';

const filesOf = (dataDirectory: string): string => `${dataDirectory}/files`;
export const databaseOf = (dataDirectory: string): string => `${dataDirectory}/service.db`;

/** Creates the files that remain if the service is killed in the middle of an upload. */
export function leaveDebris(dataDirectory: string): void {
  const files = filesOf(dataDirectory);
  const orphan = contentPath(files, createHash('sha256').update('nobody').digest('hex'));
  mkdirSync(dirname(orphan), { recursive: true });
  mkdirSync(temporaryDirectory(files), { recursive: true });
  writeFileSync(orphan, 'nobody');
  writeFileSync(`${temporaryDirectory(files)}/half-written`, '{"Data":');
}

/** Returns true if a stored file ends as a segment of the search index does. */
export function isSearchSegment(content: Uint8Array): boolean {
  try {
    readFooter(Buffer.from(content.subarray(-FOOTER_BYTES)), '');
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks that exactly the stories' files and the search index are stored. Call it after a start and
 * before any upload.
 *
 * @param others hashes of other files that are stored
 */
export function auditFiles(
  dataDirectory: string,
  stories: readonly Story[],
  others: ReadonlySet<string> = new Set(),
): void {
  const files = filesOf(dataDirectory);
  const left = new Set<string>();
  for (const folder of readdirSync(files)) {
    for (const name of readdirSync(`${files}/${folder}`)) left.add(name);
  }
  for (const story of stories) {
    const { sha256 = '' } = story;
    if (story.hasFile && !left.delete(sha256)) story.fail('its file is not kept');
  }
  for (const sha256 of others) {
    if (!left.delete(sha256)) throw new Violation(`Document ${sha256} is not stored.`);
  }
  for (const sha256 of left) {
    if (isSearchSegment(readFileSync(contentPath(files, sha256)))) left.delete(sha256);
  }
  const [first] = left;
  if (first !== undefined) {
    throw new Violation(`${String(left.size)} files belong to nobody, such as ${first}.`);
  }
}

/** Checks the accounts and the audit log of a stopped service. */
export async function auditBooks(dataDirectory: string): Promise<void> {
  const store = openSqliteStore(databaseOf(dataDirectory), Date.now);
  try {
    const findings = await store.auditBooks();
    if (findings.length > 0) throw new Violation(findings.join(' '));
  } finally {
    await store.close();
  }
  const chain = readAuditLog(databaseOf(dataDirectory), (entries) => verifyChain(entries));
  if (chain.unbroken) return;
  throw new Violation(`Entry ${String(chain.sequence)} of the audit log: ${chain.problem}`);
}

/** Returns the number of rows in a table. Nothing may write to the table meanwhile. */
export type CountRows = (table: string) => number | Promise<number>;

/** Counts the rows of a stopped service's tables. */
export function rowsIn(dataDirectory: string): CountRows {
  return (table) => {
    const database = new Sqlite(databaseOf(dataDirectory), { readonly: true });
    try {
      const count = database.prepare<[], number>(`SELECT COUNT(*) FROM ${table}`);
      return count.pluck().get() ?? 0;
    } finally {
      database.close();
    }
  };
}

/**
 * Checks the number of rows in each table after all stories have ended. There must be no duplicates
 * and no waiting work.
 */
export async function auditCounts(rowsOf: CountRows, stories: readonly Story[]): Promise<void> {
  const consents = stories.filter((story) => story.consentId !== undefined).length;
  const files = stories.filter((story) => story.hasFile).length;
  const payments = stories.flatMap(({ taken: accepted }) => accepted);
  // If a submission got no response before its consent was revoked, it may have been accepted or
  // not. The audit log and the statements must agree about it.
  const lost = stories.flatMap(({ submissions }) => submissions.filter(({ isLost }) => isLost));
  const unheard = (await rowsOf('payment')) - payments.length;
  if (unheard < 0 || unheard > lost.length) {
    throw new Violation(`${String(unheard)} payments more than were acknowledged.`);
  }
  const expected = {
    ...{ consent: consents, file: files, work: 0 },
    "audit_entry WHERE action = 'consentCreated'": consents,
    "audit_entry WHERE action = 'fileAttached'": files,
    "audit_entry WHERE action = 'paymentSubmitted'": payments.length + unheard,
  };
  for (const [table, count] of Object.entries(expected)) {
    const rows = await rowsOf(table);
    if (rows === count) continue;
    throw new Violation(`${table} has ${String(rows)} rows, expected ${String(count)}.`);
  }
}
