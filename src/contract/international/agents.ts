import { isCountry } from '../../domain/parties/countries.ts';
import { schemeName, text } from '../fields.ts';

/** The members that name a creditor's bank by its BIC, in every family that has a CreditorAgent. */
export const AgentScheme = schemeName(
  (name) => name === 'UK.OBIE.BICFI' || name === 'BICFI',
  'Expected UK.OBIE.BICFI or BICFI.',
);
export const AgentIdentification = text(35);

export const AGENT_MEMBERS = ['SchemeName', 'Identification'] as const;

const BIC = /^[A-Z0-9]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/**
 * The country that a BIC names, undefined where a text is none (rules, 10.5; ISO 20022,
 * BICFIDec2014Identifier): four characters for the bank, two for its country (ISO 3166-1), two for
 * the place, three for the branch or none.
 */
export function countryOfBic(text: string): string | undefined {
  const country = BIC.exec(text)?.[1];
  return country !== undefined && isCountry(country) ? country : undefined;
}

/**
 * In words why a text is no BIC, or not one of a bank in these countries; of any when they are not
 * known. Undefined when it is one.
 */
export function bicProblem(
  text: string,
  countries: readonly string[] | undefined,
): string | undefined {
  const country = countryOfBic(text);
  if (country === undefined) {
    return 'Expected a BIC: 8 or 11 characters, of which the fifth and sixth are a country.';
  }
  if (countries === undefined || countries.includes(country)) return undefined;
  const expected = `a BIC of a bank in ${countries.join(', ')}, where the account is`;
  return `This is a bank in ${country}. Expected ${expected}.`;
}
