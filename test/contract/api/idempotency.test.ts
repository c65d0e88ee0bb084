import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../../src/api/routes.ts';
import { FAMILIES } from '../../../src/families/index.ts';
import { bulkFile } from '../../helpers/payment-file.ts';
import { dataOf, faultsOf, type Options, type Reply, Tpp } from '../../helpers/tpp.ts';
import { useService } from '../../helpers/use-service.ts';
import { FamilyClient } from '../families/family-client.ts';
import { type FaultlessRequest, OPERATION_CASES } from './operation-cases.ts';

const { service, tpp } = useService();

const KEY_REUSED = [400, ['Header.Invalid x-idempotency-key']];

/** The base path at which every payment family is served. */
const PISP = '/open-banking/v3.1/pisp';

function statusAndCodes(reply: Reply): [number, string[]] {
  return [reply.status, faultsOf(reply)];
}

function clientOf(family: FamilyClient['family'], caller = tpp()): FamilyClient {
  return new FamilyClient(caller, family);
}

describe.each(ROUTES.filter(({ operation }) => operation.idempotent))(
  '$operation.method $path',
  ({ name, operation, family, path }) => {
    const prepare = (caller = tpp()): Promise<FaultlessRequest> =>
      OPERATION_CASES[name](clientOf(family, caller));

    function send(request: FaultlessRequest, options: Options, base = PISP): Promise<Reply> {
      const { id, token, body } = request;
      const address = `${base}${path.replace('{id}', id)}`;
      return tpp().call(operation.method, address, { token, body, ...options });
    }

    const idOf = (reply: Reply): unknown => clientOf(family).idOf(reply);

    test('runs once and answers a repeated request with the first status', async () => {
      const request = await prepare();
      const first = await send(request, { key: 'once' });
      const again = await send(request, { key: 'once' });
      expect([first.status, again.status]).toEqual([operation.success, operation.success]);
      expect(idOf(again)).toBe(idOf(first));
    });

    test('rejects the key with another body and changes nothing', async () => {
      const request = await prepare();
      const key = 'changed';
      const first = await send(request, { key });
      const text = String(request.body);
      for (const body of [`${text} `, text.replace('{', ' {'), '{"Data":{}}']) {
        expect(statusAndCodes(await send(request, { key, body }))).toEqual(KEY_REUSED);
      }
      const again = await send(request, { key });
      expect([again.status, idOf(again)]).toEqual([operation.success, idOf(first)]);
    });

    test('does not use up the key of a rejected request', async () => {
      const request = await prepare();
      const key = 'refused';
      const headers = { 'content-type': 'text/plain' };
      expect((await send(request, { key, headers })).status).toBe(415);
      const malformed = { 'x-fapi-auth-date': 'never' };
      expect((await send(request, { key, headers: malformed })).status).toBe(400);
      const token = request.wrongToken;
      expect((await send(request, { key, token })).status).toBe(403);
      if (operation.body === 'json')
        expect((await send(request, { key, body: '{"Data":{}}' })).status).toBe(400);
      expect((await send(request, { key })).status).toBe(operation.success);
    });

    test('has separate keys for each TPP and each operation', async () => {
      const mine = await send(await prepare(), { key: 'everywhere' });
      const stranger = await Tpp.signIn(service().origin, 'tpp-two');
      const userText = await send(await prepare(stranger), { key: 'everywhere' });
      expect([mine.status, userText.status]).toEqual([operation.success, operation.success]);
      if (operation.answers !== 'nothing') expect(idOf(userText)).not.toBe(idOf(mine));
    });

    test('shares keys between all base paths of the family', async () => {
      const request = await prepare();
      const first = await send(request, { key: 'bases' });
      for (const base of family.bases) {
        const again = await send(request, { key: 'bases' }, `/open-banking/v3.1/${base}`);
        expect([again.status, idOf(again)]).toEqual([operation.success, idOf(first)]);
      }
    });
  },
);

describe.each(FAMILIES)('$name', (family) => {
  const client = (): FamilyClient => clientOf(family);

  test('answers a repeated consent request with the current consent', async () => {
    const options = { key: 'as it stands' };
    const consentId = client().consentIdOf(await client().register({ options }));
    const { file } = client().case;
    if (file !== null) await tpp().upload(consentId, file);
    await client().decide(consentId);
    const again = await client().register({ options });
    expect(again.status).toBe(201);
    expect(dataOf(again)).toMatchObject({ ConsentId: consentId, Status: 'Authorised' });
  });

  test('compares every character of a key', async () => {
    const replies = await Promise.all(
      ['key', 'KEY', 'key-', "key'", 'k\u00e9y'].map((key) =>
        client().register({ options: { key } }),
      ),
    );
    expect(new Set(replies.map((reply) => client().consentIdOf(reply))).size).toBe(5);
  });

  test('does not use up the key of a submission that differs from its consent', async () => {
    const approved = await client().approved();
    const options = { key: 'mismatch' };
    const { initiation } = client().case.different;
    const refused = await client().submit(approved, { initiation, options });
    expect(faultsOf(refused)[0]).toMatch(/^Resource\.ConsentMismatch/);
    expect((await client().submit(approved, { options })).status).toBe(201);
  });
});

describe('an upload', () => {
  const FILE = bulkFile(2);

  test('can be repeated after the decision, with the same key and file only', async () => {
    const consentId = await tpp().consentFor(FILE);
    await tpp().upload(consentId, FILE, { key: 'upload' });
    expect(statusAndCodes(await tpp().upload(consentId, bulkFile(3), { key: 'upload' }))).toEqual(
      KEY_REUSED,
    );
    const otherKey = await tpp().upload(consentId, FILE, { key: 'upload-two' });
    expect(statusAndCodes(otherKey)).toEqual([400, ['Resource.InvalidConsentStatus']]);
    await tpp().decide(consentId);
    expect((await tpp().upload(consentId, FILE, { key: 'upload' })).status).toBe(200);
  });

  test('has separate keys for each consent', async () => {
    const one = await tpp().consentFor(FILE);
    const other = await tpp().consentFor(bulkFile(3));
    expect((await tpp().upload(one, FILE, { key: 'same' })).status).toBe(200);
    expect((await tpp().upload(other, bulkFile(3), { key: 'same' })).status).toBe(200);
  });
});

describe('with the sandbox clock', () => {
  const HOUR_MS = 3_600_000;
  const idsOf = new Map<string, unknown>();
  let begun: number;

  beforeAll(async () => {
    const { now } = (await tpp().get('/sandbox/clock')).json as { now: string };
    begun = Date.parse(now);
    for (const family of FAMILIES) idsOf.set(family.name, await register(family));
  });

  async function register(family: FamilyClient['family']): Promise<unknown> {
    const client = clientOf(family);
    return client.consentIdOf(await client.register({ options: { key: 'a day' } }));
  }

  async function moveOn(milliseconds: number): Promise<void> {
    await tpp().moveClock(new Date(begun + milliseconds).toISOString());
  }

  test('a key is valid for 24 hours', async () => {
    await moveOn(24 * HOUR_MS - 60_000);
    for (const family of FAMILIES) expect(await register(family)).toBe(idsOf.get(family.name));
    await moveOn(24 * HOUR_MS + 60_000);
    for (const family of FAMILIES) {
      expect(await register(family)).not.toBe(idsOf.get(family.name));
    }
  });
});
