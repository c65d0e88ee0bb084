import type { SearchTerm } from '../../domain/ports/search-index.ts';
import { StoredFileDamaged } from '../../domain/ports/storage-errors.ts';
import type { UseCaseParts } from '../dependencies.ts';
import type { AuditBlocks } from '../operators/audit-trail.ts';

/**
 * Returns the blocks of the audit log that may contain entries about some subjects, by the search
 * index. If a segment of the index is damaged, returns none, as if nothing was indexed.
 */
export async function findAuditBlocks(
  { store, searchIndex, observe }: Pick<UseCaseParts, 'store' | 'searchIndex' | 'observe'>,
  subjects: readonly string[],
): Promise<AuditBlocks> {
  const terms = subjects.map((text): SearchTerm => {
    return { kind: 'fields', fields: [{ name: 'subject', text }] };
  });
  const segments = await store.listSearchSegments();
  const blocks = new Set<number>();
  try {
    for (const segment of segments) {
      for (const { kind, id } of await searchIndex.lookUp(segment, terms)) {
        if (kind === 'audit') blocks.add(Number(id));
      }
    }
  } catch (error) {
    if (!(error instanceof StoredFileDamaged)) throw error;
    observe({ kind: 'failure', what: 'searching the index of the audit log', error });
    return { blocks: [], indexedTo: 0 };
  }
  return { blocks: [...blocks], indexedTo: segments.at(-1)?.lastSequence ?? 0 };
}
