import { readFileSync, writeFileSync } from 'node:fs';
import { decodeProtectedHeader } from 'jose';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { generateKey, readKeys, writeKeys } from '../../../src/auth/keys/key-file.ts';
import { ensureAuthorities } from '../../../src/sandbox/pki/index.ts';
import { tppFiles } from '../../../src/sandbox/pki/paths.ts';
import { revoke } from '../../../src/sandbox/pki/revocations.ts';
import { NORTHWIND } from '../../helpers/payment-file.ts';
import { realTime } from '../../helpers/real-time.ts';
import { SecureApi } from '../../helpers/secure-api.ts';
import { parametersOf, request } from '../../helpers/secure-browser.ts';
import { SecureCustomer } from '../../helpers/secure-customer.ts';
import { connectTo } from '../../helpers/secure-raw.ts';
import { useSecureService } from '../../helpers/secure-service.ts';
import { SecureTpp } from '../../helpers/secure-tpp.ts';
import { clientOf } from './cases.ts';

/**
 * Time limit for a change to take effect. It is longer than the intervals at which the service
 * checks its files.
 */
const SOON = { timeout: 60_000, interval: 100 };

const service = useSecureService();

describe('a certificate that its authority revokes', () => {
  let api: SecureApi;
  let crl: Buffer;
  beforeAll(async () => {
    api = await SecureApi.open(service(), new SecureTpp('tpp-two', service()));
    crl = readFileSync(service().pki.crl);
  });

  test('is refused for every token, also on an open connection', async () => {
    const { apiUrl, pki } = service();
    const standing = connectTo(service(), apiUrl, 'tpp-two');
    const ask = async (): Promise<number> => {
      const path = '/open-banking/v3.1/pisp/domestic-payments/none';
      const headers = `host: ${new URL(apiUrl).host}\r\nauthorization: Bearer ${api.token}`;
      standing.write(`GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
      const answer = await new Promise((resolve) => standing.once('data', resolve));
      return Number(String(answer).slice('HTTP/1.1 '.length, 12));
    };
    expect(await ask()).toBe(400);

    const { issuing, root } = await ensureAuthorities(pki, realTime());
    const revoked = readFileSync(tppFiles(pki, 'tpp-two').transport.certificate, 'utf8');
    await revoke(pki.crl, [issuing, root], revoked, realTime());
    await expect.poll(ask, SOON).toBe(401);
    expect(standing.closed).toBe(false);

    writeFileSync(pki.crl, crl);
    await expect.poll(ask, SOON).toBe(400);
    standing.destroy();
  });
});

describe("a change of the bank's signing keys", () => {
  let api: SecureApi;
  beforeAll(async () => {
    api = await SecureApi.open(service());
  });

  const publishedIds = async (): Promise<string[]> =>
    (await api.publishedKeys()).map(({ kid }) => kid);

  /** Returns the id of the key with which the bank signs its responses. */
  async function signingId(): Promise<unknown> {
    const reply = await api.get('/domestic-payments/none');
    const signature = reply.headers.get('x-jws-signature') ?? '';
    return decodeProtectedHeader({ protected: signature.split('.', 1)[0] ?? '' }).kid;
  }

  test('leaves codes and tokens valid, and signatures of both keys can be verified', async () => {
    const { pki, issuerUrl } = service();
    const client = clientOf(api, 'domestic-payments');
    const [consentId, later] = [await client.prepared(), await client.prepared()];
    const customer = new SecureCustomer(service());
    const visit = await customer.browser.follow(await api.tpp.authorizeUrl(later));
    const wish = { user: 'clara', debtorAccount: NORTHWIND };
    const url = await api.tpp.authorizeUrl(consentId);
    const back = parametersOf(await new SecureCustomer(service()).decide(url, wish));
    const [old] = await readKeys(pki.bankKeys);
    const fresh = await generateKey();
    expect(await signingId()).toBe(old?.kid);

    await writeKeys(pki.bankKeys, [fresh, ...(await readKeys(pki.bankKeys))]);
    await vi.waitUntil(async () => (await signingId()) === fresh.kid, SOON);
    expect(await publishedIds()).toEqual([fresh.kid, old?.kid]);
    const discovered = await request(`${issuerUrl}/as/jwks`, { transport: api.tpp.transport });
    expect(discovered.json['keys']).toEqual(await api.publishedKeys());
    const idToken = decodeProtectedHeader(back['id_token'] ?? '');
    expect(idToken.kid).toBe(old?.kid);

    const { json } = await api.tpp.redeem(back['code'] ?? '');
    expect(decodeProtectedHeader(String(json['id_token'])).kid).toBe(fresh.kid);

    await writeKeys(pki.bankKeys, [fresh]);
    await vi.waitUntil(async () => (await publishedIds()).length === 1, SOON);
    const token = String(json['access_token']);
    expect((await client.submit({ consentId, token })).status).toBe(201);
    expect((await customer.signIn(visit, 'clara')).reply.status).toBe(200);
  });
});
