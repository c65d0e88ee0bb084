import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';

function problemsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  const read = readConfig(environment);
  return 'problems' in read ? read.problems : [];
}

describe.each([
  ['PIS_CORE', 'PIS_CORE'],
  ['PIS_PAYEE_CONFIRMATION', 'PIS_PAYEE'],
  ['PIS_SCREENING', 'PIS_SCREENING'],
])('%s', (variable, prefix) => {
  const files = Object.fromEntries(
    ['CERTIFICATE', 'KEY', 'CA'].map((kind) => [`${prefix}_${kind}`, `/etc/pis/${kind}.pem`]),
  );

  it('is an address with TLS and the files for it, or an address of this machine', () => {
    expect(problemsOf({ [variable]: 'https://core.bank.example:8443/pis', ...files })).toEqual([]);
    expect(problemsOf({ [variable]: 'http://127.0.0.1:9100/' })).toEqual([]);
    expect(problemsOf({ [variable]: 'http://[::1]:9100' })).toEqual([]);
    expect(problemsOf({})).toEqual([]);
  });

  it.each([
    'core.bank.example',
    'http://core.bank.example',
    'http://127.0.0.1.bank.example',
    'https://user:secret@core.bank.example',
    'https://core.bank.example/?a=b',
    'https://',
  ])('is not %s', (url) => {
    expect(problemsOf({ [variable]: url }).join()).toContain(
      'Expected an address such as https://',
    );
  });

  it('needs all files with https, and none without it', () => {
    expect(problemsOf({ [variable]: 'https://core.bank.example' })).toEqual(
      Object.keys(files).map((name) => `${name} is required with ${variable}=https://….`),
    );
    const unused = Object.keys(files).map(
      (name) => `${name} has an effect only with ${variable}=https://….`,
    );
    expect(problemsOf(files)).toEqual(unused);
    expect(problemsOf({ [variable]: 'http://127.0.0.1:9100', ...files })).toEqual(unused);
  });
});

it('an address is stored without a slash at its end', () => {
  const read = readConfig({ PIS_CORE: 'http://127.0.0.1:9100/' });
  expect(read).toMatchObject({ config: { core: 'http://127.0.0.1:9100' } });
});

describe('PIS_SCREENING_UNANSWERED', () => {
  it.each([
    ['wait', 'wait', []],
    ['hold, file-payments=wait', 'hold', [['file-payments', 'wait']]],
    ['domestic-vrps=accept', 'wait', [['domestic-vrps', 'accept']]],
  ])('is %s', (written, otherwise, byFamily) => {
    const read = readConfig({ PIS_SCREENING_UNANSWERED: written });
    const screeningUnanswered = { otherwise, byFamily: new Map(byFamily as [string, string][]) };
    expect(read).toMatchObject({ config: { screeningUnanswered } });
  });

  it.each(['', 'never', 'wait,', 'file-payments=', 'file-payments=no'])(
    'is not "%s"',
    (written) => {
      expect(problemsOf({ PIS_SCREENING_UNANSWERED: written }).join()).toContain(
        'Expected wait, hold or accept',
      );
    },
  );
});
