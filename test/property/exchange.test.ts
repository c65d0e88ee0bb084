import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  agreedRatePerPound,
  parseRate,
  toPence,
  type Rate,
} from '../../src/domain/pricing/exchange.ts';
import { expectDefined } from '../../src/shared/assert.ts';

/** A large amount that is still exact in pence, even in a currency without decimals. */
const MAX_MINOR = 999_999_999_999;

const anyAmount = fc.record({
  minor: fc.integer({ min: 1, max: MAX_MINOR }),
  fractionDigits: fc.constantFrom(0, 2, 3),
});

/** Exchange rates from 0.1 to 999.999999, as whole numbers of millionths. */
const anyMillionths = fc.bigInt({ min: 100_000n, max: 999_999_999n });

/** Converts a number of millionths to a decimal. */
function decimal(millionths: bigint): string {
  const digits = millionths.toString().padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

const rate = (text: string): Rate => expectDefined(parseRate(text), text);

describe('any amount at any rate', () => {
  it('is rounded to the nearest penny, half a penny up, and at least one', () => {
    fc.assert(
      fc.property(anyAmount, anyMillionths, (amount, millionths) => {
        const pence = toPence(amount, rate(decimal(millionths)));
        // Both sides are whole numbers of pence × millionths of the rate × minor units, so the
        // comparison needs no fractions.
        const exact = BigInt(amount.minor) * 100n * 1_000_000n;
        const onePenny = millionths * 10n ** BigInt(amount.fractionDigits);
        const excess = 2n * (BigInt(pence) * onePenny - exact);
        expect(excess <= onePenny || pence === 1).toBe(true);
        expect(excess > -onePenny).toBe(true);
        expect(pence).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 2000, examples: [[{ minor: 3, fractionDigits: 2 }, 2_000_000n]] },
    );
  });

  it('never costs less if it is larger, or more at a better rate', () => {
    fc.assert(
      fc.property(
        anyAmount,
        fc.nat(1000),
        anyMillionths,
        fc.bigInt({ min: 0n, max: 1000n }),
        (amount, more, millionths, better) => {
          const pence = toPence(amount, rate(decimal(millionths)));
          const larger = { ...amount, minor: amount.minor + more };
          expect(toPence(larger, rate(decimal(millionths)))).toBeGreaterThanOrEqual(pence);
          expect(toPence(amount, rate(decimal(millionths + better)))).toBeLessThanOrEqual(pence);
        },
      ),
    );
  });
});

describe('any agreed rate', () => {
  const oneToThousand = fc.bigInt({ min: 1_000_000n, max: 999_999_999n });

  it('converts an amount and back within a penny', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_MINOR }), oneToThousand, (pence, millionths) => {
        const text = decimal(millionths);
        const there = expectDefined(agreedRatePerPound({ rate: text, unitCurrency: 'USD' }), text);
        const back = expectDefined(agreedRatePerPound({ rate: text, unitCurrency: 'GBP' }), text);
        const foreign = toPence({ minor: pence, fractionDigits: 2 }, there);
        const again = toPence({ minor: foreign, fractionDigits: 2 }, back);
        expect(Math.abs(again - pence)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('does not depend on the notation of its number', () => {
    fc.assert(
      fc.property(anyMillionths, anyAmount, (millionths, amount) => {
        const spellings = [decimal(millionths), `${millionths.toString()}e-6`];
        const [plain, exponent] = spellings.map((text) => toPence(amount, rate(text)));
        expect(exponent).toBe(plain);
      }),
    );
  });
});

describe('any text', () => {
  it('is a rate only if it is a positive number', () => {
    const likeNumber = fc.stringMatching(/^[-+]?[0-9.eE]{0,8}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), likeNumber), (text) => {
        const read = parseRate(text);
        if (read === undefined) return;
        expect(Number(text)).toBeGreaterThan(0);
        expect(read.numerator > 0n && read.denominator > 0n).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
