import { describe, expect, test } from 'vitest';
import { StoredFileDamaged, StoreUnavailable } from '../../../../src/domain/ports/storage-errors.ts';
import { MAX_TRIES, backOffAfter } from '../../../../src/use-cases/execution/back-off.ts';
import { MINUTE_MS } from '../../../../src/shared/time.ts';

describe('a step that failed', () => {
  test('rests ever longer, up to a minute, and then for good', () => {
    const seconds = Array.from(
      { length: MAX_TRIES },
      (_, at) => (backOffAfter(at + 1) ?? 0) / 1000,
    );
    expect(seconds.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(seconds.at(-1)).toBe(0);
    expect(backOffAfter(MAX_TRIES)).toBeNull();
    expect(backOffAfter(MAX_TRIES - 1)).toBe(MINUTE_MS);
  });

  test('for what is away is never left to the operators, however long that takes', () => {
    for (const attempts of [MAX_TRIES, 10_000]) {
      expect(backOffAfter(attempts, new StoreUnavailable('away'))).toBe(MINUTE_MS);
      expect(backOffAfter(attempts, new Error('away'))).toBeNull();
    }
    expect(backOffAfter(1, new StoredFileDamaged('a'.repeat(64)))).toBeNull();
  });
});
