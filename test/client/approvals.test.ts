import { describe, expect, test } from 'vitest';
import { isFinalStatus, type PendingApproval } from '../../client/src/index.ts';
import { useSecureService } from '../helpers/secure-service.ts';
import { approve, connectTo, decide, INITIATION } from './sandbox.ts';

const service = useSecureService();

const CONSENT = { Data: { Initiation: INITIATION }, Risk: {} } as const;

async function consented() {
  const bank = await connectTo(service(), 'v3.1');
  const { Data } = await bank.payments('domestic-payments').createConsent(CONSENT);
  return { bank, consentId: Data.ConsentId };
}

describe.each([
  { flow: 'hybrid', push: true },
  { flow: 'hybrid', push: false },
  { flow: 'code', push: true },
  { flow: 'code', push: false },
] as const)('a customer approves with %j', (options) => {
  test('and the payment is made', async () => {
    const { bank, consentId } = await consented();
    const { url, pending } = await bank.customers.start(consentId, options);
    expect(url.includes('request_uri=')).toBe(options.push);
    const kept = JSON.parse(JSON.stringify(pending)) as PendingApproval;
    const { token } = await bank.customers.finish(await decide(service(), url), kept);
    const payments = bank.payments('domestic-payments');
    const { Data } = await payments.createPayment(
      { Data: { ConsentId: consentId, Initiation: INITIATION }, Risk: {} },
      { token, idempotencyId: `invoice for ${consentId}` },
    );
    const statuses: string[] = [];
    const done = await bank.waitFor('domestic-payments', Data.DomesticPaymentId, {
      ...{ firstPauseMs: 20, onStatus: (status) => statuses.push(status) },
    });
    expect(isFinalStatus(done.Data.Status)).toBe(true);
    expect(statuses.at(-1)).toBe(done.Data.Status);
    await bank.close();
  });
});

test('a customer who declines is reported', async () => {
  const { bank, consentId } = await consented();
  const { url, pending } = await bank.customers.start(consentId);
  const callback = await decide(service(), url, { decision: 'reject' });
  await expect(bank.customers.finish(callback, pending)).rejects.toMatchObject({
    ...{ name: 'AuthorisationError', error: 'access_denied' },
    remedy: expect.stringContaining('new consent') as string,
  });
  await bank.close();
});

test("the callback of another customer's approval is refused", async () => {
  const { bank, consentId } = await consented();
  const mine = await bank.customers.start(consentId);
  const other = await bank.customers.start(consentId);
  const callback = await decide(service(), mine.url);
  await expect(bank.customers.finish(callback, other.pending)).rejects.toMatchObject({
    name: 'AuthorisationError',
  });
  await bank.close();
});

test('an approval of another consent is refused', async () => {
  const { bank, consentId } = await consented();
  const { url, pending } = await bank.customers.start(consentId);
  const callback = await decide(service(), url);
  const other = { ...pending, consentId: 'another' };
  await expect(bank.customers.finish(callback, other)).rejects.toThrow('of another consent');
  await bank.close();
});

test('a wait ends in time, with the last status', async () => {
  const { bank, consentId } = await consented();
  const token = await approve(service(), bank, consentId);
  const body = { Data: { ConsentId: consentId, Initiation: INITIATION }, Risk: {} } as const;
  const { Data } = await bank.payments('domestic-payments').createPayment(body, { token });
  const never = { until: () => false, timeoutMs: 300, firstPauseMs: 20 };
  const waiting = bank.waitFor('domestic-payments', Data.DomesticPaymentId, never);
  await expect(waiting).rejects.toMatchObject({
    ...{ name: 'WaitTimeoutError', paymentId: Data.DomesticPaymentId },
    status: expect.any(String) as string,
  });
  await bank.close();
});
