import { describe, expect, it } from 'vitest';
import {
  orderOf as theOrder,
  type Order,
  type OrderPayment,
} from '../../../../src/domain/execution/order.ts';
import { domesticStandingOrders as family } from '../../../../src/families/domestic-standing-orders/index.ts';
import { FaultList } from '../../../../src/shared/errors.ts';
import { LIMITS } from '../../../helpers/limits.ts';
import { pounds } from '../../../helpers/orders.ts';
import { account } from '../../../helpers/payment-file.ts';
import { readConsent } from '../../../helpers/v3.ts';

const CONTEXT = {
  now: Date.parse('2026-12-01T09:00:00Z'),
  maxDaysAhead: 365,
  bankName: null,
  bacsAccepted: true,
  hasContracts: true,
  ...LIMITS,
};

/** A calendar in which Christmas Day is the only bank holiday. */
const HOLIDAYS = {
  isBankHoliday: (date: string) => date === '2026-12-25',
  isTargetHoliday: () => false,
};

type Members = Readonly<Record<string, unknown>>;

const INITIATION: Members = {
  Frequency: 'IntrvlMnthDay:01:15',
  FirstPaymentDateTime: '2026-12-15T09:00:00Z',
  FirstPaymentAmount: pounds('10.00'),
  CreditorAccount: account('20000000000001', 'Fresco Ltd'),
};

function bodyOf(changes: Members, data: Members = {}): unknown {
  const Data = { Permission: 'Create', ...data, Initiation: { ...INITIATION, ...changes } };
  return { Data, Risk: {} };
}

/** Returns the faults of a consent request as `code member`, without `Data.Initiation`. */
function faultsOf(body: unknown): string[] {
  const faults = new FaultList();
  const consent = readConsent(family, body, CONTEXT, faults);
  expect(consent !== undefined || !faults.isEmpty).toBe(true);
  return faults.faults.map(({ code, path = '' }) =>
    `${code} ${path}`.replace('UK.OBIE.Field.', '').replace('Data.Initiation.', ''),
  );
}

function orderOf(changes: Members): Order {
  const { Data } = bodyOf(changes) as { Data: Members };
  return theOrder(family.instructionOf(JSON.stringify(Data), 'consent', LIMITS));
}

/** Returns the payments of an order, at most ten. */
function paymentsOf(changes: Members): OrderPayment[] {
  const order = orderOf(changes);
  const payments: OrderPayment[] = [];
  let next = order.nextPayment(null, HOLIDAYS);
  while (next !== null && payments.length < 10) {
    payments.push(next);
    next = order.nextPayment(next, HOLIDAYS);
  }
  return payments;
}

describe('a standing order consent', () => {
  it.each<[string, Members]>([
    ['no end', {}],
    ['one payment', { NumberOfPayments: '1' }],
    ['the most payments', { NumberOfPayments: '9999', FinalPaymentAmount: pounds('1') }],
    ['its first payment today', { FirstPaymentDateTime: '2026-12-01T00:00:00Z' }],
    ['its first payment on the last day', { FirstPaymentDateTime: '2027-12-01T23:59:59Z' }],
    ['its one payment on one day', { FinalPaymentDateTime: '2026-12-15T00:00:00Z' }],
    ['recurring payments from the next day', { RecurringPaymentDateTime: '2026-12-16T00:00:00Z' }],
    ['a final payment in a hundred years', { FinalPaymentDateTime: '2126-12-01T09:00:00Z' }],
    [
      'one recurring payment, the final one',
      {
        RecurringPaymentDateTime: '2027-01-04T09:00:00Z',
        FinalPaymentDateTime: '2027-01-04T08:00:00Z',
        RecurringPaymentAmount: pounds('20.00'),
        FinalPaymentAmount: pounds('30.00'),
      },
    ],
  ])('may have %s', (_, changes) => {
    expect(faultsOf(bodyOf(changes))).toEqual([]);
  });

  it.each<[string, Members, string[]]>([
    ['no frequency', { Frequency: undefined }, ['Missing Frequency']],
    ['a false frequency', { Frequency: 'IntrvlMnthDay:07:01' }, ['Invalid Frequency']],
    ['a long reference', { Reference: 'R'.repeat(36) }, ['Invalid Reference']],
    ['no payment', { NumberOfPayments: '0' }, ['Invalid NumberOfPayments']],
    ['a leading zero', { NumberOfPayments: '01' }, ['Invalid NumberOfPayments']],
    ['too many payments', { NumberOfPayments: '10000' }, ['Invalid NumberOfPayments']],
    ['a number for a text', { NumberOfPayments: 5 }, ['Invalid NumberOfPayments']],
    ['no number', { NumberOfPayments: '' }, ['Invalid NumberOfPayments']],
    ['a fraction', { NumberOfPayments: '1.5' }, ['Invalid NumberOfPayments']],
    [
      'euros',
      { FirstPaymentAmount: { Amount: '1.00', Currency: 'EUR' } },
      ['UK.OBIE.Unsupported.Currency FirstPaymentAmount.Currency'],
    ],
    [
      'no amount at the end',
      { NumberOfPayments: '2', FinalPaymentAmount: pounds('0.00') },
      ['Invalid FinalPaymentAmount.Amount'],
    ],
    [
      'a member of other orders',
      { LocalInstrument: 'UK.OBIE.FPS' },
      ['Unexpected LocalInstrument'],
    ],
  ])('is rejected with %s', (_, changes, faults) => {
    expect(faultsOf(bodyOf(changes))).toEqual(faults);
  });

  const FIRST = 'FirstPaymentDateTime';
  const RECURRING = 'RecurringPaymentDateTime';
  const FINAL = 'FinalPaymentDateTime';

  it.each<[string, string, string]>([
    ['the first payment yesterday', FIRST, '2026-11-30T23:59:59Z'],
    ['the first payment beyond the horizon', FIRST, '2027-12-02T00:00:00Z'],
    ['the first payment no date', FIRST, '2026-02-30T00:00:00Z'],
    ['recurring payments on the day of the first', RECURRING, '2026-12-15T23:00:00Z'],
    ['recurring payments before the first', RECURRING, '2026-12-14T09:00:00Z'],
    ['recurring payments in the last year there is', RECURRING, '9999-12-31T23:59:59-01:00'],
    ['recurring payments in the year 203', RECURRING, '0203-01-01T00:00:00Z'],
    ['recurring payments no date', RECURRING, 'soon'],
    ['the final payment before the first', FINAL, '2026-12-14T23:59:59Z'],
    ['the final payment more than a hundred years ahead', FINAL, '2126-12-03T00:00:00Z'],
    ['the final payment in the last year there is', FINAL, '9999-12-31T23:59:59Z'],
  ])('must not have %s', (_, member, date) => {
    expect(faultsOf(bodyOf({ [member]: date }))).toEqual([`InvalidDate ${member}`]);
  });

  it('uses the London day of a date-time', () => {
    const inSummer = { FirstPaymentDateTime: '2027-06-30T23:30:00Z' };
    const sameDay = { ...inSummer, RecurringPaymentDateTime: '2027-07-01T12:00:00Z' };
    expect(faultsOf(bodyOf(sameDay))).toEqual(['InvalidDate RecurringPaymentDateTime']);
    expect(paymentsOf({ ...inSummer, NumberOfPayments: '1' })[0]?.date).toBe('2027-07-01');
  });

  it('must not have its final payment before the recurring ones', () => {
    const dates = {
      RecurringPaymentDateTime: '2027-01-04T09:00:00Z',
      FinalPaymentDateTime: '2027-01-03T09:00:00Z',
    };
    expect(faultsOf(bodyOf(dates))).toEqual(['InvalidDate FinalPaymentDateTime']);
  });

  it('must end in one way, and has a final amount only if it ends', () => {
    const final = { FinalPaymentDateTime: '2027-01-15T09:00:00Z' };
    expect(faultsOf(bodyOf({ ...final, NumberOfPayments: '2' }))).toEqual([
      'Unexpected NumberOfPayments',
    ]);
    expect(faultsOf(bodyOf({ FinalPaymentAmount: pounds('1.00') }))).toEqual([
      'Expected FinalPaymentDateTime',
    ]);
  });

  it.each<[string, Members]>([
    ['one payment', { NumberOfPayments: '1' }],
    ['one day', { FinalPaymentDateTime: '2026-12-15T20:00:00Z' }],
  ])('of %s must not have a final amount besides the first', (_, end) => {
    const final = { FinalPaymentAmount: pounds('1.00') };
    expect(faultsOf(bodyOf({ ...end, ...final }))).toEqual(['Unexpected FinalPaymentAmount']);
  });

  it('gets all its faults together', () => {
    const changes = {
      Frequency: 7,
      FirstPaymentDateTime: '2020-01-01T00:00:00Z',
      RecurringPaymentDateTime: '2020-02-01T00:00:00Z',
      FinalPaymentDateTime: 5,
      NumberOfPayments: null,
      FinalPaymentAmount: 'all',
    };
    const late = {
      Authorisation: { AuthorisationType: 'Any', CompletionDateTime: '2026-12-01T08:00:00Z' },
    };
    expect(faultsOf(bodyOf(changes, late)).sort()).toEqual([
      'Invalid FinalPaymentAmount',
      'Invalid FinalPaymentDateTime',
      'Invalid Frequency',
      'Invalid NumberOfPayments',
      'InvalidDate Data.Authorisation.CompletionDateTime',
      'InvalidDate FirstPaymentDateTime',
      'InvalidDate RecurringPaymentDateTime',
      'Unexpected NumberOfPayments',
    ]);
    for (const body of [null, [], 'text', { Data: null }, { Data: { Initiation: 'none' } }]) {
      expect(faultsOf(body)).not.toEqual([]);
    }
  });
});

describe('the order of a standing order', () => {
  const amountsOf = (changes: Members): number[] =>
    paymentsOf({ NumberOfPayments: '3', ...changes }).map(({ amount }) => amount);

  it('pays the first amount, unless others are given', () => {
    expect(amountsOf({})).toEqual([1000, 1000, 1000]);
    expect(amountsOf({ RecurringPaymentAmount: pounds('20') })).toEqual([1000, 2000, 2000]);
    expect(amountsOf({ FinalPaymentAmount: pounds('30.5') })).toEqual([1000, 1000, 3050]);
  });

  it('has the days of its schedule, business days or not', () => {
    const daily = { Frequency: 'EvryDay', FirstPaymentDateTime: '2026-12-24T09:00:00Z' };
    const last = { FinalPaymentDateTime: '2026-12-27T09:00:00Z' };
    expect(paymentsOf({ ...daily, ...last }).map(({ number, date }) => [number, date])).toEqual([
      [0, '2026-12-24'],
      [1, '2026-12-25'],
      [2, '2026-12-26'],
      [3, '2026-12-27'],
    ]);
    const workdays = { ...daily, Frequency: 'EvryWorkgDay', NumberOfPayments: '2' };
    expect(paymentsOf(workdays).map(({ date }) => date)).toEqual(['2026-12-24', '2026-12-28']);
  });

  it('uses Faster Payments, with its Reference or the default', () => {
    expect(orderOf({ Reference: 'RENT' })).toMatchObject({
      instrument: 'FPS',
      currency: 'GBP',
      parties: {
        creditor: '20000000000001',
        creditorName: 'Fresco Ltd',
        endToEndIdentification: 'RENT',
        reference: 'RENT',
      },
    });
    expect(orderOf({}).parties).toMatchObject({
      endToEndIdentification: 'Standing order',
      reference: '',
    });
  });
});

it('a standing order debits the account that its consent names', () => {
  const body = bodyOf({ DebtorAccount: account('11280001234567') });
  expect(readConsent(family, body, CONTEXT, new FaultList())).toMatchObject({
    debtorAccount: '11280001234567',
    expiresAt: null,
  });
});
