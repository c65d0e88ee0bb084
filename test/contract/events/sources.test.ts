import { beforeEach, describe, expect, test } from 'vitest';
import { expectStatus } from '../../../test-client/answer.ts';
import { actorOf } from '../../../src/domain/records/audit.ts';
import type { AccountState } from '../../../src/domain/parties/accounts.ts';
import type { SeededStore } from '../../../src/domain/ports/store-admin.ts';
import { SANDBOX_SEED } from '../../../src/sandbox/seed.ts';
import { domesticPayments } from '../../../src/families/domestic-payments.ts';
import { domesticStandingOrders } from '../../../src/families/domestic-standing-orders/index.ts';
import { FAMILIES } from '../../../src/families/index.ts';
import { payOrder, pounds, standingOrder, statusOf } from '../../helpers/orders.ts';
import { account, bulkFile, NORTHWIND, TWO_APPROVALS } from '../../helpers/payment-file.ts';
import { useStepwiseBank } from '../../helpers/stepwise-bank.ts';
import { dataOf } from '../../helpers/tpp.ts';
import { approvedVrp } from '../../helpers/vrp.ts';
import { approvedByTwo } from '../families/approved-by-two.ts';
import { casePaying } from '../families/case-paying.ts';
import { FamilyClient } from '../families/family-client.ts';
import { eventsIn, subscribeIn } from './stored-events.ts';

const ACCEPTING = '20000000000001';
const REJECTING = '99999900000001';
const SLOW = '99999900000050';

const bank = useStepwiseBank();
const events = () => eventsIn(bank().service.store);

beforeEach(() => subscribeIn(bank().service.store));

describe.each(FAMILIES)('a payment of $name', (family) => {
  test.each([ACCEPTING, REJECTING, SLOW])(
    'to %s has an event for every change of its status',
    async (creditor) => {
      const client = new FamilyClient(bank().tpp, family, casePaying(family.name, creditor));
      const approved = await client.approved();
      const ofConsent = `resource-update ${approved.consentId}`;
      const before = await events();
      expect(before.at(-1)).toBe(ofConsent);
      const paymentId = client.paymentIdOf(await client.submit(approved));
      const consumed = family.consumesConsent ? [ofConsent] : [];
      expect(await events()).toEqual([...before, ...consumed]);

      const seen = async () => [
        await statusOf(bank().tpp, family, paymentId),
        (await events()).length,
      ];
      let [status, count] = await seen();
      while (await bank().step()) {
        const [next, nextCount] = await seen();
        if (next !== status) expect(nextCount).toBeGreaterThan(Number(count));
        [status, count] = [next, nextCount];
      }
      const ofPayment = (await events()).slice(before.length + consumed.length);
      expect(new Set(ofPayment)).toEqual(new Set([`resource-update ${paymentId}`]));
      expect(ofPayment.length).toBeLessThanOrEqual(3);
    },
  );
});

test('a standing order has an event for its first payment, and for its end', async () => {
  const initiation = standingOrder({
    NumberOfPayments: '3',
    FirstPaymentAmount: pounds('1.00'),
    RecurringPaymentAmount: pounds('1.00'),
    CreditorAccount: account(ACCEPTING, 'Fresco Ltd'),
  });
  const paymentId = await payOrder(bank().tpp, domesticStandingOrders, initiation, NORTHWIND);
  const counts: [steps: number, events: number][] = [];
  for (let steps = 0; await bank().step(); steps += 1) {
    const count = (await events()).filter((event) => event.endsWith(paymentId)).length;
    if (count !== counts.at(-1)?.[1]) counts.push([steps, count]);
  }
  // It is booked, sent and collected three times: the first booking, the first payment, the end.
  expect(counts).toEqual([
    [0, 1],
    [2, 2],
    [8, 3],
  ]);
});

test('a file of 4,000 payments has a handful of events', async () => {
  const paymentId = await bank().tpp.pay(bulkFile(4000));
  while (await bank().step());
  const ofPayment = (await events()).filter((event) => event.endsWith(paymentId));
  expect(ofPayment).toEqual(Array(2).fill(`resource-update ${paymentId}`));
  expect((await events()).length).toBeLessThanOrEqual(6);
});

describe('a payment that needs several approvals', () => {
  const pay = async () => {
    const familyCase = approvedByTwo(domesticPayments.name, TWO_APPROVALS);
    const client = new FamilyClient(bank().tpp, domesticPayments, familyCase);
    const { paymentId } = await client.paid();
    await subscribeIn(bank().service.store);
    return paymentId;
  };
  const decide = async (paymentId: string, decision: string) => {
    const path = `/sandbox/payments/${paymentId}/approvals`;
    const body = { user: 'dave', decision };
    expectStatus(await bank().tpp.post(path, body, { key: null }), 200);
  };

  test('has an event when it is approved', async () => {
    const paymentId = await pay();
    await decide(paymentId, 'approve');
    const updates = await events();
    expect(new Set(updates)).toEqual(new Set([`resource-update ${paymentId}`]));
  });

  test('has one event when it is rejected', async () => {
    const paymentId = await pay();
    await decide(paymentId, 'reject');
    expect(await events()).toEqual([`resource-update ${paymentId}`]);
  });

  test('has one event when its time is over', async () => {
    const paymentId = await pay();
    await bank().service.store.expireApprovals(Number.MAX_SAFE_INTEGER, 100);
    expect(await events()).toEqual([`resource-update ${paymentId}`]);
  });
});

describe('a consent', () => {
  test('that the customer revokes has two events about one change', async () => {
    const { consentId } = await approvedVrp(bank().tpp);
    const path = `/sandbox/consents/${consentId}/revocation`;
    expectStatus(await bank().tpp.post(path, { user: 'clara' }, { key: null }), 200);
    const { store } = bank().service;
    const [, update, revoked] = await store.openEvents('tpp-one', Number.MAX_SAFE_INTEGER, 10);
    expect([update?.type, revoked?.type]).toEqual([
      'resource-update',
      'consent-authorization-revoked',
    ]);
    expect(update?.txn).toBe(revoked?.txn);
  });

  test('that its TPP revokes has no event, because it is not readable any more', async () => {
    const { consentId } = await approvedVrp(bank().tpp);
    await subscribeIn(bank().service.store);
    const path = `/domestic-vrp-consents/${consentId}`;
    expectStatus(await bank().tpp.call('DELETE', path, { key: null }), 204);
    expect(await events()).toEqual([]);
  });

  test('that lapses has an event', async () => {
    const client = new FamilyClient(bank().tpp, domesticPayments);
    const consentId = await client.prepared();
    await bank().service.store.lapseConsents(Number.MAX_SAFE_INTEGER, 1000);
    expect(await events()).toContain(`resource-update ${consentId}`);
  });

  test('has an event if the bank blocks or closes the account that it debits', async () => {
    const { consentId } = await approvedVrp(bank().tpp, {}, {}, NORTHWIND);
    await subscribeIn(bank().service.store);
    const { clock } = bank().service;
    const store = bank().service.store as unknown as SeededStore;
    const [found] = SANDBOX_SEED.accounts.filter(({ number }) => number === NORTHWIND);
    const adopt = async (state: AccountState) => {
      const accounts = found === undefined ? [] : [{ ...found, state }];
      const data = { customers: [], users: [], accounts };
      expect(await store.adoptBank(data, clock.now())).toEqual([]);
    };
    await adopt('blocked');
    await adopt('blocked');
    await adopt('closed');
    await adopt('closed');
    const type = 'domestic-vrp-consent-linked-account-update';
    const closing = await store.openEvents('tpp-one', Number.MAX_SAFE_INTEGER, 1000);
    expect(closing.filter(({ resourceId }) => resourceId === consentId)).toMatchObject([
      { type, reason: 'account-blocked', resource: 'consent' },
      { type, reason: 'account-closed', resource: 'consent' },
    ]);
    await adopt('open');
    expect((await events()).filter((event) => event.endsWith(consentId))).toHaveLength(2);
    const read = await bank().tpp.get(`/domestic-vrp-consents/${consentId}`);
    expect(dataOf(read)['Status']).toBe('Authorised');
  });
});

test('a permission that its customer pauses and resumes has an event for each', async () => {
  const { consentId } = await approvedVrp(bank().tpp);
  const before = await events();
  const act = { at: bank().service.clock.now(), by: actorOf({ kind: 'customer', id: 'clara' }) };
  for (const isPaused of [true, true, false]) {
    await bank().service.store.restrictConsent(consentId, { isPaused }, act);
  }
  const update = `resource-update ${consentId}`;
  expect(await events()).toEqual([...before, update, update]);
});
