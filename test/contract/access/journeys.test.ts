import { createLocalJWKSet, jwtVerify } from 'jose';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BAKERY, bulkFile, NORTHWIND } from '../../helpers/payment-file.ts';
import { SecureApi } from '../../helpers/secure-api.ts';
import { parametersOf } from '../../helpers/secure-browser.ts';
import { SecureCustomer } from '../../helpers/secure-customer.ts';
import { useSecureService } from '../../helpers/secure-service.ts';
import { dataOf, faultsOf, Tpp } from '../../helpers/tpp.ts';
import { clientOf } from './cases.ts';

const service = useSecureService({ config: { requestSignatures: 'required' } });
/**
 * The statuses that an international payment may have shortly after its submission, depending on
 * the day.
 */
const UNDER_WAY = ['Pending', 'AcceptedSettlementInProcess', 'AcceptedSettlementCompleted'];
const CLARA = { user: 'clara', debtorAccount: NORTHWIND } as const;

let api: SecureApi;
beforeAll(async () => {
  api = await SecureApi.open(service());
});

afterAll(async () => {
  expect(service().events.filter(({ kind }) => kind === 'failure')).toEqual([]);
  expect(await service().store.auditBooks()).toEqual([]);
});

describe('over the TLS listeners', () => {
  test.each([
    ['domestic-payments', CLARA, ['AcceptedCreditSettlementCompleted']],
    // This test uses the real date. On a day without business or late in the day, the payment
    // waits.
    ['international-payments', { user: 'sam', debtorAccount: BAKERY }, UNDER_WAY],
    ['domestic-standing-orders', CLARA, ['InitiationPending']],
  ] as const)('%s are paid for', async (family, customer, statuses) => {
    const client = clientOf(api, family);
    const consentId = await client.prepared();
    const { json } = await client.decide(consentId, customer);
    const token = String(json?.['access_token']);
    const submitted = await client.submit({ consentId, token });
    const paymentId = client.paymentIdOf(submitted);
    const { Links } = submitted.json as { Links: { Self: string } };
    expect(Links.Self).toMatch(
      `${service().apiUrl}/open-banking/v3.1/pisp/${client.family.payments}/`,
    );
    expect(dataOf(await client.readConsent(consentId))['Status']).toBe('Consumed');
    const again = await client.submit({ consentId, token });
    expect(faultsOf(again)[0]).toContain('Resource.InvalidConsentStatus');
    const read = async () => dataOf(await client.readPayment(paymentId))['Status'];
    await expect.poll(read, { timeout: 60_000, interval: 50 }).toBeOneOf([...statuses]);
  });

  test('a file of 120 payments is uploaded, read back, approved, executed and reported', async () => {
    const file = bulkFile(120);
    const consentId = await api.consentFor(file, { NumberOfTransactions: '120' });
    expect((await api.upload(consentId, file)).status).toBe(200);
    const stored = await api.get(`/file-payment-consents/${consentId}/file`);
    expect(stored.text).toBe(file.toString());

    const { json } = await api.decide(consentId, CLARA);
    const submitted = await api.submit(consentId, String(json?.['access_token']));
    const paymentId = String(dataOf(submitted)['FilePaymentId']);
    expect((await api.finished(paymentId))['Status']).toBe('InitiationCompleted');
    const report = await api.get(`/file-payments/${paymentId}/report-file`);
    expect(report.text).toContain('<GrpSts>ACSC</GrpSts>');
  });

  test('a token for several payments is valid as long as its consent', async () => {
    const client = clientOf(api, 'domestic-vrps');
    const consentId = await client.prepared();
    const { json } = await client.decide(consentId);
    const token = String(json?.['access_token']);
    expect(Number(json?.['expires_in'])).toBeGreaterThan(9 * 365 * 24 * 3600);
    const payments = [
      await client.submit({ consentId, token }),
      await client.submit({ consentId, token }),
    ];
    expect(payments.map(({ status }) => status)).toEqual([201, 201]);
    const path = `/${client.family.consents}/${consentId}`;
    expect((await api.call('DELETE', path)).status).toBe(204);
    const after = await client.submit({ consentId, token });
    expect(after.status).toBe(400);
    expect((await client.readConsent(consentId)).status).toBe(400);
  });

  test('an unsigned request is refused with a signed response', async () => {
    const unsigned = await SecureApi.open(service());
    unsigned.signs = false;
    const refused = await clientOf(unsigned, 'domestic-payments').register();
    expect(faultsOf(refused)).toEqual(['Signature.Missing x-jws-signature']);
    expect(refused.status).toBe(400);
  });

  test('a consent that the customer rejects cannot be paid', async () => {
    const client = clientOf(api, 'domestic-payments');
    const consentId = await client.prepared();
    const url = await api.tpp.authorizeUrl(consentId);
    const wish = { ...CLARA, decision: 'reject' } as const;
    const back = parametersOf(await new SecureCustomer(service()).decide(url, wish));
    expect(back).toMatchObject({ error: 'access_denied', state: 'the state' });
    expect(back).not.toHaveProperty('code');
    expect(dataOf(await client.readConsent(consentId))['Status']).toBe('Rejected');
  });
});

describe('the response to an approval', () => {
  const half = (text: string): string =>
    createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url');

  async function verified(jwt: string) {
    const keys = createLocalJWKSet({ keys: [...(await api.publishedKeys())] });
    const expected = { issuer: service().issuerUrl, audience: api.tpp.id, algorithms: ['PS256'] };
    return (await jwtVerify(jwt, keys, expected)).payload;
  }

  test('contains an ID token that confirms code, state and consent', async () => {
    const consentId = await clientOf(api, 'domestic-payments').prepared();
    const url = await api.tpp.authorizeUrl(consentId, { claims: { nonce: 'a nonce' } });
    const back = parametersOf(await new SecureCustomer(service()).decide(url, CLARA));
    const { code = '', state = '', id_token = '' } = back;
    expect(await verified(id_token)).toMatchObject({
      nonce: 'a nonce',
      c_hash: half(code),
      s_hash: half(state),
      acr: 'urn:openbanking:psd2:sca',
      openbanking_intent_id: consentId,
    });
    const { json } = await api.tpp.redeem(code);
    const fromToken = await verified(String(json['id_token']));
    expect(fromToken).toMatchObject({
      at_hash: half(String(json['access_token'])),
      openbanking_intent_id: consentId,
    });
    expect((await api.tpp.redeem(code)).status).toBe(400);
  });

  test('is signed after a pushed request, and its code needs the PKCE verifier', async () => {
    const client = clientOf(api, 'domestic-payments');
    const consentId = await client.prepared();
    const verifier = randomBytes(32).toString('base64url');
    const code_challenge = createHash('sha256').update(verifier).digest('base64url');
    const pkce = { code_challenge, code_challenge_method: 'S256' };
    const jarm = { response_type: 'code', response_mode: 'jwt' };
    const pushed = await api.tpp.push(consentId, { claims: { ...pkce, ...jarm } });
    const request_uri = String(pushed.json['request_uri']);
    const url = api.tpp.authorizeUrlWith({ request_uri });
    const back = parametersOf(await new SecureCustomer(service()).decide(url, CLARA));
    expect(Object.keys(back)).toEqual(['response']);
    const { code } = await verified(back['response'] ?? '');
    const wrong = await api.tpp.redeem(String(code), { code_verifier: 'y'.repeat(43) });
    expect(wrong.status).toBe(400);

    const { json } = await api.tpp.redeem(String(code), { code_verifier: verifier });
    const token = String(json['access_token']);
    expect((await client.submit({ consentId, token })).status).toBe(201);
  });
});

describe('one bank behind three listeners', () => {
  test('accepts a consent at one, its approval at another, and its payment at the third', async () => {
    const plain = await Tpp.signIn(service().origin);
    const consentId = await clientOf(plain, 'domestic-payments').prepared();
    const { json } = await api.decide(consentId, CLARA);
    const token = String(json?.['access_token']);
    const client = clientOf(api, 'domestic-payments');
    const atPlain = await clientOf(plain, 'domestic-payments').submit({ consentId, token });
    expect(atPlain.status).toBe(401);
    const paymentId = client.paymentIdOf(await client.submit({ consentId, token }));
    expect((await clientOf(plain, 'domestic-payments').readPayment(paymentId)).status).toBe(200);
  });

  test("refuses a token of the sandbox's token endpoint at the mTLS listener", async () => {
    const plain = await Tpp.signIn(service().origin);
    const approved = await clientOf(plain, 'domestic-payments').approved();
    const client = clientOf(api, 'domestic-payments');
    expect((await client.submit(approved)).status).toBe(401);
    expect((await api.get('/domestic-payments/x', { token: plain.token })).status).toBe(401);
  });
});
