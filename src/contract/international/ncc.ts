import { valueAt } from '../faults.ts';

/** The format of the national clearing code of a country. */
interface ClearingCode {
  readonly code: string;
  /** Length of NCCIdentification, in characters. */
  readonly length: number;
  /** `N` means digits only, `A` means letters and digits. */
  readonly characters: 'N' | 'A';
}

/** Formats by country of destination (rules, 7.6). */
const CLEARING_CODES: ReadonlyMap<string, ClearingCode> = new Map([
  ['AU', { code: 'AUBSB', length: 6, characters: 'N' }],
  ['CA', { code: 'CACPA', length: 9, characters: 'N' }],
  ['HK', { code: 'HKNCC', length: 3, characters: 'N' }],
  ['IN', { code: 'INFSC', length: 11, characters: 'A' }],
  ['NZ', { code: 'NZNCC', length: 6, characters: 'N' }],
  ['RU', { code: 'RUCBC', length: 9, characters: 'N' }],
  ['ZA', { code: 'ZANCC', length: 6, characters: 'N' }],
  ['US', { code: 'USABA', length: 9, characters: 'N' }],
]);

/** Returns the name of the clearing code of a country, or undefined if it has none. */
export function clearingCodeOf(country: string): string | undefined {
  return CLEARING_CODES.get(country)?.code;
}

const CHARACTERS = {
  N: { pattern: /^[0-9]*$/, name: 'digits' },
  A: { pattern: /^[A-Za-z0-9]*$/, name: 'letters and digits' },
};

const MEMBERS = ['NCCCode', 'NCCIdentification'] as const;

type Member = (typeof MEMBERS)[number];

interface ClearingCodeProblem {
  readonly member: Member;
  readonly code: 'fieldExpected' | 'fieldUnexpected' | 'fieldInvalid';
  readonly message: string;
}

/**
 * Returns the faults of the national clearing code of a payment (rules, 7.6). NCCCode and
 * NCCIdentification must come together, only for a country that has such a code, and in its format.
 * The schema reports a value that is not a string.
 *
 * @param country destination of the payment; if undefined, the format is not checked
 */
export function checkClearingCode(
  supplementaryData: unknown,
  country: string | undefined,
): readonly ClearingCodeProblem[] {
  const presentMembers = MEMBERS.filter(
    (member) => valueAt(supplementaryData, [member]) !== undefined,
  );
  if (presentMembers.length === 0) return [];
  const row = country === undefined ? undefined : CLEARING_CODES.get(country);
  if (country !== undefined && row === undefined) {
    const message = `Payments to ${country} have no national clearing code. Remove it.`;
    return presentMembers.map((member) => ({ member, code: 'fieldUnexpected', message }));
  }
  return MEMBERS.flatMap((member): ClearingCodeProblem[] => {
    const value = valueAt(supplementaryData, [member]);
    if (value === undefined) {
      const message = 'Expected NCCCode and NCCIdentification together.';
      return [{ member, code: 'fieldExpected', message }];
    }
    if (row === undefined || typeof value !== 'string' || fits(row, member, value)) return [];
    return [{ member, code: 'fieldInvalid', message: expected(row, member) }];
  });
}

function fits(row: ClearingCode, member: Member, value: string): boolean {
  if (member === 'NCCCode') return value === row.code;
  return value.length === row.length && CHARACTERS[row.characters].pattern.test(value);
}

function expected(row: ClearingCode, member: Member): string {
  if (member === 'NCCCode') return `Expected ${row.code} for this country.`;
  return `Expected ${String(row.length)} ${CHARACTERS[row.characters].name}.`;
}
