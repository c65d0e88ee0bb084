import type { AuditStore, StoredAuditEntry } from '../../domain/records/audit.ts';
import { AUDIT_BLOCK_ENTRIES } from '../search/sources.ts';

/** Maximum number of blocks that are read for one question, the newest first. */
const MAX_BLOCKS = 64;

/** Maximum number of entries that are read after the last indexed one, the newest first. */
const MAX_TAIL_ENTRIES = 20_000;

/** Number of entries that one query reads. */
const PAGE_ENTRIES = 1000;

/** The blocks of the audit log that may contain entries about some subjects. */
export interface AuditBlocks {
  /** Sequence numbers of the first entries of the blocks. */
  readonly blocks: readonly number[];
  /** Sequence number of the last entry that the index contains. 0 if it contains none. */
  readonly indexedTo: number;
}

/** Finds blocks of the audit log by subjects. */
export type FindAuditBlocks = (subjects: readonly string[]) => Promise<AuditBlocks>;

/** The audit entries about some subjects. */
export interface AuditTrail {
  /** Oldest first. */
  readonly entries: readonly StoredAuditEntry[];
  /** False if the log has more blocks or more entries that are not indexed than are read. */
  readonly isComplete: boolean;
}

/**
 * Returns the audit entries about some subjects: those in the blocks that the index names, and
 * those that are not indexed yet. Reads at most `MAX_BLOCKS` blocks and `MAX_TAIL_ENTRIES` entries.
 *
 * @param idsIn returns the ids that an entry is about. By default, only its subject
 */
export async function auditEntriesOf(
  store: Pick<AuditStore, 'auditHead' | 'listAuditEntries'>,
  findBlocks: FindAuditBlocks,
  subjects: readonly string[],
  idsIn: (entry: StoredAuditEntry) => readonly string[] = ({ subject }) => [subject],
): Promise<AuditTrail> {
  const { blocks, indexedTo } = await findBlocks(subjects);
  const { sequence: last } = await store.auditHead();
  const named = new Set(subjects);
  // Blocks of adjacent segments may overlap.
  const entries = new Map<number, StoredAuditEntry>();
  const read = async (from: number, to: number): Promise<void> => {
    for (let next = from; next <= to; next += PAGE_ENTRIES) {
      const limit = Math.min(PAGE_ENTRIES, to - next + 1);
      const page = await store.listAuditEntries({ from: next, limit });
      for (const entry of page) {
        if (idsIn(entry).some((id) => named.has(id))) entries.set(entry.sequence, entry);
      }
    }
  };
  const newest = blocks.toSorted((one, other) => one - other).slice(-MAX_BLOCKS);
  for (const first of newest) {
    await read(first, Math.min(first + AUDIT_BLOCK_ENTRIES - 1, indexedTo));
  }
  const tail = Math.max(indexedTo, last - MAX_TAIL_ENTRIES) + 1;
  await read(tail, last);
  const isComplete = newest.length === blocks.length && tail === indexedTo + 1;
  return { entries: [...entries.values()], isComplete };
}
