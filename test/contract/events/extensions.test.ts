import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectStatus } from '../../../test-client/answer.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { MINUTE_MS } from '../../../src/shared/time.ts';
import { accept, openReceiver, type Answer } from '../../helpers/event-receiver.ts';
import { eventually } from '../../helpers/eventually.ts';
import { useSecureService } from '../../helpers/secure-service.ts';
import { Tpp, type Reply } from '../../helpers/tpp.ts';
import { approvedVrp } from '../../helpers/vrp.ts';
import { EventClient } from './event-client.ts';

const bank = useSecureService();
const clients: { one?: EventClient; two?: EventClient } = {};
const one = (): EventClient => expectDefined(clients.one, 'the first TPP');

beforeEach(async () => {
  clients.one = new EventClient(await Tpp.signIn(bank().origin));
});

const receiver = (answer?: Answer) => {
  const { certificate, key } = bank().pki.server;
  const read = (file: string) => readFileSync(file, 'utf8');
  return openReceiver({ cert: read(certificate), key: read(key) }, answer);
};

const refuse: Answer = (outgoing) => void outgoing.writeHead(500).end();
const PROBLEM = 'The answer has status 500. Expected 202.';

function post(id: string, name: string, body?: object, { tpp } = one()): Promise<Reply> {
  const path = `/extensions/v1/event-subscriptions/${id}/${name}`;
  if (body !== undefined) return tpp.post(path, body, { key: null });
  return tpp.call('POST', path, { key: null });
}

const health = async (id: string, { tpp } = one()): Promise<Reply> =>
  tpp.get(`/extensions/v1/event-subscriptions/${id}/health`);

const authorised = async (): Promise<string> => (await approvedVrp(one().tpp)).consentId;

describe('a test event', () => {
  test('is sent to the callback address, and its outcome is the answer', async () => {
    const at = await receiver();
    const id = await one().subscribed({ CallbackUrl: at.url });
    const { json } = expectStatus(await post(id, 'test'), 200);
    expect(json).toEqual({ jti: at.received[0]?.jti, accepted: true });
    expect(at.received).toMatchObject([{ path: '/tpp/event-notifications', resource: id }]);
    at.answer = refuse;
    const failed = expectStatus(await post(id, 'test'), 200);
    expect(failed.json).toMatchObject({ accepted: false, problem: PROBLEM });
    expect((await health(id)).json).toMatchObject({ state: 'active', lastProblem: PROBLEM });
    expect((await one().poll()).events).toEqual([]);
  });

  test('resumes an unresponsive address if it is accepted', async () => {
    const at = await receiver(refuse);
    const id = await one().subscribed({ CallbackUrl: at.url });
    await authorised();
    const [event] = await eventually(async () => {
      const found = await bank().store.openEvents('tpp-one', bank().clock.now(), 1);
      expect(found).toHaveLength(1);
      return found;
    });
    const pushed = { id: String(event?.id), subscriptionId: id, tries: 0 };
    const outcome = { event: { ...pushed, callbackUrl: at.url }, problem: PROBLEM, retryAt: null };
    await bank().store.recordPush(outcome, bank().clock.now());
    expect((await health(id)).json).toMatchObject({ state: 'unresponsive', backlog: 1 });
    expectStatus(await post(id, 'test'), 200);
    expect((await health(id)).json).toMatchObject({ state: 'unresponsive' });
    at.answer = accept;
    expectStatus(await post(id, 'test'), 200);
    await eventually(async () =>
      expect((await health(id)).json).toMatchObject({ state: 'active', backlog: 0 }),
    );
    expect(at.received.at(-1)?.jti).toBe(event?.id);
  });

  test('needs a callback address and the TPP’s own subscription', async () => {
    const id = await one().subscribed();
    expect((await health(id)).json).toEqual({ state: 'polling', backlog: 0 });
    expectStatus(await post(id, 'test'), 400);
    const two = new EventClient(await Tpp.signIn(bank().origin, 'tpp-two'));
    for (const reply of [
      await post(id, 'test', undefined, two),
      await post(id, 'replay', { from: '2026-01-01T00:00:00Z' }, two),
      await health(id, two),
    ]) {
      expectStatus(reply, 400);
    }
  });
});

describe('a replay', () => {
  test('returns acknowledged events again, from a time on', async () => {
    const id = await one().subscribed();
    await authorised();
    await one().receiveAll();
    await one().tpp.moveClock(new Date(bank().clock.now() + MINUTE_MS).toISOString());
    const from = new Date(bank().clock.now()).toISOString();
    await authorised();
    const [later] = await one().receiveAll();
    const { json } = expectStatus(await post(id, 'replay', { from }), 200);
    expect(json).toEqual({ replayed: 1 });
    expect((await one().poll()).events.map(({ jti }) => jti)).toEqual([later?.jti]);
    const all = expectStatus(await post(id, 'replay', { from: '2026-01-01T00:00:00Z' }), 200);
    expect(all.json).toEqual({ replayed: 1 });
    expect((await one().poll()).events).toHaveLength(2);
  });

  test('continues after the last event of a page', async () => {
    const id = await one().subscribed();
    for (let count = 0; count < 5; count += 1) await authorised();
    const ids = (await one().receiveAll()).map(({ jti }) => jti);
    const pages: (string | null)[] = [];
    let after: string | null = null;
    do {
      const start = { from: 0, after };
      const { next } = await bank().store.replayFrom(id, start, 2, bank().clock.now());
      expect((await one().receiveAll()).map(({ jti }) => jti)).toEqual(
        ids.slice(2 * pages.length, 2 * pages.length + 2),
      );
      pages.push(next);
      after = next;
    } while (after !== null);
    expect(pages).toEqual([ids[1], ids[3], null]);
  });

  test.each([{}, { from: 'yesterday' }, { from: 5 }, { since: '2026-01-01T00:00:00Z' }])(
    'refuses %j',
    async (body) => {
      expectStatus(await post(await one().subscribed(), 'replay', body), 400);
    },
  );
});
