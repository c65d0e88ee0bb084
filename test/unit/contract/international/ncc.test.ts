import { describe, expect, it } from 'vitest';
import { checkClearingCode } from '../../../../src/contract/international/ncc.ts';

/** The table of clearing codes (rules, 7.6), with a valid identification. */
const ROWS = [
  ['AU', 'AUBSB', '012345'],
  ['CA', 'CACPA', '012345678'],
  ['HK', 'HKNCC', '012'],
  ['IN', 'INFSC', 'HDFC0000001'],
  ['NZ', 'NZNCC', '012345'],
  ['RU', 'RUCBC', '012345678'],
  ['ZA', 'ZANCC', '012345'],
  ['US', 'USABA', '021000021'],
] as const;

function problemsOf(country: string | undefined, supplementaryData: unknown): readonly string[] {
  return checkClearingCode(supplementaryData, country).map(
    ({ code, member }) => `${code} ${member}`,
  );
}

describe('a national clearing code', () => {
  it.each(ROWS)('of %s is %s with a valid identification', (country, code, identification) => {
    const clearingCode = { NCCCode: code, NCCIdentification: identification };
    expect(problemsOf(country, clearingCode)).toEqual([]);
  });

  it.each(ROWS)(
    'of %s must have the exact length and characters',
    (country, code, identification) => {
      const wrong = [identification.slice(1), `${identification}0`, `-${identification.slice(1)}`];
      for (const value of [...wrong, `٣${identification.slice(1)}`, `${identification}\n`, '']) {
        expect(problemsOf(country, { NCCCode: code, NCCIdentification: value })).toEqual([
          'fieldInvalid NCCIdentification',
        ]);
      }
    },
  );

  it('may have letters in India only', () => {
    for (const [country, code, identification] of ROWS) {
      const clearingCode = { NCCCode: code, NCCIdentification: `A${identification.slice(1)}` };
      const isFine = problemsOf(country, clearingCode).length === 0;
      expect(isFine).toBe(country === 'IN');
    }
  });

  it('must belong to the destination country', () => {
    const clearingCode = { NCCCode: 'USABA', NCCIdentification: '021000021' };
    expect(problemsOf('CA', clearingCode)).toEqual(['fieldInvalid NCCCode']);
    expect(problemsOf('AU', clearingCode)).toEqual([
      'fieldInvalid NCCCode',
      'fieldInvalid NCCIdentification',
    ]);
  });

  it('must have both members or neither, in any country', () => {
    for (const country of ['US', undefined]) {
      expect(problemsOf(country, {})).toEqual([]);
      expect(problemsOf(country, undefined)).toEqual([]);
      expect(problemsOf(country, { NCCCode: 'USABA' })).toEqual([
        'fieldExpected NCCIdentification',
      ]);
      expect(problemsOf(country, { NCCIdentification: '021000021' })).toEqual([
        'fieldExpected NCCCode',
      ]);
    }
  });

  it('is rejected if the country has none', () => {
    const clearingCode = { NCCCode: 'USABA', NCCIdentification: '021000021' };
    expect(problemsOf('DE', clearingCode)).toEqual([
      'fieldUnexpected NCCCode',
      'fieldUnexpected NCCIdentification',
    ]);
    expect(problemsOf('BR', { NCCCode: 'USABA' })).toEqual(['fieldUnexpected NCCCode']);
  });

  it('is compared with the table only if it is a string', () => {
    expect(problemsOf('US', { NCCCode: null, NCCIdentification: 21_000_021 })).toEqual([]);
  });
});
