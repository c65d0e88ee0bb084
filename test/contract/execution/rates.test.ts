import { expect, test } from 'vitest';
import { FAMILIES } from '../../../src/families/index.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { Tpp } from '../../helpers/tpp.ts';
import { useService } from '../../helpers/use-service.ts';

/**
 * A service that allows one request in 100 seconds, so that the limit refills only if a test moves
 * the clock.
 */
const { service, tpp } = useService({ config: { ratePerSecond: 0.01, rateBurst: 100 } });

/** Sends `times` requests at once, to the paths of all families in turn. Returns the statuses. */
async function sendRequests(caller: Tpp, times: number): Promise<number[]> {
  const replies = await Promise.all(
    Array.from({ length: times }, (_, index) => {
      const { consents } = expectDefined(FAMILIES[index % FAMILIES.length], 'a family');
      return caller.get(`/${consents}/none`);
    }),
  );
  return replies.map(({ status }) => status).sort((one, other) => one - other);
}

test('a TPP has its own limit: a burst of 100 requests, then the configured rate', async () => {
  const first = await sendRequests(tpp(), 100);
  expect(first).toEqual(Array.from({ length: 100 }, () => 400));

  const excess = await tpp().get('/file-payment-consents/none');
  expect(excess.status).toBe(429);
  expect(excess.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(excess.json).toMatchObject({ Code: '429 TooManyRequests' });

  const sameTpp = await Tpp.signIn(service().origin, 'tpp-one');
  expect((await sameTpp.get('/file-payment-consents/none')).status).toBe(429);
  const other = await Tpp.signIn(service().origin, 'tpp-two');
  expect((await other.get('/file-payment-consents/none')).status).toBe(400);

  expect(excess.headers.get('ratelimit')).toBe('"default";r=0;t=10000');
  expect((await other.get('/file-payment-consents/none')).headers.get('ratelimit')).toBe(
    '"default";r=98;t=200',
  );

  service().passMachineTime(1_000_000);
  const later = await sendRequests(tpp(), 20);
  expect(later.filter((status) => status === 400)).toHaveLength(10);
  expect(later.filter((status) => status === 429)).toHaveLength(10);
});

test.each([
  ['the answer of an operation of v3.1', '/open-banking/v3.1/pisp/domestic-payments/none', 400],
  ['the answer of an operation of v4.0', '/open-banking/v4.0/pisp/domestic-payments/none', 400],
  ['a list of event subscriptions', '/open-banking/v4.0/event-subscriptions', 200],
])('%s states the rate limit and has an interaction id', async (_, path, status) => {
  const caller = await Tpp.signIn(service().origin, 'tpp-two');
  const { headers, status: answered } = await fetch(`${service().origin}${path}`, {
    headers: { authorization: `Bearer ${caller.token}`, 'x-client-id': 'tpp-two' },
  });
  expect(answered).toBe(status);
  expect(headers.get('ratelimit-policy')).toBe('"default";q=100;w=10000');
  expect(headers.get('ratelimit')).toMatch(/^"default";r=\d{1,2};t=\d{1,5}$/);
  expect(headers.get('x-fapi-interaction-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('health, metrics and API description are not rate limited', async () => {
  await sendRequests(tpp(), 120);
  for (const path of ['/health/live', '/health/ready', '/metrics', '/', '/openapi.json']) {
    expect((await fetch(`${service().origin}${path}`)).status).toBe(200);
  }
});

test('requests without a token do not count against the limit of a TPP', async () => {
  service().passMachineTime(2_000_000);
  const replies = await Promise.all(
    Array.from({ length: 150 }, () => tpp().get('/file-payment-consents/none', { token: null })),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]));
  expect((await tpp().get('/file-payment-consents/none')).status).toBe(400);
});
