import { assert } from '../../kernel/assert.ts';
import { MAX_PENCE, type Pence } from '../../kernel/money.ts';

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

/** How far an agreed rate may lie from the table's. */
const AGREED_RATE_TOLERANCE_PERCENT = 25n;

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
 * Whether an agreed rate lies within 25 % of the table's. The bank here has no book of contracts;
 * this stands in for it, so that no invented rate makes money.
 */
export function isNearTable(agreed: Rate, table: Rate): boolean {
  const agreedPart = agreed.numerator * table.denominator;
  const tablePart = table.numerator * agreed.denominator;
  const difference = agreedPart < tablePart ? tablePart - agreedPart : agreedPart - tablePart;
  return difference * 100n <= tablePart * AGREED_RATE_TOLERANCE_PERCENT;
}

/**
 * What an amount of another currency costs in pence, to the nearest one, half a penny up, and never
 * less than one. The rate must be one that keeps it below MAX_PENCE: the table's, or near it.
 */
export function toPence({ minor, fractionDigits }: ForeignAmount, ratePerPound: Rate): Pence {
  const dividend = BigInt(minor) * PENCE_PER_POUND * ratePerPound.denominator;
  const divisor = 10n ** BigInt(fractionDigits) * ratePerPound.numerator;
  const pence = (2n * dividend + divisor) / (2n * divisor);
  assert(pence <= MAX_PENCE, `${pence.toString()} pence are more than can be represented`);
  return Math.max(1, Number(pence));
}
