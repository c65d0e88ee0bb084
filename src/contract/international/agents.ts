import { isCountry } from '../../domain/parties/countries.ts';
import { schemeName, text } from '../fields.ts';

/** The schema of the SchemeName of a CreditorAgent. Every family identifies banks by BIC. */
export const AgentScheme = schemeName(
  (name) => name === 'UK.OBIE.BICFI' || name === 'BICFI',
  'Expected UK.OBIE.BICFI or BICFI.',
);
export const AgentIdentification = text(35);

export const AGENT_MEMBERS = ['SchemeName', 'Identification'] as const;

const BIC = /^[A-Z0-9]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/**
 * Returns the country of a BIC (ISO 3166-1 alpha-2), or undefined if the BIC is invalid (rules,
 * 10.5). A BIC has four characters for the bank, two for its country, two for the location and
 * optionally three for the branch (ISO 20022, BICFIDec2014Identifier).
 */
export function countryOfBic(text: string): string | undefined {
  const country = BIC.exec(text)?.[1];
  return country !== undefined && isCountry(country) ? country : undefined;
}

/**
 * Returns an error message if the text is not a BIC of a bank in these countries, or undefined if
 * it is. If the countries are undefined, accepts every country.
 */
export function bicProblem(
  text: string,
  countries: readonly string[] | undefined,
): string | undefined {
  const country = countryOfBic(text);
  if (country === undefined) {
    return 'Expected a BIC: 8 or 11 characters, with the country code as the fifth and sixth.';
  }
  if (countries === undefined || countries.includes(country)) return undefined;
  const expected = `a BIC of a bank in ${countries.join(', ')}, where the account is`;
  return `This is a bank in ${country}. Expected ${expected}.`;
}
