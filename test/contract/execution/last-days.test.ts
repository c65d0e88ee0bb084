import { describe, expect, test } from 'vitest';
import type { Family } from '../../../src/families/common/family.ts';
import { domesticScheduledPayments } from '../../../src/families/domestic-scheduled-payments.ts';
import { domesticStandingOrders } from '../../../src/families/domestic-standing-orders/index.ts';
import { internationalScheduledPayments } from '../../../src/families/international/scheduled-payments.ts';
import { DAY_MS } from '../../../src/shared/time.ts';
import { TO_USA } from '../../helpers/international.ts';
import {
  approve,
  askConsent,
  debitsOf,
  first,
  limitedTo,
  payOrder,
  pounds,
  standingOrder,
  statusOf,
  storyOf,
} from '../../helpers/orders.ts';
import { account, bulkFile, fileOf, NORTHWIND, payment } from '../../helpers/payment-file.ts';
import { dataOf, faultsOf } from '../../helpers/tpp.ts';
import { useFreshBank } from '../../helpers/use-service.ts';

/**
 * A bank for each test. Its clock starts on Tuesday, 1 December 2026, 09:00, and its consents lapse
 * only after a year.
 */
const bank = useFreshBank({ config: { consentApprovalDays: 365, consentUseDays: 365 } });

type Json = Readonly<Record<string, unknown>>;

/** Returns the fields that end a standing order: it pays 30.00 on its final day. */
const until = (final: string): Json => ({
  FinalPaymentDateTime: final,
  FinalPaymentAmount: pounds('30.00'),
});

async function consentTo(family: Family, initiation: Json): Promise<string> {
  const reply = await askConsent(bank.tpp, family, initiation);
  expect(reply.text).toContain('"AwaitingAuthorisation"');
  return dataOf(reply)['ConsentId'] as string;
}

const consentToOrder = (others: Json): Promise<string> =>
  consentTo(domesticStandingOrders, standingOrder(others));

/** Decides a consent as the customer. Returns `Authorised`, or the reason why the bank refuses. */
async function decided(consentId: string, debtorAccount: string | null = NORTHWIND) {
  const choice = debtorAccount === null ? {} : { debtorAccount };
  const { json } = await bank.tpp.decide(consentId, choice);
  return json?.['error_description'] ?? json?.['status'];
}

async function submitted(family: Family, consentId: string, token: string) {
  const { Initiation } = dataOf(await bank.tpp.get(`/${family.consents}/${consentId}`));
  const body = { Data: { ConsentId: consentId, Initiation }, Risk: {} };
  return bank.tpp.post(`/${family.payments}`, body, { token });
}

/**
 * Standing orders that end in different ways, and a time at which all their payment days are over.
 */
const OVER: readonly (readonly [string, Json, string, string])[] = [
  ['its final day', until('2027-01-08T09:00:00Z'), '2027-01-09T00:00:00Z', 'Final'],
  [
    'a final day that is no business day',
    until('2026-12-19T09:00:00Z'),
    '2026-12-20T09:00:00Z',
    'Final',
  ],
  ['the day of its only payment', { NumberOfPayments: '1' }, '2026-12-16T00:00:00Z', 'First'],
  ['the day of the second of two payments', limitedTo(2), '2027-01-16T00:00:00Z', 'First'],
];

describe('a standing order', () => {
  test.each(OVER)(
    'approved after %s is refused, and the message names the day',
    async (_, others, now) => {
      const consentId = await consentToOrder(others);
      await bank.tpp.moveClock(now);
      expect(await decided(consentId)).toMatch(
        /^This was to be paid by .* and that day is over\.$/,
      );
      const consent = await bank.tpp.get(`/domestic-standing-order-consents/${consentId}`);
      expect(dataOf(consent)['Status']).toBe('Rejected');
    },
  );

  test.each(OVER)(
    'submitted after %s is refused with 400 and not booked',
    async (_, others, now, end) => {
      const consentId = await consentToOrder(others);
      const token = await approve(bank.tpp, consentId, NORTHWIND);
      // The token's lifetime follows the machine's clock, so the token is still valid.
      await bank.tpp.moveClock(now);
      const reply = await submitted(domesticStandingOrders, consentId, token);
      expect([reply.status, faultsOf(reply)]).toEqual([
        400,
        [`Field.InvalidDate Data.Initiation.${end}PaymentDateTime`],
      ]);
      await bank.tpp.moveClock('2028-01-01T09:00:00Z');
      expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual([]);
    },
  );

  test('is accepted until the last minute of its final day in London', async () => {
    await bank.tpp.moveClock('2027-06-20T09:00:00Z');
    // London has summer time then, so the final day is 1 July there.
    const consentId = await consentToOrder({
      ...first('2027-06-21'),
      ...until('2027-06-30T23:30:00Z'),
    });
    await bank.tpp.moveClock('2027-07-01T22:59:00Z');
    expect(await decided(consentId)).toBe('Authorised');
  });

  test('whose final day is no business day is paid on the next business day', async () => {
    const others = until('2026-12-19T09:00:00Z');
    await payOrder(bank.tpp, domesticStandingOrders, standingOrder(others), NORTHWIND);
    await bank.tpp.moveClock('2027-12-01T09:00:00Z');
    expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual([
      '2026-12-15 -10.00 RENT',
      '2026-12-21 -30.00 RENT',
    ]);
  });

  test('approved between its days pays at once and on the remaining days', async () => {
    const consentId = await consentToOrder(until('2027-01-08T09:00:00Z'));
    const token = await approve(bank.tpp, consentId, NORTHWIND);
    await bank.tpp.moveClock('2026-12-30T09:00:00Z');
    await submitted(domesticStandingOrders, consentId, token);
    await bank.tpp.moveClock('2027-12-01T09:00:00Z');
    expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual([
      '2026-12-30 -10.00 RENT',
      '2027-01-08 -30.00 RENT',
    ]);
  });
});

describe('a service that was down on the last day of an order', () => {
  test.each([
    ['does not book the remaining payments', '2026-12-10T09:00:00Z', 40, []],
    ['keeps the payments booked before', '2026-12-20T09:00:00Z', 30, ['2026-12-15 -10.00 RENT']],
  ])('%s, and reports each payment', async (_, stoppedAt, days, debits) => {
    const initiation = standingOrder(until('2027-01-08T09:00:00Z'));
    const id = await payOrder(bank.tpp, domesticStandingOrders, initiation, NORTHWIND);
    await bank.tpp.moveClock(stoppedAt);
    bank.service.passMachineTime(days * DAY_MS);
    await bank.restart();
    await bank.tpp.moveClock('2027-12-01T09:00:00Z');
    expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual(debits);
    const missed = (day: string): string =>
      `DT01 payment of ${day}: not debited: the last day of the order was over.`;
    const [paid] = debits;
    expect(await storyOf(bank.tpp, domesticStandingOrders, id)).toEqual([
      paid === undefined
        ? missed('2026-12-15')
        : "ACSC payment of 2026-12-15: in the creditor's account.",
      missed('2027-01-08'),
    ]);
    expect(await statusOf(bank.tpp, domesticStandingOrders, id)).toBe(
      paid === undefined ? 'InitiationFailed' : 'InitiationCompleted',
    );
  });

  test('pays until the end of the final day, also if that was moved to a business day', async () => {
    const others = { ...first('2026-12-19'), ...until('2026-12-19T09:00:00Z') };
    const initiation = standingOrder({ ...others, FinalPaymentAmount: undefined });
    await payOrder(bank.tpp, domesticStandingOrders, initiation, NORTHWIND);
    bank.service.passMachineTime(20 * DAY_MS);
    await bank.restart();
    await bank.tpp.moveClock('2026-12-21T23:00:00Z');
    expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual(['2026-12-21 -10.00 RENT']);
  });
});

const DAY = '2026-12-03T15:00:00Z';

const SCHEDULED: readonly (readonly [string, Family, Json])[] = [
  [
    'within the country',
    domesticScheduledPayments,
    {
      InstructionIdentification: 'ACME',
      RequestedExecutionDateTime: DAY,
      InstructedAmount: pounds('10.50'),
      CreditorAccount: account('20000000000001', 'Fresco Ltd'),
    },
  ],
  ['abroad', internationalScheduledPayments, { ...TO_USA, RequestedExecutionDateTime: DAY }],
];

describe.each(SCHEDULED)('a scheduled payment %s', (_, family, initiation) => {
  test('approved after its date is refused, and the message names the date', async () => {
    const consentId = await consentTo(family, initiation);
    await bank.tpp.moveClock('2026-12-04T00:00:00Z');
    expect(await decided(consentId)).toBe(
      'This was to be paid by Thursday 3 December 2026, and that day is over.',
    );
    const refused = bank.service.events.filter(({ kind }) => kind === 'consentDecided');
    expect(refused).toMatchObject([{ authorised: false, reason: 'DT01' }]);
  });

  test('approved on its date and submitted later is paid at once', async () => {
    const consentId = await consentTo(family, initiation);
    await bank.tpp.moveClock('2026-12-03T23:59:00Z');
    const token = await approve(bank.tpp, consentId, NORTHWIND);
    await bank.tpp.moveClock('2026-12-04T09:00:00Z');
    expect((await submitted(family, consentId, token)).status).toBe(201);
    await bank.tpp.moveClock('2026-12-07T09:00:00Z');
    const [debit] = await debitsOf(bank.tpp, NORTHWIND);
    expect(debit).toMatch(/^2026-12-04 /);
  });
});

describe('a payment file', () => {
  const on = (day: string): Json => ({ RequestedExecutionDateTime: `${day}T09:00:00Z` });

  async function uploaded(file: Buffer, initiation: Record<string, unknown> = {}) {
    const consentId = await bank.tpp.consentFor(file, initiation);
    expect((await bank.tpp.upload(consentId, file)).status).toBe(200);
    return consentId;
  }

  const DATED: readonly (readonly [string, Buffer, Record<string, unknown>])[] = [
    ['with the execution date in its consent', bulkFile(2), { ...on('2026-12-03') }],
    ['with the execution date in its payments', bulkFile(2, on('2026-12-03')), {}],
    ['with the day of its upload as the date in its consent', bulkFile(2), { ...on('2026-12-01') }],
    ['with the day of its upload as the date in its payments', bulkFile(2, on('2026-12-01')), {}],
  ];

  test.each(DATED)('%s is refused after that day', async (_, file, initiation) => {
    const consentId = await uploaded(file, initiation);
    await bank.tpp.moveClock('2026-12-04T00:00:00Z');
    expect(await decided(consentId, null)).toMatch(
      /^The file has 2 payments for days that are over, the first for .* December 2026\.$/,
    );
  });

  test('with several execution dates is refused after the first of them', async () => {
    const days = ['2026-12-09', '2026-12-03', '2026-12-03'];
    const consentId = await uploaded(fileOf(days.map((day, index) => payment(index, on(day)))));
    await bank.tpp.moveClock('2026-12-04T00:00:00Z');
    expect(await decided(consentId, null)).toBe(
      'The file has 2 payments for days that are over, the first for Thursday 3 December 2026.',
    );
  });

  test.each([
    ['without execution dates can be approved on any day', bulkFile(2), '2026-12-20T09:00:00Z'],
    [
      'can be approved on its execution date',
      bulkFile(2, on('2026-12-03')),
      '2026-12-03T23:59:00Z',
    ],
  ])('%s', async (_, file, now) => {
    const consentId = await uploaded(file);
    await bank.tpp.moveClock(now);
    expect(await decided(consentId, null)).toBe('Authorised');
  });

  test('approved on its date and submitted later is paid at once', async () => {
    const file = bulkFile(2, on('2026-12-03'));
    const { consentId, token } = await bank.tpp.approved(file);
    await bank.tpp.moveClock('2026-12-04T09:00:00Z');
    expect((await bank.tpp.submit(consentId, token)).status).toBe(201);
    await bank.tpp.moveClock('2026-12-05T09:00:00Z');
    expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual([
      '2026-12-04 -21.00 Internal ops code 5120101',
    ]);
  });
});
