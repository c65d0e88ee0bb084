import {
  serviceActor,
  type AuditEntry,
  type MissingEntries,
} from '../../../domain/records/audit.ts';
import type { ServiceEvent } from '../../../domain/records/events.ts';
import type { Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../../repositories/audit/audit-log.ts';
import { hashOf } from '../../repositories/audit/audit-chain.ts';
import { SeriesVerifier } from '../../repositories/audit/series-verifier.ts';
import type { DbCommand } from '../../repositories/engine.ts';
import { engine } from '../engine.ts';
import { INBOX_COLUMNS, type InboxRow, macOf } from './audit-inbox.ts';

/** Entries that one transaction of a sealer moves at most. */
export const SEQUENCED_AT_ONCE = 4096;

/** The answer to a node while another one has the head. */
export const ELSEWHERE = 'elsewhere';

/** Whoever seals. */
export interface AuditSequencing {
  /** The keys of marks; the first one is in use. */
  readonly keys: readonly Buffer[];
  readonly auditLog: Pick<AuditLog, 'append'>;
  readonly now: Instant;
}

/** What one transaction of a sealer did. */
export interface SequencedEntries {
  /** Entries that it took out of the inbox. */
  readonly taken: number;
  /** What operators have to know, once it is committed. */
  readonly events: readonly ServiceEvent[];
}

interface SetAside {
  readonly id: number;
  readonly reason: 'mark' | 'repeated';
}

/**
 * Moves entries from the inbox into the chain. Any node may try at any time: the one that gets the
 * head's row does it. Places are given here, not when an entry is written: one whose transaction
 * commits later than another with a higher id is merely sealed later.
 *
 * Nothing in the inbox stops it: an entry without a right mark, or of a number that the chain has,
 * is set aside with its content; missing numbers are reported. Both are entries of the log too.
 */
export function* seal({
  keys,
  auditLog,
  now,
}: AuditSequencing): DbCommand<SequencedEntries | typeof ELSEWHERE> {
  const head = yield* SQL.head.get();
  if (head === undefined) return ELSEWHERE;
  const entries = [...(yield* SQL.take.all(SEQUENCED_AT_ONCE))].sort(
    (one, other) => one.id - other.id,
  );
  if (entries.length === 0) return { taken: 0, events: [] };
  const walk = new SeriesVerifier(yield* lastNumbers(entries));
  const [ids, hashes, aside]: [number[], Buffer[], SetAside[]] = [[], [], []];
  const missing: MissingEntries[] = [];
  let last = head;
  for (const { id, mac, ...entry } of entries) {
    if (!keys.some((key) => macOf(entry, key).equals(mac))) {
      aside.push({ id, reason: 'mark' });
      continue;
    }
    const step = walk.take(entry);
    if (step === 'repeated') {
      aside.push({ id, reason: 'repeated' });
      continue;
    }
    if (step !== 'next') missing.push(step);
    const sequence = last.sequence + 1;
    last = { sequence, hash: hashOf(last.hash, { ...entry, sequence }) };
    ids.push(id);
    hashes.push(last.hash);
  }
  const asideIds = aside.map(({ id }) => id);
  const reasons = aside.map(({ reason }) => reason);
  yield* SQL.seal.get(ids, hashes, asideIds, reasons, now);
  const act = { at: now, by: serviceActor('audit log') };
  for (const one of missing) yield* auditLog.append(act, missingEntry(one));
  if (aside.length > 0) yield* auditLog.append(act, asideEntry(aside));
  const events = [
    ...missing.map((one): ServiceEvent => ({ kind: 'auditEntriesMissing', ...one })),
    ...aside.map((one): ServiceEvent => ({ kind: 'auditEntrySetAside', ...one })),
  ];
  return { taken: entries.length, events };
}

/** Notes in the log which entries of it are missing. */
export function missingEntry({ writer, from, to }: MissingEntries): AuditEntry {
  return { action: 'auditEntriesMissing', subject: writer, detail: { from, to } };
}

function asideEntry(aside: readonly SetAside[]): AuditEntry {
  const detail = { entries: aside.length, first: aside[0]?.id ?? null };
  return { action: 'auditEntriesSetAside', subject: 'inbox', detail };
}

/** The last number of the chain in each series that these entries are of. */
function* lastNumbers(
  entries: readonly Pick<InboxRow, 'writer'>[],
): DbCommand<ReadonlyMap<string, number>> {
  const writers = new Set(entries.flatMap(({ writer }) => writer ?? []));
  return yield* lastNumbersOf([...writers]);
}

/** The last number of the chain in each of these series; a series that is not there has none. */
export function* lastNumbersOf(writers: readonly string[]): DbCommand<ReadonlyMap<string, number>> {
  if (writers.length === 0) return new Map();
  const rows = yield* SQL.last.all(JSON.stringify(writers));
  return new Map(rows.flatMap(({ writer, last }) => (last === null ? [] : [[writer, last]])));
}

const SQL = {
  head: engine.prepare<[], { readonly sequence: number; readonly hash: Buffer }>(
    'SELECT sequence, hash FROM audit_take_head()',
  ),
  take: engine.prepare<[number], InboxRow>(
    `SELECT ${INBOX_COLUMNS} FROM audit_inbox ORDER BY id LIMIT ?`,
  ),
  last: engine.prepare<[string], { readonly writer: string; readonly last: number | null }>(
    `SELECT value AS writer, (SELECT MAX(number) FROM audit_entry WHERE writer = value) AS last
     FROM json_each(?)`,
  ),
  seal: engine.prepare<
    [
      ids: readonly number[],
      hashes: readonly Buffer[],
      aside: readonly number[],
      reasons: readonly string[],
      asideAt: Instant,
    ]
  >(
    `SELECT audit_seal(CAST(? AS BIGINT[]), CAST(? AS BYTEA[]), CAST(? AS BIGINT[]),
       CAST(? AS TEXT[]), CAST(? AS BIGINT))`,
  ),
};
