import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../../src/api/routes.ts';
import { FAMILIES } from '../../../src/families/index.ts';
import { faultsOf, type Options, type Reply, Tpp } from '../../helpers/tpp.ts';
import { useService } from '../../helpers/use-service.ts';
import { FamilyClient } from '../families/family-client.ts';
import { answerTypeOf, type FaultlessRequest, OPERATION_CASES } from './operation-cases.ts';

const INTERACTION_ID = '93bac548-d2de-4546-b106-880a5018460d';
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const NOT_FOUND = /^(Resource\.NotFound|Field\.Invalid Data\.ConsentId)/;

/** A body that is larger than the service accepts for any request, including uploads. */
const TOO_LARGE = 'x'.repeat(2 * 1024 * 1024 + 1);

const { service, tpp } = useService();

/**
 * For each family, the ids of a consent and a payment. Other families must not accept these ids.
 */
const idsOf = new Map<string, { readonly consentId: string; readonly paymentId: string }>();

beforeAll(async () => {
  for (const family of FAMILIES) {
    idsOf.set(family.name, await new FamilyClient(tpp(), family).paid());
  }
});

describe.each(ROUTES)('$operation.method $path', (route) => {
  const { operation, family } = route;
  const prepare = OPERATION_CASES[route.name];
  const hasId = operation.path.includes('{id}');
  let request: FaultlessRequest;
  /** A valid request of the same TPP for another consent. */
  let other: FaultlessRequest;
  /** A valid request of another TPP. */
  let strange: FaultlessRequest;

  beforeAll(async () => {
    const stranger = await Tpp.signIn(service().origin, 'tpp-two');
    request = await prepare(new FamilyClient(tpp(), family));
    other = await prepare(new FamilyClient(tpp(), family));
    strange = await prepare(new FamilyClient(stranger, family));
  });

  const pathOf = (id: string): string => route.path.replace('{id}', id);

  /** Sends the valid request with some of its properties changed. */
  function ask(options: Options = {}): Promise<Reply> {
    const { token, body, id } = request;
    return tpp().call(operation.method, pathOf(id), { token, body, ...options });
  }

  /** Sends the valid request with another id in its path and body. */
  function askFor(id: string): Promise<Reply> {
    const { token, body } = request;
    const renamed = typeof body === 'string' ? body.replaceAll(request.id, id) : body;
    return tpp().call(operation.method, pathOf(id), { token, body: renamed });
  }

  test('echoes the interaction id or creates one, also for rejected requests', async () => {
    for (const token of [request.wrongToken, null]) {
      const headers = { 'x-fapi-interaction-id': INTERACTION_ID };
      const echoed = await ask({ token, headers });
      expect(echoed.headers.get('x-fapi-interaction-id')).toBe(INTERACTION_ID);
      const made = await ask({ token });
      expect(made.headers.get('x-fapi-interaction-id')).toMatch(UUID);
    }
  });

  test.each([
    ['x-fapi-interaction-id', 'one-two'],
    ['x-fapi-auth-date', 'yesterday'],
    ['x-fapi-customer-ip-address', 'localhost'],
  ])('rejects a malformed %s with 400', async (name, value) => {
    const reply = await ask({ headers: { [name]: value } });
    expect([reply.status, faultsOf(reply)]).toEqual([400, [`Header.Invalid ${name}`]]);
    expect(reply.headers.get('x-fapi-interaction-id')).toMatch(UUID);
  });

  test('rejects a missing, unknown or malformed token with 401 and no body', async () => {
    for (const token of [null, 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'two words', '']) {
      const reply = await ask({ token });
      expect([reply.status, reply.text]).toEqual([401, '']);
      expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(reply.headers.get('x-fapi-interaction-id')).toMatch(UUID);
    }
  });

  test('rejects a token of the wrong grant type with 403', async () => {
    expect((await ask({ token: request.wrongToken })).status).toBe(403);
  });

  if (operation.grant === 'customer')
    test('rejects the token of another consent with 403', async () => {
      expect((await ask({ token: other.token })).status).toBe(403);
    });

  if (hasId || operation.grant === 'customer')
    test("rejects another TPP's resource with 403", async () => {
      expect((await ask({ token: strange.token })).status).toBe(403);
    });

  if (hasId)
    test('rejects an unknown id with 400', async () => {
      const unknown = await askFor('none-1');
      expect(unknown.status).toBe(400);
      expect(faultsOf(unknown)[0]).toMatch(/^Resource\.NotFound/);
      for (const id of ['a'.repeat(300), "'%20or%201"]) {
        const reply = await askFor(id);
        expect([id, reply.status]).toEqual([id, 400]);
        expect(faultsOf(reply)[0]).toMatch(NOT_FOUND);
      }
      // The listener rejects an id that a server could take for another path.
      for (const id of ['%00', '..%2f..%2fetc%2fpasswd']) {
        const reply = await askFor(id);
        expect([id, reply.status, faultsOf(reply)]).toEqual([id, 400, ['Resource.InvalidFormat']]);
      }
    });

  if (hasId)
    test("rejects another family's id with 400", async () => {
      for (const [name, { consentId, paymentId }] of idsOf) {
        if (name === family.name) continue;
        for (const id of [consentId, paymentId]) {
          const reply = await askFor(id);
          expect([name, reply.status]).toEqual([name, 400]);
          expect(faultsOf(reply)[0]).toMatch(/^Resource\.NotFound/);
        }
      }
    });

  test('rejects another method with 405 and an Allow header', async () => {
    const reply = await tpp().call('PATCH', pathOf(request.id), { body: '{}' });
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')?.split(', ')).toContain(operation.method);
  });

  test('answers 404 with a trailing slash', async () => {
    const { token, body, id } = request;
    const reply = await tpp().call(operation.method, `${pathOf(id)}/`, { token, body });
    expect(reply.status).toBe(404);
  });

  if (operation.answers !== 'nothing')
    test('honours the Accept header, and rejects other types with 406', async () => {
      const answers = answerTypeOf(operation);
      for (const accept of ['text/html', `${answers};q=0`, `${answers};q=0, */*`, 'image/*']) {
        const reply = await ask({ headers: { accept } });
        expect([accept, reply.status]).toEqual([accept, 406]);
      }
      for (const accept of [answers, '*/*', 'application/*', `text/html, ${answers};q=0.1`]) {
        // This request passes the check of its Accept header. It is then rejected for another
        // reason.
        const reply = await ask({ headers: { accept, 'x-fapi-auth-date': 'never' } });
        expect([accept, reply.status]).toEqual([accept, 400]);
      }
    });

  if (operation.body !== 'none')
    describe('its request body', () => {
      test('is rejected with 415 in another type or encoding', async () => {
        for (const headers of [{ 'content-type': 'text/plain' }, { 'content-encoding': 'gzip' }]) {
          expect((await ask({ headers: { ...headers } })).status).toBe(415);
        }
      });

      test('is rejected with 413 above the maximum size', async () => {
        const reply = await ask({ body: TOO_LARGE });
        expect([reply.status, faultsOf(reply)]).toEqual([413, ['Resource.InvalidFormat']]);
      });
    });

  if (operation.body === 'json')
    test('is rejected if it is not JSON or not a valid request', async () => {
      const { body } = request;
      for (const [wrong, code] of [
        ['{"Data"', 'Resource.InvalidFormat'],
        [`${String(body)},`, 'Resource.InvalidFormat'],
        [String(body).replace('"Data"', '"Data":{},"Data"'), 'Resource.InvalidFormat Data'],
        ['[]', 'Resource.InvalidFormat'],
        ['{}', 'Field.Missing Data'],
      ] as const) {
        const reply = await ask({ body: wrong });
        expect([wrong, reply.status]).toEqual([wrong, 400]);
        expect(faultsOf(reply)[0]).toBe(code);
      }
    });

  if (operation.idempotent)
    test('rejects a missing or malformed idempotency key', async () => {
      const name = 'x-idempotency-key';
      const missing = await ask({ key: null });
      expect([missing.status, faultsOf(missing)]).toEqual([400, [`Header.Missing ${name}`]]);
      for (const key of ['', 'k'.repeat(41)]) {
        const reply = await ask({ key });
        expect([reply.status, faultsOf(reply)]).toEqual([400, [`Header.Invalid ${name}`]]);
      }
    });

  test('succeeds after all the rejected requests', async () => {
    const key = operation.idempotent ? 'succeeds' : null;
    const reply = await ask({ key, headers: { 'x-fapi-customer-ip-address': '2001:db8::1' } });
    expect([reply.status, faultsOf(reply)]).toEqual([operation.success, []]);
    const type = operation.answers === 'nothing' ? '' : answerTypeOf(operation);
    expect(reply.headers.get('content-type') ?? '').toContain(type);
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });
});
