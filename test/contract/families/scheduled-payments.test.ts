import { describe, expect, test } from 'vitest';
import { domesticScheduledPayments } from '../../../src/families/domestic-scheduled-payments.ts';
import {
  approve,
  askConsent,
  debitsOf,
  payOrder,
  pounds,
  entriesOf,
  statusOf,
  storyOf,
  submitOrder,
} from '../../helpers/orders.ts';
import { account, BAKERY, NEARLY_EMPTY, NORTHWIND } from '../../helpers/payment-file.ts';
import { dataOf, faultsOf } from '../../helpers/tpp.ts';
import { useFreshBank } from '../../helpers/use-service.ts';

/** A bank for each test. Its clock starts on Tuesday, 1 December 2026, 09:00. */
const bank = useFreshBank();

type Initiation = Readonly<Record<string, unknown>>;

/** Returns an Initiation that pays 10.50 on Thursday, 3 December 2026. */
function initiationOf(others: Initiation = {}): Initiation {
  return {
    InstructionIdentification: 'ACME',
    RequestedExecutionDateTime: '2026-12-03T15:00:00Z',
    InstructedAmount: pounds('10.50'),
    CreditorAccount: account('20000000000001', 'Fresco Ltd'),
    RemittanceInformation: { Reference: 'FRESCO' },
    ...others,
  };
}

const on = (date: string): Initiation => ({ RequestedExecutionDateTime: `${date}T15:00:00Z` });

function pay(others: Initiation = {}, debtorAccount = NORTHWIND): Promise<string> {
  return payOrder(bank.tpp, domesticScheduledPayments, initiationOf(others), debtorAccount);
}

const status = (id: string): Promise<unknown> => statusOf(bank.tpp, domesticScheduledPayments, id);
const story = (id: string): Promise<string[]> => storyOf(bank.tpp, domesticScheduledPayments, id);

/**
 * Creates a consent and a payment. Returns the expected times that each of them states before the
 * execution.
 */
async function expectedOf(others: Initiation): Promise<readonly unknown[]> {
  const data = await askConsent(bank.tpp, domesticScheduledPayments, initiationOf(others));
  const consent = dataOf(data);
  const consentId = consent['ConsentId'] as string;
  const token = await approve(bank.tpp, consentId, NORTHWIND);
  const payment = await submitOrder(bank.tpp, domesticScheduledPayments, consentId, token);
  const day = 'ExpectedExecutionDateTime';
  return [consent['CutOffDateTime'], consent[day], payment[day]];
}

test('a consent request can be repeated after its day with the same key, and no new one is accepted', async () => {
  const client = bank.tpp.family(domesticScheduledPayments);
  const Data = { Permission: 'Create', Initiation: initiationOf() };
  const ask = (key: string) => client.createConsent({ Data, Risk: {} }, { key });
  await bank.tpp.moveClock('2026-12-03T16:00:00Z');
  const first = await ask('on the day');
  expect(first.status).toBe(201);
  await bank.tpp.moveClock('2026-12-04T09:00:00Z');
  expect((await ask('when it is over')).status).toBe(400);
  const again = await ask('on the day');
  expect([again.status, dataOf(again)['ConsentId']]).toEqual([201, dataOf(first)['ConsentId']]);
});

test('a payment is executed at the start of its day in London', async () => {
  const id = await pay({ CreditorAccount: account(BAKERY, 'Bright Bakes Ltd') });
  await bank.tpp.moveClock('2026-12-02T23:59:00Z');
  expect(await status(id)).toBe('InitiationPending');
  expect(await story(id)).toEqual(['PDNG ACME, payment of 2026-12-03: waits for its day.']);
  expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual([]);
  await bank.tpp.moveClock('2026-12-03T00:00:01Z');
  expect(await status(id)).toBe('InitiationCompleted');
  expect(await story(id)).toEqual(["ACSC ACME, payment of 2026-12-03: in the creditor's account."]);
  expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual(['2026-12-03 -10.50 FRESCO']);
  expect((await entriesOf(bank.tpp, BAKERY)).at(-1)).toMatchObject({
    kind: 'credit',
    amount: '10.50',
    reference: 'FRESCO',
  });
  await bank.tpp.moveClock('2027-12-03T00:00:01Z');
  expect(await debitsOf(bank.tpp, NORTHWIND)).toHaveLength(1);
});

describe.each([{}, { LocalInstrument: 'UK.OBIE.CHAPS' }])('a payment with %o', (instrument) => {
  test.each([
    ['a Saturday', '2026-12-05', '2026-12-07', '2026-12-07T00:00:00.000Z'],
    ['Christmas', '2026-12-25', '2026-12-29', '2026-12-29T00:00:00.000Z'],
    ['Easter, in summer time', '2027-03-28', '2027-03-30', '2027-03-29T23:00:00.000Z'],
    ['a day in summer time', '2027-06-30', '2027-06-30', '2027-06-29T23:00:00.000Z'],
  ])('for %s is executed at the time in the answers', async (_, date, day, executionAt) => {
    const [, ofConsent, ofPayment] = await expectedOf({ ...instrument, ...on(date) });
    expect([ofConsent, ofPayment]).toEqual([executionAt, executionAt]);
    await bank.tpp.moveClock(new Date(Date.parse(executionAt) - 60_000).toISOString());
    expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual([]);
    await bank.tpp.moveClock('2027-11-01T09:00:00Z');
    expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual([`${day} -10.50 FRESCO`]);
  });
});

test('the day is the London day, whatever the time zone of the date-time', async () => {
  await pay({ RequestedExecutionDateTime: '2027-06-30T23:30:00Z' });
  await bank.tpp.moveClock('2027-11-01T09:00:00Z');
  expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual(['2027-07-01 -10.50 FRESCO']);
});

describe('over CHAPS', () => {
  const CHAPS = { LocalInstrument: 'UK.OBIE.CHAPS' };

  test('a payment for a later day has the cut-off of that day', async () => {
    expect(await expectedOf({ ...CHAPS, ...on('2026-12-03') })).toEqual([
      '2026-12-03T16:00:00.000Z',
      '2026-12-03T00:00:00.000Z',
      '2026-12-03T00:00:00.000Z',
    ]);
  });

  test('a payment for today is executed at once before the cut-off, or the next day after it', async () => {
    const today = { ...CHAPS, ...on('2026-12-01') };
    const early = await pay(today);
    await bank.tpp.moveClock('2026-12-01T16:00:00Z');
    expect(await status(early)).toBe('InitiationCompleted');
    const late = await pay(today);
    await bank.tpp.moveClock('2026-12-01T23:59:00Z');
    expect(await status(late)).toBe('InitiationPending');
    await bank.tpp.moveClock('2026-12-02T00:00:01Z');
    expect(await status(late)).toBe('InitiationCompleted');
    expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual([
      '2026-12-01 -10.50 FRESCO',
      '2026-12-02 -10.50 FRESCO',
    ]);
  });
});

test('a payment fails when the account has no funds on its day', async () => {
  const id = await pay({ InstructedAmount: pounds('500.01') }, NEARLY_EMPTY);
  expect(await status(id)).toBe('InitiationPending');
  await bank.tpp.moveClock('2026-12-03T00:00:01Z');
  expect(await status(id)).toBe('InitiationFailed');
  expect(await story(id)).toEqual(['AM04 ACME, payment of 2026-12-03: not debited: no funds.']);
  expect(await debitsOf(bank.tpp, NEARLY_EMPTY)).toEqual([]);
});

test('a payment to an unknown account is returned and fails', async () => {
  const id = await pay({ CreditorAccount: account('99999900000001', 'Nobody') });
  await bank.tpp.moveClock('2026-12-03T00:00:01Z');
  expect(await status(id)).toBe('InitiationFailed');
  const entries = await entriesOf(bank.tpp, NORTHWIND);
  expect(entries.slice(-2).map(({ kind, amount, reference }) => [kind, amount, reference])).toEqual(
    [
      ['debit', '-10.50', 'FRESCO'],
      ['returned-credit', '10.50', 'Returned AC01 FRESCO'],
    ],
  );
});

test('a payment survives a restart and is executed once', async () => {
  const id = await pay();
  await bank.restart();
  await bank.tpp.moveClock('2026-12-03T00:00:00Z');
  await bank.restart();
  await bank.tpp.moveClock('2026-12-04T00:00:00Z');
  expect(await status(id)).toBe('InitiationCompleted');
  expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual(['2026-12-03 -10.50 FRESCO']);
});

test('a consent approved on its day is paid at once, and one submitted after it on the next day', async () => {
  const consents = await Promise.all(
    [0, 1].map(() => askConsent(bank.tpp, domesticScheduledPayments, initiationOf())),
  );
  const [onDay = '', afterDay = ''] = consents.map((one) => dataOf(one)['ConsentId'] as string);
  const submit = (consentId: string, token: string) =>
    submitOrder(bank.tpp, domesticScheduledPayments, consentId, token);
  await bank.tpp.moveClock('2026-12-03T18:00:00Z');
  await submit(onDay, await approve(bank.tpp, onDay, NORTHWIND));
  const token = await approve(bank.tpp, afterDay, NORTHWIND);
  await bank.tpp.moveClock('2026-12-04T18:00:00Z');
  await submit(afterDay, token);
  await bank.tpp.moveClock('2026-12-10T09:00:00Z');
  expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual([
    '2026-12-03 -10.50 FRESCO',
    '2026-12-04 -10.50 FRESCO',
  ]);
});

test.each(['2026-11-30T23:59:59Z', '2027-12-02T00:00:00Z', '2027-02-29T00:00:00Z'])(
  'a payment for %s is rejected',
  async (RequestedExecutionDateTime) => {
    const initiation = initiationOf({ RequestedExecutionDateTime });
    const reply = await askConsent(bank.tpp, domesticScheduledPayments, initiation);
    expect([reply.status, faultsOf(reply)]).toEqual([
      400,
      ['Field.InvalidDate Data.Initiation.RequestedExecutionDateTime'],
    ]);
  },
);

test.each([
  ['the time', (body: string) => body],
  [
    'the time in other characters',
    (body: string) => body.replace('12:00:00Z', String.raw`12:00:00\u005a`),
  ],
])('a customer cannot approve after %s', async (_, spell) => {
  const CompletionDateTime = '2026-12-02T12:00:00Z';
  const Authorisation = { AuthorisationType: 'Any', CompletionDateTime };
  const Data = { Permission: 'Create', Authorisation, Initiation: initiationOf() };
  const body = spell(JSON.stringify({ Data, Risk: {} }));
  const response = await bank.tpp.call('POST', '/domestic-scheduled-payment-consents', { body });
  await bank.tpp.moveClock(CompletionDateTime);
  const decided = await bank.tpp.decide(dataOf(response)['ConsentId'] as string, {
    debtorAccount: NORTHWIND,
  });
  expect(decided.json).toMatchObject({
    status: 'Rejected',
    error_description: 'This had to be authorised by 2026-12-02T12:00:00.000Z.',
  });
});
