import type { StoredAuditEntry } from '../../domain/records/audit.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { auditBlocksIn, auditEntriesOf } from './timeline/audit-trail.ts';

/** Number of entries on a page. */
const PAGE_ENTRIES = 100;

/** Number of entries that one query reads. */
const READ_ENTRIES = 1000;

/** Maximum number of entries that are searched for one page of an action. */
const MAX_SEARCHED = 20_000;

/** Selects entries of the audit log. */
export interface AuditQuery {
  /** Only entries before this sequence number. Null to start at the newest one. */
  readonly before: number | null;
  /** Only entries with this id as their subject or in their details. Null for all. */
  readonly subject: string | null;
  /** Only entries with this action. Null for all. */
  readonly action: string | null;
}

/** A page of the audit log. */
export interface AuditPage {
  /** Newest first. */
  readonly entries: readonly StoredAuditEntry[];
  /** Sequence number before which the next page begins. Null if this is the last page. */
  readonly nextBefore: number | null;
  /** False if the entries about a subject were not all searched. */
  readonly isComplete: boolean;
}

/**
 * Returns a page of the audit log, newest first. With an action alone, a page may contain fewer
 * entries although there are more, because at most `MAX_SEARCHED` entries are searched at once.
 */
export async function listAudit(
  parts: Pick<UseCaseParts, 'store' | 'searchIndex' | 'observe'>,
  query: AuditQuery,
): Promise<AuditPage> {
  const { store } = parts;
  const { before, subject, action } = query;
  const isWanted = (one: StoredAuditEntry) => action === null || one.action === action;
  if (subject !== null) {
    const trail = await auditEntriesOf(store, auditBlocksIn(parts), [[subject]]);
    const earlier = trail.entries
      .filter((one) => isWanted(one) && (before === null || one.sequence < before))
      .toReversed();
    const entries = earlier.slice(0, PAGE_ENTRIES);
    const last = earlier.length > PAGE_ENTRIES ? entries.at(-1) : undefined;
    return { entries, nextBefore: last?.sequence ?? null, isComplete: trail.isComplete };
  }
  const { sequence } = await store.auditHead();
  const first = Math.min(before ?? Infinity, sequence + 1);
  const entries: StoredAuditEntry[] = [];
  let next = first;
  while (next > 1 && first - next < MAX_SEARCHED) {
    const from = Math.max(1, next - READ_ENTRIES);
    const page = await store.listAuditEntries({ from, limit: next - from });
    const found = page.filter(isWanted).reverse();
    const missing = PAGE_ENTRIES - entries.length;
    entries.push(...found.slice(0, missing));
    const last = found.length > missing ? entries.at(-1) : undefined;
    if (last !== undefined) return { entries, nextBefore: last.sequence, isComplete: true };
    next = from;
  }
  return { entries, nextBefore: next > 1 ? next : null, isComplete: true };
}
