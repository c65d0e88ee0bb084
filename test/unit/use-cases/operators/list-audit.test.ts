import { describe, expect, test } from 'vitest';
import type { SearchSource } from '../../../../src/domain/ports/search-index.ts';
import { StoredFileDamaged } from '../../../../src/domain/ports/storage-errors.ts';
import type { Store } from '../../../../src/domain/ports/store.ts';
import type { AuditListQuery } from '../../../../src/domain/records/audit-listing.ts';
import { serviceActor, type StoredAuditEntry } from '../../../../src/domain/records/audit.ts';
import { listAudit } from '../../../../src/use-cases/operators/list-audit.ts';

/** Every tenth entry is about `wanted`. The last one names it in its detail. */
function entry(sequence: number, last: number): StoredAuditEntry {
  const isLast = sequence === last;
  return {
    ...{ sequence, at: sequence, recordedAt: sequence, by: serviceActor('test') },
    action: sequence % 1000 === 0 ? 'schemeStopped' : 'tokenIssued',
    subject: sequence % 10 === 0 && !isLast ? 'wanted' : 'other',
    detail: isLast ? '{"id1":"wanted"}' : null,
  };
}

/** A log of `last` entries, of which the first `indexedTo` are in one segment of the index. */
function logOf(last: number, indexedTo = 0, sources: readonly SearchSource[] | Error = []) {
  let read = 0;
  const store = {
    findPayment: () => Promise.resolve(undefined),
    auditHead: () => Promise.resolve({ sequence: last, hash: '' }),
    listSearchSegments: () => Promise.resolve(indexedTo === 0 ? [] : [{ lastSequence: indexedTo }]),
    listAuditEntries: ({ from, limit }: { from: number; limit: number }) => {
      const count = Math.max(0, Math.min(limit, last - from + 1));
      read += count;
      return Promise.resolve(Array.from({ length: count }, (_, i) => entry(from + i, last)));
    },
  } as unknown as Store;
  const lookUp = () =>
    sources instanceof Error ? Promise.reject(sources) : Promise.resolve(sources);
  const searchIndex = { lookUp } as unknown as Parameters<typeof listAudit>[0]['searchIndex'];
  const list = (query: Partial<AuditListQuery> = {}) =>
    listAudit(
      { store, searchIndex, observe: () => undefined },
      { before: null, subject: null, action: null, limit: 100, ...query },
    );
  return { list, read: () => read };
}

const sequences = (entries: readonly StoredAuditEntry[]) => entries.map(({ sequence }) => sequence);

describe('the audit log for operators', () => {
  test('has pages of 100 entries, newest first', async () => {
    const { list } = logOf(250);
    const pages = [await list(), await list({ before: 151 }), await list({ before: 51 })];
    expect(pages.map(({ entries }) => [entries[0]?.sequence, entries.at(-1)?.sequence])).toEqual([
      [250, 151],
      [150, 51],
      [50, 1],
    ]);
    expect(pages.map(({ nextBefore }) => nextBefore)).toEqual([151, 51, null]);
  });

  test('is empty before its first entry, and begins at its end if `before` is too high', async () => {
    expect(await logOf(0).list()).toEqual({ entries: [], nextBefore: null, isComplete: true });
    const { entries } = await logOf(5).list({ before: 1e15 });
    expect(sequences(entries)).toEqual([5, 4, 3, 2, 1]);
  });

  test('searches an action in 20,000 entries at once, and continues after them', async () => {
    const { list, read } = logOf(45_000);
    const first = await list({ action: 'serviceStopped' });
    expect(first).toEqual({ entries: [], nextBefore: 25_001, isComplete: true });
    expect(read()).toBe(20_000);
    const found = await list({ action: 'schemeStopped', before: 2001 });
    expect(sequences(found.entries)).toEqual([2000, 1000]);
    expect(found.nextBefore).toBeNull();
  });

  test('finds an id by the index and after it, also in details', async () => {
    const { list, read } = logOf(100_005, 100_000, [{ kind: 'audit', id: '65' }]);
    const { entries, isComplete } = await list({ subject: 'wanted' });
    expect(sequences(entries)).toEqual([100_005, 120, 110, 100, 90, 80, 70]);
    expect(isComplete).toBe(true);
    expect(read()).toBe(64 + 5);
  });

  test('says that old entries are not searched if the index is damaged', async () => {
    const damaged = new StoredFileDamaged('sha');
    const { list } = logOf(30_000, 29_000, damaged);
    const { entries, nextBefore, isComplete } = await list({ subject: 'wanted' });
    expect([entries.length, entries[0]?.sequence, nextBefore]).toEqual([100, 30_000, null]);
    expect(isComplete).toBe(false);
    const last = await list({ subject: 'wanted', before: 29_020 });
    expect([sequences(last.entries), last.nextBefore]).toEqual([[29_010], null]);
  });
});
