import { describe, expect, it } from 'vitest';
import { bicProblem } from '../../../../src/contract/international/agents.ts';

describe('a BIC', () => {
  it.each(['DEUTDEFF', 'DEUTDEFF500', 'NWBKGB2L', 'BOFAUS3NXXX', 'D3UTDEFF'])(
    '%s is valid',
    (bic) => {
      expect(bicProblem(bic, undefined)).toBeUndefined();
    },
  );

  it.each([
    'DEUTDEF',
    'DEUTDEFF5',
    'DEUTDEFF50',
    'DEUTDEFF5000',
    'DEUTZZFF',
    'DEUTD3FF',
    'deutdeff',
    'DEUT DEFF',
    'DEUTDEFF\n',
    '',
  ])('%j is invalid', (text) => {
    expect(bicProblem(text, undefined)).toContain('8 or 11 characters');
  });

  it('must name a country of the bank', () => {
    expect(bicProblem('NWBKJESH', ['GB', 'JE'])).toBeUndefined();
    expect(bicProblem('DEUTDEFF', ['GB', 'JE'])).toBe(
      'This is a bank in DE. Expected a BIC of a bank in GB, JE, where the account is.',
    );
  });
});
