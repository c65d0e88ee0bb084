import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';

const HUB = 'https://hub.bank.example:8443';
const FILES = {
  PIS_HUB_CERTIFICATE: 'bank.crt',
  PIS_HUB_KEY: 'bank.key',
  PIS_HUB_CA: 'hub-ca.crt',
};

function problemsOf(environment: Record<string, string>): readonly string[] {
  const read = readConfig(environment);
  return 'problems' in read ? read.problems : [];
}

describe('PIS_SCHEMES', () => {
  test.each([
    ['simulated', { kind: 'simulated' }, {}],
    ['folder:/srv/hub', { kind: 'folder', folder: '/srv/hub' }, {}],
    [HUB, { kind: 'https', url: HUB }, FILES],
    [`${HUB}/`, { kind: 'https', url: HUB }, FILES],
    [`${HUB}/payments/v1`, { kind: 'https', url: `${HUB}/payments/v1` }, FILES],
  ])('accepts %s', (written, schemes, files) => {
    const read = readConfig({ PIS_SCHEMES: written, ...files });
    expect(read).toMatchObject({ config: { schemes } });
  });

  test.each([
    ['http://hub.bank.example', 'Expected simulated, folder:/path, or https://hub'],
    ['folder:', 'Expected simulated, folder:/path, or https://hub'],
    ['https://', 'Expected simulated, folder:/path, or https://hub'],
    ['https://user:secret@hub.bank.example', 'Expected no user and no password'],
    [`${HUB}?bank=1`, 'Expected only a host, a port and a path'],
    [`${HUB}/#top`, 'Expected only a host, a port and a path'],
    [`${HUB}/a/../b`, 'Expected only a host, a port and a path'],
    [`${HUB}/a//b`, 'Expected only a host, a port and a path'],
  ])('rejects %s', (written, problem) => {
    const problems = problemsOf({ PIS_SCHEMES: written });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
    expect(problems[0]).not.toContain('secret');
  });

  test('reports all missing files of an https address at once', () => {
    expect(problemsOf({ PIS_SCHEMES: HUB })).toEqual([
      'PIS_HUB_CERTIFICATE is required with PIS_SCHEMES=https://….',
      'PIS_HUB_KEY is required with PIS_SCHEMES=https://….',
      'PIS_HUB_CA is required with PIS_SCHEMES=https://….',
    ]);
  });

  test('needs the names of the bank in the secure profile', () => {
    const problems = problemsOf({ PIS_PROFILE: 'secure', PIS_SCHEMES: HUB, ...FILES });
    expect(problems.slice(1)).toEqual([
      'PIS_BANK_BIC is required with PIS_SCHEMES=https://….',
      'PIS_BACS_SERVICE_USER_NUMBER is required with PIS_SCHEMES=https://….',
    ]);
    const named = { PIS_BANK_BIC: 'NRTHGB2L', PIS_BACS_SERVICE_USER_NUMBER: '123456' };
    expect(readConfig(named)).toMatchObject({
      config: { bankBic: 'NRTHGB2L', serviceUserNumber: '123456' },
    });
  });

  test('reports files that have no effect', () => {
    expect(problemsOf({ PIS_SCHEMES: 'folder:/srv/hub', PIS_HUB_KEY: 'bank.key' })).toEqual([
      'PIS_HUB_KEY has an effect only with PIS_SCHEMES=https://….',
    ]);
  });
});
