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

/** Maximum number of entries that one transaction sequences. */
export const SEQUENCED_AT_ONCE = 4096;

/** Result if another node has locked the head of the chain. */
export const HEAD_LOCKED = 'elsewhere';

/** Input of one sequencing transaction. */
export interface AuditSequencing {
  /** Keys for the MACs. The first one is the current key. */
  readonly keys: readonly Buffer[];
  readonly auditLog: Pick<AuditLog, 'append'>;
  readonly now: Instant;
}

/** Result of one sequencing transaction. */
export interface SequencedEntries {
  /** Number of entries removed from the inbox. */
  readonly taken: number;
  /** Events to report to operators after the commit. */
  readonly events: readonly ServiceEvent[];
}

interface SetAside {
  readonly id: number;
  readonly reason: 'mark' | 'repeated';
}

/**
 * Moves entries from the inbox into the hash chain. Any node may try at any time, and the one that
 * locks the head does it.
 *
 * An entry gets its sequence number here, not when it is written. A transaction that commits late
 * therefore only gets a later number.
 *
 * No inbox entry can block the log. An entry with a wrong MAC, or with a number that is already in
 * the chain, is set aside with its content. Missing numbers are reported. Both are recorded as
 * audit entries.
 */
export function* sequenceEntries({
  keys,
  auditLog,
  now,
}: AuditSequencing): DbCommand<SequencedEntries | typeof HEAD_LOCKED> {
  const head = yield* SQL.head.get();
  if (head === undefined) return HEAD_LOCKED;
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
    const step = walk.verify(entry);
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
  yield* SQL.moveToChain.get(ids, hashes, asideIds, reasons, now);
  const act = { at: now, by: serviceActor('audit log') };
  for (const one of missing) yield* auditLog.append(act, missingEntry(one));
  if (aside.length > 0) yield* auditLog.append(act, asideEntry(aside));
  const events = [
    ...missing.map((one): ServiceEvent => ({ kind: 'auditEntriesMissing', ...one })),
    ...aside.map((one): ServiceEvent => ({ kind: 'auditEntrySetAside', ...one })),
  ];
  return { taken: entries.length, events };
}

/** Returns the audit entry that reports missing entries. */
export function missingEntry({ writer, from, to }: MissingEntries): AuditEntry {
  return { action: 'auditEntriesMissing', subject: writer, detail: { from, to } };
}

function asideEntry(aside: readonly SetAside[]): AuditEntry {
  const detail = { entries: aside.length, first: aside[0]?.id ?? null };
  return { action: 'auditEntriesSetAside', subject: 'inbox', detail };
}

/** Returns the last number in the chain for the series of each of these entries. */
function* lastNumbers(
  entries: readonly Pick<InboxRow, 'writer'>[],
): DbCommand<ReadonlyMap<string, number>> {
  const writers = new Set(entries.flatMap(({ writer }) => writer ?? []));
  return yield* lastNumbersOf([...writers]);
}

/**
 * Returns the last number in the chain for each of these series. A series without entries is left
 * out.
 */
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
  moveToChain: engine.prepare<
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
