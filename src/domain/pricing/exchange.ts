import { assert } from '../../shared/assert.ts';
import { canonicalDecimal, MAX_PENCE, type Pence } from '../../shared/money.ts';

/** Units of a currency for one pound, as an exact fraction of two numbers above zero. */
export interface Rate {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A rate of exchange as a third party gives it: what one UnitCurrency is in the other currency. */
export interface AgreedRate {
  /** The JSON number as it was written. */
  readonly rate: string;
  readonly unitCurrency: string;
}

/** Money in minor units of a currency that has so many fraction digits. */
export interface ForeignAmount {
  readonly minor: number;
  readonly fractionDigits: number;
}

/** A longer spelling is no rate that anybody agreed, only work to calculate with. */
const MAX_RATE_CHARACTERS = 32;

const BASE_CURRENCY = 'GBP';
const PENCE_PER_POUND = 100n;

/** A JSON number without a sign; the exponent is bounded, because a power of ten is worked out. */
const RATE = /^(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/;

/**
 * Reads a decimal in any spelling of a JSON number: `1.27`, `127e-2`. Undefined when it is not one,
 * is not above zero, or is longer than any rate.
 */
export function parseRate(text: string): Rate | undefined {
  const match = text.length > MAX_RATE_CHARACTERS ? null : RATE.exec(text);
  if (match === null) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(whole + fraction);
  if (digits === 0n) return undefined;
  const scale = Number(exponent) - fraction.length;
  return scale < 0
    ? { numerator: digits, denominator: 10n ** BigInt(-scale) }
    : { numerator: digits * 10n ** BigInt(scale), denominator: 1n };
}

/**
 * An agreed rate as units for one pound: itself when it is given for one GBP, otherwise its inverse
 * (OpenAPI 3.1.9, OBWriteInternational3, UnitCurrency). Undefined when it is no rate.
 */
export function agreedRatePerPound({ rate, unitCurrency }: AgreedRate): Rate | undefined {
  const read = parseRate(rate);
  if (read === undefined || unitCurrency === BASE_CURRENCY) return read;
  return { numerator: read.denominator, denominator: read.numerator };
}

/**
 * Whether the rate that a TPP names is the one of the bank's contract, exactly: for one unit of the
 * same currency, and short enough for answers, which repeat it as a JSON number.
 */
export function isSameRate(contract: AgreedRate, claimed: AgreedRate): boolean {
  const [agreed, named] = [contract, claimed].map(({ rate }) => parseRate(rate));
  if (agreed === undefined || named === undefined) return false;
  return (
    contract.unitCurrency === claimed.unitCurrency &&
    agreed.numerator * named.denominator === named.numerator * agreed.denominator &&
    canonicalDecimal(claimed.rate) === canonicalDecimal(String(Number(claimed.rate)))
  );
}

/**
 * What an amount of another currency costs in pence, to the nearest one, half a penny up, and never
 * less than one. The rate must be the bank's: of its table, or of a contract. It throws a Bug
 * where the amount reaches MAX_PENCE.
 */
export function toPence({ minor, fractionDigits }: ForeignAmount, ratePerPound: Rate): Pence {
  const dividend = BigInt(minor) * PENCE_PER_POUND * ratePerPound.denominator;
  const divisor = 10n ** BigInt(fractionDigits) * ratePerPound.numerator;
  const pence = (2n * dividend + divisor) / (2n * divisor);
  assert(pence <= MAX_PENCE, `${pence.toString()} pence are more than can be represented`);
  return Math.max(1, Number(pence));
}
