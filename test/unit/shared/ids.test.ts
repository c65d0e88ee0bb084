import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/shared/ids.ts';

const NOW = Date.parse('2026-06-01T10:00:00Z');
const LAST_INSTANT = 8_640_000_000_000_000;

describe('an identifier', () => {
  it('is a prefix and 26 unambiguous characters', () => {
    expect(newId('fpc', NOW)).toMatch(/^fpc-[0-9a-hjkmnp-tv-z]{26}$/);
  });

  it('fits ISO 20022 with a prefix of 8 characters', () => {
    expect(newId('abcdefgh', LAST_INSTANT)).toHaveLength(35);
  });

  it('is unique, also after the pool of random bytes is refilled', () => {
    const ids = new Set(Array.from({ length: 2000 }, () => newId('x', NOW)));
    expect(ids.size).toBe(2000);
  });

  it('sorts by creation time', () => {
    const ages = [0, 1, 31, 32, 1023, 1024, NOW, NOW + 1, NOW + 32, LAST_INSTANT];
    const ids = ages.map((age) => newId('x', age));
    expect(ids.toSorted()).toEqual(ids);
  });
});
