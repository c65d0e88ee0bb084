import { describe, expect, it } from 'vitest';
import type { SearchSegment } from '../../../src/domain/ports/search-index.ts';
import { inFolder, NOW, withStore, type OpenStore } from './fixtures.ts';

/** Returns a segment of the audit entries from `first` to `last`. */
function segmentOf(first: number, last: number, content = 'a'): SearchSegment {
  const sha256 = (content + String(first)).padEnd(64, '0');
  return {
    ...{ firstSequence: first, lastSequence: last, from: NOW, to: NOW + last, sha256 },
    ...{ bytes: 2 ** 33, sources: 3, entries: 2 ** 32 },
  };
}

type Four = [SearchSegment, SearchSegment, SearchSegment, SearchSegment];

export function searchSegmentsSuite(open: OpenStore): void {
  describe('the segments of the search index', () => {
    it(
      'are stored one after the other, without gaps and overlaps',
      withStore(open, async (store) => {
        expect(await store.listSearchSegments()).toEqual([]);
        expect(await store.addSearchSegment(segmentOf(2, 3))).toBe(false);
        expect(await store.addSearchSegment(segmentOf(1, 3))).toBe(true);
        for (const first of [1, 3, 5]) {
          expect(await store.addSearchSegment(segmentOf(first, 9))).toBe(false);
        }
        expect(await store.addSearchSegment(segmentOf(4, 9))).toBe(true);
        expect(await store.listSearchSegments()).toEqual([segmentOf(1, 3), segmentOf(4, 9)]);
      }),
    );

    it(
      'are added once if several nodes add the same range at once',
      withStore(open, async (store) => {
        const added = await Promise.all(
          ['a', 'b', 'c'].map((content) => store.addSearchSegment(segmentOf(1, 3, content))),
        );
        expect(added.filter((isAdded) => isAdded)).toHaveLength(1);
        expect(await store.listSearchSegments()).toHaveLength(1);
      }),
    );

    it(
      'are replaced by a segment of the same range, and only once',
      withStore(open, async (store) => {
        const segments = [segmentOf(1, 1), segmentOf(2, 4), segmentOf(5, 5), segmentOf(6, 6)];
        for (const segment of segments) await store.addSearchSegment(segment);
        const [first, second, third, fourth] = segments as Four;
        const merged = segmentOf(2, 5, 'merged');
        for (const wrong of [segmentOf(2, 4), segmentOf(1, 5), segmentOf(2, 6)]) {
          expect(await store.replaceSearchSegments([second, third], wrong)).toBe(false);
        }
        expect(await store.replaceSearchSegments([second], merged)).toBe(false);
        expect(await store.replaceSearchSegments([second, third], merged)).toBe(true);
        expect(await store.replaceSearchSegments([second, third], merged)).toBe(false);
        expect(await store.listSearchSegments()).toEqual([first, merged, fourth]);
      }),
    );

    it(
      'are stored files as long as they are listed',
      withStore(open, async (store) => {
        const segment = segmentOf(1, 3);
        expect(await store.isFileStored(segment.sha256)).toBe(false);
        await store.addSearchSegment(segment);
        expect(await store.isFileStored(segment.sha256)).toBe(true);
        expect(await store.clearSearchSegments()).toBe(1);
        expect(await store.clearSearchSegments()).toBe(0);
        expect(await store.isFileStored(segment.sha256)).toBe(false);
        expect(await store.addSearchSegment(segment)).toBe(true);
      }),
    );

    it('are the same after a restart', () =>
      inFolder(async (directory) => {
        const store = await open(directory);
        await store.addSearchSegment(segmentOf(1, 3));
        await store.close();
        const reopened = await open(directory);
        expect(await reopened.listSearchSegments()).toEqual([segmentOf(1, 3)]);
        await reopened.close();
      }));
  });
}
