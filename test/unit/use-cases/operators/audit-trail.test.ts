import { describe, expect, it } from 'vitest';
import { actorOf, type StoredAuditEntry } from '../../../../src/domain/records/audit.ts';
import {
  auditEntriesOf,
  type AuditBlocks,
} from '../../../../src/use-cases/operators/timeline/audit-trail.ts';

/** A log of entries about the subjects 0 to 9 in turn. It records the ranges that are read. */
function logOf(length: number) {
  const reads: (readonly [from: number, limit: number])[] = [];
  const entryAt = (sequence: number): StoredAuditEntry => ({
    ...{ sequence, at: sequence, recordedAt: sequence, by: actorOf({ kind: 'tpp', id: 'one' }) },
    ...{ action: 'consentCreated', subject: String(sequence % 10), detail: null },
  });
  const store = {
    auditHead: () => Promise.resolve({ sequence: length, hash: '' }),
    listAuditEntries: ({ from, limit }: { from: number; limit: number }) => {
      reads.push([from, limit]);
      const count = Math.max(0, Math.min(limit, length - from + 1));
      return Promise.resolve(Array.from({ length: count }, (_, index) => entryAt(from + index)));
    },
  };
  const find = async (subjects: readonly string[], found: Partial<AuditBlocks> = {}) => {
    const blocks = { blocks: [], indexedTo: 0, isComplete: true, ...found };
    const findBlocks = () => Promise.resolve(blocks);
    const { entries, isComplete } = await auditEntriesOf(store, findBlocks, [subjects]);
    return { sequences: entries.map(({ sequence }) => sequence), isComplete };
  };
  return { reads, find, store };
}

describe('auditEntriesOf', () => {
  it('reads the whole log without an index, in pages', async () => {
    const { reads, find } = logOf(2500);
    const { sequences, isComplete } = await find(['3', '7']);
    expect(sequences).toHaveLength(500);
    expect(sequences.slice(0, 3)).toEqual([3, 7, 13]);
    expect(isComplete).toBe(true);
    expect(reads).toEqual([
      [1, 1000],
      [1001, 1000],
      [2001, 500],
    ]);
  });

  it('reads the blocks that the index names, in order, and the entries after it', async () => {
    const { reads, find } = logOf(300);
    const { sequences, isComplete } = await find(['5'], { blocks: [129, 1], indexedTo: 256 });
    expect(sequences).toEqual([
      5, 15, 25, 35, 45, 55, 135, 145, 155, 165, 175, 185, 265, 275, 285, 295,
    ]);
    expect(isComplete).toBe(true);
    expect(reads).toEqual([
      [1, 64],
      [129, 64],
      [257, 44],
    ]);
  });

  it('reads no entry twice if the index ends within a block', async () => {
    const { sequences } = await logOf(100).find(['5'], { blocks: [65], indexedTo: 80 });
    expect(sequences).toEqual([65, 75, 85, 95]);
  });

  it('returns an entry once if a block is shorter than the others', async () => {
    const { sequences } = await logOf(140).find(['5'], { blocks: [65, 75], indexedTo: 140 });
    expect(sequences).toEqual([65, 75, 85, 95, 105, 115, 125, 135]);
  });

  it('reports that it is not complete if a part of the index is damaged', async () => {
    const damaged = { blocks: [1], indexedTo: 100, isComplete: false };
    expect((await logOf(100).find(['5'], damaged)).isComplete).toBe(false);
  });

  it('reads the newest 20,000 entries that are not indexed, and reports that there are more', async () => {
    const { reads, find } = logOf(30_000);
    const { sequences, isComplete } = await find(['0']);
    expect([sequences[0], sequences.length, isComplete]).toEqual([10_010, 2000, false]);
    expect(reads).toHaveLength(20);
  });

  it('reads the newest 64 blocks, and reports that there are more', async () => {
    const blocks = Array.from({ length: 65 }, (_, index) => 1 + index * 64);
    const { reads, find } = logOf(5000);
    const { isComplete } = await find(['0'], { blocks, indexedTo: 5000 });
    expect([reads[0], reads.length, isComplete]).toEqual([[65, 64], 64, false]);
  });

  it('reads the blocks of the first ids before those of the others', async () => {
    const { reads, store } = logOf(10_000);
    const others = Array.from({ length: 100 }, (_, index) => 1 + index * 64);
    const findBlocks = (ids: readonly string[]) =>
      Promise.resolve({
        ...{ blocks: ids.length === 1 ? [129, 1] : others },
        ...{ indexedTo: 10_000, isComplete: true },
      });
    const { entries, isComplete } = await auditEntriesOf(store, findBlocks, [['3'], ['4']]);
    expect(entries.slice(0, 3).map(({ sequence }) => sequence)).toEqual([3, 4, 13]);
    expect(reads.slice(0, 3).map(([from]) => from)).toEqual([1, 129, 1 + 38 * 64]);
    expect([reads.length, isComplete]).toEqual([64, false]);
  });

  it('reads the index once for all ids if it names at most 64 blocks', async () => {
    const lookUps: (readonly string[])[] = [];
    const findBlocks = (ids: readonly string[]) => {
      lookUps.push(ids);
      return Promise.resolve({ blocks: [1], indexedTo: 100, isComplete: true });
    };
    await auditEntriesOf(logOf(100).store, findBlocks, [['3'], ['4']]);
    expect(lookUps).toEqual([['3', '4']]);
  });

  it('finds nothing in an empty log', async () => {
    expect(await logOf(0).find(['0'])).toEqual({ sequences: [], isComplete: true });
  });
});
