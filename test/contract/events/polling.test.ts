import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectStatus } from '../../../test-client/answer.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src/shared/time.ts';
import { approvedVrp, registerVrp } from '../../helpers/vrp.ts';
import {
  EVENTS,
  headerOfToken,
  inShort,
  UPDATE,
  useEventBank,
  type EventClient,
} from './event-client.ts';

const { service, one, two } = useEventBank();

const VRP_CONSENT = 'domestic-vrp-consent';

beforeEach(async () => {
  await one().subscribed();
  await two().unsubscribe();
});

/** Makes a TPP's consents authorised, one after the other. Returns their ids. */
async function authoriseConsents(client: EventClient, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push((await approvedVrp(client.tpp)).consentId);
  return ids;
}

const updates = (ids: readonly string[]): string[] => ids.map((id) => `resource-update ${id}`);

describe('a poll', () => {
  test('returns signed events, oldest first, until they are acknowledged', async () => {
    const ids = await authoriseConsents(one(), 3);
    const first = await one().poll();
    expect(inShort(first.events)).toEqual(updates(ids));
    expect(inShort((await one().poll()).events)).toEqual(updates(ids));
    const [acknowledged] = first.events;
    const second = await one().poll({ ack: [acknowledged?.jti, 'unknown'] });
    expect(inShort(second.events)).toEqual(updates(ids.slice(1)));
    expect(inShort(await one().receiveAll())).toEqual(updates(ids.slice(1)));
    expect(await one().poll()).toMatchObject({ moreAvailable: false, events: [] });
  });

  test('returns security event tokens', async () => {
    const [id = ''] = await authoriseConsents(one(), 1);
    const { events, tokens } = await one().poll();
    const header = await headerOfToken(String(tokens[0]), service());
    const namespace = 'http://openbanking.org.uk/';
    const claims = ['iat', 'iss', 'tan'].map((name) => namespace + name);
    expect(header).toMatchObject({ alg: 'PS256', typ: 'JOSE', crit: claims });
    const bases = [
      ['v3.1', 'pisp'],
      ['v3.1', 'vrp'],
      ['v4.0', 'pisp'],
    ] as const;
    const links = bases.map(([version, base]) => ({
      version,
      link: `${service().origin}/open-banking/${version}/${base}/domestic-vrp-consents/${id}`,
    }));
    const seconds = Math.floor(service().now() / SECOND_MS);
    expect(events).toEqual([
      {
        ...{ iss: 'the-bank', iat: seconds, aud: 'tpp-one', sub: links[0]?.link },
        ...{ jti: events[0]?.jti, txn: events[0]?.txn, toe: seconds },
        events: {
          [UPDATE]: {
            subject: {
              subject_type: `${namespace}rid_${namespace}rty`,
              [`${namespace}rid`]: id,
              [`${namespace}rty`]: VRP_CONSENT,
              [`${namespace}rlk`]: links,
            },
          },
        },
      },
    ]);
    for (const { link } of links) {
      expect((await one().tpp.get(link.slice(service().origin.length))).status).toBe(200);
    }
  });

  test('never returns events of another TPP, and cannot acknowledge them', async () => {
    await two().subscribed();
    const [mine, yours] = [await authoriseConsents(one(), 1), await authoriseConsents(two(), 1)];
    const own = await one().poll();
    const others = await two().poll();
    expect([inShort(own.events), inShort(others.events)]).toEqual([updates(mine), updates(yours)]);
    const [ack, setErrs] = [
      own.events.map(({ jti }) => jti),
      { [String(own.events[0]?.jti)]: { err: 'jwtIss', description: 'not mine' } },
    ];
    await two().poll({ ack });
    await two().poll({ setErrs });
    expect(inShort((await one().poll()).events)).toEqual(updates(mine));
  });

  test('returns as many events as it asks for', async () => {
    const ids = await authoriseConsents(one(), 22);
    const some = await one().poll({ maxEvents: 2 });
    expect([inShort(some.events), some.moreAvailable]).toEqual([updates(ids.slice(0, 2)), true]);
    const none = await one().poll({ maxEvents: 0, ack: some.events.map(({ jti }) => jti) });
    expect([none.events, none.moreAvailable]).toEqual([[], true]);
    const rest = await one().poll();
    expect([inShort(rest.events), rest.moreAvailable]).toEqual([updates(ids.slice(2)), false]);
    expect((await one().poll({ maxEvents: 1000 })).events).toHaveLength(20);
  });

  test.each([
    [{ maxEvents: -1 }, 'Field.Invalid maxEvents'],
    [{ maxEvents: 1.5 }, 'Field.Invalid maxEvents'],
    [{ ack: [''] }, 'Field.Invalid ack[0]'],
    [{ setErrs: { one: { err: 'jwtIss' } } }, 'Field.Missing setErrs.one.description'],
    [{ other: 1 }, 'Field.Unexpected other'],
  ])('of %j is refused', async (body, fault) => {
    const reply = await one().send(body);
    const faults = reply.faults.map(({ ErrorCode, Path }) => `${ErrorCode} ${String(Path)}`);
    expect([reply.status, faults]).toEqual([400, [`UK.OBIE.${fault}`]]);
  });

  test('waits for an event of its own TPP if it requests this', async () => {
    await two().subscribed();
    const waiting = one().poll({ returnImmediately: false });
    await authoriseConsents(two(), 1);
    const ids = await authoriseConsents(one(), 1);
    expect(inShort((await waiting).events)).toEqual(updates(ids));
  });

  test('does not wait if two requests of the TPP are waiting', async () => {
    const requests = [1, 2, 3].map(() => one().poll({ returnImmediately: false }));
    expect((await Promise.race(requests)).events).toEqual([]);
    const ids = await authoriseConsents(one(), 1);
    const received = (await Promise.all(requests)).map(({ events }) => inShort(events));
    expect(received.filter(({ length }) => length > 0)).toEqual([updates(ids), updates(ids)]);
  });

  test('stops waiting for a TPP that has left', async () => {
    const abandoned = Array.from({ length: 2 }, () => {
      const leaving = new AbortController();
      const path = `${service().origin}${EVENTS}`;
      const headers = {
        authorization: `Bearer ${one().tpp.token}`,
        'content-type': 'application/json',
      };
      const body = JSON.stringify({ returnImmediately: false });
      const sent = fetch(path, { method: 'POST', headers, body, signal: leaving.signal });
      return { leaving, sent };
    });
    await sleep(200);
    for (const { leaving, sent } of abandoned) {
      leaving.abort();
      await expect(sent).rejects.toThrow();
    }
    // Both slots become free, so that another request can wait.
    const began = performance.now();
    const waited = async () => {
      const answered = one().poll({ returnImmediately: false });
      const isWaiting = (await Promise.race([answered, sleep(300)])) === undefined;
      if (isWaiting) await authoriseConsents(one(), 1);
      await answered;
      await one().receiveAll();
      return isWaiting;
    };
    await expect.poll(waited).toBe(true);
    expect(performance.now() - began).toBeLessThan(15_000);
  });
});

describe('an error that the TPP reports', () => {
  const fail = (jti: string) =>
    one().poll({ setErrs: { [jti]: { err: 'any text', description: 'no such issuer' } } });

  test('postpones the event and the later ones of its resource, and no others', async () => {
    const [{ consentId }, other] = [await approvedVrp(one().tpp), await approvedVrp(one().tpp)];
    await revoke(consentId);
    const before = await one().poll();
    expect(inShort(before.events)).toEqual([
      ...updates([consentId, other.consentId, consentId]),
      `consent-authorization-revoked ${consentId}`,
    ]);
    const after = await fail(String(before.events[0]?.jti));
    expect(inShort(after.events)).toEqual(updates([other.consentId]));
    await pass(MINUTE_MS);
    expect(inShort(await one().receiveAll())).toEqual(inShort(before.events));
  });

  test('sets the event aside after five more tries', async () => {
    const [id = ''] = await authoriseConsents(one(), 1);
    const { events } = await one().poll();
    const jti = String(events[0]?.jti);
    for (const minutes of [1, 5, 15, 60, 240]) {
      expect((await fail(jti)).events).toEqual([]);
      await pass(minutes * MINUTE_MS - 1);
      expect((await one().poll()).events).toEqual([]);
      await pass(1);
      expect(inShort((await one().poll()).events)).toEqual(updates([id]));
    }
    expect((await fail(jti)).events).toEqual([]);
    await pass(1000 * MINUTE_MS);
    expect((await one().poll()).events).toEqual([]);

    const { store } = service();
    expect(await store.listSetAsideEvents(10)).toMatchObject([
      { id: jti, resourceId: id, clientId: 'tpp-one', errors: 6, code: 'any text' },
    ]);
    expect(await store.countEvents()).toMatchObject({ open: 0, oldestAt: null, setAside: 1 });
    expect(await store.replayEvent(jti, await businessTime())).toBe(true);
    expect(await store.replayEvent(jti, await businessTime())).toBe(false);
    expect(inShort((await one().poll()).events)).toEqual(updates([id]));
  });

  test('does not count if the event is acknowledged with the same request', async () => {
    await authoriseConsents(one(), 1);
    const jti = String((await one().poll()).events[0]?.jti);
    const setErrs = { [jti]: { err: 'jwtIss', description: 'both' } };
    expect((await one().poll({ ack: [jti], setErrs })).events).toEqual([]);
    await pass(MINUTE_MS);
    expect((await one().poll()).events).toEqual([]);
  });
});

describe('a subscription', () => {
  test('receives events from its creation on', async () => {
    await one().unsubscribe();
    await authoriseConsents(one(), 1);
    expect((await one().poll()).events).toEqual([]);
    await one().subscribed();
    const ids = await authoriseConsents(one(), 1);
    expect(inShort((await one().poll()).events)).toEqual(updates(ids));
  });

  test('that is deleted discards the events that were not delivered', async () => {
    await authoriseConsents(one(), 1);
    await one().subscribed();
    expect((await one().poll()).events).toEqual([]);
  });

  test('that takes fewer types keeps the events that it has', async () => {
    const id = await one().subscribed();
    const ids = await authoriseConsents(one(), 1);
    const EventTypes = [UPDATE.replace('resource-update', 'consent-authorization-revoked')];
    const body = JSON.stringify({ Data: { Version: '3.1', EventTypes } });
    const path = `/open-banking/v3.1/event-subscriptions/${id}`;
    expectStatus(await one().tpp.call('PUT', path, { key: null, body }), 200);
    const { consentId } = await approvedVrp(one().tpp);
    await revoke(consentId);
    expect(inShort((await one().poll()).events)).toEqual([
      ...updates(ids),
      `consent-authorization-revoked ${consentId}`,
    ]);
  });
});

test('an acknowledged event is kept for a day, and any other for 30 days', async () => {
  const kept = async () => service().store.clearEvents(Number.MAX_SAFE_INTEGER, 1000);
  await kept();
  const [first = '', second = ''] = await authoriseConsents(one(), 2);
  const { events } = await one().poll();
  expect(inShort(events)).toEqual(updates([first, second]));
  await one().poll({ ack: [events[0]?.jti] });
  await pass(DAY_MS - 1);
  expect(await service().store.clearEvents(await businessTime(), 1000)).toBe(0);
  await pass(1);
  await pass(29 * DAY_MS - 1);
  expect(inShort((await one().poll()).events)).toEqual(updates([second]));
  await pass(1);
  expect((await one().poll()).events).toEqual([]);
  expect(await kept()).toBe(0);
});

test('the creation of a consent is no event', async () => {
  await registerVrp(one().tpp);
  expect((await one().poll()).events).toEqual([]);
});

async function businessTime(): Promise<number> {
  const { now } = (await one().tpp.get('/sandbox/clock')).json as { readonly now: string };
  return Date.parse(now);
}

/** Moves the business clock forward. */
async function pass(milliseconds: number): Promise<void> {
  await one().tpp.moveClock(new Date((await businessTime()) + milliseconds).toISOString());
}

async function revoke(consentId: string): Promise<void> {
  const path = `/sandbox/consents/${consentId}/revocation`;
  expectStatus(await one().tpp.post(path, { user: 'clara' }, { key: null }), 200);
}
