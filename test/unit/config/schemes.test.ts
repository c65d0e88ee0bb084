import { describe, expect, it } from 'vitest';
import { sendingBank } from '../../../src/app/hub.ts';
import { readConfig, type Config } from '../../../src/config/config.ts';

function configOf(environment: Record<string, string>): Config {
  const read = readConfig(environment);
  if ('problems' in read) throw new Error(read.problems.join('\n'));
  return read.config;
}

function problemsOf(environment: Record<string, string>): readonly string[] {
  const read = readConfig(environment);
  return 'problems' in read ? read.problems : [];
}

describe('the settings of payment schemes', () => {
  it.each(['', 'folder', 'folder:', 'Simulated', 'https://hub.bank.example'])(
    'refuse PIS_SCHEMES=%j',
    (written) => {
      const [problem] = problemsOf({ PIS_SCHEMES: written });
      expect(problem).toContain('Expected simulated, or folder:/path');
    },
  );

  it.each([
    ['PIS_BANK_BIC', 'SANDGB2'],
    ['PIS_BANK_BIC', 'sandgb2l'],
    ['PIS_BACS_SERVICE_USER_NUMBER', '12345'],
  ])('refuse %s=%s', (name, written) => {
    expect(problemsOf({ [name]: written })[0]).toMatch(new RegExp(`^${name}=${written}`));
  });

  it('need the names of the bank for a payment hub in the secure profile only', () => {
    const hub = { PIS_SCHEMES: 'folder:/hub' };
    const missing = (environment: Record<string, string>) =>
      problemsOf(environment).filter((problem) => problem.includes('PIS_SCHEMES'));
    expect(missing({ ...hub, PIS_PROFILE: 'secure' })).toEqual([
      'PIS_BANK_BIC is required with PIS_SCHEMES=folder:….',
      'PIS_BACS_SERVICE_USER_NUMBER is required with PIS_SCHEMES=folder:….',
    ]);
    expect(missing({ PIS_PROFILE: 'secure' })).toEqual([]);
    expect(sendingBank(configOf(hub))).toEqual({ bic: 'SANDGB2L', serviceUserNumber: '100001' });
    expect(sendingBank(configOf({}))).toBeNull();
    const named = { PIS_BANK_BIC: 'NRTHGB2L', PIS_BACS_SERVICE_USER_NUMBER: '123456' };
    expect(sendingBank(configOf({ ...hub, ...named }))).toEqual({
      bic: 'NRTHGB2L',
      serviceUserNumber: '123456',
    });
  });
});
