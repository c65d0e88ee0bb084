import { describe, expect, test } from 'vitest';
import { StoredFileDamaged } from '../../../../src/domain/ports/storage-errors.ts';
import {
  MAX_TRIES,
  backOffAfter,
  backOffInOutage,
} from '../../../../src/use-cases/execution/back-off.ts';
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

  test('parks a step at once if its file is damaged', () => {
    expect(backOffAfter(1, new StoredFileDamaged('a'.repeat(64)))).toBeNull();
  });

  test('doubles up to a minute while the storage is unavailable, from the due time on', () => {
    let overdueMs = 0;
    const delays = Array.from({ length: 9 }, () => {
      const delayMs = backOffInOutage(overdueMs);
      overdueMs += delayMs;
      return delayMs / 1000;
    });
    expect(delays).toEqual([1, 1, 2, 4, 8, 16, 32, 60, 60]);
  });
});
