import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  BankSignIn,
  uidOf,
  type Visit,
} from '../../../../src/auth/identity-provider/bank-sign-in.ts';
import { detailsOf, digestOf } from '../../../../src/auth/identity-provider/details.ts';
import type { IdentityProvider } from '../../../../src/auth/identity-provider/provider.ts';
import { MINUTE_MS } from '../../../../src/shared/time.ts';

const BROWSER = { uid: 'interaction-1', sessionId: 'cookie' };
const VISIT: Visit = { approval: null, isStrong: false, returnTo: '/my' };
const PROVEN = { subject: 'clara', acr: 'a', authTime: 1, idToken: 'token' };

/** Two nodes with one store, and the secrets that reached the provider. */
function nodes() {
  const items = new Map<string, { payload: string; consumedAt: number | null }>();
  const sent: unknown[] = [];
  const time = { now: 0 };
  const store = {
    addItem: ({ id, payload }: { id: string; payload: string }) => {
      items.set(id, { payload, consumedAt: null });
      return Promise.resolve(true);
    },
    findItem: (_: string, id: string) => Promise.resolve(items.get(id)),
    consumeItem: (_: string, id: string, now: number) => {
      const item = items.get(id);
      if (item?.consumedAt !== null) return Promise.resolve(false);
      item.consumedAt = now;
      return Promise.resolve(true);
    },
  };
  const provider = {
    authorizationUrl: (_: unknown, secrets: { state: string }) => {
      sent.push(secrets);
      return Promise.resolve(`https://idp.example/?state=${secrets.state}`);
    },
    prove: (_: string, secrets: unknown) => {
      sent.push(secrets);
      return Promise.resolve(PROVEN);
    },
  } as unknown as IdentityProvider;
  const parts = { provider, store, clock: () => time.now, origin: 'https://bank.example' };
  return { one: new BankSignIn(parts), other: new BankSignIn(parts), items, sent, time };
}

async function begun() {
  const found = nodes();
  const { search } = new URL(await found.one.begin(BROWSER, VISIT, null));
  return { ...found, search };
}

it('ends a visit once, on any node, with the secrets with which it began', async () => {
  const { one, other, search, sent } = await begun();
  expect(await other.end(BROWSER, search)).toMatchObject({ ...VISIT, proven: PROVEN });
  expect(sent[1]).toEqual(sent[0]);
  expect(await one.end(BROWSER, search)).toBeUndefined();
});

it('ends a visit only in the browser and interaction in which it began', async () => {
  const { one, search } = await begun();
  expect(await one.end({ ...BROWSER, sessionId: 'another' }, search)).toBeUndefined();
  expect(await one.end({ ...BROWSER, uid: 'own' }, search)).toBeUndefined();
  expect(await one.end(BROWSER, search)).toBeDefined();
});

it('ends no visit after ten minutes', async () => {
  const { one, search, time } = await begun();
  time.now = 10 * MINUTE_MS;
  expect(await one.end(BROWSER, search)).toBeUndefined();
});

it('stores no secret of a visit', async () => {
  const { items, search, sent } = await begun();
  const stored = JSON.stringify([...items]);
  const [secrets] = sent as [Record<string, string>];
  for (const secret of [...Object.values(secrets), BROWSER.sessionId]) {
    expect(stored).not.toContain(`"${secret}"`);
  }
  expect(uidOf(search)).toBe(BROWSER.uid);
});

it('computes the digest of the example in the documentation', () => {
  const page = readFileSync('docs/integration/sign-in.md', 'utf8');
  const [, canonical = '', digest] =
    /`(\[\{"headline":.*\}\])`\s+and the digest is\s+`([\w-]{43})`/.exec(page) ?? [];
  const details = detailsOf({ headline: '£1.00 to A', lines: [] }, '00');
  expect(digestOf([details])).toBe(digest);
  expect(JSON.parse(canonical)).toEqual([details]);
});
