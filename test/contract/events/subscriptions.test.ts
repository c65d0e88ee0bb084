import { beforeEach, describe, expect, test } from 'vitest';
import { expectDefined } from '../../../src/shared/assert.ts';
import { publicPart } from '../../../src/auth/keys/key-file.ts';
import { NOW } from '../../helpers/signature-judge.ts';
import { headerOf, verifiedHeader } from '../../helpers/signing.ts';
import { dataOf, faultsOf, Tpp } from '../../helpers/tpp.ts';
import { useService } from '../../helpers/use-service.ts';
import { approvedVrp } from '../../helpers/vrp.ts';
import {
  EventClient,
  EVENTS,
  REVOKED,
  SUBSCRIPTIONS,
  UPDATE,
  useEventBank,
} from './event-client.ts';

const { service, one, two } = useEventBank();

const CALLBACK = 'https://tpp-one.example/bank/event-notifications';
const SIGNATURE = 'x-jws-signature';

beforeEach(async () => {
  await one().unsubscribe();
  await two().unsubscribe();
});

describe('a subscription', () => {
  test('is created, read, replaced and deleted', async () => {
    const created = await one().subscribe({ CallbackUrl: CALLBACK, EventTypes: [UPDATE] });
    expect(created.status).toBe(201);
    const data = dataOf(created);
    const id = String(data['EventSubscriptionId']);
    const known = { CallbackUrl: CALLBACK, Version: '3.1', EventTypes: [UPDATE] };
    expect(data).toEqual({ EventSubscriptionId: id, ...known });
    const self = `${service().origin}${SUBSCRIPTIONS}/${id}`;
    expect(created.json?.['Links']).toEqual({ Self: self });

    const listed = await one().tpp.get(SUBSCRIPTIONS);
    expect(dataOf(listed)).toEqual({ EventSubscription: [data] });
    expect(dataOf(await two().tpp.get(SUBSCRIPTIONS))).toEqual({ EventSubscription: [] });

    const path = `${SUBSCRIPTIONS}/${id}`;
    const body = JSON.stringify({ Data: { Version: '3.1.9' } });
    const replaced = await one().tpp.call('PUT', path, { key: null, body });
    expect([replaced.status, dataOf(replaced)]).toEqual([
      200,
      { EventSubscriptionId: id, Version: '3.1.9' },
    ]);
    const deleted = await one().tpp.call('DELETE', path, { key: null });
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect(dataOf(await one().tpp.get(SUBSCRIPTIONS))).toEqual({ EventSubscription: [] });
  });

  test('exists at most once for a TPP', async () => {
    expect((await one().subscribe()).status).toBe(201);
    const again = await one().subscribe();
    expect([again.status, again.json?.['Code']]).toEqual([409, '409 Conflict']);
    expect(faultsOf(again)).toEqual(['Rules.ResourceAlreadyExists']);
    expect((await two().subscribe()).status).toBe(201);
  });

  test('is unknown to another TPP', async () => {
    const path = `${SUBSCRIPTIONS}/${await one().subscribed()}`;
    const body = JSON.stringify({ Data: { Version: '3.1' } });
    for (const reply of [
      await two().tpp.call('PUT', path, { key: null, body }),
      await two().tpp.call('DELETE', path, { key: null }),
    ]) {
      expect([reply.status, faultsOf(reply)]).toEqual([
        400,
        ['Resource.NotFound EventSubscriptionId'],
      ]);
    }
  });

  test.each([
    [{ EventTypes: ['urn:uk:org:openbanking:events:other'] }, 'Unsupported.EventType', '[0]'],
    [{ EventTypes: [] }, 'Field.Invalid', ''],
  ])('with the types %j is refused', async (data, code, at) => {
    const reply = await one().subscribe(data);
    expect([reply.status, faultsOf(reply)]).toEqual([400, [`${code} Data.EventTypes${at}`]]);
  });

  test.each([
    'http://tpp-one.example/event-notifications',
    'https://tpp-two.example/event-notifications',
    'https://10.0.0.1/event-notifications',
    'https://user@tpp-one.example/event-notifications',
    'https://tpp-one.example/event-notifications?to=1',
    'https://tpp-one.example.attacker.example/',
    'tpp-one.example',
  ])('with the callback %s is refused', async (CallbackUrl) => {
    const reply = await one().subscribe({ CallbackUrl });
    expect([reply.status, faultsOf(reply)]).toEqual([400, ['Field.Invalid Data.CallbackUrl']]);
  });

  test.each(['4.0', '3', 'v3.1'])('with the version "%s" is refused', async (Version) => {
    const reply = await one().subscribe({ Version });
    expect([reply.status, faultsOf(reply)]).toEqual([400, ['Field.Invalid Data.Version']]);
  });

  test('needs a version', async () => {
    const reply = await one().subscribe({ Version: undefined });
    expect(faultsOf(reply)).toEqual(['Field.Missing Data.Version']);
  });

  test("cannot be created with a token of a customer's approval", async () => {
    const { token } = await approvedVrp(one().tpp);
    expect((await one().subscribe({}, { token })).status).toBe(403);
    expect((await one().send({}, { token })).status).toBe(403);
  });
});

describe('where signatures are required', () => {
  const strictly = async () => new EventClient(await Tpp.signIn(service().strictOrigin));

  const sign = (body: string): Promise<string> => {
    const seconds = Math.floor(NOW / 1000);
    const header = headerOf('tpp-one', 'tpp-one/tpp-one', seconds);
    return expectDefined(service().tppKeys.get('tpp-one'), 'its key').sign(header, body);
  };

  test('a subscription must be signed, and its answer is signed', async () => {
    const strict = await strictly();
    const unsigned = await strict.subscribe();
    expect(faultsOf(unsigned)).toEqual([`Signature.Missing ${SIGNATURE}`]);
    const body = JSON.stringify({ Data: { Version: '3.1', EventTypes: [REVOKED] } });
    const headers = { [SIGNATURE]: await sign(body) };
    const reply = await strict.tpp.call('POST', SUBSCRIPTIONS, { key: null, body, headers });
    expect(reply.status).toBe(201);
    const signature = expectDefined(reply.headers.get(SIGNATURE), 'a signature');
    await verifiedHeader(signature, reply.text, service().keys.jwks().keys.map(publicPart));
    expect((await strict.tpp.get(SUBSCRIPTIONS)).headers.get(SIGNATURE)).not.toBeNull();
  });

  test('polling is not signed', async () => {
    const reply = await (await strictly()).send({});
    expect([reply.status, reply.headers.get(SIGNATURE)]).toEqual([200, null]);
  });
});

describe('the description of the API', () => {
  const { service: whole } = useService();

  test('has the routes with their schemas', async () => {
    const response = await fetch(`${whole().origin}/openapi.json`);
    const { paths } = (await response.json()) as {
      paths: Record<string, Record<string, { responses: Record<string, object> }>>;
    };
    expect(Object.keys(paths[SUBSCRIPTIONS] ?? {}).sort()).toEqual(['get', 'post', 'servers']);
    expect(paths[SUBSCRIPTIONS]?.['post']?.responses).toMatchObject({ 201: {}, 409: {} });
    expect(Object.keys(paths[EVENTS] ?? {}).sort()).toEqual(['post', 'servers']);
    const { responses } = paths[`${SUBSCRIPTIONS}/{EventSubscriptionId}`]?.['delete'] ?? {};
    expect(responses?.['204']).toEqual({ description: 'Done.' });
  });
});
