import { beforeEach, expect, test } from 'vitest';
import { expectStatus, idIn } from '../../../test-client/answer.ts';
import { domesticPayments } from '../../../src/families/domestic-payments.ts';
import { dataOf } from '../../helpers/tpp.ts';
import { SUBSCRIPTIONS, useEventBank, type EventClaims } from '../events/event-client.ts';
import { FamilyClient } from '../families/family-client.ts';
import { DOMESTIC, V4Client } from './v4-requests.ts';

const { service, one } = useEventBank();

const V4_SUBSCRIPTIONS = SUBSCRIPTIONS.replace('v3.1', 'v4.0');

beforeEach(() => one().unsubscribe());

/** Returns the versions under which the resource of an event can be read, with the paths. */
function linksIn({ sub, events }: EventClaims): unknown {
  const subjects = Object.values(events).map(({ subject }) => subject);
  return [sub, ...subjects.flatMap((subject) => subject['http://openbanking.org.uk/rlk'])];
}

test('events link to the versions that can read the resource', async () => {
  await one().subscribed();
  const { tpp } = one();
  const { origin } = service();
  const later = await new V4Client(tpp).approved({
    family: domesticPayments.name,
    initiation: DOMESTIC,
  });
  const { consentId } = await new FamilyClient(tpp, domesticPayments).approved();
  const [ofV4, ofV3] = await one().receiveAll();
  const linkTo = (version: string, id: string) =>
    `${origin}/open-banking/${version}/pisp/domestic-payment-consents/${id}`;
  const entry = (version: string, id: string): object => ({ version, link: linkTo(version, id) });
  expect(ofV4 && linksIn(ofV4)).toEqual([
    linkTo('v4.0', later.consentId),
    entry('v4.0', later.consentId),
  ]);
  expect(ofV3 && linksIn(ofV3)).toEqual([
    linkTo('v3.1', consentId),
    entry('v3.1', consentId),
    entry('v4.0', consentId),
  ]);
});

test('one subscription serves both versions, but v3.1 cannot read that of v4.0', async () => {
  const { tpp } = one();
  const create = (data: object) => tpp.post(V4_SUBSCRIPTIONS, { Data: data }, { key: null });
  const read = async (path: string) => dataOf(await tpp.get(path))['EventSubscription'];
  const created = expectStatus(await create({ Version: '4.0' }), 201);
  const id = idIn(created, 'EventSubscriptionId');
  expect(await read(SUBSCRIPTIONS)).toEqual([]);
  expect(await read(V4_SUBSCRIPTIONS)).toEqual([{ EventSubscriptionId: id, Version: '4.0' }]);
  expectStatus(await one().subscribe(), 409);
  const again = expectStatus(await create({ Version: '4.0' }), 409);
  expect(again.json?.['Errors']).toMatchObject([{ ErrorCode: 'U029' }]);
  expectStatus(await tpp.call('DELETE', `${V4_SUBSCRIPTIONS}/${id}`, { key: null }), 204);
  await one().subscribed();
  expect(await read(V4_SUBSCRIPTIONS)).toMatchObject([{ Version: '3.1' }]);
});

test('an unknown event type is refused with the code of v4.0', async () => {
  const Data = { Version: '4.0', EventTypes: ['urn:uk:org:openbanking:events:unknown'] };
  const refused = await one().tpp.post(V4_SUBSCRIPTIONS, { Data }, { key: null });
  expect(expectStatus(refused, 400).json?.['Errors']).toMatchObject([{ ErrorCode: 'U024' }]);
});
