import type { Flavour } from '../../shared/flavour.ts';
import { isIban } from './ibans.ts';

/** A United Kingdom account, as the 14 digits of its sort code and account number. */
export type AccountNumber = Flavour<string, 'account number'>;

/** Scheme names of the standard. Each is accepted with and without its namespace (rules, 10.1). */
const SORT_CODE_SCHEMES = new Set(['UK.OBIE.SortCodeAccountNumber', 'SortCodeAccountNumber']);
const IBAN_SCHEMES = new Set(['UK.OBIE.IBAN', 'IBAN']);

const ACCOUNT_NUMBER = /^\d{14}$/;
const UK_IBAN = /^GB\d{2}[A-Z]{4}(\d{14})$/;

/** The patterns that a UK account identification must match, by scheme name. */
export const UK_ACCOUNT_FORMS = [
  { schemes: [...SORT_CODE_SCHEMES], pattern: ACCOUNT_NUMBER.source },
  { schemes: [...IBAN_SCHEMES], pattern: UK_IBAN.source },
] as const;

export type AccountFault = 'scheme' | 'identification' | 'country';

/**
 * Returns the UK account that a scheme name and identification describe. For a British IBAN, that
 * is the sort code and account number in it. Otherwise returns the fault: an unsupported scheme
 * name, a malformed identification, or the IBAN of another country.
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
 * Returns the UK account of a stored scheme name and identification. They were validated when the
 * service accepted them. Returns undefined for other accounts. Check digits are not verified again,
 * so that a stricter rule does not stop existing payments (docs/decisions, 31).
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

/** Returns true for the scheme names of IBANs. */
export function isIbanScheme(schemeName: string): boolean {
  return IBAN_SCHEMES.has(schemeName);
}

/** The state of an account. A blocked account is credited, but not debited. */
export type AccountState = 'open' | 'blocked' | 'closed';

/** Returns the state of an account from the marks that a bank sets. `closed` takes precedence. */
export function accountState(isClosed: boolean, isBlocked: boolean): AccountState {
  if (isClosed) return 'closed';
  return isBlocked ? 'blocked' : 'open';
}
