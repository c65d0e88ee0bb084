import { countrySpecs, validateIBAN, ValidationErrorsIBAN } from 'ibantools';

/** The IBANs of a country's accounts. */
export interface IbanForm {
  /** The country they begin with, which for a territory may be another one. */
  readonly prefix: string;
  /** In characters, all of them. */
  readonly length: number;
}

/** Countries of the registry (SWIFT, release 102) that the library knows, but not as registered. */
const ALSO_REGISTERED = new Set(['BI', 'DJ', 'FK', 'HN']);

/** Territories whose IBANs begin with the country that the registry lists them under. */
const TERRITORIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    FI: ['AX'],
    FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'],
    GB: ['GG', 'IM', 'JE'],
  }).flatMap(([prefix, territories]) => territories.map((territory) => [territory, prefix])),
);

/** The IBANs of accounts in a country; undefined where the registry has none of it. */
export function ibanFormOf(country: string): IbanForm | undefined {
  const prefix = TERRITORIES.get(country) ?? country;
  const { chars, IBANRegistry = false } = countrySpecs[prefix] ?? {};
  const isRegistered = IBANRegistry || ALSO_REGISTERED.has(prefix);
  return isRegistered && chars !== undefined ? { prefix, length: chars } : undefined;
}

/**
 * Whether a text is an IBAN in its electronic form: of a country that is registered, with the
 * length and the characters of its row, and with right check digits, which are 02 to 98 (ISO 13616
 * and 7064). Check digits within a national account number are not judged (docs/decisions, 62).
 */
export function isIban(text: string): boolean {
  const country = text.slice(0, 2);
  if (ibanFormOf(country)?.prefix !== country) return false;
  const { errorCodes } = validateIBAN(text);
  return errorCodes.every((code) => code === ValidationErrorsIBAN.WrongAccountBankBranchChecksum);
}
