import { failed, type Read } from './result.ts';

/** The character between pounds and pence. */
export type DecimalSign = '.' | ',';

/** Maximum number of digits before the decimal sign (the standard's Amount). */
const MAX_DIGITS = 13;

const EXPECTED = 'an amount in pounds above zero, for example 1250.00';

const CURRENCY = /^(?:£|GBP)\s*|\s*(?:£|GBP)$/giu;
const OTHER_CURRENCY = /[$€¥]|\b(?:EUR|USD|CHF|JPY|CAD|AUD|SEK|NOK|DKK|PLN)\b/iu;
/** Signs that only separate thousands: spaces, apostrophes. */
const GROUP_SIGNS = /[\s'’\u00a0\u202f]/gu;

/**
 * Returns the decimal sign that an amount shows, or undefined if it shows none. `1.234` shows none:
 * the sign may separate thousands.
 */
export function decimalSignOf(text: string): DecimalSign | undefined {
  const signs: readonly string[] = plainOf(text).match(/[.,]/g) ?? [];
  const last = signs.at(-1) === '.' ? '.' : ',';
  if (signs.length === 0) return undefined;
  const other: DecimalSign = last === '.' ? ',' : '.';
  if (signs.includes(other)) return signs.filter((sign) => sign === last).length > 1 ? other : last;
  if (signs.length > 1) return other;
  const decimals = /[.,](\d+)\D*$/u.exec(text)?.[1]?.length ?? 0;
  if (decimals === 1 || decimals === 2) return last;
  return undefined;
}

/** Returns true if an amount has a sign that may separate thousands or pence, such as `1.234`. */
export function isAmbiguousAmount(text: string): boolean {
  return /^\D*\d{1,3}[.,]\d{3}\D*$/u.test(text.trim()) && decimalSignOf(text) === undefined;
}

/** Returns an amount in pence. */
export function readAmount(text: string, decimal: DecimalSign): Read<number> {
  const currency = otherCurrencyIn(text);
  if (currency !== undefined) {
    return failed('amount-currency', EXPECTED, `Pay amounts in ${currency} in another file.`);
  }
  const plain = plainOf(text);
  if (/^\(.*\)$|^[-−–]|[-−]$/u.test(plain)) {
    return failed('amount-negative', EXPECTED, 'Remove the row, or deduct the credit note first.');
  }
  if (/^[\d.,]+e[+-]?\d+$/iu.test(plain)) {
    return failed('amount-exponent', EXPECTED, 'Format the column as a number, and export again.');
  }
  const [whole = '', fraction, more] = plain.split(decimal);
  const group = decimal === '.' ? ',' : '.';
  const digits = ungrouped(whole, group);
  const hasOnlyDigits = fraction === undefined || /^\d*$/.test(fraction);
  if (digits === undefined || more !== undefined || !hasOnlyDigits) {
    return failed(
      'amount-invalid',
      `${EXPECTED}, with ${decimal === '.' ? 'a decimal point' : 'a decimal comma'}`,
      'Correct the amount. If the file uses the other sign for pence, pass --decimal.',
    );
  }
  return inPence(digits, (fraction ?? '').replace(/0+$/, ''));
}

/** Returns the first sign of a currency in a text that is not the pound. */
export function otherCurrencyIn(text: string): string | undefined {
  return OTHER_CURRENCY.exec(text)?.[0];
}

function inPence(digits: string, fraction: string): Read<number> {
  if (fraction.length > 2) {
    return failed('amount-decimals', `${EXPECTED}, with at most 2 decimals`, 'Round the amount.');
  }
  const whole = digits.replace(/^0+(?=\d)/, '');
  if (whole.length > MAX_DIGITS) {
    return failed('amount-digits', `at most ${String(MAX_DIGITS)} digits`, 'Correct the amount.');
  }
  const pence = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  if (pence === 0) return failed('amount-zero', EXPECTED, 'Remove the row, or enter an amount.');
  return { value: pence };
}

/** Returns the digits of a whole number without its thousands separators. */
function ungrouped(whole: string, group: string): string | undefined {
  if (/^\d+$/.test(whole)) return whole;
  const sign = /[^\d]/u.exec(whole)?.[0];
  if (sign === undefined || (sign !== group && sign.replace(GROUP_SIGNS, '') !== '')) {
    return undefined;
  }
  const [first = '', ...rest] = whole.split(sign);
  const isGrouped = /^\d{1,3}$/.test(first) && rest.every((part) => /^\d{3}$/.test(part));
  return isGrouped ? first + rest.join('') : undefined;
}

/** Returns the amount without currency signs and surrounding spaces. */
function plainOf(text: string): string {
  return text.trim().replace(CURRENCY, '').trim();
}

/** Writes pence as the standard does: `1250.00`. */
export function formatPence(pence: number | bigint): string {
  const digits = String(pence).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
