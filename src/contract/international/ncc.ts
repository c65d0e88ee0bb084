import { valueAt } from '../faults.ts';

/** The national clearing code of a country: its name, its length and its characters. */
interface ClearingCode {
  readonly code: string;
  /** Of NCCIdentification, in characters. */
  readonly length: number;
  /** N: digits only; A: letters and digits. */
  readonly characters: 'N' | 'A';
}

/** By country of destination (rules, 7.6). */
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
 * What is wrong with the clearing code in the SupplementaryData of a payment to `country`
 * (rules, 7.6): its two members come together, only where the country has such a
 * code, and are as its row says. Without a country only the first is judged; a value that is no
 * text is the schema's to report.
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
    const message = `Payments to ${country} take no national clearing code; leave it out.`;
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
