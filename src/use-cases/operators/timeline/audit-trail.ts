import type { SearchTerm } from '../../../domain/ports/search-index.ts';
import type { AuditStore, StoredAuditEntry } from '../../../domain/records/audit.ts';
import type { UseCaseParts } from '../../dependencies.ts';
import { lookUpSegments } from '../../search/look-up.ts';
import { AUDIT_BLOCK_ENTRIES, idsOf } from '../../search/sources.ts';

/** Maximum number of blocks that are read for one question, the newest first. */
const MAX_BLOCKS = 64;

/** Maximum number of entries that are read after the last indexed one, the newest first. */
const MAX_TAIL_ENTRIES = 20_000;

/** Number of entries that one query reads. */
const PAGE_ENTRIES = 1000;

/** The blocks of the audit log that may contain entries about some ids. */
export interface AuditBlocks {
  /** Sequence numbers of the first entries of the blocks, in any order. */
  readonly blocks: readonly number[];
  /** Sequence number of the last entry that the index contains. 0 if it contains none. */
  readonly indexedTo: number;
  /** False if a part of the index is damaged. */
  readonly isComplete: boolean;
}

/** Finds blocks of the audit log by ids. */
export type FindAuditBlocks = (ids: readonly string[]) => Promise<AuditBlocks>;

/** Returns a function that finds blocks with the search index. */
export function auditBlocksIn(
  parts: Pick<UseCaseParts, 'store' | 'searchIndex' | 'observe'>,
): FindAuditBlocks {
  return async (ids) => {
    const terms = ids.map((text): SearchTerm => {
      return { kind: 'fields', fields: [{ name: 'subject', text }] };
    });
    const segments = await parts.store.listSearchSegments();
    const blocks = new Set<number>();
    let isComplete = true;
    for await (const sources of lookUpSegments(parts, segments, terms)) {
      isComplete &&= sources !== null;
      for (const { kind, id } of sources ?? []) if (kind === 'audit') blocks.add(Number(id));
    }
    return { blocks: [...blocks], indexedTo: segments.at(-1)?.lastSequence ?? 0, isComplete };
  };
}

/** The audit entries about some ids. */
export interface AuditTrail {
  /** Oldest first. */
  readonly entries: readonly StoredAuditEntry[];
  /** False if the log has more blocks or more entries that are not indexed than are read. */
  readonly isComplete: boolean;
}

/**
 * Returns the audit entries whose subject or detail contains one of the ids: those in the blocks
 * that the index names, and those that are not indexed yet. Reads at most `MAX_BLOCKS` blocks and
 * `MAX_TAIL_ENTRIES` entries.
 *
 * @param idGroups the ids, those with the fewest entries first. Blocks of a later group are read
 *   only if the earlier groups have less than `MAX_BLOCKS` of them
 */
export async function auditEntriesOf(
  store: Pick<AuditStore, 'auditHead' | 'listAuditEntries'>,
  findBlocks: FindAuditBlocks,
  idGroups: readonly (readonly string[])[],
): Promise<AuditTrail> {
  const { blocks, indexedTo, isComplete } = await selectBlocks(findBlocks, idGroups);
  const { sequence: last } = await store.auditHead();
  const wanted = new Set(idGroups.flat());
  // Blocks at the end of a segment are shorter, so that ranges can overlap.
  const found = new Map<number, StoredAuditEntry>();
  const read = async (from: number, to: number): Promise<void> => {
    for (let next = from; next <= to; next += PAGE_ENTRIES) {
      const limit = Math.min(PAGE_ENTRIES, to - next + 1);
      const page = await store.listAuditEntries({ from: next, limit });
      for (const entry of page) {
        if (idsOf(entry).some((id) => wanted.has(id))) found.set(entry.sequence, entry);
      }
    }
  };
  for (const first of blocks) {
    await read(first, Math.min(first + AUDIT_BLOCK_ENTRIES - 1, indexedTo));
  }
  const tail = Math.max(indexedTo, last - MAX_TAIL_ENTRIES) + 1;
  await read(tail, last);
  return { entries: [...found.values()], isComplete: isComplete && tail === indexedTo + 1 };
}

/**
 * Returns at most `MAX_BLOCKS` blocks, oldest first. Prefers earlier groups and newer blocks. The
 * index is read again only if there are more.
 */
async function selectBlocks(
  findBlocks: FindAuditBlocks,
  idGroups: readonly (readonly string[])[],
): Promise<AuditBlocks> {
  const all = await findBlocks(idGroups.flat());
  if (all.blocks.length <= MAX_BLOCKS) return { ...all, blocks: all.blocks.toSorted(ascending) };
  const selected = new Set<number>();
  let { indexedTo } = all;
  for (const [number, ids] of idGroups.entries()) {
    const isLast = number === idGroups.length - 1;
    const found = isLast ? all : await findBlocks(ids);
    const others = found.blocks.filter((block) => !selected.has(block)).toSorted(ascending);
    const omitted = Math.max(0, selected.size + others.length - MAX_BLOCKS);
    for (const block of others.slice(omitted)) selected.add(block);
    // The index may be extended between two look-ups.
    indexedTo = Math.min(indexedTo, found.indexedTo);
  }
  return { blocks: [...selected].toSorted(ascending), indexedTo, isComplete: false };
}

function ascending(one: number, other: number): number {
  return one - other;
}
