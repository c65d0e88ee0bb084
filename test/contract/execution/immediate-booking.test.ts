import { beforeEach, describe, expect, test } from 'vitest';
import { familyNamed } from '../../../src/families/index.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { DAY_MS } from '../../../src/shared/time.ts';
import { dataOf } from '../../helpers/tpp.ts';
import { useFreshBank } from '../../helpers/use-service.ts';
import { FamilyClient } from '../families/family-client.ts';

const bank = useFreshBank();

beforeEach(async () => {
  await bank.service.runner.stop();
});

function clientOf(family: string): FamilyClient {
  return new FamilyClient(bank.tpp, familyNamed(family));
}

/** Returns the steps that wait for execution, each with the number of its batch. */
async function steps(): Promise<readonly string[]> {
  const due = await bank.service.store.dueWork(Number.MAX_SAFE_INTEGER, 10);
  return due.map(({ step, batch }) => `${step} ${String(batch)}`);
}

describe('a payment that is due at its submission', () => {
  test.each(['domestic-payments', 'domestic-vrps', 'international-payments'])(
    'of %s is booked with its submission, and its response shows it before the booking',
    async (family) => {
      const client = clientOf(family);
      const answer = await client.submit(await client.approved());
      const payment = dataOf(answer);
      expect(payment['Status']).toBe('Pending');
      expect(payment['StatusUpdateDateTime']).toBe(payment['CreationDateTime']);
      expect(payment).not.toHaveProperty('Charges');
      expect(payment).not.toHaveProperty('ExchangeRateInformation.ExchangeRate');
      expect(await steps()).toEqual(['send 0']);
      const paymentId = client.paymentIdOf(answer);
      const booked = dataOf(await client.readPayment(paymentId));
      expect(booked['Status']).toBe('AcceptedSettlementInProcess');
      const { events } = bank.service;
      const done = events.filter(({ kind }) => kind === 'workDone');
      expect(done).toMatchObject([{ step: 'book', paymentId, batch: 0, payments: 1 }]);
    },
  );

  test('of a file is booked by a later step', async () => {
    const client = clientOf('file-payments');
    await client.paid();
    expect(await steps()).toEqual(['book 0']);
  });

  test('is booked by a later step if the clock is in doubt', async () => {
    const client = clientOf('domestic-payments');
    const approved = await client.approved();
    bank.service.leapMachineClock(31 * DAY_MS);
    const paymentId = client.paymentIdOf(await client.submit(approved));
    expect(await steps()).toEqual(['book 0']);
    expect(await bank.service.store.findPayment(paymentId)).toMatchObject({ groupStatus: 'RCVD' });
    bank.service.leapMachineClock(-31 * DAY_MS);
    bank.service.runner.start();
    await expect
      .poll(async () => dataOf(await client.readPayment(paymentId))['Status'])
      .toBe('AcceptedCreditSettlementCompleted');
  });

  test('without sufficient funds is accepted, and Rejected when it is read', async () => {
    const client = clientOf('domestic-payments');
    const consentId = await client.prepared({
      InstructedAmount: { Amount: '500.01', Currency: 'GBP' },
    });
    const nearlyEmpty = '11280001234569';
    const decided = await client.decide(consentId, { debtorAccount: nearlyEmpty });
    const token = expectDefined(
      (decided.json as { access_token?: string }).access_token,
      'a token',
    );
    const { Initiation } = dataOf(await client.readConsent(consentId));
    const initiation = JSON.stringify(Initiation);
    const answer = await client.submit({ consentId, token }, { initiation });
    expect(dataOf(answer)['Status']).toBe('Pending');
    const paymentId = client.paymentIdOf(answer);
    expect(dataOf(await client.readPayment(paymentId))['Status']).toBe('Rejected');
    expect(await steps()).toEqual([]);
    const finished = { kind: 'paymentFinished', paymentId, groupStatus: 'RJCT' };
    expect(bank.service.events).toContainEqual({ ...finished, payments: 1 });
  });
});
