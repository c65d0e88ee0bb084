import { isCountry } from './countries.ts';
import { ibanFormOf, isIban, type IbanForm } from './ibans.ts';

/** A payment to any country other than this one is a cross-border payment. */
const HOME = 'GB';

/**
 * The format of a country's account numbers. Single spaces, hyphens, dots and slashes between the
 * characters do not count towards the length.
 */
export interface AccountForm {
  /** N: digits only. A: letters and digits. */
  readonly characters: 'N' | 'A';
  readonly min: number;
  readonly max: number;
}

/** Rules for payments to a country (rules, 7.9). */
export interface Destination {
  readonly country: string;
  readonly isCrossBorder: boolean;
  /** True if the SEPA schemes reach the country. */
  readonly isSepa: boolean;
  /** The IBAN format of the country. Absent if payments there identify accounts by number. */
  readonly iban?: IbanForm;
  /** The format of account numbers, for countries that do not use IBANs. */
  readonly account: AccountForm;
  /** The country codes that may appear in the BIC of a bank in this country. */
  readonly bicCountries: readonly string[];
}

/**
 * Countries that have IBANs but are paid by account number. Russia also has a clearing code, so it
 * is treated like other countries with a clearing code (rules, 7.6). Kosovo (XK) has IBANs but no
 * code in ISO 3166-1, so payments there are not accepted at all (rules, 7.5).
 */
const BY_ACCOUNT_NUMBER = new Set(['RU']);

/**
 * The countries in the SEPA schemes, according to the EPC's list EPC409-09. The latest addition is
 * Serbia (May 2025).
 */
const SEPA = new Set(
  [
    'AD AL AT AX BE BG BL CH CY CZ DE DK EE ES FI FR GB GF GG GI GP GR HR HU IE IM IS IT JE LI LT',
    'LU LV MC MD ME MF MK MQ MT NL NO PL PM PT RE RO RS SE SI SK SM VA YT',
  ].flatMap((line) => line.split(' ')),
);

/**
 * The format for countries without a known format: the maximum of ISO 20022 and SWIFT (Max34Text,
 * 34x).
 */
const ANY_ACCOUNT: AccountForm = { characters: 'A', min: 1, max: 34 };

function digits(min: number, max = min): AccountForm {
  return { characters: 'N', min, max };
}

/**
 * The known account number formats by country (docs/decisions, 80). If a bank and branch code may
 * precede the account number, the maximum length includes both.
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
 * Other country codes that a bank's BIC may contain, by the country of the account. For countries
 * with IBANs, the list comes from the European Payments Council. The other entries are territories
 * whose banks all belong to another country.
 */
const ALSO_BANKED_FROM: Readonly<Record<string, string>> = {
  DK: 'FO GL',
  FI: 'AX',
  FR: 'BL GF GG GP JE MF MQ NC PF PM RE TF WF YT',
  GB: 'GG IM JE',
  IE: 'GB',
  MC: 'FR',
  CC: 'AU',
  CX: 'AU',
  HM: 'AU',
  NF: 'AU',
  BV: 'NO',
  SJ: 'NO',
  TK: 'NZ',
  AS: 'US',
  GU: 'US',
  MP: 'US',
  PR: 'US',
  UM: 'US',
  VI: 'US',
};

/**
 * Returns the payment rules for a country code. Returns undefined if ISO 3166-1 does not contain
 * the code.
 */
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

/**
 * Returns the country codes that BICs may contain. For a territory, these are its own code and the
 * country code in its IBANs.
 */
function bicCountriesOf(country: string, prefix: string): readonly string[] {
  if (prefix !== country) return [country, prefix];
  return [country, ...(ALSO_BANKED_FROM[country]?.split(' ') ?? [])];
}

/**
 * Returns an error message if the text is not a valid IBAN of the destination. If the destination
 * is not known, an IBAN of any country is valid. Returns undefined if there is no error.
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

/** Matches letters and digits, with at most one separator between any two of them. */
const ACCOUNT_NUMBER = /^[A-Za-z0-9]+(?:[ ./-][A-Za-z0-9]+)*$/;

/**
 * Returns an error message if the text is not a valid account number of the destination. If the
 * destination is not known, the default format applies. Returns undefined if there is no error.
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
