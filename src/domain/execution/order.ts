import { assert } from '../../shared/assert.ts';
import type { Pence } from '../../shared/money.ts';
import { addDays, type LocalDate } from '../../shared/time.ts';
import type { Holidays } from '../ports/bank.ts';
import type { AgreedRate } from '../pricing/exchange.ts';
import type { PaymentParties } from '../records/payment.ts';
import type { Instrument } from '../schemes/schemes.ts';
import type { ChargeBearer } from '../schemes/tariff.ts';
import type { Creditor, Purpose } from './credit.ts';

/** One payment of an order. */
export interface OrderPayment {
  /** Place among the order's payments, from 0. */
  readonly number: number;
  /** The day asked for; null: at once. */
  readonly date: LocalDate | null;
  /** In minor units of the order's currency. */
  readonly amount: number;
}

/** A contract of a rate of exchange, as a TPP names it. */
export interface ClaimedContract {
  readonly id: string;
  readonly rate: AgreedRate;
}

/** What the bank does to pay in another currency than the pound, and who bears its charges. */
export interface ExchangeTerms {
  /** The currency that is bought: a foreign one. */
  readonly currency: string;
  /** The contract that the TPP names; null: it asks for the bank's rate of the day. */
  readonly claimed: ClaimedContract | null;
  /**
   * The rate of that contract, once the bank has confirmed it; null: not confirmed, or none is
   * named. Prices never use the claimed rate.
   */
  readonly agreed: AgreedRate | null;
}

/**
 * What a consent says is to be paid, or an instruction under it: once, or again and again. Each of
 * its payments is a file of one.
 */
export interface Order {
  readonly instrument: Instrument;
  readonly parties: PaymentParties;
  readonly creditor: Creditor;
  /** The currency of the amounts. */
  readonly currency: string;
  /** The one that the creditor is paid in. */
  readonly currencyOfTransfer: string;
  readonly chargeBearer: ChargeBearer | undefined;
  readonly purpose: Purpose;
  /** Null where nothing but pounds is paid. Of an order that has some there is one payment. */
  readonly exchange: ExchangeTerms | null;
  /** The last day that an order of several payments names; null where it names none. */
  readonly lastDay: LocalDate | null;
  /** The most that one of its payments comes to, in minor units of the currency. */
  readonly largestAmount: number;
  /** The payment after the one given, the first after null; null when the order is over. */
  nextPayment(
    previous: Pick<OrderPayment, 'number' | 'date'> | null,
    holidays: Holidays,
  ): OrderPayment | null;
}

/** What a consent or a payment has the bank pay. */
export type PaymentInstruction =
  | { readonly kind: 'order'; readonly order: Order }
  /** What the uploaded file says. */
  | { readonly kind: 'file' }
  /**
   * Nothing by itself: a consent under which payments are yet to come that say it, each of so much
   * at most; null: of anything.
   */
  | { readonly kind: 'none'; readonly maxPence: Pence | null };

/** The payable of an order. */
export function orderInstruction(order: Order): PaymentInstruction {
  return { kind: 'order', order };
}

/** The order of what can be nothing else. */
export function orderOf(paymentInstruction: PaymentInstruction): Order {
  assert(paymentInstruction.kind === 'order', `${paymentInstruction.kind} is no order`);
  return paymentInstruction.order;
}

/**
 * Where an order that was submitted on a day in London goes on after one of its payments. Days that
 * were over by then are passed by: nobody had asked for them yet. Those that the service missed are
 * not.
 */
export function positionInOrder(
  { number, date }: Pick<OrderPayment, 'number' | 'date'>,
  submittedOn: LocalDate,
): { readonly number: number; readonly date: LocalDate } {
  const eve = addDays(submittedOn, -1);
  return { number, date: date !== null && date > eve ? date : eve };
}

/** Whether an order is to be paid at an agreed rate that the bank has not confirmed. */
export function lacksContract({ exchange }: Pick<Order, 'exchange'>): boolean {
  return exchange !== null && exchange.claimed !== null && exchange.agreed === null;
}

/** What one payment of an order costs the debtor. */
export interface Quote {
  readonly amountPence: Pence;
  readonly chargePence: Pence;
  /** Units of the currency that is bought for a pound, or the agreed rate; null: none is bought. */
  readonly exchangeRate: string | null;
}
