import { assert } from '../../shared/assert.ts';
import { canonicalDecimal, MAX_PENCE, type Pence, type MinorUnits } from '../../shared/money.ts';

/**
 * An exchange rate in units of a currency for one pound. It is an exact fraction of two positive
 * integers.
 */
export interface Rate {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** An exchange rate as a TPP writes it: the price of one UnitCurrency in the other currency. */
export interface AgreedRate {
  /** The rate exactly as it was written as a JSON number. */
  readonly rate: string;
  readonly unitCurrency: string;
}

/** An amount in minor units of a currency, with its number of decimals. */
export interface ForeignAmount {
  readonly minor: MinorUnits;
  readonly fractionDigits: number;
}

/**
 * Maximum number of characters of a rate. Real rates are shorter, and parsing longer ones would
 * only take time.
 */
const MAX_RATE_CHARACTERS = 32;

const BASE_CURRENCY = 'GBP';
const PENCE_PER_POUND = 100n;

/**
 * Matches a positive JSON number. The exponent has at most two digits, because the code computes
 * ten to the power of it.
 */
const RATE = /^(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/;

/**
 * Parses a rate that may be written in any notation of a JSON number, for example `1.27` or
 * `127e-2`. Returns undefined if it is invalid, not positive, or too long.
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
 * Returns an agreed rate as units for one pound. A rate that is the price of one GBP stays
 * unchanged, and any other rate is inverted (OpenAPI 3.1.9, OBWriteInternational3, UnitCurrency).
 * Returns undefined if the rate is invalid.
 */
export function agreedRatePerPound({ rate, unitCurrency }: AgreedRate): Rate | undefined {
  const parsed = parseRate(rate);
  if (parsed === undefined || unitCurrency === BASE_CURRENCY) return parsed;
  return { numerator: parsed.denominator, denominator: parsed.numerator };
}

/**
 * Returns true if the TPP's rate equals the rate of the bank's contract exactly, for one unit of
 * the same currency. The rate must also be exact as a JSON number, because responses repeat it.
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
 * Converts a foreign amount to pence. The result is rounded to the nearest penny, half a penny up,
 * and is at least one penny. The rate must be the bank's rate of the day or the rate of a contract.
 * Throws a Bug if the result reaches MAX_PENCE.
 */
export function toPence({ minor, fractionDigits }: ForeignAmount, ratePerPound: Rate): Pence {
  const dividend = BigInt(minor) * PENCE_PER_POUND * ratePerPound.denominator;
  const divisor = 10n ** BigInt(fractionDigits) * ratePerPound.numerator;
  const pence = (2n * dividend + divisor) / (2n * divisor);
  assert(pence <= MAX_PENCE, `${pence.toString()} pence are more than can be represented`);
  return Math.max(1, Number(pence));
}

/**
 * Converts pence to a foreign currency. The result is rounded to the nearest minor unit, half a
 * unit up, and is at least one.
 */
export function fromPence(pence: Pence, ratePerPound: Rate, fractionDigits: number): MinorUnits {
  const dividend = BigInt(pence) * 10n ** BigInt(fractionDigits) * ratePerPound.numerator;
  const divisor = PENCE_PER_POUND * ratePerPound.denominator;
  return Math.max(1, Number((2n * dividend + divisor) / (2n * divisor)));
}
