import { describe, expect, test } from 'vitest';
import { familyNamed } from '../../../src/families/index.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import {
  debitsOf,
  detailsOf,
  first,
  payOrder,
  standingOrder,
  storyOf,
} from '../../helpers/orders.ts';
import { bulkFile, NORTHWIND } from '../../helpers/payment-file.ts';
import { dataOf, Tpp, type Reply } from '../../helpers/tpp.ts';
import { useFreshBank } from '../../helpers/use-service.ts';
import { approvedByTwo } from '../families/approved-by-two.ts';
import { FamilyClient } from '../families/family-client.ts';

const bank = useFreshBank();

function clientOf(family: string): FamilyClient {
  return new FamilyClient(bank.tpp, familyNamed(family));
}

function cancel(paymentId: string, user = 'clara', tpp = bank.tpp): Promise<Reply> {
  return tpp.post(`/sandbox/payments/${paymentId}/cancellation`, { user }, { key: null });
}

async function statusOf(client: FamilyClient, paymentId: string): Promise<unknown> {
  return dataOf(await client.readPayment(paymentId))['Status'];
}

describe('a future-dated payment', () => {
  test.each([
    'domestic-scheduled-payments',
    'domestic-standing-orders',
    'international-scheduled-payments',
  ])('of %s can be cancelled, and is not debited on its date', async (family) => {
    const client = clientOf(family);
    const { customer, dueAt } = client.case;
    const { paymentId } = await client.paid();
    const cancelled = await cancel(paymentId, customer.user);
    expect([cancelled.status, cancelled.json]).toEqual([200, { status: 'Cancelled' }]);
    expect(await statusOf(client, paymentId)).toBe('Cancelled');
    const [detail] = await detailsOf(bank.tpp, client.family, paymentId);
    expect(detail).toMatchObject({
      Status: 'Cancelled',
      StatusDetail: { Status: 'DS02', StatusReason: 'Cancelled' },
    });
    await bank.tpp.moveClock(expectDefined(dueAt, 'its day'));
    expect(await debitsOf(bank.tpp, customer.debtorAccount)).toEqual([]);
    expect((await cancel(paymentId, customer.user)).text).toContain('The payment has ended');
    const finished = { kind: 'paymentFinished', paymentId, groupStatus: 'RJCT', payments: 1 };
    expect(bank.service.events).toContainEqual(finished);
  });

  test('of a standing order is cancelled with all that follow, but not the ones already paid', async () => {
    const client = clientOf('domestic-standing-orders');
    const daily = standingOrder({ Frequency: 'EvryDay', ...first('2026-12-02') });
    const paymentId = await payOrder(bank.tpp, client.family, daily, NORTHWIND);
    await bank.tpp.moveClock('2026-12-02T12:00:00Z');
    const paid = await debitsOf(bank.tpp, NORTHWIND);
    expect(paid).toHaveLength(1);
    expect(await statusOf(client, paymentId)).toBe('InitiationCompleted');
    expect((await cancel(paymentId)).status).toBe(200);
    expect(await statusOf(client, paymentId)).toBe('Cancelled');
    const story = await storyOf(bank.tpp, client.family, paymentId);
    expect(story.map((line) => line.split(' ')[0])).toEqual(['ACSC', 'DS02']);
    await bank.tpp.moveClock('2027-06-01T12:00:00Z');
    expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual(paid);
  });

  test('of a file is cancelled as a whole', async () => {
    const client = clientOf('file-payments');
    const day = { RequestedExecutionDateTime: '2026-12-04T00:00:00Z' };
    const paymentId = await bank.tpp.pay(bulkFile(40), day);
    expect((await cancel(paymentId)).status).toBe(200);
    expect(await statusOf(client, paymentId)).toBe('InitiationFailed');
    const report = await bank.tpp.get(`/file-payments/${paymentId}/report-file`);
    expect(report.text).toContain('<GrpSts>RJCT</GrpSts>');
    expect(report.text).toContain('<Cd>DS02</Cd>');
    await bank.tpp.moveClock('2026-12-07T12:00:00Z');
    expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual([]);
  });

  test('cannot be cancelled by another TPP, another customer or a user without the right to it', async () => {
    const client = clientOf('domestic-scheduled-payments');
    const { paymentId } = await client.paid();
    const other = await Tpp.signIn(bank.service.origin, 'tpp-two');
    expect((await cancel(paymentId, 'clara', other)).status).toBe(403);
    expect((await cancel(paymentId, 'sam')).status).toBe(400);
    expect((await cancel(paymentId, 'nobody')).status).toBe(400);
    const file = await bank.tpp.pay(bulkFile(2), {
      RequestedExecutionDateTime: '2026-12-04T00:00:00Z',
    });
    // Colin has no right to make file payments, so he may not cancel one either.
    expect((await cancel(file, 'colin')).text).toContain('not entitled');
    expect(await statusOf(client, paymentId)).toBe('InitiationPending');
  });

  test('that waits for approvals cannot be approved after its cancellation', async () => {
    const familyCase = approvedByTwo('domestic-scheduled-payments');
    const family = familyNamed('domestic-scheduled-payments');
    const client = new FamilyClient(bank.tpp, family, familyCase);
    const { paymentId } = await client.paid();
    expect((await cancel(paymentId, 'dora')).status).toBe(200);
    const payment = dataOf(await client.readPayment(paymentId));
    expect(payment).toMatchObject({
      Status: 'Cancelled',
      MultiAuthorisation: { Status: 'Rejected' },
    });
    const path = `/sandbox/payments/${paymentId}/approvals`;
    const late = await bank.tpp.post(path, { user: 'dave', decision: 'approve' }, { key: null });
    expect(late.status).toBe(400);
  });
});

describe('an immediate payment', () => {
  test('cannot be cancelled', async () => {
    const client = clientOf('domestic-payments');
    const { paymentId } = await client.paid();
    const late = await cancel(paymentId);
    expect(late.status).toBe(400);
    expect(late.text).toMatch(/being executed|has ended/);
    await expect
      .poll(() => statusOf(client, paymentId), { timeout: 60_000 })
      .toBe(client.case.statuses.last);
  });
});

test('a cancellation concurrent with the execution either wins or is refused', async () => {
  const client = clientOf('domestic-scheduled-payments');
  const { customer, dueAt } = client.case;
  const payments = await Promise.all(Array.from({ length: 12 }, () => client.paid()));
  const moved = bank.tpp.moveClock(expectDefined(dueAt, 'their day'));
  const cancelled = await Promise.all(
    payments.map(async ({ paymentId }) => (await cancel(paymentId)).status === 200),
  );
  await moved;
  await bank.service.runner.drain(20_000);
  const ends = await Promise.all(payments.map(({ paymentId }) => statusOf(client, paymentId)));
  expect(ends).toEqual(cancelled.map((was) => (was ? 'Cancelled' : 'InitiationCompleted')));
  const debits = await debitsOf(bank.tpp, customer.debtorAccount);
  expect(debits).toHaveLength(cancelled.filter((was) => !was).length);
});
