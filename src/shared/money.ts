import type { Flavour } from './flavour.ts';

/** An amount of money in minor units of its currency, for example cents: an integer. */
export type MinorUnits = Flavour<number, 'MinorUnits' | 'Pence'>;

/** An amount of sterling in pence: an integer. */
export type Pence = Flavour<number, 'Pence'>;

/**
 * The largest amount and the largest total. A number can represent all amounts up to it exactly.
 */
export const MAX_PENCE: Pence = Number.MAX_SAFE_INTEGER;

const AMOUNT = /^(\d{1,13})(?:\.(\d{1,5}))?$/;

/**
 * Parses an amount of the contract (`^\d{1,13}$|^\d{1,13}\.\d{1,5}$`) into minor units. Returns
 * undefined if the text is not an amount or has more fraction digits than the currency. Also
 * returns undefined above MAX_PENCE, which only a currency of three or more fraction digits can
 * exceed.
 */
export function parseAmount(text: string): Pence | undefined;
export function parseAmount(text: string, fractionDigits?: number): MinorUnits | undefined;
export function parseAmount(text: string, fractionDigits = 2): MinorUnits | undefined {
  const match = AMOUNT.exec(text);
  if (match === null) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > fractionDigits) return undefined;
  const amount = Number(whole + fraction.padEnd(fractionDigits, '0'));
  return amount > MAX_PENCE ? undefined : amount;
}

/** Formats an amount as the contract writes it: `123456` becomes `1234.56`. */
export function formatAmount(amount: MinorUnits, fractionDigits = 2): string {
  const sign = amount < 0 ? '-' : '';
  const digits = String(Math.abs(amount)).padStart(fractionDigits + 1, '0');
  if (fractionDigits === 0) return sign + digits;
  return `${sign}${digits.slice(0, -fractionDigits)}.${digits.slice(-fractionDigits)}`;
}

/** Formats an amount for people: `123456` becomes `1,234.56`. */
export function displayAmount(amount: MinorUnits, fractionDigits = 2): string {
  const [whole = '', ...fraction] = formatAmount(amount, fractionDigits).split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
}

/**
 * Converts a JSON number to a canonical text, so that equal numbers give equal texts: `1.10`, `1.1`
 * and `11e-1` all give `11e-1`, and every zero gives `0`. Exact for any number of digits.
 */
export function canonicalDecimal(text: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  // A regular expression for trailing zeros would examine every run of zeros, which is slow.
  let from = 0;
  while (from < digits.length && digits[from] === '0') from += 1;
  if (from === digits.length) return '0';
  let to = digits.length;
  while (digits[to - 1] === '0') to -= 1;
  // Exponents may also have any number of digits.
  const scale = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - to);
  return `${sign}${digits.slice(from, to)}e${scale.toString()}`;
}
