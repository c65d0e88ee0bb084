import { assert } from '../../shared/assert.ts';
import type { Pence, MinorUnits } from '../../shared/money.ts';
import { addDays, type LocalDate } from '../../shared/time.ts';
import type { Holidays } from '../ports/bank.ts';
import type { AgreedRate } from '../pricing/exchange.ts';
import type { PaymentParties } from '../records/payment.ts';
import type { Instrument } from '../schemes/schemes.ts';
import type { ChargeBearer } from '../schemes/tariff.ts';
import type { Creditor, Purpose } from './credit.ts';

/** One payment of an order. */
export interface OrderPayment {
  /** Number among the order's payments, from 0. */
  readonly number: number;
  /** The requested day. Null to pay at once. */
  readonly date: LocalDate | null;
  /** In minor units of the order's currency. */
  readonly amount: MinorUnits;
}

/** An exchange contract, as named by a TPP. */
export interface ClaimedContract {
  readonly id: string;
  readonly rate: AgreedRate;
}

/** Terms of a payment in a foreign currency. */
export interface ExchangeTerms {
  /** The foreign currency that is bought. */
  readonly currency: string;
  /** The contract that the TPP names. Null to use the bank's rate of the day. */
  readonly claimed: ClaimedContract | null;
  /**
   * The rate of that contract after the bank confirmed it. Null if not confirmed, or if no contract
   * is named. Prices never use the claimed rate.
   */
  readonly agreed: AgreedRate | null;
}

/**
 * Instruction of a consent or payment resource to pay once or repeatedly. Each of its payments is
 * executed like a file with one payment.
 */
export interface Order {
  readonly instrument: Instrument;
  readonly parties: PaymentParties;
  readonly creditor: Creditor;
  /** The currency of the amounts. */
  readonly currency: string;
  /** The currency that the creditor receives. */
  readonly currencyOfTransfer: string;
  readonly chargeBearer: ChargeBearer | undefined;
  readonly purpose: Purpose;
  /** Null for a payment in sterling only. An order with exchange terms has exactly one payment. */
  readonly exchange: ExchangeTerms | null;
  /** The last day of an order with several payments. Null if it names none. */
  readonly lastDay: LocalDate | null;
  /** Maximum amount of one of its payments, in minor units of the currency. */
  readonly largestAmount: MinorUnits;
  /**
   * Returns the payment after `previous`, or the first one if it is null. Returns null at the end
   * of the order.
   */
  nextPayment(
    previous: Pick<OrderPayment, 'number' | 'date'> | null,
    holidays: Holidays,
  ): OrderPayment | null;
}

/** The payments that a consent or a payment resource instructs. */
export type PaymentInstruction =
  | { readonly kind: 'order'; readonly order: Order }
  /** The payments of the uploaded file. */
  | { readonly kind: 'file' }
  /**
   * No payment: a VRP consent, whose payments are instructed later. `maxPence` is the limit of
   * each. Null if there is none.
   */
  | { readonly kind: 'none'; readonly maxPence: Pence | null };

/** Returns the payment instruction of an order. */
export function orderInstruction(order: Order): PaymentInstruction {
  return { kind: 'order', order };
}

/** Returns the order of a payment instruction. Throws if it is not an order. */
export function orderOf(paymentInstruction: PaymentInstruction): Order {
  assert(paymentInstruction.kind === 'order', `${paymentInstruction.kind} is no order`);
  return paymentInstruction.order;
}

/**
 * Returns the position from which an order continues after one of its payments. Days before the
 * order was submitted are skipped, because it did not exist then. Days that the service missed are
 * not.
 */
export function positionInOrder(
  { number, date }: Pick<OrderPayment, 'number' | 'date'>,
  submittedOn: LocalDate,
): { readonly number: number; readonly date: LocalDate } {
  const eve = addDays(submittedOn, -1);
  return { number, date: date !== null && date > eve ? date : eve };
}

/** Returns true if the order names an exchange contract that the bank has not confirmed. */
export function lacksContract({ exchange }: Pick<Order, 'exchange'>): boolean {
  return exchange !== null && exchange.claimed !== null && exchange.agreed === null;
}

/** Price of one payment of an order for the debtor. */
export interface Quote {
  readonly amountPence: Pence;
  readonly chargePence: Pence;
  /** Units of the foreign currency for one pound, or the agreed rate. Null for sterling. */
  readonly exchangeRate: string | null;
}
