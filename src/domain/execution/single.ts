import { expectDefined } from '../../shared/assert.ts';
import type { Instant } from '../../shared/time.ts';
import { isPastLastDay } from '../calendar/last-days.ts';
import type { Holidays } from '../ports/bank.ts';
import type { Booking, NewBatch } from '../ports/booking.ts';
import { agreedRatePerPound, parseRate, type Rate } from '../pricing/exchange.ts';
import { priceOf } from '../pricing/pricing.ts';
import type { ReasonCode, SinglePayment } from '../records/payment.ts';
import type { Batch, Payment } from '../records/records.ts';
import type { SingleCredit } from './credit.ts';
import { singleDebits } from './debits.ts';
import { lacksContract, type Order, type OrderPayment } from './order.ts';
import { planAfter, type Released, type Tables } from './plan.ts';

/** The batch of one payment of an order. */
type SingleBatch = Pick<Batch, 'number' | 'instrument' | 'date' | 'totalPence' | 'chargePence'>;

/**
 * The booking of one payment of an order, or the reason to refuse it. In both cases, the order's
 * next payment is planned.
 */
export type SingleBooking =
  | { readonly kind: 'booking'; readonly booking: Booking }
  /**
   * DT01: the last day of the order has passed. NARR: the bank has not confirmed the exchange
   * contract that the order names.
   */
  | {
      readonly kind: 'refused';
      readonly reason: Extract<ReasonCode, 'DT01' | 'NARR'>;
      readonly next: NewBatch | null;
    };

/**
 * Returns the booking of one payment of an order, priced at the rate of the day or of the bank's
 * contract. Refuses the payment if the order's last day has passed, or if its exchange contract is
 * not confirmed.
 */
export function bookingOf(
  tables: Tables,
  order: Order,
  { batch, payment }: { readonly batch: SingleBatch; readonly payment: Payer },
  now: Instant,
): SingleBooking {
  const { rates, holidays } = tables;
  const next = planAfter(tables, order, { batch, payment }, now);
  if (isPastLastDay(order, now, holidays)) return { kind: 'refused', reason: 'DT01', next };
  if (lacksContract(order)) return { kind: 'refused', reason: 'NARR', next };
  const { chargePence, totalPence } = batch;
  const quote =
    order.exchange === null
      ? null
      : priceOf(order, onlyPayment(order, holidays).amount, rates, now);
  const price = quote ?? { amountPence: totalPence - chargePence, chargePence };
  const debits = singleDebits(paymentOf(order, batch), price, payment);
  return { kind: 'booking', booking: { debits, whole: true, nextCursor: null, quote, next } };
}

/** The payment whose account is debited, with the time from which it may be executed. */
type Payer = Pick<Payment, 'id' | 'debtorAccount'> & Released;

/** Returns the credit that is sent to the scheme for a payment of an order. */
export function creditOf(
  order: Order,
  batch: SingleBatch & Pick<Batch, 'exchangeRate'>,
  holidays: Holidays,
): SingleCredit {
  const { creditor, currency, currencyOfTransfer, chargeBearer, purpose } = order;
  const { ultimateDebtor, ultimateCreditor } = order;
  const payment = paymentOf(order, batch);
  const minor = currency === 'GBP' ? payment.amountPence : onlyPayment(order, holidays).amount;
  const instructed = { minor, currency };
  const exchangeRate = bookedRate(order, batch);
  const terms = { instructed, currencyOfTransfer, exchangeRate, chargeBearer, purpose };
  return { kind: 'one', payment, creditor, ultimateDebtor, ultimateCreditor, ...terms };
}

/**
 * Returns the rate of a booked payment. It equals the claimed rate if the TPP claimed a contract.
 */
function bookedRate(
  { exchange }: Order,
  { exchangeRate }: Pick<Batch, 'exchangeRate'>,
): Rate | null {
  if (exchange === null || exchangeRate === null) return null;
  const { claimed } = exchange;
  const rate = claimed === null ? parseRate(exchangeRate) : agreedRatePerPound(claimed.rate);
  return expectDefined(rate, exchangeRate);
}

/** Returns the only payment of an order in a foreign currency. */
function onlyPayment(order: Order, holidays: Holidays): OrderPayment {
  return expectDefined(order.nextPayment(null, holidays), 'the payment of an order');
}

/** Returns a payment of an order with its amount in pence, without the bank's charge. */
function paymentOf({ parties }: Order, batch: SingleBatch): SinglePayment {
  const { number: index, instrument, date, totalPence, chargePence } = batch;
  const amountPence = totalPence - chargePence;
  return { ...parties, index, instrument, date, amountPence, debtor: null };
}
