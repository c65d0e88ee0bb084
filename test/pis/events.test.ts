import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Bank } from '../../client/src/index.ts';
import type { Connection } from '../../pis/src/bank/connection.ts';
import { callExtension } from '../../pis/src/commands/tools/subscription.ts';
import { connectTo } from '../client/sandbox.ts';
import { openReceiver } from '../helpers/event-receiver.ts';
import { eventually } from '../helpers/eventually.ts';
import { useSecureService } from '../helpers/secure-service.ts';
import { pis, type Ran } from './fixtures.ts';
import { profileOf } from './tools-sandbox.ts';

const service = useSecureService();
let folder: string;
let bank: Bank<'v3.1'>;

beforeEach(async () => {
  folder = await profileOf(service());
  bank = await connectTo(service(), 'v3.1');
  for (const id of await subscriptions()) await bank.events.unsubscribe(id);
  onTestFinished(() => bank.close());
});

async function subscriptions(): Promise<readonly string[]> {
  const { Data } = await bank.events.subscriptions();
  return (Data.EventSubscription ?? []).map(({ EventSubscriptionId: id }) => id);
}

const events = (...args: readonly string[]): Promise<Ran> => pis(['events', ...args], { folder });

async function trigger(): Promise<string> {
  const { code, out, err } = await events('trigger', 'approval', '--json', 'consentId');
  expect([code, err]).toEqual([0, '']);
  return (JSON.parse(out) as { consentId: string }).consentId;
}

/** Returns the ids of the resources whose events the bank has not delivered. */
async function open(): Promise<readonly (string | undefined)[]> {
  return (await bank.events.poll()).events.map(({ resourceId }) => resourceId);
}

/** Listens until the function returns. */
async function listening(args: readonly string[], use: () => Promise<unknown>): Promise<Ran> {
  const stop = new AbortController();
  const ran = pis(['events', 'listen', ...args], { folder, signal: stop.signal });
  await use();
  stop.abort();
  return ran;
}

/** Starts a server that answers with these statuses, the last one again and again. */
async function receiver(...statuses: readonly number[]) {
  const tokens: string[] = [];
  const types: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    void text(request).then((token) => {
      types.push(request.headers['content-type']);
      response.writeHead(statuses[tokens.push(token) - 1] ?? statuses.at(-1) ?? 500).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(port)}/events`, tokens, types };
}

describe('pis events listen', () => {
  test('needs a subscription, and creates one only if asked', async () => {
    const { code, err } = await events('listen');
    expect([code, err]).toEqual([2, expect.stringContaining('pis events listen --subscribe')]);
    expect(await subscriptions()).toEqual([]);
    const ran = await listening(['--subscribe'], () =>
      eventually(async () => expect(await subscriptions()).toHaveLength(1)),
    );
    expect([ran.code, ran.out]).toEqual([130, '']);
  });

  test('forwards the signed event, and acknowledges it after a 2xx only', async () => {
    await bank.events.subscribe({ Data: { Version: '3.1' } });
    const { url, tokens, types } = await receiver(500, 500, 204);
    const id = await trigger();
    const ran = await listening(['--forward-to', url, '--json', 'resourceId,type'], () =>
      eventually(() => expect(tokens.length).toBeGreaterThanOrEqual(3)),
    );
    expect(ran.code).toBe(130);
    expect(JSON.parse(ran.out)).toEqual({ resourceId: id, type: 'resource-update' });
    expect(ran.err).toMatch(/500 from .*Trying again[^]*204 from/);
    expect(types).toEqual(Array(3).fill('application/jwt'));
    expect(await bank.events.verify(tokens.at(-1) ?? '')).toMatchObject({ resourceId: id });
    expect(await open()).toEqual([]);
  });

  test('loses no event if it is interrupted before the server accepts it', async () => {
    await bank.events.subscribe({ Data: { Version: '3.1' } });
    const { url, tokens } = await receiver(202, 500);
    const ids = [await trigger(), await trigger()];
    const ran = await listening(['--forward-to', url], () =>
      eventually(() => expect(tokens.length).toBeGreaterThanOrEqual(2)),
    );
    expect(ran.code).toBe(130);
    expect(await open()).toEqual(ids.slice(1));
  });

  test('names an address that cannot be used', async () => {
    const { code, err } = await events('listen', '--forward-to', 'localhost:3000');
    expect([code, err]).toEqual([2, expect.stringContaining('"localhost:3000"')]);
  });
});

describe('pis events trigger, replay and status', () => {
  test('tests the address of the subscription', async () => {
    const read = (file: string) => readFileSync(file, 'utf8');
    const { certificate, key } = service().pki.server;
    const at = await openReceiver({ cert: read(certificate), key: read(key) });
    await bank.events.subscribe({ Data: { Version: '3.1', CallbackUrl: at.url } });
    const { code, out } = await events('trigger');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ accepted: true, id: at.received[0]?.jti });
    at.answer = (outgoing) => void outgoing.writeHead(500).end();
    const failed = await events('trigger', '--json', 'accepted,problem');
    expect([failed.code, JSON.parse(failed.out)]).toEqual([
      1,
      { accepted: false, problem: 'The answer has status 500. Expected 202.' },
    ]);
    const status = await events('status', '--json', 'state,callbackUrl');
    expect(JSON.parse(status.out)).toMatchObject({ state: 'active' });
  });

  test('needs an address for a test, and a subscription', async () => {
    expect((await events('trigger')).code).toBe(2);
    await bank.events.subscribe({ Data: { Version: '3.1' } });
    const { code, err } = await events('trigger');
    expect([code, err]).toEqual([2, expect.stringContaining('has no address')]);
  });

  test('replays acknowledged events', async () => {
    await bank.events.subscribe({ Data: { Version: '3.1' } });
    const id = await trigger();
    const { events: found } = await bank.events.poll();
    await bank.events.poll({ maxEvents: 0, acknowledge: found.map((event) => event.id) });
    expect(await open()).toEqual([]);
    const { code, out } = await events('replay', '2020-01-01');
    expect([code, JSON.parse(out)]).toMatchObject([0, { replayed: found.length }]);
    expect(await open()).toContain(id);
    expect((await events('replay', 'yesterday')).code).toBe(2);
  });

  test('says that a bank has no such extension', async () => {
    const extension = () => bank.extension('GET /extensions/v1/none');
    const connection = { name: 'other', bank: { extension } } as unknown as Connection;
    const { signal } = new AbortController();
    const called = callExtension(connection, 'GET health', { id: 'es-1', signal });
    await expect(called).rejects.toThrow('The bank of the profile "other" does not offer this');
  });

  test('works with v4.0 and shows a line on a terminal', async () => {
    folder = await profileOf(service(), { version: 'v4.0' });
    const two = await connectTo(service(), 'v4.0');
    onTestFinished(() => two.close());
    await two.events.subscribe({ Data: { Version: '4.0' } });
    const id = await trigger();
    const { promise, resolve } = Promise.withResolvers<string>();
    const stop = new AbortController();
    const surroundings = { folder, signal: stop.signal, isTerminal: true, onOut: resolve };
    const ran = pis(['events', 'listen'], surroundings);
    expect(await promise).toMatch(
      new RegExp(`^20\\S+Z  resource-update  domestic-payment-consent  ${id}  \\S+\n$`),
    );
    stop.abort();
    expect((await ran).code).toBe(130);
    const { Data } = await two.events.subscriptions();
    await two.events.unsubscribe(Data.EventSubscription?.[0]?.EventSubscriptionId ?? '');
  });
});
