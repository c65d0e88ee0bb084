import { assert } from '../../shared/assert.ts';
import type { Pence, MinorUnits } from '../../shared/money.ts';
import { addDays, type LocalDate } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { Holidays } from '../ports/bank.ts';
import type { AgreedRate } from '../pricing/exchange.ts';
import type { PaymentParties } from '../records/payment.ts';
import type { Instrument } from '../schemes/schemes.ts';
import type { ChargeBearer } from '../schemes/tariff.ts';
import type { Creditor, Purpose, UltimateParties } from './credit.ts';

/** One of the payments that an order instructs. */
export interface OrderPayment {
  /** The number of the payment within the order, counted from 0. */
  readonly number: number;
  /** The requested day. If null, the payment is made at once. */
  readonly date: LocalDate | null;
  /** The amount, in minor units of the order's currency. */
  readonly amount: MinorUnits;
}

/** An exchange contract that a TPP names in its request. */
export interface ClaimedContract {
  readonly id: string;
  readonly rate: AgreedRate;
}

/** The exchange conditions of a payment in a foreign currency. */
export interface ExchangeTerms {
  /** The foreign currency that the payment buys. */
  readonly currency: string;
  /** The exchange contract that the TPP names. If null, the bank's rate of the day is used. */
  readonly claimed: ClaimedContract | null;
  /**
   * The rate of that contract, once the bank has confirmed it. Null if it has not, or if the TPP
   * names no contract. Prices are never computed from the rate that the TPP claims.
   */
  readonly agreed: AgreedRate | null;
}

/**
 * The instruction in a consent or payment resource to pay once or repeatedly. Each payment of an
 * order is executed like a file with one payment.
 */
export interface Order extends UltimateParties {
  readonly instrument: Instrument;
  readonly parties: PaymentParties;
  readonly creditor: Creditor;
  /** The currency of the amounts. */
  readonly currency: string;
  /** The currency that the creditor receives. */
  readonly currencyOfTransfer: string;
  readonly chargeBearer: ChargeBearer | undefined;
  readonly purpose: Purpose;
  /** Null for a payment in sterling. An order with exchange terms has exactly one payment. */
  readonly exchange: ExchangeTerms | null;
  /** The last payment day of an order with several payments. Null if the order names none. */
  readonly lastDay: LocalDate | null;
  /** The amount of the order's largest payment, in minor units of the currency. */
  readonly largestAmount: MinorUnits;
  /** The amounts of its payments, in minor units of the currency. One may be listed twice. */
  readonly amounts: readonly MinorUnits[];
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
  /** The consent or payment is for an uploaded file, which contains the payments. */
  | { readonly kind: 'file' }
  /**
   * A VRP consent contains no payment itself, because its payments are instructed later. `maxPence`
   * is the maximum of each of them. Null if there is no maximum. `payee` is null if each payment
   * names its own payee.
   */
  | { readonly kind: 'none'; readonly maxPence: Pence | null; readonly payee: NamedPayee | null };

/** The payee of all payments under a VRP consent. */
export interface NamedPayee {
  readonly name: string;
  /** Sort code and account number: 14 digits. */
  readonly account: AccountNumber;
  /** The payee's part of a shared account. Empty if there is none. */
  readonly secondary: string;
}

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
 * order was submitted are skipped, because the order did not exist then. Days on which the service
 * did not run are not skipped.
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

/** The price of one payment of an order, as the debtor pays it. */
export interface Quote {
  readonly amountPence: Pence;
  readonly chargePence: Pence;
  /**
   * The exchange rate: units of the foreign currency for one pound, or the agreed rate as written.
   * Null for a payment in sterling.
   */
  readonly exchangeRate: string | null;
}
