import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { domesticPayments } from '../../../src/families/domestic-payments.ts';
import { domesticStandingOrders } from '../../../src/families/domestic-standing-orders/index.ts';
import { DAY_MS, londonDate } from '../../../src/shared/time.ts';
import {
  approve,
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
import { account, NEARLY_EMPTY, NORTHWIND } from '../../helpers/payment-file.ts';
import { dataOf } from '../../helpers/tpp.ts';
import { useFreshBank } from '../../helpers/use-service.ts';

/** A bank for each test. Its clock starts on Tuesday, 1 December 2026, 09:00. */
const bank = useFreshBank();

function order(others: Record<string, unknown>, debtorAccount = NORTHWIND): Promise<string> {
  return payOrder(bank.tpp, domesticStandingOrders, standingOrder(others), debtorAccount);
}

const status = (id: string): Promise<unknown> => statusOf(bank.tpp, domesticStandingOrders, id);
const story = (id: string): Promise<string[]> => storyOf(bank.tpp, domesticStandingOrders, id);

describe('a standing order over a restart', () => {
  const PAID = ['2026-12-15 -10.00 RENT', '2027-01-15 -20.00 RENT', '2027-02-15 -30.00 RENT'];

  test.each([
    ['between two payments', '2027-01-20T09:00:00Z'],
    ['before the first payment', '2026-12-02T09:00:00Z'],
  ])('%s loses and repeats no payment', async (_, stoppedAt) => {
    const id = await order(limitedTo(3));
    await bank.tpp.moveClock(stoppedAt);
    await bank.restart();
    await bank.tpp.moveClock('2027-12-01T09:00:00Z');
    expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual(PAID);
    expect(await status(id)).toBe('InitiationCompleted');
  });

  test('in the middle of many payments loses and repeats none', async () => {
    const id = await order({ Frequency: 'EvryWorkgDay', ...first('2026-12-01'), ...limitedTo(60) });
    for (let stops = 0; stops < 3; stops += 1) {
      const moving = bank.tpp.moveClock('2027-12-01T09:00:00Z').catch(() => undefined);
      await setTimeout(50);
      await bank.restart();
      await moving;
    }
    await bank.tpp.moveClock('2027-12-02T09:00:00Z');
    const debits = await debitsOf(bank.tpp, NORTHWIND);
    expect(debits.map((debit) => debit.split(' ')[1])).toEqual([
      '-10.00',
      ...Array<string>(58).fill('-20.00'),
      '-30.00',
    ]);
    // Each payment has its own day: a clock that is stopped while it moves does not run ahead.
    expect(new Set(debits.map((debit) => debit.split(' ')[0])).size).toBe(60);
    const details = await detailsOf(bank.tpp, domesticStandingOrders, id);
    expect(details.map(({ StatusDetail }) => StatusDetail.Status)).toEqual(
      Array<string>(60).fill('ACSC'),
    );
  });

  test('makes payments that fell due during downtime once after the start', async () => {
    await order(limitedTo(3));
    await bank.tpp.moveClock('2027-01-10T09:00:00Z');
    bank.service.passMachineTime(40 * DAY_MS);
    await bank.restart();
    await bank.tpp.moveClock('2027-12-01T09:00:00Z');
    expect(await debitsOf(bank.tpp, NORTHWIND)).toEqual([
      '2026-12-15 -10.00 RENT',
      '2027-02-19 -20.00 RENT',
      '2027-02-19 -30.00 RENT',
    ]);
  });
});

describe('a standing order without funds', () => {
  const EACH_300 = {
    FirstPaymentAmount: pounds('300.00'),
    RecurringPaymentAmount: pounds('300.00'),
  };

  test('has one payment rejected and makes the next', async () => {
    const id = await order({ ...EACH_300, NumberOfPayments: '3' }, NEARLY_EMPTY);
    await bank.tpp.moveClock('2027-01-20T09:00:00Z');
    expect(await story(id)).toEqual([
      "ACSC payment of 2026-12-15: in the creditor's account.",
      'AM04 payment of 2027-01-15: not debited: no funds.',
      'PDNG payment of 2027-02-15: waits for its day.',
    ]);
    expect(await status(id)).toBe('InitiationCompleted');
    await topUp('100.00');
    await bank.tpp.moveClock('2027-12-01T09:00:00Z');
    expect(await debitsOf(bank.tpp, NEARLY_EMPTY)).toEqual([
      '2026-12-15 -300.00 RENT',
      '2027-02-15 -300.00 RENT',
    ]);
    expect((await story(id)).at(-1)).toBe("ACSC payment of 2027-02-15: in the creditor's account.");
    expect(await status(id)).toBe('InitiationCompleted');
  });

  test("shows the time of each payment's last status change", async () => {
    const id = await order({ ...EACH_300, NumberOfPayments: '3' }, NEARLY_EMPTY);
    const days = async (): Promise<string[]> => {
      const details = await detailsOf(bank.tpp, domesticStandingOrders, id);
      return details.map(({ StatusUpdateDateTime, StatusDetail }) =>
        [StatusDetail.Status, londonDate(Date.parse(StatusUpdateDateTime))].join(' '),
      );
    };
    expect(await days()).toEqual(['PDNG 2026-12-01']);
    await bank.tpp.moveClock('2027-01-20T09:00:00Z');
    // The second attempt at the third payment was made on 15 January 2027. The payment has been
    // pending since.
    const first = 'ACSC 2026-12-15';
    expect(await days()).toEqual([first, 'AM04 2027-01-15', 'PDNG 2027-01-15']);
    await bank.tpp.moveClock('2027-12-01T09:00:00Z');
    expect(await days()).toEqual([first, 'AM04 2027-01-15', 'AM04 2027-02-15']);
  });

  test('fails with its last payment if none could be made', async () => {
    const id = await order(
      {
        FirstPaymentAmount: pounds('501.00'),
        RecurringPaymentAmount: pounds('502.00'),
        NumberOfPayments: '2',
      },
      NEARLY_EMPTY,
    );
    await bank.tpp.moveClock('2026-12-20T09:00:00Z');
    expect(await status(id)).toBe('InitiationPending');
    await bank.tpp.moveClock('2027-01-20T09:00:00Z');
    expect(await status(id)).toBe('InitiationFailed');
    expect(await story(id)).toEqual([
      'AM04 payment of 2026-12-15: not debited: no funds.',
      'AM04 payment of 2027-01-15: not debited: no funds.',
    ]);
    expect(await debitsOf(bank.tpp, NEARLY_EMPTY)).toEqual([]);
  });

  async function topUp(amount: string): Promise<void> {
    const Initiation = {
      InstructionIdentification: 'TOP-UP',
      EndToEndIdentification: 'TOP-UP',
      InstructedAmount: pounds(amount),
      CreditorAccount: account(NEARLY_EMPTY, 'Northwind Components plc'),
    };
    const body = { Data: { Initiation }, Risk: {} };
    const consent = await bank.tpp.post('/domestic-payment-consents', body);
    const consentId = dataOf(consent)['ConsentId'] as string;
    const token = await approve(bank.tpp, consentId, NORTHWIND);
    await submitOrder(bank.tpp, domesticPayments, consentId, token);
  }
});

test('a payment to an unknown creditor is returned, and the order continues', async () => {
  const nobody = account('99999900000001', 'Nobody');
  const id = await order({ CreditorAccount: nobody, NumberOfPayments: '2' });
  await bank.tpp.moveClock('2027-12-01T09:00:00Z');
  const entries = await entriesOf(bank.tpp, NORTHWIND);
  expect(entries.slice(-4).map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
    'debit -10.00',
    'returned-credit 10.00',
    'debit -20.00',
    'returned-credit 20.00',
  ]);
  expect(await status(id)).toBe('InitiationFailed');
});
