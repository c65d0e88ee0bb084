import {
  serviceActor,
  type AuditEntry,
  type MissingEntries,
} from '../../../domain/records/audit.ts';
import type { ServiceEvent } from '../../../domain/records/events.ts';
import type { Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../../repositories/audit/audit-log.ts';
import { ChainEnd, hashOf, linkedTo, type Link } from '../../repositories/audit/audit-chain.ts';
import { SeriesVerifier } from '../../repositories/audit/series-verifier.ts';
import { sql, type DbCommand } from '../../repositories/engine.ts';
import { INBOX_COLUMNS, type InboxRow, macOf } from './audit-inbox.ts';

/** Maximum number of entries that one transaction sequences. */
export const SEQUENCED_AT_ONCE = 4096;

/** Result of sequencing if another node has locked the head of the chain. */
export const HEAD_LOCKED = 'elsewhere';

/** Input of one transaction that sequences audit entries. */
export interface AuditSequencing {
  /** Keys that verify the MACs. The first one is the current key. */
  readonly keys: readonly Buffer[];
  readonly auditLog: Pick<AuditLog, 'append'>;
  readonly now: Instant;
}

/** Result of one transaction that sequences audit entries. */
export interface SequencedEntries {
  /** Number of entries removed from the inbox. */
  readonly taken: number;
  /** Events to report to operators after the transaction has committed. */
  readonly events: readonly ServiceEvent[];
}

interface SetAside {
  readonly id: number;
  readonly reason: 'mark' | 'repeated';
}

/**
 * Moves entries from the inbox into the hash chain. Any node may try this at any time. The node
 * that locks the head of the chain does it.
 *
 * An entry gets its sequence number here, and not when it is written. If a transaction commits
 * late, its entry therefore gets a later number.
 *
 * No entry in the inbox can block the log. If an entry has a wrong MAC or a number that is already
 * in the chain, it is set aside with its content. If numbers are missing, this is reported. In both
 * cases, an audit entry records it.
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
  const earlier = linkedTo(head.sequence).slice(0, -1);
  const end = new ChainEnd([...(yield* SQL.links.all(JSON.stringify(earlier))), head]);
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
    const sequence = end.last.sequence + 1;
    const hash = hashOf(end.nextLinks(), { ...entry, sequence });
    end.push({ sequence, hash });
    ids.push(id);
    hashes.push(hash);
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

/** For each series that these entries belong to, returns the last number in the chain. */
function* lastNumbers(
  entries: readonly Pick<InboxRow, 'writer'>[],
): DbCommand<ReadonlyMap<string, number>> {
  const writers = new Set(entries.flatMap(({ writer }) => writer ?? []));
  return yield* lastNumbersOf([...writers]);
}

/**
 * For each of these series, returns the last number in the chain. Series without entries are left
 * out.
 */
export function* lastNumbersOf(writers: readonly string[]): DbCommand<ReadonlyMap<string, number>> {
  if (writers.length === 0) return new Map();
  const rows = yield* SQL.last.all(JSON.stringify(writers));
  return new Map(rows.flatMap(({ writer, last }) => (last === null ? [] : [[writer, last]])));
}

const SQL = {
  head: sql<[], { readonly sequence: number; readonly hash: Buffer }>(
    'SELECT sequence, hash FROM audit_take_head()',
  ),
  links: sql<[sequences: string], Link>(`
    SELECT sequence, hash FROM audit_entry
    WHERE sequence IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) ORDER BY sequence`),
  take: sql<[number], InboxRow>(`SELECT ${INBOX_COLUMNS} FROM audit_inbox ORDER BY id LIMIT ?`),
  last: sql<[string], { readonly writer: string; readonly last: number | null }>(`
    SELECT value AS writer, (SELECT MAX(number) FROM audit_entry WHERE writer = value) AS last
    FROM json_each(?)`),
  moveToChain: sql<
    [
      ids: readonly number[],
      hashes: readonly Buffer[],
      aside: readonly number[],
      reasons: readonly string[],
      asideAt: Instant,
    ]
  >(`
    SELECT audit_seal(CAST(? AS BIGINT[]), CAST(? AS BYTEA[]), CAST(? AS BIGINT[]),
      CAST(? AS TEXT[]), CAST(? AS BIGINT))`),
};
