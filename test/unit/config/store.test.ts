import { expect, test } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { storeIn, withPassword } from '../../../src/config/store.ts';

const ADDRESS = 'postgres://pis@db.bank.example:5432/pis';

function problemsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  const read = readConfig(environment);
  return 'problems' in read ? read.problems : [];
}

test('PIS_DATABASE_URL accepts sqlite and the URL of a database', () => {
  expect(readConfig({})).toMatchObject({ config: { store: { kind: 'sqlite' } } });
  expect(readConfig({ PIS_DATABASE_URL: 'sqlite' })).toMatchObject({
    config: { store: { kind: 'sqlite' } },
  });
  expect(readConfig({ PIS_DATABASE_URL: ADDRESS })).toMatchObject({
    config: { store: { kind: 'postgres', url: ADDRESS } },
  });
});

test.each([
  ['mysql://db/pis', 'Expected sqlite, or postgres://'],
  ['postgres://db.bank.example', 'Expected a host and the name of a database'],
  [`${ADDRESS}?sslmode=require`, 'Expected sslmode=verify-full, or disable'],
  ['data.db', 'Expected sqlite, or postgres://'],
])('PIS_DATABASE_URL refuses %s and says what is expected', (address, problem) => {
  expect(problemsOf({ PIS_DATABASE_URL: address }).join('\n')).toContain(problem);
});

test.each([
  ['host=db.bank', 'Unknown parameter host: expected sslmode, sslrootcert, sslcert, sslkey'],
  ['sslmode=verify-full&sslmode=disable', 'Parameter sslmode is repeated: write it once'],
  ['sslmode=no-verify', 'Expected sslmode=verify-full, or disable'],
  ['options=-csynchronous_commit=off', 'Unknown parameter options'],
  ['sslrootcert=ca.pem', 'Parameter sslrootcert needs sslmode=verify-full'],
  ['sslmode=verify-full&sslcert=client.pem', 'Parameters sslcert and sslkey go together'],
  ['sslmode=verify-full&sslrootcert=', 'Expected the path of a file after sslrootcert='],
  ['sslmode=disable#x', 'Found a #: write it as %23'],
])('PIS_DATABASE_URL refuses the parameters %s in both profiles', (parameters, problem) => {
  for (const PIS_PROFILE of ['sandbox', 'secure']) {
    const PIS_DATABASE_URL = `postgres://p@localhost/pis?${parameters}`;
    expect(problemsOf({ PIS_PROFILE, PIS_DATABASE_URL }).join('\n')).toContain(problem);
  }
});

test('PIS_DATABASE_URL reports all problems of a URL, without its password', () => {
  const PIS_DATABASE_URL =
    'postgres://p:secret@localhost?password=secret&user=x&sslmode=allow&sslmode=x';
  const problems = problemsOf({ PIS_DATABASE_URL }).join('\n');
  for (const problem of ['password', 'user', 'sslmode is repeated', 'Expected a host']) {
    expect(problems).toContain(problem);
  }
  expect(problems).not.toContain('secret');
});

test('PIS_DATABASE_PASSWORD_FILE needs a database URL without a password', () => {
  const file = { PIS_DATABASE_PASSWORD_FILE: 'package.json' };
  expect(problemsOf(file)).toEqual([
    'PIS_DATABASE_PASSWORD_FILE has an effect only with PIS_DATABASE_URL=postgres://….',
  ]);
  expect(problemsOf({ ...file, PIS_DATABASE_URL: ADDRESS })).toEqual([]);
  expect(problemsOf({ ...file, PIS_DATABASE_URL: ADDRESS.replace('pis@', 'pis:word@') })).toEqual([
    'Set only one of PIS_DATABASE_PASSWORD_FILE and a password in PIS_DATABASE_URL.',
  ]);
});

test('storeIn returns the database URL of the settings, or throws their problem', async () => {
  expect(await storeIn({})).toBeNull();
  expect(await storeIn({ PIS_DATABASE_URL: ADDRESS, PIS_NODE: 'one' })).toBe(ADDRESS);
  const file = { PIS_DATABASE_PASSWORD_FILE: 'package.json' };
  await expect(storeIn(file)).rejects.toThrow(
    'has an effect only with PIS_DATABASE_URL=postgres://….',
  );
  const without = storeIn({ PIS_PROFILE: 'secure', PIS_DATABASE_URL: ADDRESS });
  await expect(without).rejects.toThrow('needs PIS_KEYS_DIR, the folder of keys that nodes share.');
});

test('an empty password file is reported with its setting', async () => {
  const absent = withPassword(ADDRESS, '/nowhere/password');
  await expect(absent).rejects.toThrow(
    'PIS_DATABASE_PASSWORD_FILE=/nowhere/password cannot be read',
  );
  const empty = withPassword(ADDRESS, '/dev/null');
  await expect(empty).rejects.toThrow('PIS_DATABASE_PASSWORD_FILE=/dev/null is empty.');
});

test('the profile secure needs a verified certificate for a remote database', () => {
  const secure = { PIS_PROFILE: 'secure', PIS_DATABASE_URL: ADDRESS };
  const refusal = 'PIS_PROFILE=secure needs sslmode=verify-full for a database on another machine.';
  expect(problemsOf(secure)).toContain(refusal);
  const verified = { ...secure, PIS_DATABASE_URL: `${ADDRESS}?sslmode=verify-full` };
  expect(problemsOf(verified)).not.toContain(refusal);
  const beside = { ...secure, PIS_DATABASE_URL: 'postgres://pis@127.0.0.1/pis' };
  expect(problemsOf(beside)).not.toContain(refusal);
  const socket = { ...secure, PIS_DATABASE_URL: 'postgres://pis@%2Fvar%2Frun%2Fpostgresql/pis' };
  expect(problemsOf(socket)).not.toContain(refusal);
  const named = { ...secure, PIS_DATABASE_URL: 'postgres://pis@127.0.0.1.bank.example/pis' };
  expect(problemsOf(named)).toContain(refusal);
});
