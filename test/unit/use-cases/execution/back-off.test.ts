import { describe, expect, test } from 'vitest';
import {
  StoredFileDamaged,
  StoreUnavailable,
} from '../../../../src/domain/ports/storage-errors.ts';
import { MAX_TRIES, backOffAfter } from '../../../../src/use-cases/execution/back-off.ts';
import { MINUTE_MS } from '../../../../src/shared/time.ts';

describe('the back-off of a failed step', () => {
  test('doubles up to a minute, until the step is parked', () => {
    const seconds = Array.from(
      { length: MAX_TRIES },
      (_, at) => (backOffAfter(at + 1) ?? 0) / 1000,
    );
    expect(seconds.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(seconds.at(-1)).toBe(0);
    expect(backOffAfter(MAX_TRIES)).toBeNull();
    expect(backOffAfter(MAX_TRIES - 1)).toBe(MINUTE_MS);
  });

  test('never parks a step because storage is unavailable, but does so at once for a damaged file', () => {
    for (const attempts of [MAX_TRIES, 10_000]) {
      expect(backOffAfter(attempts, new StoreUnavailable('away'))).toBe(MINUTE_MS);
      expect(backOffAfter(attempts, new Error('away'))).toBeNull();
    }
    expect(backOffAfter(1, new StoredFileDamaged('a'.repeat(64)))).toBeNull();
  });
});
