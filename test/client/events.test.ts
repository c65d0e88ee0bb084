import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expressPushHandler, pushHandler } from '../../client/src/index.ts';
import type { Bank, BankEvent } from '../../client/src/index.ts';
import { useSecureService } from '../helpers/secure-service.ts';
import { approve, connectTo, INITIATION, optionsFor } from './sandbox.ts';

const service = useSecureService();

let bank: Bank<'v3.1'>;
beforeAll(async () => {
  bank = await connectTo(service(), 'v3.1');
  await bank.events.subscribe({ Data: { Version: '3.1' } });
});
afterAll(() => bank.close());

async function pay(): Promise<string> {
  const payments = bank.payments('domestic-payments');
  const consent = { Data: { Initiation: INITIATION }, Risk: {} } as const;
  const { ConsentId } = (await payments.createConsent(consent)).Data;
  const token = await approve(service(), bank, ConsentId);
  const body = { Data: { ConsentId, Initiation: INITIATION }, Risk: {} } as const;
  return (await payments.createPayment(body, { token })).Data.DomesticPaymentId;
}

/** Returns the token of an event that the bank has not delivered yet. */
async function tokenOf(): Promise<string> {
  for (;;) {
    const { body } = await bank.request('POST /events', { body: { returnImmediately: true } });
    const [token] = Object.values(body.sets as Readonly<Record<string, string>>);
    if (token !== undefined) return token;
  }
}

test('the loop receives events, and acknowledges them when they are processed', async () => {
  const paymentId = await pay();
  const stop = new AbortController();
  const received: BankEvent[] = [];
  const { signal } = stop;
  for await (const event of bank.events.listen({ signal, pauseMs: 20 })) {
    received.push(event);
    if (event.resourceId === paymentId) stop.abort();
  }
  expect(received.at(-1)).toMatchObject({
    ...{ type: 'urn:uk:org:openbanking:events:resource-update', resourceType: 'domestic-payment' },
    time: expect.any(Number) as number,
  });
  const ids = new Set(received.map(({ id }) => id));
  const { events } = await bank.events.poll();
  expect(events.filter(({ id }) => ids.has(id))).toEqual([]);
});

test('an event starts the next read of a waiting call at once', async () => {
  const paymentId = await pay();
  const stop = new AbortController();
  const listening = (async () => {
    const events = bank.events.listen({ signal: stop.signal, pauseMs: 20 });
    while ((await events.next()).done !== true);
  })();
  const began = performance.now();
  let reads = 0;
  await bank.waitFor('domestic-payments', paymentId, {
    firstPauseMs: 60_000,
    until: () => (reads += 1) > 1,
  });
  expect(performance.now() - began).toBeLessThan(30_000);
  stop.abort();
  await listening;
});

test('a push is accepted in Hono, and refused if the bank did not sign it', async () => {
  await pay();
  const token = await tokenOf();
  const received: BankEvent[] = [];
  const handler = pushHandler(bank.events, (event) => void received.push(event));
  const app = new Hono().post('/events', (context) => handler(context.req.raw));
  const send = async (body: string) => {
    const answer = await app.request('/events', { method: 'POST', body });
    return [answer.status, await answer.text()];
  };
  expect(await send(token)).toEqual([202, '']);
  const forged = `${token.slice(0, -8)}AAAAAAAA`;
  expect(await send(forged)).toEqual([400, expect.stringContaining('invalid_key')]);
  expect(await send('x'.repeat(70_000))).toEqual([400, expect.stringContaining('too long')]);
  expect(received).toHaveLength(1);
});

test('a push is sent again if the consumer throws', async () => {
  await pay();
  const token = await tokenOf();
  const handler = pushHandler(bank.events, () => {
    throw new Error('the database is away');
  });
  const request = new Request('https://tpp.example/events', { method: 'POST', body: token });
  const answer = await handler(request);
  expect([answer.status, await answer.text()]).toEqual([500, '']);
});

test('a push is accepted in Express', async () => {
  await pay();
  const token = await tokenOf();
  const received: BankEvent[] = [];
  const handler = expressPushHandler(bank.events, (event) => void received.push(event));
  const server = createServer((request, response) => void handler(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${String(port)}`;
  expect((await fetch(url, { method: 'POST', body: token })).status).toBe(202);
  expect((await fetch(url, { method: 'POST', body: 'x.y.z' })).status).toBe(400);
  expect(received).toHaveLength(1);
  server.close();
});

test('an event for another TPP is refused', async () => {
  await pay();
  const token = await tokenOf();
  const other = await connectTo(service(), 'v3.1', {
    signing: { ...optionsFor(service(), 'v3.1').signing, issuer: 'a/b' },
  });
  await expect(other.events.verify(token)).rejects.toThrow('The event is for tpp-one, not for b.');
  await other.close();
});

test('a subscription is read and deleted', async () => {
  const { Data } = await bank.events.subscriptions();
  const [subscription] = Data.EventSubscription ?? [];
  await bank.events.unsubscribe(subscription?.EventSubscriptionId ?? '');
  expect((await bank.events.subscriptions()).Data.EventSubscription).toEqual([]);
});
