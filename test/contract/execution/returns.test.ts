import { describe, expect, test } from 'vitest';
import { familyNamed } from '../../../src/families/index.ts';
import { readReport } from '../../helpers/pacs002.ts';
import {
  debitsOf,
  detailsOf,
  first,
  payOrder,
  standingOrder,
  storyOf,
} from '../../helpers/orders.ts';
import { bulkFile, NORTHWIND } from '../../helpers/payment-file.ts';
import { dataOf, faultsOf, Tpp, type Reply } from '../../helpers/tpp.ts';
import { useFreshBank } from '../../helpers/use-service.ts';
import { FamilyClient } from '../families/family-client.ts';

/* Credits that the creditor's bank returns after the scheme accepted them. */

const bank = useFreshBank();

function clientOf(family: string): FamilyClient {
  return new FamilyClient(bank.tpp, familyNamed(family));
}

function giveBack(paymentId: string, body: unknown, tpp = bank.tpp): Promise<Reply> {
  return tpp.post(`/sandbox/payments/${paymentId}/returns`, body, { key: null });
}

/** Returns the last entry of an account: its kind, amount and reference. */
async function lastEntryOf(account: string): Promise<string> {
  const reply = await bank.tpp.get(`/sandbox/accounts/${account}/entries?limit=1000`);
  const entries = reply.json?.['entries'] as { kind: string; amount: string; reference: string }[];
  const { kind, amount, reference } = entries.at(-1) ?? { kind: 'none', amount: '', reference: '' };
  return `${kind} ${amount} ${reference}`.trim();
}

describe('a single payment that comes back', () => {
  test.each([
    ['domestic-payments', 'Rejected'],
    ['domestic-scheduled-payments', 'InitiationFailed'],
    ['international-payments', 'Rejected'],
    ['international-scheduled-payments', 'InitiationFailed'],
    ['domestic-vrps', 'Rejected'],
  ])('of %s becomes %s, and the debtor gets the money', async (family, failed) => {
    const client = clientOf(family);
    const { debtorAccount } = client.case.customer;
    const { paymentId } = await client.paid();
    if (client.case.dueAt !== null) await bank.tpp.moveClock(client.case.dueAt);
    await bank.service.runner.drain(1000);
    const read = async () => dataOf(await client.readPayment(paymentId))['Status'];
    expect(await read()).toBe(client.case.statuses.last);

    const reply = await giveBack(paymentId, { index: 0, reason: 'AC04' });
    expect([reply.status, reply.json]).toEqual([200, { status: 'Returned' }]);
    expect(await read()).toBe(failed);
    const [detail] = await detailsOf(bank.tpp, client.family, paymentId);
    expect(detail).toMatchObject({ Status: 'Rejected', StatusDetail: { Status: 'AC04' } });
    expect(detail?.StatusDetail.StatusReasonDescription).toContain(
      "accepted by the scheme, and returned by the creditor's bank.",
    );
    expect(await lastEntryOf(debtorAccount)).toMatch(/^returned-credit [\d.]+ Returned AC04/);
    const event = { kind: 'creditReturned', paymentId, index: 0, reason: 'AC04' };
    expect(bank.service.events).toContainEqual({ ...event, groupStatus: 'RJCT' });
    expect(await bank.service.store.auditBooks()).toEqual([]);
  });

  test('still shows the charge, which the bank keeps', async () => {
    const client = clientOf('international-payments');
    const { paymentId } = await client.paid();
    await bank.service.runner.drain(1000);
    const read = async () => dataOf(await client.readPayment(paymentId))['Charges'];
    const charges = await read();
    expect(charges).toBeDefined();
    expect((await giveBack(paymentId, { index: 0, reason: 'AC04' })).status).toBe(200);
    expect(await read()).toEqual(charges);
  });

  test('is refused before the scheme accepts it, and a second time', async () => {
    const client = clientOf('domestic-scheduled-payments');
    const { paymentId } = await client.paid();
    const credit = { index: 0, reason: 'NARR' };
    expect((await giveBack(paymentId, credit)).text).toContain('has not accepted this credit');
    await bank.tpp.moveClock(client.case.dueAt ?? '');
    await bank.service.runner.drain(1000);
    expect((await giveBack(paymentId, credit)).status).toBe(200);
    const again = await giveBack(paymentId, credit);
    expect(again.status).toBe(400);
    expect(faultsOf(again)).toEqual(['Field.Invalid index']);
    expect(again.text).toContain('was rejected or returned before');
  });

  test('is refused to other TPPs, and with a wrong body', async () => {
    const { paymentId } = await clientOf('domestic-payments').paid();
    const stranger = await Tpp.signIn(bank.service.origin, 'tpp-two');
    const other = await giveBack(paymentId, { index: 0, reason: 'AC04' }, stranger);
    expect([400, 403, 404]).toContain(other.status);
    const wrong = await giveBack(paymentId, { index: -1, reason: 'AM04', more: true });
    expect(wrong.status).toBe(400);
    expect(faultsOf(wrong)).toHaveLength(3);
    expect((await giveBack(paymentId, { index: 1, reason: 'AC04' })).text).toContain(
      'The payment has no credit with this index',
    );
  });
});

describe('payments of a file that come back', () => {
  async function reportOf(paymentId: string) {
    const { texts } = readReport(
      (await bank.tpp.get(`/file-payments/${paymentId}/report-file`)).text,
    );
    const group = 'OrgnlGrpInfAndSts';
    return [...texts(`${group}/GrpSts`), ...texts(`${group}/StsRsnInf/Rsn/Cd`)];
  }

  test('change the report, the details and the status of the file', async () => {
    const client = clientOf('file-payments');
    const paymentId = await bank.tpp.pay(bulkFile(3));
    await bank.tpp.finished(paymentId);
    expect((await reportOf(paymentId))[0]).toBe('ACSC');
    await bank.tpp.moveClock('2026-12-20T09:00:00Z');

    expect((await giveBack(paymentId, { index: 1, reason: 'AC01' })).status).toBe(200);
    expect(await reportOf(paymentId)).toEqual(expect.arrayContaining(['PART', 'AC01']));
    const status = async () => dataOf(await client.readPayment(paymentId))['Status'];
    expect(await status()).toBe('InitiationCompleted');
    const details = await detailsOf(bank.tpp, client.family, paymentId);
    expect(details.map(({ StatusDetail }) => StatusDetail.Status)).toEqual([
      'ACSC',
      'AC01',
      'ACSC',
    ]);
    expect(details[1]?.StatusUpdateDateTime).toMatch(/^2026-12-20/);
    expect(await lastEntryOf(NORTHWIND)).toBe('returned-credit 10.50 Returned AC01 FRESCO-1');

    await Promise.all([0, 0, 2].map((index) => giveBack(paymentId, { index, reason: 'AC01' })));
    expect((await reportOf(paymentId))[0]).toBe('RJCT');
    expect(await status()).toBe('InitiationFailed');
    const balance = (await bank.tpp.get(`/sandbox/accounts/${NORTHWIND}/entries`)).json?.[
      'balance'
    ];
    expect(balance).toBe('25000000.00');
    expect(await bank.service.store.auditBooks()).toEqual([]);
  });
});

test('a standing order stays completed if a payment comes back, and continues', async () => {
  const client = clientOf('domestic-standing-orders');
  const daily = standingOrder({ Frequency: 'EvryDay', ...first('2026-12-02') });
  const paymentId = await payOrder(bank.tpp, client.family, daily, NORTHWIND);
  await bank.tpp.moveClock('2026-12-02T12:00:00Z');
  expect((await giveBack(paymentId, { index: 0, reason: 'AC06' })).status).toBe(200);
  const status = async () => dataOf(await client.readPayment(paymentId))['Status'];
  expect(await status()).toBe('InitiationCompleted');
  await bank.tpp.moveClock('2026-12-03T12:00:00Z');
  expect(await status()).toBe('InitiationCompleted');
  const story = await storyOf(bank.tpp, client.family, paymentId);
  expect(story.map((line) => line.split(' ')[0])).toEqual(['AC06', 'ACSC', 'PDNG']);
  expect(await debitsOf(bank.tpp, NORTHWIND)).toHaveLength(2);
  expect(await bank.service.store.auditBooks()).toEqual([]);
});
