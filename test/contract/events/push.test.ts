import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectStatus } from '../../../test-client/answer.ts';
import { MAX_PUSHES, retryAfterPush } from '../../../src/domain/records/event-notifications.ts';
import { PUSHES_AT_ONCE } from '../../../src/use-cases/events/push-events.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { HOUR_MS, SECOND_MS } from '../../../src/shared/time.ts';
import {
  openReceiver,
  accept,
  type Answer,
  type EventReceiver,
} from '../../helpers/event-receiver.ts';
import { eventually } from '../../helpers/eventually.ts';
import { useSecureService } from '../../helpers/secure-service.ts';
import { dataOf, Tpp } from '../../helpers/tpp.ts';
import { approvedVrp } from '../../helpers/vrp.ts';
import { EventClient, SUBSCRIPTIONS } from './event-client.ts';

const bank = useSecureService();
const clients: { one?: EventClient; two?: EventClient } = {};
const one = (): EventClient => expectDefined(clients.one, 'the first TPP');
const two = (): EventClient => expectDefined(clients.two, 'the second TPP');

beforeEach(async () => {
  clients.one = new EventClient(await Tpp.signIn(bank().origin));
  clients.two = new EventClient(await Tpp.signIn(bank().origin, 'tpp-two'));
  await two().unsubscribe();
});

const receiver = (answer?: Answer): Promise<EventReceiver> => {
  const { certificate, key } = bank().pki.server;
  return openReceiver(
    { cert: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') },
    answer,
  );
};

const refuse: Answer = (outgoing) => void outgoing.writeHead(500).end();
const hang: Answer = () => undefined;

/** Authorises a consent, and revokes it. Returns its id. It has one event, and then two more. */
async function authorised(client = one()): Promise<string> {
  return (await approvedVrp(client.tpp)).consentId;
}

async function revoked({ tpp }: EventClient, consentId: string): Promise<void> {
  const path = `/sandbox/consents/${consentId}/revocation`;
  expectStatus(await tpp.post(path, { user: 'clara' }, { key: null }), 200);
}

const resourcesOf = ({ received }: EventReceiver): string[] =>
  received.map(({ resource }) => resource);

async function moveClock(milliseconds: number): Promise<void> {
  await one().tpp.moveClock(new Date(bank().clock.now() + milliseconds).toISOString());
}

/** Expects that nothing more arrives while the pusher looks several times. */
async function expectQuiet({ received }: EventReceiver): Promise<void> {
  const before = received.length;
  await sleep(1500);
  expect(received).toHaveLength(before);
}

describe('events are pushed', () => {
  test('in order, signed, and are acknowledged by that', async () => {
    const at = await receiver();
    await one().subscribed({ CallbackUrl: at.url });
    const id = await authorised();
    await revoked(one(), id);
    await eventually(() => expect(resourcesOf(at)).toEqual([id, id, id]));
    expect(new Set(at.received.map(({ path }) => path))).toEqual(
      new Set(['/tpp/event-notifications']),
    );
    const [first] = at.received;
    expect(first?.token.split('.')).toHaveLength(3);
    await eventually(async () => expect((await one().poll()).events).toEqual([]));
    await expectQuiet(at);
  });

  test('to an address that ends with the segment, as it is', async () => {
    const at = await receiver();
    await one().subscribed({ CallbackUrl: `${at.url}/event-notifications` });
    await authorised();
    await eventually(() => expect(at.received[0]?.path).toBe('/tpp/event-notifications'));
  });

  test('again later if the TPP does not accept them, and later ones of the resource wait', async () => {
    const at = await receiver(refuse);
    await one().subscribed({ CallbackUrl: at.url });
    const failing = await authorised();
    await eventually(() => expect(at.received).toHaveLength(1));
    await revoked(one(), failing);
    at.answer = accept;
    const other = await authorised();
    await eventually(() => expect(resourcesOf(at)).toEqual([failing, other]));
    await expectQuiet(at);
    await moveClock(6 * SECOND_MS);
    await eventually(() =>
      expect(resourcesOf(at)).toEqual([failing, other, failing, failing, failing]),
    );
    expect(at.received[2]?.jti).toBe(at.received[0]?.jti);
    expect(new Set(at.received.map(({ jti }) => jti)).size).toBe(4);
  });

  test('while another resource and another TPP do not answer', async () => {
    const slow = await receiver(hang);
    const at = await receiver(hang);
    await two().subscribed({ CallbackUrl: slow.url });
    for (let count = 0; count < 3; count += 1) await authorised(two());
    await one().subscribed({ CallbackUrl: at.url });
    const hanging = await authorised();
    await eventually(() => expect(at.received).toHaveLength(1));
    at.answer = accept;
    const other = await authorised();
    await eventually(() => expect(resourcesOf(at)).toEqual([hanging, other]));
  });

  test('few at a time', async () => {
    const at = await receiver(hang);
    await one().subscribed({ CallbackUrl: at.url });
    for (let count = 0; count < 6; count += 1) await authorised();
    await eventually(() => expect(at.received).toHaveLength(PUSHES_AT_ONCE.perTpp));
    await expectQuiet(at);
  });
});

describe('a TPP that accepts nothing', () => {
  /** Returns the number of failures of the first event that were stored. */
  function failuresOf({ received: [first] }: EventReceiver): number {
    return bank().events.filter(
      (event) => event.kind === 'pushFailed' && event.event === first?.jti,
    ).length;
  }

  async function unresponsive(at: EventReceiver): Promise<string> {
    const id = await one().subscribed({ CallbackUrl: at.url });
    await authorised();
    for (let tries = 1; tries < MAX_PUSHES; tries += 1) {
      await eventually(() => expect(at.received).toHaveLength(tries));
      // The outcome must be stored before the clock moves.
      await eventually(() => expect(failuresOf(at)).toBe(tries));
      await moveClock(HOUR_MS);
    }
    await eventually(() => expect(at.received).toHaveLength(MAX_PUSHES));
    return id;
  }

  test('is unresponsive after all tries. It can poll, and is resumed by an update', async () => {
    const at = await receiver(refuse);
    const id = await unresponsive(at);
    await eventually(() =>
      expect(bank().events).toContainEqual(
        expect.objectContaining({ kind: 'pushFailed', isUnresponsive: true }),
      ),
    );
    at.answer = accept;
    await moveClock(HOUR_MS);
    await authorised();
    await expectQuiet(at);
    expect((await one().poll()).events).toHaveLength(2);

    const path = `${SUBSCRIPTIONS}/${id}`;
    const body = JSON.stringify({ Data: { Version: '3.1', CallbackUrl: at.url } });
    const replaced = await one().tpp.call('PUT', path, { body, key: null });
    expect(dataOf(expectStatus(replaced, 200))['CallbackUrl']).toBe(at.url);
    await eventually(() => expect(at.received).toHaveLength(MAX_PUSHES + 2));
    await eventually(async () => expect((await one().poll()).events).toEqual([]));
  });

  test('gets all tries within one and a half hours', () => {
    let [latest, tries] = [0, 0];
    for (let at: number | null = 0; at !== null; at = retryAfterPush(tries - 1, latest, 1)) {
      latest = at;
      tries += 1;
    }
    expect(tries).toBe(MAX_PUSHES);
    expect(latest).toBeLessThan(1.5 * HOUR_MS);
    expect(retryAfterPush(0, 0, 0)).toBe(2500);
  });
});
