import { fractionDigitsOf } from '../../domain/pricing/currencies.ts';
import type { Money } from '../../domain/schemes/messages.ts';
import { parseAmount } from '../../shared/money.ts';
import { shorten } from '../../shared/text.ts';

/** The types of values in ISO 20022 messages, with the rule that a fault repeats. */
const TYPES = {
  text35: { pattern: /^[^]{1,35}$/u, rule: 'Use 1 to 35 characters.' },
  text105: { pattern: /^[^]{1,105}$/u, rule: 'Use 1 to 105 characters.' },
  text350: { pattern: /^[^]{1,350}$/u, rule: 'Use 1 to 350 characters.' },
  code: { pattern: /^[A-Z0-9]{1,4}$/, rule: 'Use 1 to 4 capital letters and digits.' },
  count: { pattern: /^[0-9]{1,15}$/, rule: 'Use 1 to 15 digits.' },
  direction: { pattern: /^(CRDT|DBIT)$/, rule: 'Use CRDT or DBIT.' },
  date: {
    pattern: /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/,
    rule: 'Use a date such as 2026-03-02.',
  },
  dateTime: {
    pattern:
      /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T[0-9:.]{8,18}(Z|[+-][0-9]{2}:[0-9]{2})?$/,
    rule: 'Use a date and a time such as 2026-03-02T18:00:00Z.',
  },
  flag: { pattern: /^(true|false|1|0)$/, rule: 'Use "true" or "false".' },
  uetr: {
    pattern: /^[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}$/,
    rule: 'Use a version 4 UUID in lower case.',
  },
} as const;

const DECIMAL_RULE = 'Use up to 18 digits, with a point before the decimals.';

export type ValueType = keyof typeof TYPES | 'amount' | 'decimal';

/** Maximum number of digits of a decimal (totalDigits of the ISO 20022 types). */
const MAX_DIGITS = 18;

/** Maximum number of decimals of an amount, and of a control sum. */
const AMOUNT_DECIMALS = 5;
export const SUM_DECIMALS = 17;

/** Describes why a text does not have the type. Returns undefined if it has. */
export function valueFault(type: ValueType, text: string): string | undefined {
  if (type === 'amount' || type === 'decimal') {
    const decimal = parseDecimal(text);
    const maxDecimals = type === 'amount' ? AMOUNT_DECIMALS : SUM_DECIMALS;
    const isValid = decimal !== undefined && decimal.fraction.length <= maxDecimals;
    return isValid ? undefined : `${quoted(text)} is not a valid ${type}. ${DECIMAL_RULE}`;
  }
  const { pattern, rule } = TYPES[type];
  return pattern.test(text) ? undefined : `${quoted(text)} is not a valid value. ${rule}`;
}

export type MoneyResult = { readonly money: Money } | { readonly fault: string };

/**
 * Converts an amount to minor units of its currency. The text must be a valid `amount`. Returns a
 * fault if the service does not support the currency, or if the amount has too many digits.
 */
export function parseMoney(text: string, currency: string): MoneyResult {
  const fractionDigits = fractionDigitsOf(currency);
  if (fractionDigits === undefined) {
    return { fault: `The currency ${quoted(currency)} is not supported.` };
  }
  const { whole, fraction } = parseDecimal(text) ?? { whole: '', fraction: '' };
  const minor = parseAmount(fraction === '' ? whole : `${whole}.${fraction}`, fractionDigits);
  if (minor === undefined) {
    const rule = `Use up to 13 digits and ${String(fractionDigits)} decimals.`;
    return { fault: `${quoted(text)} is not a valid amount in ${currency}. ${rule}` };
  }
  return { money: { minor, currency } };
}

/** Converts a valid decimal to an integer with the factor 10^SUM_DECIMALS, without rounding. */
export function scaledDecimal(text: string): bigint {
  const { whole, fraction } = parseDecimal(text) ?? { whole: '0', fraction: '' };
  return BigInt(whole + fraction.padEnd(SUM_DECIMALS, '0'));
}

interface Decimal {
  /** At least one digit, without leading zeros. */
  readonly whole: string;
  /** The decimals without trailing zeros. */
  readonly fraction: string;
}

/**
 * Parses an xs:decimal that is not negative. Returns undefined if it is not a decimal or is too
 * long.
 */
function parseDecimal(text: string): Decimal | undefined {
  const match = /^[ \t\r\n]*\+?(\d{0,40})(?:\.(\d{0,40}))?[ \t\r\n]*$/.exec(text);
  const [, digits = '', decimals = ''] = match ?? [];
  if (digits + decimals === '') return undefined;
  const whole = digits.replace(/^0+/, '');
  const fraction = decimals.replace(/0+$/, '');
  if (whole.length + fraction.length > MAX_DIGITS) return undefined;
  return { whole: whole === '' ? '0' : whole, fraction };
}

/** Returns the text in quotes, shortened, for a message. */
export function quoted(text: string): string {
  return JSON.stringify(shorten(text));
}
