import { failed, type Read } from './result.ts';

/** An account, as the standard writes it. */
export interface Account {
  readonly scheme: 'UK.OBIE.SortCodeAccountNumber' | 'UK.OBIE.IBAN';
  readonly identification: string;
}

/** A number with the zeros that a spreadsheet removed. */
export interface Padded {
  readonly digits: string;
  /** True if zeros were added. */
  readonly isPadded: boolean;
}

const SORT_CODE_LENGTH = 6;
const ACCOUNT_LENGTH = 8;
const SEPARATORS = /[\s\-‐‑‒–—.\u00a0]/gu;

const ZEROS_REMEDY =
  'A spreadsheet may have removed zeros at the start. Format the column as text, or pass ' +
  '--pad-zeros to add them.';

/** Returns a sort code of 6 digits. With `pad`, accepts 5 digits and adds a zero. */
export function readSortCode(text: string, pad: boolean): Read<Padded> {
  return digitsOf(text, { name: 'sort-code', length: SORT_CODE_LENGTH, least: 5, pad });
}

/** Returns an account number of 8 digits. With `pad`, accepts 6 or 7 digits and adds zeros. */
export function readAccountNumber(text: string, pad: boolean): Read<Padded> {
  return digitsOf(text, { name: 'account-number', length: ACCOUNT_LENGTH, least: 6, pad });
}

function digitsOf(
  text: string,
  rule: {
    readonly name: string;
    readonly length: number;
    readonly least: number;
    readonly pad: boolean;
  },
): Read<Padded> {
  const { name, length, least, pad } = rule;
  const expected = `${String(length)} digits`;
  const digits = text.trim().replace(SEPARATORS, '');
  if (/^\d[\d.,]*e[+-]?\d+$/iu.test(text.trim())) {
    return failed(`${name}-exponent`, expected, 'Format the column as text, and export again.');
  }
  if (digits === '') return failed(`${name}-missing`, expected, 'Enter the number.');
  if (!/^\d+$/.test(digits)) return failed(`${name}-invalid`, expected, 'Correct the number.');
  if (digits.length === length) return { value: { digits, isPadded: false } };
  if (digits.length > length || digits.length < least) {
    return failed(`${name}-length`, expected, 'Ask the payee for the complete number.');
  }
  if (!pad) return failed(`${name}-short`, expected, ZEROS_REMEDY);
  return { value: { digits: digits.padStart(length, '0'), isPadded: true } };
}

/** Returns the account of one cell: an IBAN, or sort code and account number as 14 digits. */
export function readAccount(text: string): Read<Account> {
  if (/^\s*[a-z]{2}/iu.test(text)) return readIban(text);
  const digits = text.trim().replace(SEPARATORS, '').replaceAll('/', '');
  if (/^\d{14}$/.test(digits)) return { value: sortCodeAccount(digits) };
  return failed(
    'account-invalid',
    '14 digits (sort code and account number), or a British IBAN',
    'Correct the account.',
  );
}

/** Returns an account of 14 digits. */
export function sortCodeAccount(identification: string): Account {
  return { scheme: 'UK.OBIE.SortCodeAccountNumber', identification };
}

/** Returns an IBAN without spaces. Its check digits must be right. */
export function readIban(text: string): Read<Account> {
  const iban = text.replace(SEPARATORS, '').toUpperCase();
  const expected = 'a British IBAN: GB and 20 more characters';
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(iban)) {
    return failed('iban-invalid', expected, 'Correct the IBAN.');
  }
  if (!iban.startsWith('GB')) {
    return failed('iban-country', expected, 'Pay accounts abroad by an international payment.');
  }
  if (!/^GB\d{2}[A-Z]{4}\d{14}$/.test(iban)) {
    return failed('iban-length', expected, 'Correct the IBAN.');
  }
  if (remainderOf(iban) !== 1) {
    return failed('iban-check-digits', expected, 'Compare the IBAN with the invoice: it is wrong.');
  }
  return { value: { scheme: 'UK.OBIE.IBAN', identification: iban } };
}

/** Returns the remainder of an IBAN modulo 97 (ISO 13616). It must be 1. */
function remainderOf(iban: string): number {
  const moved = iban.slice(4) + iban.slice(0, 4);
  const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let remainder = 0;
  for (const digit of digits) remainder = (remainder * 10 + Number(digit)) % 97;
  return remainder;
}

/** Returns the 14 digits of an account, which two ways to write it share. */
export function digitsOfAccount({ identification }: Account): string {
  return identification.slice(-14);
}
