import { isIban } from './ibans.ts';

/** A United Kingdom account: sort code and account number, 14 digits. */
export type AccountNumber = string;

/** Scheme names of the standard, namespaced and plain; both spellings are taken (rules, 10.1). */
const SORT_CODE_SCHEMES = new Set(['UK.OBIE.SortCodeAccountNumber', 'SortCodeAccountNumber']);
const IBAN_SCHEMES = new Set(['UK.OBIE.IBAN', 'IBAN']);

const ACCOUNT_NUMBER = /^\d{14}$/;
const UK_IBAN = /^GB\d{2}[A-Z]{4}(\d{14})$/;

/** How an account in the United Kingdom may be written, by its scheme names, as patterns. */
export const UK_ACCOUNT_FORMS = [
  { schemes: [...SORT_CODE_SCHEMES], pattern: ACCOUNT_NUMBER.source },
  { schemes: [...IBAN_SCHEMES], pattern: UK_IBAN.source },
] as const;

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
  if (isSortCodeScheme(schemeName)) {
    return ACCOUNT_NUMBER.test(identification)
      ? { account: identification }
      : { fault: 'identification' };
  }
  if (!isIbanScheme(schemeName)) return { fault: 'scheme' };
  if (!isIban(identification)) return { fault: 'identification' };
  const account = UK_IBAN.exec(identification)?.[1];
  return account === undefined ? { fault: 'country' } : { account };
}

/**
 * The United Kingdom account that was taken under a scheme name and identification; undefined where
 * it was none. Check digits are not judged again: rules that grow stricter must not stop what runs
 * by the old ones (docs/decisions, 31).
 */
export function storedUkAccount(
  schemeName: string,
  identification: string,
): AccountNumber | undefined {
  if (isSortCodeScheme(schemeName)) return identification;
  return isIbanScheme(schemeName) ? UK_IBAN.exec(identification)?.[1] : undefined;
}

export function isSortCodeScheme(schemeName: string): boolean {
  return SORT_CODE_SCHEMES.has(schemeName);
}

/** Whether a scheme name says that the account is given by its IBAN. */
export function isIbanScheme(schemeName: string): boolean {
  return IBAN_SCHEMES.has(schemeName);
}
