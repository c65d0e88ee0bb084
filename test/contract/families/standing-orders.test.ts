import { describe, expect, test } from 'vitest';
import { domesticStandingOrders } from '../../../src/families/domestic-standing-orders/index.ts';
import {
  approve,
  askConsent,
  debitsOf,
  detailsOf,
  first,
  limitedTo,
  payOrder,
  pounds,
  standingOrder,
  entriesOf,
  statusOf,
  storyOf,
  submitOrder,
} from '../../helpers/orders.ts';
import { account, BAKERY, NORTHWIND } from '../../helpers/payment-file.ts';
import { dataOf, faultsOf } from '../../helpers/tpp.ts';
import { useFreshBank } from '../../helpers/use-service.ts';

/** A bank for each test. Its clock starts on Tuesday, 1 December 2026, 09:00. */
const bank = useFreshBank();

function order(others: Record<string, unknown>): Promise<string> {
  return payOrder(bank.tpp, domesticStandingOrders, standingOrder(others), NORTHWIND);
}

const status = (id: string): Promise<unknown> => statusOf(bank.tpp, domesticStandingOrders, id);
const story = (id: string): Promise<string[]> => storyOf(bank.tpp, domesticStandingOrders, id);

describe('each frequency pays on its days, moved to the next business day', () => {
  test.each([
    // The days of this order include a weekend.
    ['EvryDay', '2026-12-04', ['2026-12-04', '2026-12-07', '2026-12-07', '2026-12-07']],
    // The days of this order include Christmas.
    ['EvryWorkgDay', '2026-12-24', ['2026-12-24', '2026-12-29', '2026-12-30', '2026-12-31']],
    ['IntrvlDay:15', '2026-12-10', ['2026-12-10', '2026-12-29', '2027-01-11', '2027-01-25']],
    // The days of this order include New Year.
    ['IntrvlWkDay:02:05', '2026-12-18', ['2026-12-18', '2027-01-04', '2027-01-15', '2027-01-29']],
    ['WkInMnthDay:02:03', '2026-12-09', ['2026-12-09', '2027-01-13', '2027-02-10', '2027-03-10']],
    [
      'IntrvlMnthDay:01:-01',
      '2027-01-29',
      ['2027-01-29', '2027-02-01', '2027-03-01', '2027-03-31'],
    ],
    ['IntrvlMnthDay:06:31', '2026-12-31', ['2026-12-31', '2027-06-30', '2027-12-31', '2028-06-30']],
    ['QtrDay:ENGLISH', '2026-12-25', ['2026-12-29', '2027-03-25', '2027-06-24', '2027-09-29']],
    ['QtrDay:SCOTTISH', '2027-02-02', ['2027-02-02', '2027-05-17', '2027-08-02', '2027-11-11']],
    ['QtrDay:RECEIVED', '2026-12-20', ['2026-12-21', '2027-03-22', '2027-06-21', '2027-09-24']],
  ])('%s from %s', async (Frequency, begin, days) => {
    const id = await order({ Frequency, ...first(begin), ...limitedTo(4) });
    expect(await status(id)).toBe('InitiationPending');
    await bank.tpp.moveClock('2028-12-01T09:00:00Z');
    const amounts = ['-10.00', '-20.00', '-20.00', '-30.00'];
    expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual(
      days.map((day, index) => `${day} ${amounts[index] ?? ''} RENT`),
    );
    expect(await status(id)).toBe('InitiationCompleted');
  });
});

test('summer time changes the hour but not the day', async () => {
  const daily = { Frequency: 'EvryDay', ...limitedTo(4) };
  await order({ ...daily, ...first('2027-03-25') });
  await order({ ...daily, ...first('2027-10-29') });
  await bank.tpp.moveClock('2027-12-01T09:00:00Z');
  const entries = await entriesOf(bank.tpp, NORTHWIND);
  const debits = entries.filter(({ kind }) => kind === 'debit');
  expect(debits.map(({ bookedAt }) => bookedAt.slice(0, '2027-03-25T00:00'.length))).toEqual([
    '2027-03-25T00:00',
    // Good Friday to Easter Monday are not business days. Summer time begins on the Sunday.
    '2027-03-29T23:00',
    '2027-03-29T23:00',
    '2027-03-29T23:00',
    '2027-10-28T23:00',
    // Summer time ends on the Sunday before this Monday.
    '2027-11-01T00:00',
    '2027-11-01T00:00',
    '2027-11-01T00:00',
  ]);
});

test('the first payment of an order that starts today is made at once', async () => {
  const id = await order({ ...first('2026-12-01'), NumberOfPayments: '1' });
  await bank.tpp.moveClock('2026-12-01T10:00:00Z');
  expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual(['2026-12-01 -10.00 RENT']);
  expect(await status(id)).toBe('InitiationCompleted');
  await bank.tpp.moveClock('2027-03-01T10:00:00Z');
  expect(await debitsOf(bank.tpp, NORTHWIND)).toHaveLength(1);
});

test('recurring and final payments have days and amounts of their own', async () => {
  const id = await order({
    RecurringPaymentDateTime: '2027-01-04T09:00:00Z',
    FinalPaymentDateTime: '2027-02-26T09:00:00Z',
    FinalPaymentAmount: pounds('5.00'),
  });
  await bank.tpp.moveClock('2027-12-01T09:00:00Z');
  expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual([
    '2026-12-15 -10.00 RENT',
    '2027-01-04 -20.00 RENT',
    '2027-01-15 -20.00 RENT',
    '2027-02-15 -20.00 RENT',
    '2027-02-26 -5.00 RENT',
  ]);
  expect(await status(id)).toBe('InitiationCompleted');
});

test('payments default to the first amount and to the reference "Standing order"', async () => {
  await order({
    Reference: undefined,
    RecurringPaymentAmount: undefined,
    FinalPaymentDateTime: '2027-01-15T09:00:00Z',
  });
  await bank.tpp.moveClock('2027-12-01T09:00:00Z');
  expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual([
    '2026-12-15 -10.00 Standing order',
    '2027-01-15 -10.00 Standing order',
  ]);
});

test('an account of this bank receives every payment with the Reference', async () => {
  await order({ CreditorAccount: account(BAKERY, 'Bright Bakes Ltd'), ...limitedTo(2) });
  await bank.tpp.moveClock('2027-12-01T09:00:00Z');
  const [, ...entries] = await entriesOf(bank.tpp, BAKERY);
  expect(entries.map(({ kind, amount, reference }) => [kind, amount, reference])).toEqual([
    ['credit', '10.00', 'RENT'],
    ['credit', '30.00', 'RENT'],
  ]);
});

test('an order without an end continues, with status InitiationCompleted since its first payment', async () => {
  const id = await order({});
  await bank.tpp.moveClock('2026-12-14T23:59:00Z');
  expect(await status(id)).toBe('InitiationPending');
  await bank.tpp.moveClock('2026-12-15T00:00:01Z');
  expect(await status(id)).toBe('InitiationCompleted');
  await bank.tpp.moveClock('2029-12-01T09:00:00Z');
  expect(await debitsOf(bank.tpp, NORTHWIND)).toHaveLength(36);
  expect(await status(id)).toBe('InitiationCompleted');
  expect((await story(id)).at(-1)).toBe('PDNG payment of 2029-12-15: waits for its day.');
});

test('payment-details list each payment with its scheme and day, in pages', async () => {
  const id = await order({ Frequency: 'EvryWorkgDay', ...first('2026-12-01') });
  await bank.tpp.moveClock('2027-12-01T09:00:00Z');
  const pages = await Promise.all(
    [1, 2].map((page) => detailsOf(bank.tpp, domesticStandingOrders, id, page)),
  );
  // The order has 254 payments on working days, and the pending one.
  expect(pages.map((page) => page.length)).toEqual([250, 5]);
  const details = pages.flat();
  expect(details.map(({ PaymentTransactionId }) => PaymentTransactionId)).toEqual(
    details.map((_, index) => `${id}.${String(index)}`),
  );
  expect(details[0]?.StatusDetail).toEqual({
    LocalInstrument: 'UK.OBIE.FPS',
    Status: 'ACSC',
    StatusReasonDescription: "payment of 2026-12-01: in the creditor's account.",
  });
  expect(details.at(-1)?.StatusDetail).toEqual({
    LocalInstrument: 'UK.OBIE.FPS',
    Status: 'PDNG',
    StatusReasonDescription: 'payment of 2027-12-02: waits for its day.',
  });
});

test('the answers name debtor and refund account, and no date of a single payment', async () => {
  const response = await askConsent(bank.tpp, domesticStandingOrders, standingOrder(), {
    ReadRefundAccount: 'Yes',
  });
  const consentId = dataOf(response)['ConsentId'] as string;
  const token = await approve(bank.tpp, consentId, NORTHWIND);
  const submitted = await submitOrder(bank.tpp, domesticStandingOrders, consentId, token);
  const consent = dataOf(await bank.tpp.get(`/domestic-standing-order-consents/${consentId}`));
  const debtor = { Debtor: account(NORTHWIND) };
  expect(consent).toMatchObject({ Permission: 'Create', Status: 'Consumed', ...debtor });
  expect(submitted).toMatchObject({
    Status: 'InitiationPending',
    Refund: { Account: account(NORTHWIND, 'Northwind Components plc') },
    ...debtor,
  });
  const days = /^(CutOff|Expected)/;
  expect(Object.keys({ ...consent, ...submitted }).filter((name) => days.test(name))).toEqual([]);
});

test('a consent that violates rules and schema is rejected with all faults', async () => {
  const initiation = standingOrder({
    Frequency: 'IntrvlDay:01',
    FirstPaymentDateTime: '2026-11-30T23:59:59Z',
    RecurringPaymentDateTime: '2026-12-01T00:00:00Z',
    FinalPaymentDateTime: '2026-11-30T00:00:00Z',
    NumberOfPayments: '02',
  });
  const reply = await askConsent(bank.tpp, domesticStandingOrders, initiation);
  expect(reply.status).toBe(400);
  expect(faultsOf(reply)).toEqual([
    'Field.Invalid Data.Initiation.Frequency',
    'Field.Invalid Data.Initiation.NumberOfPayments',
    'Field.InvalidDate Data.Initiation.FirstPaymentDateTime',
    'Field.InvalidDate Data.Initiation.RecurringPaymentDateTime',
    'Field.InvalidDate Data.Initiation.FinalPaymentDateTime',
    'Field.Unexpected Data.Initiation.NumberOfPayments',
  ]);
});
