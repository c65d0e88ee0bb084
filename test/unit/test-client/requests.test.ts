import { describe, expect, test } from 'vitest';
import { FamilyClient } from '../../../test-client/families.ts';
import { RESOURCES } from '../../../test-client/requests.ts';
import { Sandbox, signInAtSandbox } from '../../../test-client/sandbox.ts';
import { TppClient, type TppParts } from '../../../test-client/tpp.ts';
import { Transport } from '../../../test-client/transport.ts';
import { OPERATIONS, type OperationName } from '../../../src/contract/operations.ts';
import { FAMILIES } from '../../../src/families/index.ts';
import { startServer, type ReceivedRequest } from './server.ts';

async function openTpp(parts: Partial<TppParts> = {}) {
  const { origin, received } = await startServer(() => ({ body: '{"access_token":"t"}' }));
  const transport = new Transport();
  return { tpp: new TppClient({ transport, apiUrl: origin, token: 'own', ...parts }), received };
}

test('the families are those of the contract', () => {
  const expected = FAMILIES.map(({ name, consents, payments, paymentIdName }) => ({
    ...{ name, consents, payments, paymentIdName },
  }));
  expect(Object.values(RESOURCES)).toEqual(expected);
});

describe('an operation of a family', () => {
  const PATHS: Readonly<Record<OperationName, string>> = {
    createConsent: '/file-payment-consents',
    readConsent: '/file-payment-consents/i%2F1',
    replaceConsent: '/file-payment-consents/i%2F1',
    patchConsent: '/file-payment-consents/i%2F1',
    deleteConsent: '/file-payment-consents/i%2F1',
    confirmFunds: '/file-payment-consents/i%2F1/funds-confirmation',
    confirmAmount: '/file-payment-consents/i%2F1/funds-confirmation',
    uploadFile: '/file-payment-consents/i%2F1/file',
    readFile: '/file-payment-consents/i%2F1/file',
    createPayment: '/file-payments',
    readPayment: '/file-payments/i%2F1',
    readReport: '/file-payments/i%2F1/report-file',
    readPaymentDetails: '/file-payments/i%2F1/payment-details?page=2',
  };
  const BODY = '{"Data":{}}';
  type Files = FamilyClient<'file-payments'>;
  const CALLS: Readonly<Record<OperationName, (files: Files) => Promise<unknown>>> = {
    createConsent: (files) => files.createConsent(BODY),
    readConsent: (files) => files.readConsent('i/1'),
    replaceConsent: (files) => files.replaceConsent('i/1', BODY),
    patchConsent: (files) => files.patchConsent('i/1', BODY),
    deleteConsent: (files) => files.deleteConsent('i/1'),
    confirmFunds: (files) => files.confirmFunds('i/1', 'given'),
    confirmAmount: (files) => files.confirmAmount('i/1', BODY, 'given'),
    uploadFile: (files) => files.uploadFile('i/1', Buffer.from(BODY)),
    readFile: (files) => files.readFile('i/1'),
    createPayment: (files) => files.createPayment(BODY, 'given'),
    readPayment: (files) => files.readPayment('i/1'),
    readReport: (files) => files.readReport('i/1'),
    readPaymentDetails: (files) => files.readPaymentDetails('i/1', 2),
  };

  test.each(Object.keys(OPERATIONS) as OperationName[])(
    '%s has the method, path, token and body of the contract',
    async (name) => {
      const { tpp, received } = await openTpp();
      await CALLS[name](new FamilyClient(tpp, RESOURCES['file-payments']));
      const [{ method, path, headers, body }] = received as [ReceivedRequest];
      const { method: expected, grant, idempotent, body: kind } = OPERATIONS[name];
      expect([method, path]).toEqual([expected, `/open-banking/v3.1/pisp${PATHS[name]}`]);
      const token = grant === 'customer' ? 'given' : 'own';
      expect(headers.authorization).toBe(`Bearer ${token}`);
      expect(headers['x-idempotency-key'] !== undefined).toBe(idempotent);
      const json = kind === 'patch' ? 'application/json-patch+json' : 'application/json';
      expect(headers['content-type']).toBe(kind === 'none' ? undefined : json);
      expect(body.toString()).toBe(kind === 'none' ? '' : BODY);
    },
  );
});

describe('the headers of a request', () => {
  test('have new values for each request, unless the caller gives them', async () => {
    const { tpp, received } = await openTpp();
    await tpp.send('POST', '/x', '{}');
    await tpp.send('POST', '/x', '{}');
    const options = {
      key: 'k',
      interactionId: 'i',
      token: 't',
      headers: { 'content-type': 'a/b' },
    };
    await tpp.send('POST', '/x', '{}', options);
    const headers = received.map((arrived) => arrived.headers);
    const differ = (name: string): boolean =>
      new Set(headers.map((one) => one[name])).size === 3 &&
      headers.every((one) => one[name] !== undefined);
    expect(differ('x-idempotency-key')).toBe(true);
    expect(differ('x-fapi-interaction-id')).toBe(true);
    expect(headers[2]).toMatchObject({
      ...{ 'x-idempotency-key': 'k', 'x-fapi-interaction-id': 'i' },
      ...{ authorization: 'Bearer t', 'content-type': 'a/b' },
    });
  });

  test('are left out if they are null', async () => {
    const { tpp, received } = await openTpp();
    await tpp.send('POST', '/x', undefined, { key: null, interactionId: null, token: null });
    const [{ headers }] = received as [ReceivedRequest];
    expect(Object.keys(headers).filter((name) => /^(x-|auth|content-type)/.test(name))).toEqual([]);
  });

  test('include a signature if there is a body', async () => {
    const sign = (body: Uint8Array) => Promise.resolve(`signed ${String(body.length)} bytes`);
    const { tpp, received } = await openTpp({ sign });
    await tpp.send('POST', '/x', '{"ä":1}');
    await tpp.send('GET', '/x');
    const signatures = received.map(({ headers }) => headers['x-jws-signature']);
    expect(signatures).toEqual(['signed 8 bytes', undefined]);
  });

  test('a request whose answer has an invalid signature throws', async () => {
    const verifyAnswer = () => Promise.reject(new Error('not the bank'));
    const { tpp } = await openTpp({ verifyAnswer });
    await expect(tpp.send('GET', '/x')).rejects.toThrow('not the bank');
  });
});

test('a TPP signs in at the sandbox, decides for the customer, and moves the clock', async () => {
  const { tpp: other, received } = await openTpp();
  const tpp = await signInAtSandbox(new Transport(), other.apiUrl, 'tpp-two');
  expect(tpp.token).toBe('t');
  const sandbox = new Sandbox(tpp);
  await sandbox.decide('c-1', { user: 'clara', decision: 'approve' });
  await sandbox.decideFurther('p-1', { user: 'dave', decision: 'reject' });
  await sandbox.moveClock(Date.parse('2026-12-01T09:00:00Z'));
  const sent = received.map(({ method, path, body }) => [method, path, body.toString()]);
  expect(sent).toEqual([
    [
      'POST',
      '/sandbox/token',
      expect.stringContaining('client_id=tpp-two&client_secret=tpp-two-s'),
    ],
    ['POST', '/sandbox/consents/c-1/decision', '{"user":"clara","decision":"approve"}'],
    ['POST', '/sandbox/payments/p-1/approvals', '{"user":"dave","decision":"reject"}'],
    ['PUT', '/sandbox/clock', '{"now":"2026-12-01T09:00:00.000Z"}'],
  ]);
});
