import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clientConfigOf } from '../../../../src/store/postgres/database/address.ts';

test('the driver receives the parts of a database URL, not the URL itself', () => {
  expect(clientConfigOf('postgres://pis:a%40b@[::1]:6543/pay%20ments')).toEqual({
    ...{ host: '::1', port: 6543, database: 'pay ments', user: 'pis', password: 'a@b' },
    ssl: false,
  });
  expect(clientConfigOf('postgresql://%2Fvar%2Frun%2Fpostgresql/pis')).toMatchObject({
    ...{ host: '/var/run/postgresql', port: 5432, user: undefined, ssl: false },
  });
});

test('a verified connection uses the certificate files that the URL names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'address-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const [ca, cert, key] = ['ca', 'cert', 'key'].map((name) => join(folder, name));
  for (const path of [ca, cert, key]) writeFileSync(path ?? '', `content of ${path ?? ''}`);
  const files = `sslrootcert=${ca ?? ''}&sslcert=${cert ?? ''}&sslkey=${key ?? ''}`;
  expect(clientConfigOf(`postgres://db/pis?sslmode=verify-full&${files}`).ssl).toEqual({
    ...{ ca: `content of ${ca ?? ''}`, cert: `content of ${cert ?? ''}` },
    ...{ key: `content of ${key ?? ''}`, rejectUnauthorized: true },
  });
  expect(() =>
    clientConfigOf('postgres://db/pis?sslmode=verify-full&sslrootcert=/nowhere/ca'),
  ).toThrow('sslrootcert=/nowhere/ca in the database URL cannot be read (ENOENT).');
});

test('a URL with a parameter that redirects the connection is refused before the driver sees it', () => {
  expect(() => clientConfigOf('postgres://localhost/pis?host=db.bank')).toThrow(
    'Unknown parameter host',
  );
});
