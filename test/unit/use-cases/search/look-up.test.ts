import { expect, test } from 'vitest';
import type {
  SearchSegment,
  SearchSegments,
  SearchSource,
} from '../../../../src/domain/ports/search-index.ts';
import { StoredFileDamaged } from '../../../../src/domain/ports/storage-errors.ts';
import { expectDefined } from '../../../../src/shared/assert.ts';
import { lookUpSegments } from '../../../../src/use-cases/search/look-up.ts';

const SEGMENTS: readonly SearchSegment[] = Array.from({ length: 40 }, (_, number) => ({
  ...{ sha256: String(number), bytes: 1, sources: 1, entries: 1, from: 0, to: 0 },
  ...{ firstSequence: number + 1, lastSequence: number + 1 },
}));

/** Looks up 40 segments. The test resolves or rejects each look-up. */
function start() {
  const started: PromiseWithResolvers<readonly SearchSource[]>[] = [];
  const failures: unknown[] = [];
  const searchIndex: SearchSegments = {
    lookUp: () => {
      const lookUp = Promise.withResolvers<readonly SearchSource[]>();
      started.push(lookUp);
      return lookUp.promise;
    },
  };
  const parts = { searchIndex, observe: (event: unknown) => failures.push(event) } as unknown;
  const results = lookUpSegments(parts as Parameters<typeof lookUpSegments>[0], SEGMENTS, []);
  const answer = (number: number): void => {
    expectDefined(started[number], 'a look-up').resolve([{ kind: 'file', id: String(number) }]);
  };
  return { started, failures, results, answer };
}

test('32 segments are read at once, and results have the order of the segments', async () => {
  const { started, results, answer } = start();
  const first = results.next();
  expect(started).toHaveLength(32);
  answer(1);
  answer(0);
  expect(await first).toMatchObject({ value: [{ id: '0' }] });
  expect(await results.next()).toMatchObject({ value: [{ id: '1' }] });
  expect(started).toHaveLength(33);
  for (const number of started.keys()) answer(number);
  let next = 2;
  for await (const sources of results) {
    expect(sources).toEqual([{ kind: 'file', id: String(next) }]);
    next += 1;
    for (const number of started.keys()) answer(number);
  }
  expect(next).toBe(40);
});

test('a damaged segment is reported and returned as null', async () => {
  const { started, failures, results, answer } = start();
  const first = results.next();
  expectDefined(started[0], 'a look-up').reject(new StoredFileDamaged('39'));
  answer(1);
  expect(await first).toEqual({ done: false, value: null });
  expect(failures).toHaveLength(1);
  expect(await results.next()).toMatchObject({ value: [{ id: '1' }] });
});

test('a look-up that fails after the caller has stopped is not an unhandled rejection', async () => {
  const { started, results, answer } = start();
  const first = results.next();
  answer(0);
  await first;
  await results.return();
  expectDefined(started[1], 'a look-up').reject(new Error('the store is unavailable'));
  // An unhandled rejection is reported after the microtasks, and fails the test run.
  await new Promise((resolve) => setImmediate(resolve));
});
