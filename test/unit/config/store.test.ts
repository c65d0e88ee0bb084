import { expect, test } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { storeIn, withPassword } from '../../../src/config/store.ts';

const ADDRESS = 'postgres://pis@db.bank.example:5432/pis';

function problemsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  const read = readConfig(environment);
  return 'problems' in read ? read.problems : [];
}

test('all state is in the data folder, or in a database that is named', () => {
  expect(readConfig({})).toMatchObject({ config: { store: { kind: 'sqlite' } } });
  expect(readConfig({ PIS_STORE: 'sqlite' })).toMatchObject({
    config: { store: { kind: 'sqlite' } },
  });
  expect(readConfig({ PIS_STORE: ADDRESS })).toMatchObject({
    config: { store: { kind: 'postgres', url: ADDRESS } },
  });
});

test.each([
  ['mysql://db/pis', 'Expected sqlite, or postgres://'],
  ['postgres://db.bank.example', 'Expected a host and the name of a database'],
  [`${ADDRESS}?sslmode=require`, 'Expected sslmode=verify-full, or disable'],
  ['data.db', 'Expected sqlite, or postgres://'],
])('an address such as %s is refused with what it should be', (address, problem) => {
  expect(problemsOf({ PIS_STORE: address }).join('\n')).toContain(problem);
});

test('a password is named once, and where there is a database', () => {
  const file = { PIS_STORE_PASSWORD_FILE: 'package.json' };
  expect(problemsOf(file)).toEqual([
    'PIS_STORE_PASSWORD_FILE is a setting of PIS_STORE=postgres://… alone.',
  ]);
  expect(problemsOf({ ...file, PIS_STORE: ADDRESS })).toEqual([]);
  expect(problemsOf({ ...file, PIS_STORE: ADDRESS.replace('pis@', 'pis:word@') })).toEqual([
    'PIS_STORE_PASSWORD_FILE and a password in PIS_STORE exclude each other.',
  ]);
});

test('a program of the operators finds the database by the service’s settings, or why not', async () => {
  expect(await storeIn({})).toBeNull();
  expect(await storeIn({ PIS_STORE: ADDRESS, PIS_NODE: 'one' })).toBe(ADDRESS);
  const file = { PIS_STORE_PASSWORD_FILE: 'package.json' };
  await expect(storeIn(file)).rejects.toThrow('is a setting of PIS_STORE=postgres://… alone.');
  const without = storeIn({ PIS_PROFILE: 'secure', PIS_STORE: ADDRESS });
  await expect(without).rejects.toThrow('needs PIS_KEYS, the folder of keys that nodes share.');
});

test('a file without a password is told by its setting', async () => {
  const absent = withPassword(ADDRESS, '/nowhere/password');
  await expect(absent).rejects.toThrow('PIS_STORE_PASSWORD_FILE=/nowhere/password cannot be read');
  const empty = withPassword(ADDRESS, '/dev/null');
  await expect(empty).rejects.toThrow('PIS_STORE_PASSWORD_FILE=/dev/null is empty.');
});

test('a bank’s database elsewhere is reached by a certificate that is verified alone', () => {
  const secure = { PIS_PROFILE: 'secure', PIS_STORE: ADDRESS };
  const refusal = 'PIS_PROFILE=secure reaches a database elsewhere by sslmode=verify-full alone.';
  expect(problemsOf(secure)).toContain(refusal);
  const verified = { ...secure, PIS_STORE: `${ADDRESS}?sslmode=verify-full` };
  expect(problemsOf(verified)).not.toContain(refusal);
  const beside = { ...secure, PIS_STORE: 'postgres://pis@127.0.0.1/pis' };
  expect(problemsOf(beside)).not.toContain(refusal);
});
