import type { AuditHead, MissingEntries } from '../../domain/records/audit.ts';
import { FILES_OWNER } from '../../domain/ports/files.ts';
import {
  AUDIT_COLUMNS,
  type AuditRow,
  type UnplacedRow,
} from '../repositories/audit/audit-chain.ts';
import type { Instant } from '../../shared/time.ts';
import { SeriesVerifier } from '../repositories/audit/series-verifier.ts';
import { auditBooks } from '../repositories/ledger/audit-books.ts';
import type { DbCommand } from '../repositories/engine.ts';
import { STORED_FILE_NAMES, type StoredFileName } from '../repositories/stored-files.ts';
import { Connections } from './database/connections.ts';
import { readSnapshot } from './database/transactions.ts';
import { engine } from './engine.ts';
import { IncompatibleDatabase } from './compatibility.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { INBOX_COLUMNS, type InboxRow, macOf } from './repositories/audit-inbox.ts';

/*
 * A database that nodes share, for the programs of the operators, while the nodes serve: all of it
 * as it is at one moment, in a transaction that writes nothing, and that nobody waits for.
 */

/** Entries that are asked for at a time. */
const ENTRIES_READ = 1000;

/** What waits in the inbox of the audit log for its place in the chain. */
interface Waiting {
  readonly entries: number;
  /** The ids of those that have the mark of none of the keys; null where no key is known. */
  readonly foreign: readonly number[] | null;
}

/** An entry of the inbox that a node did not seal. */
export interface SetAside {
  readonly id: number;
  readonly setAsideAt: Instant;
  readonly reason: 'mark' | 'repeated';
}

/** What a look through the audit log and the books found, besides the entries. */
export interface LogInspection {
  /** Where the next entry is to follow. */
  readonly head: AuditHead;
  readonly waiting: Waiting;
  readonly setAside: readonly SetAside[];
  /** Entries that nodes committed, and that are neither in the chain nor wait. */
  readonly missing: readonly MissingEntries[];
  /** What does not add up in the books, in sentences. */
  readonly books: readonly string[];
}

/**
 * Looks through the audit log and the books.
 *
 * @param keys what the nodes mark entries with that wait; none: nobody can tell whose they are
 * @param take is handed the entries of the chain, oldest first, until it answers false
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
      for (const found of [walk.take(row), notedIn(row)]) {
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
    const books = yield* auditBooks(engine);
    return { head, waiting, setAside, missing: [...missing.values()], books };
  });
}

/**
 * Missing entries that a node has noted in the log. Those at the end of a series are only here: no
 * later entry of the series shows the gap.
 */
function notedIn({ action, subject, detail }: UnplacedRow): MissingEntries | undefined {
  if (action !== 'auditEntriesMissing') return undefined;
  // An entry that somebody has changed may have any detail.
  const [, from, to] = /^\{"from":(\d+),"to":(\d+)\}$/.exec(detail ?? '') ?? [];
  return from === undefined ? undefined : { writer: subject, from: Number(from), to: Number(to) };
}

/** Every payment file that is known; whose they are in an object store, null: in a folder. */
export function readFiles(
  url: string,
): Promise<{ readonly known: readonly StoredFileName[]; readonly owner: string | null }> {
  return inspect(url, function* () {
    const owner = (yield* SQL.setting.get(FILES_OWNER))?.value ?? '';
    return { known: yield* SQL.files.all(), owner: owner === '' ? null : owner };
  });
}

async function inspect<Value>(url: string, query: () => DbCommand<Value>): Promise<Value> {
  const connections = new Connections(url, 'audit', 1);
  try {
    return await readSnapshot(connections, function* () {
      yield* refuseOthers();
      return yield* query();
    });
  } finally {
    await connections.close();
  }
}

/** Throws UnfitDatabase where this code does not know what lies in which table. */
function* refuseOthers(): DbCommand<void> {
  const laid = yield* SQL.laid.get();
  if (laid?.laid !== true) throw new IncompatibleDatabase('It has no data of this service.');
  const found = yield* SQL.version.get();
  const [version, oldestCode] = [found?.version ?? 0, found?.oldestCode ?? 1];
  if (version >= MIGRATIONS.length && oldestCode <= MIGRATIONS.length) return;
  const [here, ours] = [String(version), String(MIGRATIONS.length)];
  throw new IncompatibleDatabase(
    `It is at version ${here}, and this code is of version ${ours}: use the code that serves it.`,
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
  let [entries, after] = [0, 0];
  for (;;) {
    const waiting = yield* SQL.inbox.all(after, ENTRIES_READ);
    for (const { id, mac, ...entry } of waiting) {
      if (keys.some((key) => macOf(entry, key).equals(mac))) follow(entry);
      else foreign.push(id);
    }
    const last = waiting.at(-1);
    if (last === undefined) return { entries, foreign: keys.length === 0 ? null : foreign };
    [entries, after] = [entries + waiting.length, last.id];
  }
}

const SQL = {
  laid: engine.prepare<[], { laid: boolean }>(
    `SELECT to_regclass('migration') IS NOT NULL AS laid`,
  ),
  version: engine.prepare<[], { version: number; oldestCode: number | null }>(
    'SELECT COUNT(*) AS version, MAX(oldest_code) AS oldestCode FROM migration',
  ),
  entries: engine.prepare<[after: number, most: number], AuditRow>(
    `SELECT sequence, ${AUDIT_COLUMNS}, writer, number, hash FROM audit_entry
     WHERE sequence > ? ORDER BY sequence LIMIT ?`,
  ),
  inbox: engine.prepare<[after: number, most: number], InboxRow>(
    `SELECT ${INBOX_COLUMNS} FROM audit_inbox WHERE id > ? ORDER BY id LIMIT ?`,
  ),
  setAside: engine.prepare<[], SetAside>(
    `SELECT id, set_aside_at AS setAsideAt, reason FROM audit_set_aside ORDER BY place`,
  ),
  head: engine.prepare<[], AuditHead>(
    `SELECT sequence, encode(hash, 'hex') AS hash FROM audit_head`,
  ),
  setting: engine.prepare<[name: string], { value: string }>(
    'SELECT value FROM setting WHERE name = ?',
  ),
  files: engine.prepare<[], StoredFileName>(STORED_FILE_NAMES),
};
