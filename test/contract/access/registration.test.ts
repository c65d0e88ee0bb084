import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SecureApi } from '../../helpers/secure-api.ts';
import { request, anonymousTransport } from '../../helpers/secure-browser.ts';
import {
  changeAdmission,
  registerTpp,
  registrationRequest,
  runPki,
  sendRegistration,
  untilAdmitted,
} from '../../helpers/secure-operator.ts';
import { useSecureService } from '../../helpers/secure-service.ts';
import { SecureTpp } from '../../helpers/secure-tpp.ts';
import { dataOf } from '../../helpers/tpp.ts';
import { clientOf } from './cases.ts';

const service = useSecureService();

const METHODS = ['GET', 'PUT', 'DELETE'] as const;
const TOKENS = ['none', 'its own', "a customer's", 'of a registration that ended'] as const;
const SHOWN = ['its certificate', "another TPP's certificate", 'no certificate'] as const;

/** A case of the test: a request about a TPP's registration. */
interface Cell {
  readonly method: (typeof METHODS)[number];
  readonly whose: 'its own' | "another TPP's" | 'of nobody';
  readonly token: (typeof TOKENS)[number];
  readonly shows: (typeof SHOWN)[number];
  readonly organisation: 'active' | 'lapsed';
}

/** Returns the result that a case must have. The first rule that applies decides. */
function expected({ method, whose, token, shows, organisation }: Cell): string {
  if (shows === 'no certificate') return 'no connection';
  if (shows === "another TPP's certificate") return '401';
  if (organisation === 'lapsed') return '401';
  if (token === 'none' || token === 'of a registration that ended') return '401';
  if (token === "a customer's") return '403';
  if (whose !== 'its own') return '403';
  return method === 'DELETE' ? '204' : '200';
}

const CELLS: readonly Cell[] = METHODS.flatMap((method) =>
  (['its own', "another TPP's", 'of nobody'] as const).flatMap((whose) =>
    TOKENS.flatMap((token) =>
      SHOWN.flatMap((shows) =>
        (['active', 'lapsed'] as const).map((organisation) => ({
          ...{ method, whose, token, shows, organisation },
        })),
      ),
    ),
  ),
);

describe('a registration is accessible only to its owner', () => {
  const lines: { readonly cell: Cell; readonly line: string }[] = [];
  let owner: SecureApi;

  beforeAll(async () => {
    owner = await SecureApi.open(service(), await registerTpp(service(), 'newcomer'));
    const ended = await SecureApi.open(service(), await registerTpp(service(), 'leaver'));
    const { id } = ended.tpp;
    await sendRegistration(service(), ended.tpp, { method: 'DELETE', id, token: ended.token });
    const { token: customers } = await clientOf(owner, 'domestic-payments').approved();
    const tokens = {
      ...{ none: null, 'its own': owner.token, "a customer's": customers },
      'of a registration that ended': ended.token,
    };
    const ids = { 'its own': owner.tpp.id, "another TPP's": 'tpp-one', 'of nobody': 'client-x' };
    const bare = anonymousTransport(service());
    const through = {
      'its certificate': owner.tpp.transport,
      "another TPP's certificate": new SecureTpp('tpp-one', service()).transport,
      'no certificate': bare,
    };
    const attempt = async (cell: Cell): Promise<void> => {
      const body = cell.method === 'PUT' && (await registrationRequest(service(), 'newcomer'));
      const response = await sendRegistration(
        service(),
        { transport: through[cell.shows] },
        {
          method: cell.method,
          id: ids[cell.whose],
          token: tokens[cell.token],
          ...(body === false ? {} : { body }),
        },
      ).then(
        ({ status }) => String(status),
        () => 'no connection',
      );
      lines.push({ cell, line: `${JSON.stringify(cell)}: ${response}` });
    };
    const inState = (state: Cell['organisation']) =>
      CELLS.filter(({ organisation }) => organisation === state);
    await changeAdmission(service(), 'suspend', 'newcomer');
    for (const cell of inState('lapsed')) await attempt(cell);
    await changeAdmission(service(), 'admit', 'newcomer');
    // Run the successful deletion last, because it ends the registration.
    const isLast = (cell: Cell): number => Number(expected(cell) === '204');
    for (const cell of inState('active').sort((one, next) => isLast(one) - isLast(next))) {
      await attempt(cell);
    }
  });

  test.each(METHODS)('to %s', (method) => {
    const tried = lines.filter(({ cell }) => cell.method === method);
    const right = tried.map(({ cell }) => `${JSON.stringify(cell)}: ${expected(cell)}`);
    expect(tried.map(({ line }) => line)).toEqual(right);
    expect(right.filter((line) => /: 20[04]$/.test(line))).toHaveLength(1);
  });

  test('and no longer accessible after its deletion', async () => {
    const { tpp, token } = owner;
    const again = await sendRegistration(service(), tpp, { method: 'GET', id: tpp.id, token });
    expect(again.status).toBe(401);
    expect((await tpp.clientToken()).status).toBe(401);
    expect((await clientOf(owner, 'domestic-payments').register()).status).toBe(401);
  });
});

describe('a new TPP', () => {
  test.each(['tls_client_auth', 'private_key_jwt'] as const)(
    "registers with %s, and pays after a customer's approval",
    async (method) => {
      const name = `new-${method.slice(0, 3)}`;
      const api = await SecureApi.open(service(), await registerTpp(service(), name, method));
      const { paymentId } = await clientOf(api, 'domestic-payments').paid();
      const payment = await clientOf(api, 'domestic-payments').readPayment(paymentId);
      expect(dataOf(payment)['DomesticPaymentId']).toBe(paymentId);
    },
  );

  test('is refused after the next refresh when it is suspended, and admitted again later', async () => {
    const api = await SecureApi.open(service(), await registerTpp(service(), 'wavering'));
    const client = clientOf(api, 'domestic-vrps');
    const approved = await client.approved();
    const first = client.paymentIdOf(await client.submit(approved));

    await changeAdmission(service(), 'suspend', 'wavering');
    expect((await client.readPayment(first)).status).toBe(401);
    expect((await client.submit(approved)).status).toBe(401);
    expect((await client.register()).status).toBe(401);
    expect((await api.tpp.clientToken()).status).toBe(401);
    const statement = await registrationRequest(service(), 'wavering');
    const registering = await sendRegistration(service(), api.tpp, { body: statement });
    expect(registering.json).toMatchObject({ error: 'invalid_software_statement' });

    await changeAdmission(service(), 'admit', 'wavering');
    expect((await client.readPayment(first)).status).toBe(200);
    expect((await client.submit(approved)).status).toBe(201);
    expect((await api.tpp.clientToken()).status).toBe(200);
  });

  test('cannot register over the connection of another TPP', async () => {
    const body = await registrationRequest(service(), 'tpp-two', 'private_key_jwt');
    const { status, json } = await sendRegistration(
      service(),
      new SecureTpp('tpp-one', service()),
      {
        body,
      },
    );
    expect([status, json['error']]).toEqual([400, 'unapproved_software_statement']);
  });

  test('cannot register twice with the same request', async () => {
    await runPki(service(), 'tpp', 'again', '--redirect', 'https://again.example/callback');
    await untilAdmitted(service(), 'again');
    const tpp = new SecureTpp('again', service());
    const body = await registrationRequest(service(), 'again');
    expect((await sendRegistration(service(), tpp, { body })).status).toBe(201);
    expect((await sendRegistration(service(), tpp, { body })).status).toBe(400);
  });

  test('can register only at the mTLS listener', async () => {
    const { issuerUrl, origin } = service();
    const body = await registrationRequest(service(), 'tpp-one');
    const headers = { 'content-type': 'application/jwt' };
    const transport = anonymousTransport(service());
    for (const url of [issuerUrl, origin]) {
      for (const path of ['/register', '/register/tpp-one']) {
        const response = await request(`${url}${path}`, {
          method: 'POST',
          headers,
          body,
          transport,
        });
        expect([url, path, response.status]).toEqual([url, path, 404]);
      }
    }
  });
});

afterAll(() => {
  expect(service().events.filter(({ kind }) => kind === 'failure')).toEqual([]);
});
