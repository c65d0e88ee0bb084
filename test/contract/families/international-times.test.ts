import { describe, expect, test } from 'vitest';
import { internationalScheduledPayments } from '../../../src/families/international/scheduled-payments.ts';
import {
  agreed,
  charged,
  exchanged,
  inPounds,
  rateOf,
  SAM,
  toAccount,
  useInternationalBank,
} from '../../helpers/international-bank.ts';
import { TO_BRITAIN, TO_GERMANY, TO_USA, type Members } from '../../helpers/international.ts';
import { account } from '../../helpers/payment-file.ts';
import { dataOf, faultsOf } from '../../helpers/tpp.ts';

const WAYS = {
  SWIFT: TO_USA,
  SEPA: TO_GERMANY,
  'Same Day EUR': { ...TO_GERMANY, LocalInstrument: 'UK.OBIE.Target2' },
  CHAPS: { ...TO_BRITAIN, LocalInstrument: 'UK.OBIE.CHAPS' },
} as const satisfies Record<string, Members>;

/** The final status of the payments over each scheme, and the currency in which they are made. */
const ENDS = {
  SWIFT: { Status: 'AcceptedSettlementCompleted', bought: 'USD' },
  SEPA: { Status: 'AcceptedSettlementCompleted', bought: 'EUR' },
  'Same Day EUR': { Status: 'AcceptedSettlementCompleted', bought: 'EUR' },
  CHAPS: { Status: 'AcceptedCreditSettlementCompleted', bought: null },
} as const satisfies Record<keyof typeof WAYS, Members>;

const NO_TIME = '';

/**
 * Returns the cut-off, expected execution and expected settlement times of a response, to the
 * minute.
 */
function timesOf(answer: Members): readonly string[] {
  const names = ['CutOffDateTime', 'ExpectedExecutionDateTime', 'ExpectedSettlementDateTime'];
  return names.map((name) => {
    const written = answer[name];
    if (typeof written !== 'string') return NO_TIME;
    return new Date(Date.parse(written)).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
  });
}

/**
 * The cases: the scheme, the time of the request, and the expected cut-off, execution and
 * settlement.
 */
const CASES = [
  // TARGET is closed on Friday, 1 May 2026, and the Monday after it is a British bank holiday.
  // London has summer time.
  ['SEPA', '2026-05-01T07:00', '2026-05-05T12:00', '2026-05-04T23:00', '2026-05-05T23:00'],
  ['Same Day EUR', '2026-05-01T07:01', '2026-05-05T09:00', '2026-05-04T23:00', '2026-05-04T23:00'],
  ['SWIFT', '2026-05-01T12:58', '2026-05-01T13:00', '2026-05-01T12:58', '2026-05-05T23:00'],
  ['CHAPS', '2026-05-01T14:58', '2026-05-01T15:00', '2026-05-01T14:58', '2026-05-01T14:58'],
  ['CHAPS', '2026-05-01T15:00', '2026-05-05T15:00', '2026-05-04T23:00', '2026-05-04T23:00'],
  // 1 December 2026 is a Tuesday.
  ['Same Day EUR', '2026-12-01T09:58', '2026-12-01T10:00', '2026-12-01T09:58', '2026-12-01T09:58'],
  ['Same Day EUR', '2026-12-01T10:00', '2026-12-02T10:00', '2026-12-02T00:00', '2026-12-02T00:00'],
  ['SEPA', '2026-12-01T12:58', '2026-12-01T13:00', '2026-12-01T12:58', '2026-12-02T00:00'],
  ['SEPA', '2026-12-01T13:00', '2026-12-02T13:00', '2026-12-02T00:00', '2026-12-03T00:00'],
  ['SWIFT', '2026-12-01T13:58', '2026-12-01T14:00', '2026-12-01T13:58', '2026-12-03T00:00'],
  ['SWIFT', '2026-12-01T14:00', '2026-12-02T14:00', '2026-12-02T00:00', '2026-12-04T00:00'],
  ['CHAPS', '2026-12-01T15:58', '2026-12-01T16:00', '2026-12-01T15:58', '2026-12-01T15:58'],
  ['CHAPS', '2026-12-01T16:00', '2026-12-02T16:00', '2026-12-02T00:00', '2026-12-02T00:00'],
] as const;

describe('an international payment', () => {
  const abroad = useInternationalBank({ now: '2026-05-01T06:00:00Z' });
  const paid: { scheme: keyof typeof WAYS; paymentId: string; executed: string }[] = [];

  // The cases must run in this order, because the clock only moves forward.
  test.each(CASES)('over %s at %s states when it will be executed', async (...expected) => {
    const [scheme, now, cutOff, executed, settled] = expected;
    await abroad().tpp.moveClock(`${now}:00Z`);
    const data = dataOf(await abroad().ask(WAYS[scheme]));
    expect(timesOf(data)).toEqual([cutOff, executed, settled]);
    const { consentId, paymentId, first } = await abroad().submit(WAYS[scheme]);
    expect(timesOf(first)).toEqual([NO_TIME, executed, settled]);
    const consent = dataOf(await abroad().readConsent(consentId));
    expect(timesOf(consent)).toEqual([NO_TIME, NO_TIME, NO_TIME]);

    const done = await abroad().done(paymentId);
    const { Status, bought } = ENDS[scheme];
    const isMade = executed === now;
    expect(done).toMatchObject({ Status: isMade ? Status : 'Pending' });
    expect('ExchangeRateInformation' in done).toBe(isMade && bought !== null);
    paid.push({ scheme, paymentId, executed });
  });

  test('is executed then, at the rate of that day', async () => {
    await abroad().tpp.moveClock('2026-12-02T00:00:01Z');
    expect(paid).toHaveLength(CASES.length);
    for (const { scheme, paymentId, executed } of paid) {
      const { Status, bought } = ENDS[scheme];
      const done = await abroad().done(paymentId);
      const expected = bought === null ? {} : exchanged(rateOf(bought, `${executed}:00Z`));
      expect(done).toMatchObject({ Status, ...expected });
      expect(timesOf(done)[1]).toBe(executed);
    }
  });

  test('that stays pending is settled a day later', async () => {
    await abroad().tpp.moveClock('2026-12-02T09:00:00Z');
    const { paymentId } = await abroad().submit(toAccount('99999900000050'));
    const expected = exchanged(rateOf('USD', '2026-12-02T09:00:00Z'));
    const pending = { Status: 'AcceptedSettlementInProcess', ...expected };
    expect(await abroad().done(paymentId)).toMatchObject(pending);
    await abroad().tpp.moveClock('2026-12-03T09:01:00Z');
    const done = await abroad().done(paymentId);
    expect(done).toMatchObject({ Status: 'AcceptedSettlementCompleted', ...expected });
  });
});

describe('a scheduled international payment', () => {
  const FRIDAY = '2026-12-04T15:00:00Z';
  const AHEAD = { ...TO_USA, RequestedExecutionDateTime: FRIDAY };
  const CREATE = { Permission: 'Create' };
  const family = internationalScheduledPayments;
  const abroad = useInternationalBank({ family });

  const inDollars = (Amount: string): Members => ({
    ...AHEAD,
    InstructedAmount: { Amount, Currency: 'USD' },
  });

  test.each(['2026-11-30T23:59:00Z', '2027-12-02T00:00:00Z', 'tomorrow'])(
    'is rejected for %s',
    async (RequestedExecutionDateTime) => {
      const reply = await abroad().ask({ ...AHEAD, RequestedExecutionDateTime }, CREATE);
      const path = 'Data.Initiation.RequestedExecutionDateTime';
      expect([reply.status, faultsOf(reply)]).toEqual([400, [`Field.InvalidDate ${path}`]]);
    },
  );

  test('is rejected without Permission', async () => {
    const reply = await abroad().ask(AHEAD);
    expect([reply.status, faultsOf(reply)]).toEqual([400, ['Field.Missing Data.Permission']]);
  });

  test('confirms whether funds are available today', async () => {
    expect(await abroad().hasFunds(inDollars('70000.00'), SAM, CREATE)).toBe(true);
    expect(await abroad().hasFunds(inDollars('80000.00'), SAM, CREATE)).toBe(false);
  });

  test('is executed on its day, at the rate of that day or the agreed rate', async () => {
    const data = { ...CREATE, ReadRefundAccount: 'Yes' };
    const { consentId, paymentId, first } = await abroad().submit(AHEAD, SAM, data);
    const Refund = { Account: account(SAM.debtorAccount) };
    expect(first).toMatchObject({ Status: 'InitiationPending', Refund });
    expect(timesOf(first)).toEqual([NO_TIME, '2026-12-04T00:00', '2026-12-08T00:00']);
    const fixed = await abroad().submit({ ...AHEAD, ...agreed('GBP', 1.3) }, SAM, CREATE);
    await abroad().tpp.moveClock('2026-12-03T23:58:00Z');
    const waiting = await abroad().done(paymentId);
    for (const answer of [first, waiting, dataOf(await abroad().readConsent(consentId))]) {
      expect(answer).not.toHaveProperty('Charges');
      expect(answer).not.toHaveProperty('ExchangeRateInformation');
    }

    const before = await abroad().statementOf(SAM.debtorAccount);
    await abroad().tpp.moveClock('2026-12-04T00:00:01Z');
    const [today, onFriday] = [rateOf('USD'), rateOf('USD', FRIDAY)];
    expect(onFriday).not.toBe(today);
    const expected = { Status: 'InitiationCompleted', ...charged('Shared', '15.00') };
    expect(await abroad().done(paymentId)).toMatchObject({ ...expected, ...exchanged(onFriday) });
    const done = await abroad().done(fixed.paymentId);
    expect(done).toMatchObject({ ...expected, ...agreed('GBP', 1.3) });
    const answer = await abroad().readPayment(paymentId);
    expect(family.schemas.payment.answer.safeParse(answer.json).error).toBeUndefined();
    const { entries } = await abroad().statementOf(SAM.debtorAccount);
    expect(new Set(entries.slice(before.entries.length))).toEqual(
      new Set([
        `debit -${inPounds(165.88, onFriday)} FRESCO.21302.GFX.20`,
        `debit -15.00 ${paymentId}`,
        'debit -127.60 FRESCO.21302.GFX.20',
        `debit -15.00 ${fixed.paymentId}`,
      ]),
    );
  });

  test('moves from a closed day, and fails without funds', async () => {
    const before = await abroad().statementOf(SAM.debtorAccount);
    const onSaturday = { RequestedExecutionDateTime: '2026-12-05T09:00:00Z' };
    const dear = { ...inDollars('100000.00'), ...onSaturday };
    const { paymentId, first } = await abroad().submit(dear, SAM, CREATE);
    expect(timesOf(first)).toEqual([NO_TIME, '2026-12-07T00:00', '2026-12-09T00:00']);
    await abroad().tpp.moveClock('2026-12-07T00:00:01Z');
    const done = await abroad().done(paymentId);
    expect(done).toMatchObject({ Status: 'InitiationFailed' });
    expect(done).not.toHaveProperty('Charges');
    expect(await abroad().statementOf(SAM.debtorAccount)).toEqual(before);
  });
});
