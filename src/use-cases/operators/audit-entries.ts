import type { SearchTerm } from '../../domain/ports/search-index.ts';
import type { StoredAuditEntry } from '../../domain/records/audit.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { AUDIT_BLOCK_ENTRIES, idsOf } from '../search/sources.ts';

/** Number of audit entries after the index that are read at once. */
const PAGE_ENTRIES = 1024;

/** The audit entries about ids. */
export interface AuditEntriesOf {
  /** The oldest first. */
  readonly entries: readonly StoredAuditEntry[];
  /** False if there are more than the limit. */
  readonly isComplete: boolean;
}

/**
 * Returns the audit entries whose subject or detail contains one of the ids, by the search index,
 * and those after the index. Reads at most `limit` entries that match. Throws StoredFileDamaged if
 * a segment of the index is damaged.
 */
export async function auditEntriesOf(
  { store, searchIndex }: Pick<UseCaseParts, 'store' | 'searchIndex'>,
  ids: readonly string[],
  limit: number,
): Promise<AuditEntriesOf> {
  const terms = ids.map((text): SearchTerm => {
    return { kind: 'fields', fields: [{ name: 'subject', text }] };
  });
  const isWanted = (entry: StoredAuditEntry): boolean =>
    idsOf(entry).some((id) => ids.includes(id));
  const found = new Map<number, StoredAuditEntry>();
  const read = async (from: number, most: number): Promise<number> => {
    const entries = await store.listAuditEntries({ from, limit: most });
    for (const entry of entries.filter(isWanted)) found.set(entry.sequence, entry);
    return entries.length;
  };
  const result = (isComplete: boolean): AuditEntriesOf => {
    const entries = [...found.values()].sort((one, other) => one.sequence - other.sequence);
    return { entries: entries.slice(0, limit), isComplete: isComplete && entries.length <= limit };
  };
  const segments = await store.listSearchSegments();
  for (const segment of segments) {
    const sources = await searchIndex.lookUp(segment, terms);
    for (const { kind, id } of sources.toReversed()) {
      if (found.size > limit) return result(false);
      if (kind === 'audit') await read(Number(id), AUDIT_BLOCK_ENTRIES);
    }
  }
  let from = (segments.at(-1)?.lastSequence ?? 0) + 1;
  for (let count = PAGE_ENTRIES; count === PAGE_ENTRIES && found.size <= limit; from += count) {
    count = await read(from, PAGE_ENTRIES);
  }
  return result(true);
}
