import { expect, test } from 'vitest';
import type { SearchSegment, SearchWorkers } from '../../../../src/domain/ports/search-index.ts';
import { StoredFileDamaged } from '../../../../src/domain/ports/storage-errors.ts';
import type { ServiceEvent } from '../../../../src/domain/records/events.ts';
import { extendIndex, MERGED_FILES_MS } from '../../../../src/use-cases/search/build-index.ts';

type Parts = Parameters<typeof extendIndex>[0];

/** An index of `count` equal segments with the whole audit log. Number `broken` is damaged. */
function indexOf(count: number, damaged = '3', broken = '3', refusal?: Error) {
  const segments: SearchSegment[] = Array.from({ length: count }, (_, index) => ({
    ...{ firstSequence: index + 1, lastSequence: index + 1, bytes: 3000, sha256: String(index) },
    ...{ from: 0, to: 0, sources: 1, entries: 1 },
  }));
  const events: ServiceEvent[] = [];
  const removed: string[] = [];
  const used = new Set<string>();
  let now = 0;
  const merges: (readonly string[])[] = [];
  const store = {
    listSearchSegments: () => Promise.resolve([...segments]),
    listAuditEntries: () => Promise.resolve([]),
    replaceSearchSegments: (merged: readonly SearchSegment[], whole: SearchSegment) => {
      const first = segments.findIndex(({ sha256 }) => sha256 === merged[0]?.sha256);
      segments.splice(first, merged.length, whole);
      return Promise.resolve(true);
    },
    isFileStored: (sha256: string) => Promise.resolve(used.has(sha256)),
    readSetting: () => Promise.resolve('owner'),
  };
  const mergeSegments: SearchWorkers['mergeSegments'] = (merged) => {
    const names = merged.map(({ sha256 }) => sha256);
    merges.push(names);
    if (names.includes(broken)) return Promise.reject(new StoredFileDamaged(damaged));
    return Promise.resolve({ sha256: names.join('+'), bytes: 24_000, sources: 8, entries: 8 });
  };
  const parts = {
    ...{ store, searchIndex: { mergeSegments }, damagedSegments: new Set<string>() },
    observe: (event: ServiceEvent) => void events.push(event),
    ...{ mergedSegments: new Map<string, number>(), stopwatch: () => now },
    files: {
      remove: (sha256: string, owner: string | null) => {
        if (refusal !== undefined) return Promise.reject(refusal);
        removed.push(`${sha256} of ${String(owner)}`);
        return Promise.resolve();
      },
    },
  };
  const pass = (time: number): void => {
    now += time;
  };
  return {
    extend: () => extendIndex(parts as unknown as Parts),
    segments,
    events,
    merges,
    removed,
    used,
    pass,
  };
}

test('a damaged segment is reported once, and other segments are merged', async () => {
  const { extend, segments, events, merges } = indexOf(12);
  for (let step = 0; step < 3; step += 1) expect(await extend()).toBe(false);
  expect(merges.map(([first]) => first)).toEqual(['0', '4']);
  expect(segments.map(({ firstSequence }) => firstSequence)).toEqual([1, 2, 3, 4, 5]);
  const error = new StoredFileDamaged('3');
  const what = expect.stringContaining('npx pisctl search rebuild') as string;
  expect(events).toEqual([{ kind: 'failure', what, error }]);
});

test('a damaged segment is merged again after the index was removed', async () => {
  const { extend, segments, merges } = indexOf(8);
  await extend();
  const built = segments.splice(0);
  await extend();
  segments.push(...built);
  await extend();
  expect(merges.map(([first]) => first)).toEqual(['0', '0']);
});

test('an error about another file is thrown', async () => {
  const { extend } = indexOf(8, 'another file');
  await expect(extend()).rejects.toThrow(StoredFileDamaged);
});

test('the files of merged segments are removed after a time for readers', async () => {
  const { extend, merges, removed, used, pass } = indexOf(8, 'none', '9');
  await extend();
  expect(merges).toHaveLength(1);
  pass(MERGED_FILES_MS - 1);
  await extend();
  expect(removed).toEqual([]);
  used.add('5');
  pass(1);
  await extend();
  const expected = ['0', '1', '2', '3', '4', '6', '7'].map((sha256) => `${sha256} of owner`);
  expect(removed).toEqual(expected);
  await extend();
  expect(removed).toEqual(expected);
});

test('the index is extended although merged files cannot be removed', async () => {
  const error = new Error('access denied');
  const { extend, events, pass } = indexOf(8, 'none', '9', error);
  await extend();
  pass(MERGED_FILES_MS);
  expect(await extend()).toBe(false);
  expect(events).toHaveLength(8);
  expect(events[0]).toMatchObject({ kind: 'failure', error });
  expect(await extend()).toBe(false);
  expect(events).toHaveLength(8);
});

test('no file is removed after the index was removed, because it may be written again', async () => {
  const { extend, segments, removed, pass } = indexOf(8, 'none', '9');
  await extend();
  segments.splice(0);
  pass(MERGED_FILES_MS);
  await extend();
  expect(removed).toEqual([]);
});
