import { describe, expect, it } from 'vitest';
import { showCode, stepOf } from '../../../../src/auth/sign-in/one-time-codes.ts';

/** The secret of the examples in RFC 6238, appendix B: the text `12345678901234567890`. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const WHO = { issuer: 'Sandbox Bank', user: 'clara', lastStep: null };

describe('a one-time code', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('after %i seconds is that of RFC 6238: %s', (seconds, code) => {
    expect(showCode(SECRET, WHO, seconds * 1000).code).toBe(code);
    expect(stepOf(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it('is accepted one step before and after its own, and no further', () => {
    const steps = [-61, -30, 0, 30, 61].map((late) => stepOf(SECRET, '287082', (59 + late) * 1000));
    expect(steps).toEqual([undefined, 1, 1, 1, undefined]);
  });

  it.each(['', '28708', '2870820', 'abcdef', '２８７０８２'])('is never %j', (code) => {
    expect(stepOf(SECRET, code, 59_000)).toBeUndefined();
  });

  it('is replaced by the next one after its use, with the time from which that is accepted', () => {
    // The second step begins at 60 seconds. Its code is accepted from 30 seconds earlier.
    const next = showCode(SECRET, { ...WHO, lastStep: 1 }, 59_000);
    expect(stepOf(SECRET, next.code, 59_000)).toBe(2);
    expect(next).toMatchObject({ goodFrom: 30_000, validForSeconds: 31 });
    const later = showCode(SECRET, { ...WHO, lastStep: 2 }, 59_000);
    expect(stepOf(SECRET, later.code, 59_000)).toBeUndefined();
    expect(stepOf(SECRET, later.code, later.goodFrom - 1)).toBeUndefined();
    expect(stepOf(SECRET, later.code, later.goodFrom)).toBe(3);
    expect(later).toMatchObject({ goodFrom: 60_000, validForSeconds: 61 });
  });

  it('is shown with its remaining time and the URI for an authenticator', () => {
    const { validForSeconds, uri } = showCode(SECRET, WHO, 59_000);
    expect(validForSeconds).toBe(1);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Sandbox%20Bank:clara\?.*secret=GEZDGNBVGY3TQOJQ/);
  });
});
