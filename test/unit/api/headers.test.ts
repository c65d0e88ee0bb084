import { expect, test } from 'vitest';
import { readIdempotencyKey } from '../../../src/api/middleware/check-headers.ts';
import { FaultList } from '../../../src/shared/errors.ts';

test.each(['', ' key', 'key ', 'k'.repeat(41), 'k\u00ad1', 'k\u0085', '\u009f', 'a\tb'])(
  'an idempotency key is not %j',
  (key) => {
    const faults = new FaultList();
    expect(readIdempotencyKey({ 'x-idempotency-key': key }, faults)).toBeUndefined();
    expect(faults.faults.map(({ path }) => path)).toEqual(['x-idempotency-key']);
  },
);

test.each(['k', 'a b', 'k'.repeat(40), '£é'])('an idempotency key may be %j', (key) => {
  const faults = new FaultList();
  expect(readIdempotencyKey({ 'x-idempotency-key': key }, faults)).toBe(key);
  expect(faults.isEmpty).toBe(true);
});
