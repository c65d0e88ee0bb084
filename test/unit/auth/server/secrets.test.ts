import { expect, test } from 'vitest';
import { openSecrets, subjectOf } from '../../../../src/auth/server/secrets.ts';
import { settings } from '../../../helpers/settings.ts';

test('secrets are made once, and are nobody else’s', async () => {
  const [one, two] = [settings(), settings()];
  const made = await openSecrets(one);
  expect(await openSecrets(one)).toEqual(made);
  expect(await openSecrets(two)).not.toEqual(made);
  expect(made.cookieKey).toMatch(/^[\w-]{43}$/);
  expect(made.cookieKey).not.toBe(made.subjectKey);
  expect(one.kept.size).toBe(1);
});

test('of two nodes that make them at once both have those of one', async () => {
  const shared = settings();
  const [here, there] = await Promise.all([openSecrets(shared), openSecrets(shared)]);
  expect(here).toEqual(there);
});

test('a customer has one name at a bank, which does not tell the user', async () => {
  const [one, two] = [await openSecrets(settings()), await openSecrets(settings())];
  expect(subjectOf('clara', one)).toBe(subjectOf('clara', one));
  expect(subjectOf('clara', one)).not.toBe(subjectOf('colin', one));
  expect(subjectOf('clara', one)).not.toBe(subjectOf('clara', two));
  expect(subjectOf('clara', one)).toMatch(/^[\w-]{43}$/);
});
