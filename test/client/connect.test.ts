import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bank, RequestRecord } from '../../client/src/index.ts';
import { freePort } from '../helpers/free-port.ts';
import { useSecureService } from '../helpers/secure-service.ts';
import { connectTo, INITIATION, optionsFor } from './sandbox.ts';

const service = useSecureService();

const CONSENT = { Data: { Initiation: INITIATION }, Risk: {} } as const;

describe.each<readonly [string, string]>([
  ['tpp-one', 'tls_client_auth'],
  ['tpp-two', 'private_key_jwt'],
])('%s, which authenticates with %s,', (tpp) => {
  const records: RequestRecord[] = [];
  let bank: Bank<'v3.1'>;
  beforeAll(async () => {
    bank = await connectTo(service(), 'v3.1', {
      ...optionsFor(service(), 'v3.1', tpp),
      onRequest: (record) => records.push(record),
    });
  });
  afterAll(() => bank.close());

  test('creates and reads a consent', async () => {
    const payments = bank.payments('domestic-payments');
    const consent = await payments.createConsent(CONSENT, { idempotencyId: 'invoice 1' });
    expect(consent.Data.Status).toBe('AwaitingAuthorisation');
    const read = await payments.readConsent(consent.Data.ConsentId);
    expect(read.Data.Initiation.InstructedAmount.Amount).toBe('165.88');
  });

  test('creates a consent once for one id, and refuses another body with this id', async () => {
    const payments = bank.payments('domestic-payments');
    const first = await payments.createConsent(CONSENT, { idempotencyId: 'invoice 2' });
    const again = await payments.createConsent(CONSENT, { idempotencyId: 'invoice 2' });
    expect(again.Data.ConsentId).toBe(first.Data.ConsentId);
    const Amount = { InstructedAmount: { Amount: '1.00', Currency: 'GBP' } };
    const other = { Data: { Initiation: { ...INITIATION, ...Amount } }, Risk: {} } as const;
    const sent = records.length;
    await expect(
      payments.createConsent(other, { idempotencyId: 'invoice 2' }),
    ).rejects.toMatchObject({ name: 'IdempotencyError' });
    expect(records).toHaveLength(sent);
  });

  test('echoes the interaction id', async () => {
    const interactionId = 'c770aef3-6784-41f7-8e0e-ff5f97bddb3a';
    const answer = await bank.request('POST /domestic-payment-consents', {
      ...{ body: CONSENT, interactionId },
      customer: { ipAddress: '192.0.2.7', userAgent: 'test', lastLogin: new Date(0) },
    });
    expect([answer.status, answer.interactionId]).toEqual([201, interactionId]);
  });

  test('reports an invalid field by its code, path and remedy', async () => {
    const wrong = { ...INITIATION, InstructedAmount: { Amount: '10,50', Currency: 'GBP' } };
    const refused = bank
      .payments('domestic-payments')
      .createConsent({ Data: { Initiation: wrong }, Risk: {} });
    await expect(refused).rejects.toMatchObject({
      ...{ name: 'InvalidRequestError', status: 400, code: 'UK.OBIE.Field.Invalid' },
      path: 'Data.Initiation.InstructedAmount.Amount',
      remedy: 'Correct the value at the path.',
      interactionId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    });
  });

  test('needs a customer to pay', async () => {
    const ConsentId = 'none';
    const body = { Data: { ConsentId, Initiation: INITIATION }, Risk: {} } as const;
    const paying = bank.request('POST /domestic-payments', { body });
    await expect(paying).rejects.toThrow("needs the token of the customer's approval");
  });
});

test('the consents of v4.0 have the types of v4.0', async () => {
  const bank = await connectTo(service(), 'v4.0');
  const SchemeName = 'UK.OBIE.SortCodeAccountNumber' as const;
  const consent = await bank.payments('domestic-payments').createConsent({
    Data: {
      Initiation: {
        ...INITIATION,
        DebtorAccount: { ...INITIATION.DebtorAccount, SchemeName },
        CreditorAccount: { ...INITIATION.CreditorAccount, SchemeName },
      },
    },
    Risk: {},
  });
  expect(consent.Data.Status).toBe('AWAU');
  await bank.close();
});

test('a bank that is not expected to have signed is refused', async () => {
  const bank = await connectTo(service(), 'v3.1', { bankId: 'another-bank' });
  await expect(bank.payments('domestic-payments').createConsent(CONSENT)).rejects.toMatchObject({
    name: 'SignatureError',
    message: expect.stringContaining('not another-bank') as string,
  });
  await bank.close();
});

test('a bank that does not answer is reported', async () => {
  const options = optionsFor(service(), 'v3.1');
  const gone = connectTo(service(), 'v3.1', {
    ...{ ...options, issuer: `https://localhost:${String(await freePort())}` },
  });
  await expect(gone).rejects.toMatchObject({ name: 'ConnectionError', code: 'ECONNREFUSED' });
});

test('an unknown client is reported', async () => {
  const options = optionsFor(service(), 'v3.1');
  const client = { ...options.client, id: 'nobody' };
  const bank = await connectTo(service(), 'v3.1', { ...options, client });
  await expect(bank.payments('domestic-payments').readConsent('none')).rejects.toMatchObject({
    ...{ name: 'AuthorisationError', error: 'invalid_client' },
  });
  await bank.close();
});
