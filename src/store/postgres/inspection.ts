import type { AuditHead, MissingEntries } from '../../domain/records/audit.ts';
import { FILES_OWNER } from '../../domain/ports/files.ts';
import {
  AUDIT_COLUMNS,
  type AuditRow,
  type UnplacedRow,
} from '../repositories/audit/audit-chain.ts';
import type { Instant } from '../../shared/time.ts';
import { SeriesVerifier } from '../repositories/audit/series-verifier.ts';
import { auditDocuments, type DocumentsAudit } from '../repositories/hand-over/audit-documents.ts';
import { auditSegments } from '../repositories/search/segments.ts';
import { auditBooks } from '../repositories/ledger/audit-books.ts';
import { sql, type DbCommand } from '../repositories/engine.ts';
import { STORED_FILE_NAMES, type StoredFileName } from '../repositories/stored-file-names.ts';
import { Connections } from './database/connections.ts';
import { readSnapshot } from './database/transactions.ts';
import { IncompatibleDatabase } from './compatibility.ts';
import { MIGRATIONS } from './migrations.ts';
import { INBOX_COLUMNS, type InboxRow, macOf } from './repositories/audit-inbox.ts';

/*
 * Reads a shared database for the operators' tools while nodes are using it. Each function reads
 * one snapshot in a read-only transaction, which blocks no other transaction.
 */

/** Number of audit entries that one query reads. */
const ENTRIES_READ = 1000;

/** Audit entries that are in the inbox and not yet part of the hash chain. */
interface Waiting {
  readonly entries: number;
  /**
   * IDs of the waiting entries whose MAC matches none of the keys. Null if the caller has no keys.
   */
  readonly foreign: readonly number[] | null;
}

/** An entry of the audit inbox that a node refused to add to the hash chain. */
export interface SetAside {
  readonly id: number;
  readonly setAsideAt: Instant;
  readonly reason: 'mark' | 'repeated';
}

/** Result of inspecting the audit log and the books. It does not include the entries themselves. */
export interface LogInspection {
  /** Sequence number and hash of the last entry in the chain. */
  readonly head: AuditHead;
  readonly waiting: Waiting;
  readonly setAside: readonly SetAside[];
  /** Entries that nodes committed but that are now neither in the chain nor in the inbox. */
  readonly missing: readonly MissingEntries[];
}

/**
 * Reads the whole audit log.
 * @param keys keys that verify the MACs of waiting entries. Without keys, the MACs are not checked.
 * @param take receives the entries of the chain, oldest first, until it returns false
 */
export function inspectLog(
  url: string,
  keys: readonly Buffer[],
  take: (row: AuditRow) => boolean,
): Promise<LogInspection> {
  return inspect(url, function* () {
    const missing = new Map<string, MissingEntries>();
    const walk = new SeriesVerifier();
    const follow = (row: UnplacedRow): void => {
      for (const found of [walk.verify(row), recordedMissing(row)]) {
        if (typeof found === 'object') missing.set(`${found.writer} ${String(found.from)}`, found);
      }
    };
    yield* readEntries((row) => {
      follow(row);
      return take(row);
    });
    const head = yield* SQL.head.get();
    if (head === undefined) throw new IncompatibleDatabase('The audit log has no head.');
    const waiting = yield* readInbox(keys, follow);
    const setAside = yield* SQL.setAside.all();
    return { head, waiting, setAside, missing: [...missing.values()] };
  });
}

/**
 * Checks the books and the list of segments of the search index. Returns one sentence for each
 * inconsistency.
 */
export function inspectBooks(url: string): Promise<readonly string[]> {
  return inspect(url, function* () {
    return [...(yield* auditBooks()), ...(yield* auditSegments())];
  });
}

/**
 * Returns the missing entries that this audit entry reports, if it reports any. If the last entries
 * of a writer series are missing, only such a report reveals it.
 */
function recordedMissing({ action, subject, detail }: UnplacedRow): MissingEntries | undefined {
  if (action !== 'auditEntriesMissing') return undefined;
  // If the entry is forged, its detail may contain anything.
  const [, from, to] = /^\{"from":(\d+),"to":(\d+)\}$/.exec(detail ?? '') ?? [];
  return from === undefined ? undefined : { writer: subject, from: Number(from), to: Number(to) };
}

/**
 * Lists all payment files that the database refers to, and verifies the documents of the payment
 * hub that it contains. `owner` is the service's id in the object store, or null if the files are
 * in a folder.
 */
export function readFiles(url: string): Promise<{
  readonly known: readonly StoredFileName[];
  readonly documents: DocumentsAudit;
  readonly owner: string | null;
}> {
  return inspect(url, function* () {
    const owner = (yield* SQL.setting.get(FILES_OWNER))?.value ?? '';
    const [known, documents] = [yield* SQL.files.all(), yield* auditDocuments()];
    return { known, documents, owner: owner === '' ? null : owner };
  });
}

async function inspect<Value>(url: string, query: () => DbCommand<Value>): Promise<Value> {
  const connections = new Connections(url, 'audit', 1);
  try {
    return await readSnapshot(connections, function* () {
      yield* refuseOtherVersions();
      return yield* query();
    });
  } finally {
    await connections.close();
  }
}

/**
 * Throws IncompatibleDatabase if the schema version of the database is not the one of this code.
 */
function* refuseOtherVersions(): DbCommand<void> {
  const schema = yield* SQL.schema.get();
  if (schema?.isPresent !== true)
    throw new IncompatibleDatabase('It contains no data of this service.');
  const { version = 0, compatibleFrom = 0 } = (yield* SQL.version.get()) ?? {};
  if (version >= MIGRATIONS.length && compatibleFrom <= MIGRATIONS.length) return;
  const here = String(version);
  const ours = String(MIGRATIONS.length);
  throw new IncompatibleDatabase(
    `It is at version ${here}, but this program has version ${ours}. Use the program that serves it.`,
  );
}

function* readEntries(take: (row: AuditRow) => boolean): DbCommand<void> {
  for (let after = 0; ;) {
    const rows = yield* SQL.entries.all(after, ENTRIES_READ);
    for (const row of rows) if (!take(row)) return;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.sequence;
  }
}

function* readInbox(
  keys: readonly Buffer[],
  follow: (row: UnplacedRow) => void,
): DbCommand<Waiting> {
  const foreign: number[] = [];
  let entries = 0;
  let after = 0;
  for (;;) {
    const waiting = yield* SQL.inbox.all(after, ENTRIES_READ);
    for (const { id, mac, ...entry } of waiting) {
      if (keys.some((key) => macOf(entry, key).equals(mac))) follow(entry);
      else foreign.push(id);
    }
    const last = waiting.at(-1);
    if (last === undefined) return { entries, foreign: keys.length === 0 ? null : foreign };
    entries += waiting.length;
    after = last.id;
  }
}

const SQL = {
  schema: sql<[], { isPresent: boolean }>(`
    SELECT to_regclass('schema_version') IS NOT NULL AS isPresent`),
  version: sql<[], { version: number; compatibleFrom: number }>(
    'SELECT version, compatible_from AS compatibleFrom FROM schema_version',
  ),
  entries: sql<[after: number, most: number], AuditRow>(`
    SELECT sequence, ${AUDIT_COLUMNS}, writer, number, hash FROM audit_entry
    WHERE sequence > ? ORDER BY sequence LIMIT ?`),
  inbox: sql<[after: number, most: number], InboxRow>(`
    SELECT ${INBOX_COLUMNS} FROM audit_inbox WHERE id > ? ORDER BY id LIMIT ?`),
  setAside: sql<[], SetAside>(`
    SELECT id, set_aside_at AS setAsideAt, reason FROM audit_set_aside ORDER BY place`),
  head: sql<[], AuditHead>(`SELECT sequence, encode(hash, 'hex') AS hash FROM audit_head`),
  setting: sql<[name: string], { value: string }>('SELECT value FROM setting WHERE name = ?'),
  files: sql<[], StoredFileName>(STORED_FILE_NAMES),
};
