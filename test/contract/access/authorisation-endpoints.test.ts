import { beforeAll, describe, expect, test } from 'vitest';
import type { Transport } from '../../../test-client/transport.ts';
import { SecureApi } from '../../helpers/secure-api.ts';
import { request, anonymousTransport } from '../../helpers/secure-browser.ts';
import { changeAdmission } from '../../helpers/secure-operator.ts';
import { useSecureService } from '../../helpers/secure-service.ts';
import { SecureTpp } from '../../helpers/secure-tpp.ts';
import { clientOf } from './cases.ts';

const service = useSecureService();

const ENDPOINTS = { token: 200, par: 201, introspect: 200, revoke: 200 } as const;
type Endpoint = keyof typeof ENDPOINTS;

const SHOWN = [
  'its certificate',
  "another TPP's certificate",
  'no certificate',
  "nothing, at the customers' listener",
  'nothing, at the internal listener',
] as const;

/**
 * A case of the test: which TPP calls which endpoint of the authorisation server, and with which
 * certificate. The TPP authenticates correctly otherwise.
 */
interface Cell {
  readonly endpoint: Endpoint;
  readonly tpp: 'tpp-one' | 'tpp-two' | 'tpp-aisp';
  readonly shows: (typeof SHOWN)[number];
  readonly organisation: 'active' | 'lapsed';
}

/** Returns the result that a case must have. The first rule that applies decides. */
function expected({ endpoint, tpp, shows, organisation }: Cell): string {
  if (shows === 'no certificate') return 'no connection';
  if (shows.startsWith('nothing')) return '404';
  if (shows === "another TPP's certificate") return '401';
  if (organisation === 'lapsed') return '401';
  // The TPP's certificate is valid and the TPP is active, but it does not have the role PISP.
  if (tpp === 'tpp-aisp') return '401';
  return String(ENDPOINTS[endpoint]);
}

function cellsOf(organisation: Cell['organisation'], tpps: readonly Cell['tpp'][]): Cell[] {
  return (Object.keys(ENDPOINTS) as Endpoint[]).flatMap((endpoint) =>
    tpps.flatMap((tpp) => SHOWN.map((shows) => ({ endpoint, tpp, shows, organisation }))),
  );
}

describe("the authorisation server's endpoints for TPPs", () => {
  let consents: Readonly<Record<string, string>>;
  let bare: Transport;

  beforeAll(async () => {
    bare = anonymousTransport(service());
    const consentOf = async (id: string): Promise<string> => {
      const api = await SecureApi.open(service(), new SecureTpp(id, service()));
      return clientOf(api, 'domestic-payments').prepared();
    };
    const one = await consentOf('tpp-one');
    consents = { 'tpp-one': one, 'tpp-two': await consentOf('tpp-two'), 'tpp-aisp': one };
  });

  async function formOf(tpp: SecureTpp, endpoint: Endpoint): Promise<Record<string, string>> {
    const pkce = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
    switch (endpoint) {
      case 'token':
        return { grant_type: 'client_credentials', scope: 'payments' };
      case 'par': {
        const consentId = consents[tpp.id] ?? '';
        return { request: await tpp.requestObject(consentId, { claims: pkce }) };
      }
      case 'introspect':
      case 'revoke':
        return { token: 'a-token-that-may-be-anything' };
    }
  }

  async function outcomeOf({ endpoint, tpp: id, shows }: Cell): Promise<string> {
    const { apiUrl, issuerUrl, origin } = service();
    const tpp = new SecureTpp(id, service());
    const other = new SecureTpp(id === 'tpp-one' ? 'tpp-two' : 'tpp-one', service());
    const [transport, url] = {
      'its certificate': [tpp.transport, apiUrl] as const,
      "another TPP's certificate": [other.transport, apiUrl] as const,
      'no certificate': [bare, apiUrl] as const,
      "nothing, at the customers' listener": [bare, issuerUrl] as const,
      'nothing, at the internal listener': [bare, origin] as const,
    }[shows];
    const form = await tpp.formWith(await formOf(tpp, endpoint));
    const pending = request(`${url}/as/${endpoint}`, {
      ...{ transport, method: 'POST', body: new URLSearchParams(form).toString() },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    return pending.then(
      ({ status }) => String(status),
      () => 'no connection',
    );
  }

  async function holds(cells: readonly Cell[]): Promise<void> {
    const lines: string[] = [];
    for (const cell of cells) lines.push(`${JSON.stringify(cell)}: ${await outcomeOf(cell)}`);
    expect(lines).toEqual(cells.map((cell) => `${JSON.stringify(cell)}: ${expected(cell)}`));
  }

  test('authenticate a TPP by its certificate', async () => {
    const cells = cellsOf('active', ['tpp-one', 'tpp-two', 'tpp-aisp']);
    await holds(cells);
    expect(cells.filter((cell) => expected(cell).startsWith('20'))).toHaveLength(8);
  });

  test('refuse a TPP that is no longer active', async () => {
    await changeAdmission(service(), 'suspend', 'tpp-two');
    await holds(cellsOf('lapsed', ['tpp-two']));
    await changeAdmission(service(), 'admit', 'tpp-two');
    await holds(cellsOf('active', ['tpp-two']));
  });

  test("neither reveal nor revoke another TPP's tokens", async () => {
    const one = new SecureTpp('tpp-one', service());
    const two = new SecureTpp('tpp-two', service());
    const token = String((await one.clientToken()).json['access_token']);
    expect((await two.post('/as/introspect', { token })).json).toEqual({ active: false });
    await two.post('/as/revoke', { token });
    expect((await one.post('/as/introspect', { token })).json).toMatchObject({ active: true });
    expect((await one.post('/as/revoke', { token })).status).toBe(200);
    expect((await one.post('/as/introspect', { token })).json).toEqual({ active: false });
  });
});
