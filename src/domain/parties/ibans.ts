import { composeIBAN, countrySpecs, validateIBAN, ValidationErrorsIBAN } from 'ibantools';
import { expectDefined } from '../../shared/assert.ts';

/** Format of a country's IBANs. */
export interface IbanForm {
  /**
   * The country code at the beginning of the IBAN. A territory's IBANs may begin with the code of
   * another country.
   */
  readonly prefix: string;
  /** Total number of characters. */
  readonly length: number;
}

/**
 * Countries that are in SWIFT's IBAN registry (release 102) but that the library does not mark as
 * registered.
 */
const ALSO_REGISTERED = new Set(['BI', 'DJ', 'FK', 'HN']);

/** Territories that use the IBANs of another country, according to the registry. */
const TERRITORIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    FI: ['AX'],
    FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'],
    GB: ['GG', 'IM', 'JE'],
  }).flatMap(([prefix, territories]) => territories.map((territory) => [territory, prefix])),
);

/** Returns the IBAN format of a country. Undefined if the registry has none. */
export function ibanFormOf(country: string): IbanForm | undefined {
  const prefix = TERRITORIES.get(country) ?? country;
  const { chars, IBANRegistry = false } = countrySpecs[prefix] ?? {};
  const isRegistered = IBANRegistry || ALSO_REGISTERED.has(prefix);
  return isRegistered && chars !== undefined ? { prefix, length: chars } : undefined;
}

/**
 * Returns true for an IBAN in electronic format. The country must be in the IBAN registry, the
 * length and characters must be right, and the check digits must be correct and from 02 to 98 (ISO
 * 13616 and 7064). Check digits within the national account number are not verified
 * (docs/decisions, 62).
 */
export function isIban(text: string): boolean {
  const country = text.slice(0, 2);
  if (ibanFormOf(country)?.prefix !== country) return false;
  const { errorCodes } = validateIBAN(text);
  return errorCodes.every((code) => code === ValidationErrorsIBAN.WrongAccountBankBranchChecksum);
}

/**
 * Returns the IBAN of a UK account. Throws a Bug if the parts do not form an IBAN.
 *
 * @param bankCode the first four characters of the BIC of the account's bank
 * @param account sort code and account number, 14 digits
 */
export function ukIbanOf(bankCode: string, account: string): string {
  const iban = composeIBAN({ countryCode: 'GB', bban: bankCode + account });
  return expectDefined(iban, `the IBAN of a UK account at ${bankCode}`);
}
