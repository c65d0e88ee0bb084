import { describe, expect, test } from 'vitest';
import { createHolidays } from '../../../../src/bank/holidays.ts';
import { createExchangeRates } from '../../../../src/bank/rates.ts';
import type { Booking } from '../../../../src/domain/ports/booking.ts';
import type { NewPayment } from '../../../../src/domain/ports/store.ts';
import { StoreUnavailable } from '../../../../src/domain/ports/storage-errors.ts';
import type { ServiceEvent } from '../../../../src/domain/records/events.ts';
import type { UseCaseParts } from '../../../../src/use-cases/dependencies.ts';
import { PaymentSource } from '../../../../src/use-cases/payments/payment-source.ts';
import { planPayment } from '../../../../src/use-cases/payments/plan-payment.ts';
import { storeRelease } from '../../../../src/use-cases/payments/plan-release.ts';
import { caseOf } from '../../../contract/families/family-cases.ts';
import { actAt, keyOf, NOW, RICH } from '../../../contract/store/fixtures.ts';
import { LIMITS } from '../../../helpers/limits.ts';
import { SENT_WITH_V3 } from '../../../helpers/v3.ts';

const { initiation } = caseOf('domestic-payments');
const REQUEST = {
  id: 'pmt-1',
  family: 'domestic-payments',
  consentId: 'consent',
  clientId: 'tpp-one',
  data: JSON.stringify({ Initiation: initiation }),
  ...SENT_WITH_V3,
  risk: null,
  consumesConsent: true,
  spending: { pence: 0, limits: [] },
  restrictions: null,
};

const CONSENT = { data: REQUEST.data, debtorAccount: RICH, customerId: 'acme' };

/**
 * Submits a payment. The store gives the `answers`, one per call. Returns the outcome, the events
 * and the calls with a booking.
 */
async function submit(
  answers: readonly ('taken' | 'unfunded' | Error)[],
  change: Partial<UseCaseParts> = {},
) {
  const bookings: (Booking | null)[] = [];
  const events: ServiceEvent[] = [];
  const submitPayment = ({ booking }: NewPayment) => {
    const answer = answers[bookings.push(booking) - 1];
    if (answer === 'unfunded') return Promise.resolve({ outcome: 'booked', finished: 'RJCT' });
    if (answer !== 'taken') return Promise.reject(answer ?? new Error('not expected'));
    return Promise.resolve({ outcome: 'keyReused' });
  };
  const parts = {
    store: {
      submitPayment,
      findAccount: () => Promise.resolve({ number: RICH, customerId: 'acme', mandate: [] }),
    },
    holidays: createHolidays(),
    rates: createExchangeRates(),
    paymentSource: new PaymentSource(LIMITS),
    ...{ recallWriter: null, coreBanking: null, screening: null },
    isClockGood: () => true,
    stopwatch: () => 0,
    observe: (event: ServiceEvent) => void events.push(event),
    ...change,
  } as unknown as UseCaseParts;
  const planned = await planPayment(parts, REQUEST, CONSENT, NOW);
  if (!('batches' in planned)) throw new Error('The payment is refused.');
  const outcome = await storeRelease(parts, planned, (payment) =>
    parts.store.submitPayment(payment, keyOf('k'), actAt(NOW)),
  ).then(
    () => 'taken',
    (error: unknown) => error,
  );
  return { outcome, events, booked: bookings.map((booking) => booking !== null) };
}

describe('the submission of a payment that is due at once', () => {
  test('is repeated without the booking if that throws, and reports the failure', async () => {
    const bug = new Error('a bug');
    const { outcome, events, booked } = await submit([bug, 'taken']);
    expect([outcome, booked]).toEqual(['taken', [true, false]]);
    expect(events).toEqual([{ kind: 'failure', what: 'book of pmt-1', error: bug }]);
  });

  test('has no booking if its preparation throws', async () => {
    let requestCount = 0;
    const holidays = createHolidays();
    // The submission determines the first payment, and the booking the next one.
    const paymentSource = new PaymentSource(LIMITS);
    const paymentInstruction = paymentSource.ofPayment(REQUEST);
    if (paymentInstruction.kind !== 'order') throw new Error('It is no order.');
    const order = {
      ...paymentInstruction.order,
      nextPayment: (...args: Parameters<typeof paymentInstruction.order.nextPayment>) => {
        requestCount += 1;
        if (requestCount > 1) throw new Error('a bug');
        return paymentInstruction.order.nextPayment(...args);
      },
    };
    const broken = { ofPayment: () => ({ kind: 'order', order }) } as unknown as PaymentSource;
    const { outcome, events, booked } = await submit(['taken'], {
      paymentSource: broken,
      holidays,
    });
    expect([outcome, booked]).toEqual(['taken', [false]]);
    expect(events).toMatchObject([{ kind: 'failure', what: 'book of pmt-1' }]);
  });

  test('is not repeated if the store cannot write', async () => {
    const full = new StoreUnavailable('full');
    expect(await submit([full])).toEqual({ outcome: full, events: [], booked: [true] });
  });

  test('reports the end of an unfunded payment without another query', async () => {
    const { outcome, events } = await submit(['unfunded']);
    expect(outcome).toBe('taken');
    expect(events).toMatchObject([
      { kind: 'workDone', step: 'book' },
      { kind: 'paymentFinished', paymentId: 'pmt-1', groupStatus: 'RJCT', payments: 1 },
    ]);
  });

  test('has no booking while the clock is in doubt', async () => {
    const { booked } = await submit(['taken'], { isClockGood: () => false });
    expect(booked).toEqual([false]);
  });
});
