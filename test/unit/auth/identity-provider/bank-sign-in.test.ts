import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BankSignIn } from '../../../../src/auth/identity-provider/bank-sign-in.ts';
import { detailsOf, digestOf } from '../../../../src/auth/identity-provider/details.ts';
import { NotProven } from '../../../../src/auth/identity-provider/not-proven.ts';
import type { IdentityProvider } from '../../../../src/auth/identity-provider/provider.ts';
import { uidOf, type Visit } from '../../../../src/auth/identity-provider/visits.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../src/shared/time.ts';

const BROWSER = { uid: 'interaction-1', sessionId: 'cookie' };
const VISIT: Visit = { approval: null, isStrong: false, inApp: false, returnTo: '/my' };
const PROVEN = { subject: 'clara', acr: 'a', authTime: 1, idToken: 'token' };

interface Item {
  readonly payload: string;
  readonly expiresAt: number;
  consumedAt: number | null;
}
type NewItem = Pick<Item, 'payload' | 'expiresAt'> & Record<'model' | 'id', string>;

/** Two nodes with one store, and the secrets that reached the provider. */
function nodes(expiresInSeconds = 60, intervalSeconds = 5) {
  const items = new Map<string, Item>();
  const answers: (typeof PROVEN | NotProven)[] = [];
  const sent: unknown[] = [];
  const time = { now: 0 };
  const store = {
    addItem: ({ model, id, ...item }: NewItem, now: number) => {
      if ((items.get(model + id)?.expiresAt ?? now) > now) return Promise.resolve(false);
      items.set(model + id, { ...item, consumedAt: null });
      return Promise.resolve(true);
    },
    saveItem: ({ model, id, ...item }: NewItem) => {
      const consumedAt = items.get(model + id)?.consumedAt ?? null;
      items.set(model + id, { ...item, consumedAt });
      return Promise.resolve(true);
    },
    findItem: (model: string, id: string) => Promise.resolve(items.get(model + id)),
    consumeItem: (model: string, id: string, now: number) => {
      const item = items.get(model + id);
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
    ask: (_: unknown, { message }: { message: string }) => {
      sent.push(message);
      return Promise.resolve({ authReqId: 'request-1', expiresInSeconds, intervalSeconds });
    },
    poll: (authReqId: string) => {
      sent.push(authReqId);
      const answer = answers.shift() ?? new NotProven('pending');
      return answer instanceof NotProven ? Promise.reject(answer) : Promise.resolve(answer);
    },
  } as unknown as IdentityProvider;
  const parts = { provider, store, clock: () => time.now, origin: 'https://bank.example' };
  return { one: new BankSignIn(parts), other: new BankSignIn(parts), items, sent, time, answers };
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

/** Two nodes, and an approval that waits for the bank's app. */
async function asked(expiresInSeconds?: number, intervalSeconds?: number) {
  const found = nodes(expiresInSeconds, intervalSeconds);
  const path = await found.one.begin(BROWSER, { ...VISIT, inApp: true }, 'clara');
  const { pathname, search } = new URL(path, 'https://bank.example');
  const polls = () => found.sent.filter((id) => id === 'request-1').length;
  return { ...found, pathname, search, polls };
}

it('waits for the app on any node, with the same code, and polls once within the interval', async () => {
  const { one, other, pathname, search, sent, time, answers, polls } = await asked();
  expect(sent[0]).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}$/);
  const page = { waitAt: pathname, code: sent[0], intervalSeconds: 5 };
  expect(pathname).toBe('/my/waiting');
  expect(await one.waiting(BROWSER, search)).toEqual(page);
  expect(await other.waiting(BROWSER, search)).toEqual(page);
  const waitAt = `${pathname}${search}`;
  expect(await one.end(BROWSER, search)).toEqual({ waitAt, error: null });
  expect(await other.end(BROWSER, search)).toEqual({ waitAt, error: null });
  expect(polls()).toBe(1);
  time.now += 5 * SECOND_MS;
  answers.push(PROVEN);
  expect(await other.end(BROWSER, search)).toMatchObject({ proven: PROVEN, error: null });
  expect(polls()).toBe(2);
  time.now += 5 * SECOND_MS;
  answers.push(PROVEN);
  expect(await one.end(BROWSER, search)).toBeUndefined();
  expect(await one.waiting(BROWSER, search)).toBeUndefined();
});

it('polls 5 seconds later after each slow_down', async () => {
  const { one, other, search, time, answers, polls } = await asked();
  answers.push(new NotProven('slowDown'));
  expect(await one.end(BROWSER, search)).toHaveProperty('waitAt');
  expect(await other.waiting(BROWSER, search)).toMatchObject({ intervalSeconds: 10 });
  time.now += 9 * SECOND_MS;
  await other.end(BROWSER, search);
  expect(polls()).toBe(1);
  time.now += SECOND_MS;
  await other.end(BROWSER, search);
  expect(polls()).toBe(2);
});

it.each([
  { allowed: 60, waits: 60 },
  { allowed: 600, waits: 300 },
])('waits $waits seconds, also while the provider is away', async ({ allowed, waits }) => {
  const { one, search, time, answers, polls } = await asked(allowed);
  answers.push(new NotProven('away'));
  expect(await one.end(BROWSER, search)).toMatchObject({ error: { reason: 'away' } });
  time.now = waits * SECOND_MS;
  expect(await one.end(BROWSER, search)).toMatchObject({ error: { reason: 'expired' } });
  expect(polls()).toBe(1);
  expect(await one.end(BROWSER, search)).toBeUndefined();
});

it('waits for the app only in the browser that began', async () => {
  const { one, search, polls } = await asked();
  for (const browser of [
    { ...BROWSER, sessionId: 'another' },
    { ...BROWSER, uid: 'own' },
  ]) {
    expect(await one.waiting(browser, search)).toBeUndefined();
    expect(await one.end(browser, search)).toBeUndefined();
  }
  expect(polls()).toBe(0);
});

it('asks a user in the app at most five times within five minutes, from all browsers', async () => {
  const { one, other, time, sent } = nodes();
  const details = detailsOf({ headline: '£1.00 to A', lines: [] }, '00');
  const visitOf = (userId: string): Visit => ({
    ...{ ...VISIT, inApp: true },
    approval: { userId, subjectId: 'consent', details },
  });
  const ask = (node: BankSignIn, userId = 'clara', sessionId = 'cookie') =>
    node.begin({ ...BROWSER, sessionId }, visitOf(userId), userId);
  for (let count = 0; count < 5; count += 1) {
    await ask(count % 2 === 0 ? one : other, 'clara', `cookie ${String(count)}`);
  }
  await expect(ask(one)).rejects.toMatchObject({ reason: 'tooMany' });
  await ask(one, 'colin');
  expect(sent).toHaveLength(6);
  // The visit in the browser is not limited.
  await one.begin(BROWSER, { ...visitOf('clara'), inApp: false }, 'clara');
  time.now += 5 * MINUTE_MS;
  await ask(other);
});

it('waits no longer than five minutes between two polls', async () => {
  const { one, search } = await asked(60, 1e300);
  expect(await one.waiting(BROWSER, search)).toMatchObject({ intervalSeconds: 300 });
  expect(await one.end(BROWSER, search)).toMatchObject({ error: null });
});
