import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalDecimal,
  displayAmount,
  formatAmount,
  parseAmount,
} from '../../src/shared/money.ts';

const MAX_WIRE_PENCE = 999_999_999_999_999;
const anyPence = fc.integer({ min: 0, max: MAX_WIRE_PENCE });

describe('any amount', () => {
  it('is parsed back from its formatted text', () => {
    fc.assert(
      fc.property(anyPence, (pence) => {
        expect(parseAmount(formatAmount(pence))).toBe(pence);
      }),
    );
  });

  it('equals the BigInt of its digits', () => {
    const whole = fc.stringMatching(/^\d{1,13}$/);
    const fraction = fc.stringMatching(/^\d{2}$/);
    fc.assert(
      fc.property(whole, fraction, (pounds, pence) => {
        expect(parseAmount(`${pounds}.${pence}`)).toBe(Number(BigInt(pounds + pence)));
      }),
    );
  });

  it('is displayed with the same digits and added commas', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (pence) => {
        const shown = displayAmount(pence);
        expect(shown.replaceAll(',', '')).toBe(formatAmount(pence));
        expect(shown).toMatch(/^-?\d{1,3}(,\d{3})*\.\d\d$/);
      }),
    );
  });
});

/** Converts a decimal to a whole number of 1e-60. */
function scaled(text: string): bigint {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const places = 60 + Number(exponent) - fraction.length;
  return BigInt(`${sign}1`) * BigInt(whole + fraction) * 10n ** BigInt(places);
}

const anyDecimal = fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,20})?([eE][+-]?\d)?$/);

/**
 * Generates pairs of decimals that are often equal, but written with a moved point and added zeros.
 */
const decimalPair = fc.oneof(
  fc.tuple(anyDecimal, anyDecimal),
  fc
    .tuple(fc.stringMatching(/^[1-9]\d{0,15}$/), fc.nat(9), fc.nat(5), fc.constantFrom('', '-'))
    .map(([digits, exponent, zeros, sign]): [string, string] => [
      `${sign}${digits}${'0'.repeat(exponent)}.${'0'.repeat(zeros + 1)}`,
      `${sign}${digits}e${String(exponent)}`,
    ]),
);

describe('the canonical notation of any number', () => {
  it('is equal exactly if the numbers are equal', () => {
    fc.assert(
      fc.property(decimalPair, ([one, other]) => {
        const isSame = canonicalDecimal(one) === canonicalDecimal(other);
        expect(isSame).toBe(scaled(one) === scaled(other));
      }),
      { numRuns: 2000 },
    );
  });

  it('is canonical itself', () => {
    fc.assert(
      fc.property(anyDecimal, (text) => {
        const spelling = canonicalDecimal(text);
        expect(canonicalDecimal(spelling)).toBe(spelling);
        expect(scaled(spelling)).toBe(scaled(text));
      }),
    );
  });
});
