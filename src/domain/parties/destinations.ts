import { isCountry } from './countries.ts';
import { ibanFormOf, isIban, type IbanForm } from './ibans.ts';

/** Payments to any other country cross a border. */
const HOME = 'GB';

/** How account numbers are written; spaces, hyphens, dots and strokes between them do not count. */
export interface AccountForm {
  /** N: digits only; A: letters and digits. */
  readonly characters: 'N' | 'A';
  readonly min: number;
  readonly max: number;
}

/** What a payment needs to know of the country that it goes to (rules, 7.9). */
export interface Destination {
  readonly country: string;
  readonly isCrossBorder: boolean;
  /** Whether the SEPA schemes reach it. */
  readonly isSepa: boolean;
  /** The IBANs of its accounts; absent where accounts are reached by their numbers. */
  readonly iban?: IbanForm;
  /** The numbers of its accounts, where they have no IBAN. */
  readonly account: AccountForm;
  /** The countries that a BIC of its banks may name. */
  readonly bicCountries: readonly string[];
}

/**
 * Russia has IBANs in the registry, but it has a clearing code beside account and BIC, so it is
 * paid like the other countries that have one (rules, 7.6). Kosovo (XK) is in the registry, but not
 * in ISO 3166-1, whose countries alone are taken (rules, 7.5).
 */
const BY_ACCOUNT_NUMBER = new Set(['RU']);

/** EPC list of SEPA scheme countries (EPC409-09), with Serbia (May 2025) the latest. */
const SEPA = new Set(
  [
    'AD AL AT AX BE BG BL CH CY CZ DE DK EE ES FI FR GB GF GG GI GP GR HR HU IE IM IS IT JE LI LT',
    'LU LV MC MD ME MF MK MQ MT NL NO PL PM PT RE RO RS SE SI SK SM VA YT',
  ].flatMap((line) => line.split(' ')),
);

/** Where nothing better is known: what ISO 20022 and SWIFT carry (Max34Text, 34x). */
const ANY_ACCOUNT: AccountForm = { characters: 'A', min: 1, max: 34 };

function digits(min: number, max = min): AccountForm {
  return { characters: 'N', min, max };
}

/**
 * The account numbers of countries of which it is known how they are written (docs/decisions, 80).
 * Where a bank and branch code may stand before the number, the longest counts both.
 */
const ACCOUNT_NUMBERS: Readonly<Record<string, AccountForm>> = {
  AU: digits(1, 15), // up to 9, after a BSB of 6
  CA: digits(5, 21), // 5 to 12, after institution and transit of 9
  HK: { characters: 'A', min: 6, max: 18 }, // 6 to 12, after bank and branch of 3 each
  IN: digits(6, 18),
  JP: digits(7, 14), // 7, after a bank of 4 and a branch of 3
  MA: digits(24), // RIB
  MX: digits(18), // CLABE
  NZ: digits(9, 18), // 7 or 8 and a suffix of 2 to 4, after bank and branch of 6
  US: { characters: 'A', min: 1, max: 17 },
};

/**
 * Countries that the BIC of an account's bank may name besides that of the account. With IBANs: the
 * European Payments Council's list of valid pairs; without: territories that have no banks but
 * those of the country they belong to.
 */
const ALSO_BANKED_FROM: Readonly<Record<string, string>> = {
  ...{ DK: 'FO GL', FI: 'AX', FR: 'BL GF GG GP JE MF MQ NC PF PM RE TF WF YT' },
  ...{ GB: 'GG IM JE', IE: 'GB', MC: 'FR' },
  ...{ CC: 'AU', CX: 'AU', HM: 'AU', NF: 'AU', BV: 'NO', SJ: 'NO', TK: 'NZ' },
  ...{ AS: 'US', GU: 'US', MP: 'US', PR: 'US', UM: 'US', VI: 'US' },
};

/** The country with that code as a destination; undefined when ISO 3166-1 has no such country. */
export function destinationOf(country: string): Destination | undefined {
  if (!isCountry(country)) return undefined;
  const iban = BY_ACCOUNT_NUMBER.has(country) ? undefined : ibanFormOf(country);
  return {
    country,
    isCrossBorder: country !== HOME,
    isSepa: SEPA.has(country),
    ...(iban === undefined ? {} : { iban }),
    account: ACCOUNT_NUMBERS[country] ?? ANY_ACCOUNT,
    bicCountries: bicCountriesOf(country, iban?.prefix ?? country),
  };
}

/** A territory's banks have its own code or that of the country its IBANs begin with. */
function bicCountriesOf(country: string, prefix: string): readonly string[] {
  if (prefix !== country) return [country, prefix];
  return [country, ...(ALSO_BANKED_FROM[country]?.split(' ') ?? [])];
}

/**
 * In words why a text is no IBAN of an account in the destination, or in any country when the
 * destination is not known; undefined when it is one.
 */
export function ibanProblem(
  text: string,
  destination: Pick<Destination, 'iban'> | undefined,
): string | undefined {
  const form = destination?.iban;
  if (form !== undefined && !(text.length === form.length && text.startsWith(form.prefix))) {
    const expected = `${String(form.length)} characters that begins with ${form.prefix}`;
    return `Expected an IBAN of ${expected}, which accounts in the DestinationCountry have.`;
  }
  if (isIban(text)) return undefined;
  return 'Expected an IBAN of its country’s characters and length, with the right check digits.';
}

/** Letters and digits, with one separator at a time between them. */
const ACCOUNT_NUMBER = /^[A-Za-z0-9]+(?:[ ./-][A-Za-z0-9]+)*$/;

/**
 * In words why a text is no account number as the destination writes them, or as anybody does when
 * the destination is not known; undefined when it is one.
 */
export function accountProblem(
  text: string,
  destination: Pick<Destination, 'account'> | undefined,
): string | undefined {
  const { characters, min, max } = destination?.account ?? ANY_ACCOUNT;
  const number = text.replace(/[ ./-]/g, '');
  const isOfCharacters = characters === 'A' || /^\d*$/.test(number);
  const isOfLength = number.length >= min && number.length <= max;
  if (ACCOUNT_NUMBER.test(text) && text.length <= ANY_ACCOUNT.max && isOfCharacters && isOfLength) {
    return undefined;
  }
  const count = min === max ? String(min) : `${String(min)} to ${String(max)}`;
  const what = characters === 'N' ? 'digits' : 'letters and digits';
  return `Expected ${count} ${what}, with no more than a space, hyphen, dot or stroke between two.`;
}
