import type { SearchField, SearchTerm } from '../ports/search-index.ts';
import { fractionDigitsOf } from '../pricing/currencies.ts';
import { parseAmount } from '../../shared/money.ts';
import { wordsOf } from './keys.ts';

/** Maximum number of characters of a text to find. */
export const MAX_QUERY_CHARACTERS = 256;

/** An amount in the notation of a user, with a currency before or after it, or without one. */
const AMOUNT = /^(?:([A-Z]{3})\s?|£\s?)?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?:\s?([A-Z]{3}))?$/i;

/** A text that may be an account number: digits, perhaps with spaces or hyphens, or an IBAN. */
const ACCOUNT = /\d[\s\d-]*\d/;

/**
 * Returns the conditions for a text that an operator enters. The text may be an identification, a
 * reference, an account or an amount, or the beginnings of words of a name or reference. Returns no
 * conditions if it contains no letter or digit, or is too long.
 */
export function queryTerms(text: string): readonly SearchTerm[] {
  const trimmed = text.trim();
  if (trimmed.length > MAX_QUERY_CHARACTERS || wordsOf(trimmed).length === 0) return [];
  const fields: SearchField[] = [
    { name: 'identification', text: trimmed },
    { name: 'reference', text: trimmed },
    ...(ACCOUNT.test(trimmed) ? [{ name: 'account', text: trimmed } as const] : []),
    ...amountsOf(trimmed),
  ];
  return [
    ...fields.map((field): SearchTerm => ({ kind: 'fields', fields: [field] })),
    { kind: 'words', words: trimmed },
  ];
}

/**
 * Returns the amount in a text, if the text may be one. An amount without a currency is in pounds.
 */
function amountsOf(text: string): readonly SearchField[] {
  const [, before, whole, fraction = '', after] = AMOUNT.exec(text) ?? [];
  const currencies = [text.startsWith('£') ? 'GBP' : before, after].filter(
    (one) => one !== undefined,
  );
  if (whole === undefined || currencies.length > 1) return [];
  const [currency = 'GBP'] = currencies.map((one) => one.toUpperCase());
  const digits = fractionDigitsOf(currency);
  const minor = parseAmount(whole.replaceAll(',', '') + fraction, digits);
  if (digits === undefined || minor === undefined) return [];
  return [{ name: 'amount', text: `${String(minor)} ${currency}` }];
}
