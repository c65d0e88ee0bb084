import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect, type Bank } from '../../client/src/index.ts';
import { sandboxPki, tppFiles } from '../../src/sandbox/pki/paths.ts';
import { SecureBrowser } from '../helpers/secure-browser.ts';
import { startOtherBank } from './other-bank.ts';
import { INITIATION } from './sandbox.ts';

const ID = 'registered-elsewhere';
const REDIRECT = 'https://tpp.example/callback';

let other: Awaited<ReturnType<typeof startOtherBank>>;
let bank: Bank<'v3.1'>;
beforeAll(async () => {
  const folder = inject('pki');
  const files = tppFiles(sandboxPki(folder), 'tpp-one');
  const key = JSON.parse(readFileSync(files.signingKey, 'utf8')) as JsonWebKey & { kid: string };
  const publicKey = createPublicKey({ key, format: 'jwk' }).export({ format: 'jwk' });
  other = await startOtherBank(folder, {
    ...{ id: ID, redirectUri: REDIRECT },
    key: { ...publicKey, kid: key.kid, alg: 'PS256', use: 'sig' },
  });
  bank = await connect({
    ...{ issuer: other.issuerUrl, baseUrl: `${other.apiUrl}/open-banking`, version: 'v3.1' },
    client: { id: ID, authentication: 'private_key_jwt', redirectUri: REDIRECT },
    tls: {
      cert: readFileSync(files.transport.certificate),
      key: readFileSync(files.transport.key),
      ca: readFileSync(other.pki.root.certificate),
    },
    signing: { key, issuer: 'tpp/software' },
    bankId: 'other-bank',
  });
});
afterAll(async () => {
  await bank.close();
  other.end();
});

test('a payment is approved and made once at a bank with another implementation', async () => {
  const payments = bank.payments('domestic-payments');
  const consent = await payments.createConsent({ Data: { Initiation: INITIATION }, Risk: {} });
  const { ConsentId } = consent.Data;
  const { url, pending } = await bank.customers.start(ConsentId);
  expect(pending.flow).toBe('code');
  expect(url).toContain('request_uri=');
  const callback = await new SecureBrowser(other).follow(url);
  expect(callback.url).toMatch(/^https:\/\/tpp\.example\/callback\?response=/);
  const { token } = await bank.customers.finish(callback.url, pending);

  const body = { Data: { ConsentId, Initiation: INITIATION }, Risk: {} } as const;
  const paid = await payments.createPayment(body, { token, idempotencyId: 'invoice 1' });
  const { DomesticPaymentId: id } = paid.Data;
  const posts = other.seen.filter(({ path }) => path === 'POST /domestic-payments');
  expect(posts).toHaveLength(2);
  expect(new Set(posts.map((post) => JSON.stringify(post))).size).toBe(1);
  expect(posts[0]?.customer).toBe('customer-1');

  const statuses: string[] = [];
  const onStatus = (status: string) => statuses.push(status);
  await bank.waitFor('domestic-payments', id, { firstPauseMs: 1, onStatus });
  expect(statuses).toEqual(['Contemplated', 'AcceptedCreditSettlementCompleted']);
  const details: string[] = [];
  for await (const item of payments.details(id)) details.push(item.PaymentTransactionId);
  expect(details).toEqual([id]);
});

test('an approval of another consent is refused', async () => {
  const { url, pending } = await bank.customers.start('consent-of-another');
  const callback = await new SecureBrowser(other).follow(url);
  const finished = bank.customers.finish(callback.url, { ...pending, consentId: 'consent-1' });
  await expect(finished).rejects.toThrow('The approval is of another consent.');
});
