/**
 * The currencies of international payments (rules, 7.8), each with its number of decimals (ISO
 * 4217).
 */
export const CURRENCIES = {
  AED: 2,
  AUD: 2,
  CAD: 2,
  CHF: 2,
  CZK: 2,
  DKK: 2,
  EUR: 2,
  GBP: 2,
  HKD: 2,
  HUF: 2,
  ILS: 2,
  INR: 2,
  JPY: 0,
  MAD: 2,
  MXN: 2,
  NOK: 2,
  NZD: 2,
  PHP: 2,
  PLN: 2,
  SEK: 2,
  SGD: 2,
  THB: 2,
  USD: 2,
  ZAR: 2,
} as const;

/** A currency of international payments, sterling included. */
export type Currency = keyof typeof CURRENCIES;

const FRACTION_DIGITS: ReadonlyMap<string, number> = new Map(Object.entries(CURRENCIES));

/**
 * Returns the number of decimals of a currency (ISO 4217). Returns undefined if the currency is not
 * supported (rules, 7.8).
 */
export function fractionDigitsOf(currency: string): number | undefined {
  return FRACTION_DIGITS.get(currency);
}
