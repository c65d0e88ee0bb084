/** An amount of money in minor units (pence for GBP): an integer, never a fraction. */
export type Pence = number;

/** The largest amount and the largest total that is represented exactly. */
export const MAX_PENCE: Pence = Number.MAX_SAFE_INTEGER;

const AMOUNT = /^(\d{1,13})(?:\.(\d{1,5}))?$/;

/**
 * Reads an amount of the contract (`^\d{1,13}$|^\d{1,13}\.\d{1,5}$`) in minor units.
 * Undefined when it is not one, has more fraction digits than the currency, or is larger than
 * MAX_PENCE, which takes a currency of three fraction digits.
 */
export function parseAmount(text: string, fractionDigits = 2): Pence | undefined {
  const match = AMOUNT.exec(text);
  if (match === null) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > fractionDigits) return undefined;
  const amount = Number(whole + fraction.padEnd(fractionDigits, '0'));
  return amount > MAX_PENCE ? undefined : amount;
}

/** `123456` as `1234.56`, the form of the contract. */
export function formatAmount(pence: Pence, fractionDigits = 2): string {
  const sign = pence < 0 ? '-' : '';
  const digits = String(Math.abs(pence)).padStart(fractionDigits + 1, '0');
  if (fractionDigits === 0) return sign + digits;
  return `${sign}${digits.slice(0, -fractionDigits)}.${digits.slice(-fractionDigits)}`;
}

/** `123456` as `1,234.56`, the form for people. */
export function displayAmount(pence: Pence, fractionDigits = 2): string {
  const [whole = '', ...fraction] = formatAmount(pence, fractionDigits).split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
}

/**
 * The one spelling of a JSON number, so that equal decimals are equal texts: `1.10`, `1.1` and
 * `11e-1` all give `11e-1`; every zero gives `0`. Exact for any number of digits.
 */
export function canonicalDecimal(text: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  // Not by a pattern: one that looks for zeros at the end tries every run of zeros on the way.
  let from = 0;
  while (from < digits.length && digits[from] === '0') from += 1;
  if (from === digits.length) return '0';
  let to = digits.length;
  while (digits[to - 1] === '0') to -= 1;
  // Exponents may have any number of digits too.
  const scale = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - to);
  return `${sign}${digits.slice(from, to)}e${scale.toString()}`;
}
