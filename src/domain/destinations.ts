import { isIban } from './accounts.ts';
import { isCountry } from './countries.ts';

/** Payments to any other country cross a border. */
const HOME = 'GB';

/** How the accounts of a country are reached. */
interface Reach {
  /** The IBANs of its accounts; absent where accounts have none. */
  readonly iban?: {
    /** The country they begin with, which for a territory may be another one. */
    readonly prefix: string;
    /** In characters, all of them. */
    readonly length: number;
  };
  /** Whether the SEPA schemes reach it. */
  readonly isSepa: boolean;
}

/** What a payment needs to know of the country that it goes to (rules, 7.9). */
export interface Destination extends Reach {
  readonly country: string;
  readonly isCrossBorder: boolean;
}

function sepa(prefix: string, length: number): Reach {
  return { iban: { prefix, length }, isSepa: true };
}

function iban(prefix: string, length: number): Reach {
  return { iban: { prefix, length }, isSepa: false };
}

const ACCOUNT_NUMBER: Reach = { isSepa: false };

/**
 * The countries whose accounts have IBANs. Every other country of ISO 3166-1 is paid by account
 * number.
 *
 * - IBANs and their lengths: SWIFT IBAN registry, release 102 (June 2026), with the territories
 *   that it lists under Finland, France and the United Kingdom.
 * - `sepa`: EPC list of SEPA scheme countries (EPC409-09), with Serbia (May 2025) the latest.
 * - Russia is in the registry, but it has a clearing code beside account and BIC, so it is paid
 *   like the other countries that have one (rules, 7.6).
 * - Kosovo (XK) is in the registry, but not in ISO 3166-1, whose countries alone are taken (rules,
 *   7.5).
 */
const IBAN_DESTINATIONS: Readonly<Record<string, Reach>> = {
  AD: sepa('AD', 24),
  AE: iban('AE', 23),
  AL: sepa('AL', 28),
  AT: sepa('AT', 20),
  AX: sepa('FI', 18),
  AZ: iban('AZ', 28),
  BA: iban('BA', 20),
  BE: sepa('BE', 16),
  BG: sepa('BG', 22),
  BH: iban('BH', 22),
  BI: iban('BI', 27),
  BL: sepa('FR', 27),
  BR: iban('BR', 29),
  BY: iban('BY', 28),
  CH: sepa('CH', 21),
  CR: iban('CR', 22),
  CY: sepa('CY', 28),
  CZ: sepa('CZ', 24),
  DE: sepa('DE', 22),
  DJ: iban('DJ', 27),
  DK: sepa('DK', 18),
  DO: iban('DO', 28),
  EE: sepa('EE', 20),
  EG: iban('EG', 29),
  ES: sepa('ES', 24),
  FI: sepa('FI', 18),
  FK: iban('FK', 18),
  FO: iban('FO', 18),
  FR: sepa('FR', 27),
  GB: sepa('GB', 22),
  GE: iban('GE', 22),
  GF: sepa('FR', 27),
  GG: sepa('GB', 22),
  GI: sepa('GI', 23),
  GL: iban('GL', 18),
  GP: sepa('FR', 27),
  GR: sepa('GR', 27),
  GT: iban('GT', 28),
  HN: iban('HN', 28),
  HR: sepa('HR', 21),
  HU: sepa('HU', 28),
  IE: sepa('IE', 22),
  IL: iban('IL', 23),
  IM: sepa('GB', 22),
  IQ: iban('IQ', 23),
  IS: sepa('IS', 26),
  IT: sepa('IT', 27),
  JE: sepa('GB', 22),
  JO: iban('JO', 30),
  KW: iban('KW', 30),
  KZ: iban('KZ', 20),
  LB: iban('LB', 28),
  LC: iban('LC', 32),
  LI: sepa('LI', 21),
  LT: sepa('LT', 20),
  LU: sepa('LU', 20),
  LV: sepa('LV', 21),
  LY: iban('LY', 25),
  MC: sepa('MC', 27),
  MD: sepa('MD', 24),
  ME: sepa('ME', 22),
  MF: sepa('FR', 27),
  MK: sepa('MK', 19),
  MN: iban('MN', 20),
  MQ: sepa('FR', 27),
  MR: iban('MR', 27),
  MT: sepa('MT', 31),
  MU: iban('MU', 30),
  NC: iban('FR', 27),
  NI: iban('NI', 28),
  NL: sepa('NL', 18),
  NO: sepa('NO', 15),
  OM: iban('OM', 23),
  PF: iban('FR', 27),
  PK: iban('PK', 24),
  PL: sepa('PL', 28),
  PM: sepa('FR', 27),
  PS: iban('PS', 29),
  PT: sepa('PT', 25),
  QA: iban('QA', 29),
  RE: sepa('FR', 27),
  RO: sepa('RO', 24),
  RS: sepa('RS', 22),
  SA: iban('SA', 24),
  SC: iban('SC', 31),
  SD: iban('SD', 18),
  SE: sepa('SE', 24),
  SI: sepa('SI', 19),
  SK: sepa('SK', 24),
  SM: sepa('SM', 27),
  SO: iban('SO', 23),
  ST: iban('ST', 25),
  SV: iban('SV', 28),
  TF: iban('FR', 27),
  TL: iban('TL', 23),
  TN: iban('TN', 24),
  TR: iban('TR', 26),
  UA: iban('UA', 29),
  VA: sepa('VA', 22),
  VG: iban('VG', 24),
  WF: iban('FR', 27),
  YE: iban('YE', 30),
  YT: sepa('FR', 27),
};

/** The country with that code as a destination; undefined when ISO 3166-1 has no such country. */
export function destinationOf(country: string): Destination | undefined {
  if (!isCountry(country)) return undefined;
  const reach = IBAN_DESTINATIONS[country] ?? ACCOUNT_NUMBER;
  return { country, isCrossBorder: country !== HOME, ...reach };
}

/**
 * In words why a text is no IBAN of an account in the destination, or in any country when the
 * destination is not known; undefined when it is one.
 */
export function ibanProblem(
  text: string,
  destination: Pick<Destination, 'iban'> | undefined,
): string | undefined {
  if (!isIban(text)) return 'Expected an IBAN with the right check digits.';
  const form = destination?.iban;
  if (form === undefined) return undefined;
  if (text.length === form.length && text.startsWith(form.prefix)) return undefined;
  return `Expected an IBAN of ${String(form.length)} characters that begins with ${form.prefix}.`;
}
