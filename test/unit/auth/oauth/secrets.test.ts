import { expect, test } from 'vitest';
import { accountIdOf, openSecrets, subjectOf } from '../../../../src/auth/oauth/secrets.ts';
import { settings } from '../../../helpers/settings.ts';

test('secrets are generated once and differ between banks', async () => {
  const [one, two] = [settings(), settings()];
  const made = await openSecrets(one);
  expect(await openSecrets(one)).toEqual(made);
  expect(await openSecrets(two)).not.toEqual(made);
  expect(made.cookieKey).toMatch(/^[\w-]{43}$/);
  expect(made.cookieKey).not.toBe(made.subjectKey);
  expect(one.stored.size).toBe(1);
});

test('two nodes that generate secrets at the same time use the same ones', async () => {
  const shared = settings();
  const [here, there] = await Promise.all([openSecrets(shared), openSecrets(shared)]);
  expect(here).toEqual(there);
});

test('the account id of a customer depends on the bank and does not reveal the user', async () => {
  const [one, two] = [await openSecrets(settings()), await openSecrets(settings())];
  expect(accountIdOf('clara', one)).toBe(accountIdOf('clara', one));
  expect(accountIdOf('clara', one)).not.toBe(accountIdOf('colin', one));
  expect(accountIdOf('clara', one)).not.toBe(accountIdOf('clara', two));
  expect(accountIdOf('clara', one)).toMatch(/^[\w-]{43}$/);
});

test('the subject of a customer depends on the sector and on the bank', async () => {
  const [one, two] = [await openSecrets(settings()), await openSecrets(settings())];
  const sub = subjectOf('account', 'https://a.invalid/', one);
  expect(subjectOf('account', 'https://a.invalid/', one)).toBe(sub);
  expect(subjectOf('account', 'https://b.invalid/', one)).not.toBe(sub);
  expect(subjectOf('other', 'https://a.invalid/', one)).not.toBe(sub);
  expect(subjectOf('account', 'https://a.invalid/', two)).not.toBe(sub);
  expect(sub).toMatch(/^[\w-]{43}$/);
});
