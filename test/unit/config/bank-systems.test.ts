import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';

const FILES = {
  PIS_BANK_CERTIFICATE: 'bank.crt',
  PIS_BANK_KEY: 'bank.key',
  PIS_BANK_CA: 'bank-ca.crt',
};

function problemsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  const read = readConfig(environment);
  return 'problems' in read ? read.problems : [];
}

describe('PIS_CORE', () => {
  it.each([
    ['http://127.0.0.1:9100', {}, 'http://127.0.0.1:9100'],
    ['http://[::1]:9100/', {}, 'http://[::1]:9100'],
    ['https://core.bank.example:8443/pis', FILES, 'https://core.bank.example:8443/pis'],
  ])('is the base URL %s', (written, files, core) => {
    expect(readConfig({ PIS_CORE: written, ...files })).toMatchObject({ config: { core } });
  });

  it.each([
    'core.bank.example',
    'http://core.bank.example',
    'http://127.0.0.1.bank.example',
    'https://user:password@core.bank.example',
    'https://core.bank.example?a=b',
  ])('is not %s', (written) => {
    const [problem, ...others] = problemsOf({ PIS_CORE: written });
    expect(problem).toMatch(/^PIS_CORE.*Expected https:\/\/, a host, a port/);
    expect(others.filter((text) => !text.includes('is required'))).toEqual([]);
  });

  it('needs the files for mutual TLS with https', () => {
    expect(problemsOf({ PIS_CORE: 'https://core.bank.example' })).toEqual(
      Object.keys(FILES).map((name) => `${name} is required with PIS_CORE=https://….`),
    );
  });

  it('has no use for these files otherwise', () => {
    const expected = Object.keys(FILES).map(
      (name) => `${name} has an effect only with PIS_CORE=https://….`,
    );
    expect(problemsOf(FILES)).toEqual(expected);
    expect(problemsOf({ PIS_CORE: 'http://localhost:9100', ...FILES })).toEqual(expected);
  });
});
