import { isCountry } from './countries.ts';

/** A United Kingdom account: sort code and account number, 14 digits. */
export type AccountNumber = string;

/** Scheme names of the standard, namespaced and plain; both spellings are taken (rules, 10.1). */
const SORT_CODE_SCHEMES = new Set(['UK.OBIE.SortCodeAccountNumber', 'SortCodeAccountNumber']);
const IBAN_SCHEMES = new Set(['UK.OBIE.IBAN', 'IBAN']);

const ACCOUNT_NUMBER = /^\d{14}$/;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const BIC = /^[A-Z0-9]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
const UK_IBAN = /^GB\d{2}[A-Z]{4}(\d{14})$/;

export type AccountFault = 'scheme' | 'identification' | 'country';

/**
 * The United Kingdom account that a scheme name and identification denote. A British IBAN denotes
 * the sort code and account number inside it. Otherwise what is wrong: the scheme name is not
 * supported, the identification is malformed, or it is an IBAN of another country.
 */
export function readUkAccount(
  schemeName: string,
  identification: string,
): { account: AccountNumber } | { fault: AccountFault } {
  if (SORT_CODE_SCHEMES.has(schemeName)) {
    return ACCOUNT_NUMBER.test(identification)
      ? { account: identification }
      : { fault: 'identification' };
  }
  if (!isIbanScheme(schemeName)) return { fault: 'scheme' };
  if (!isIban(identification)) return { fault: 'identification' };
  const account = UK_IBAN.exec(identification)?.[1];
  return account === undefined ? { fault: 'country' } : { account };
}

export function isSortCodeScheme(schemeName: string): boolean {
  return SORT_CODE_SCHEMES.has(schemeName);
}

/** Whether a scheme name says that the account is given by its IBAN. */
export function isIbanScheme(schemeName: string): boolean {
  return IBAN_SCHEMES.has(schemeName);
}

/** Whether the check digits of an IBAN are right (ISO 7064, modulo 97). */
export function isIban(text: string): boolean {
  if (!IBAN.test(text)) return false;
  let remainder = 0;
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const value = parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/**
 * Whether a text is a BIC (rules, 10.5; ISO 20022, BICFIDec2014Identifier): four characters for the
 * bank, two for its country (ISO 3166-1), two for the place, three for the branch or none.
 */
export function isBic(text: string): boolean {
  const country = BIC.exec(text)?.[1];
  return country !== undefined && isCountry(country);
}
