import type { Pence } from '../../shared/money.ts';
import type { Quote } from '../execution/order.ts';
import type { Instant } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { AuditEntry } from '../records/audit.ts';
import type { ReasonCode, SinglePayment } from '../records/payment.ts';
import type { Batch, Work } from '../records/records.ts';
import type { NewCase } from '../records/screening.ts';

export interface NewBatch extends Pick<
  Batch,
  'instrument' | 'date' | 'dueAt' | 'payments' | 'totalPence' | 'chargePence'
> {
  /** The kind of payment that the batch belongs to: a file or an order. */
  readonly source: Work['source'];
  /**
   * True if the batch is executed on another day than requested, because the requested day was in
   * the past or the scheme was closed.
   */
  readonly moved: boolean;
  /** Index in the file of a payment that gets a batch of its own. Absent or null for others. */
  readonly onlyIndex?: Batch['onlyIndex'];
  /** The case that holds such a payment. Absent if it is not held. */
  readonly held?: NewCase | undefined;
}

/** The debits of a batch, or of one slice of a large batch. */
export interface Booking {
  readonly debits: readonly Debit[];
  /**
   * True: either all debits are booked, or the batch fails for insufficient funds. False: each
   * debit is booked separately, and a payment without sufficient funds is rejected with AM04.
   */
  readonly whole: boolean;
  /**
   * Index of the payment at which the next booking step starts. Null if the next step sends the
   * credits.
   */
  readonly nextCursor: number | null;
  /**
   * The price of the payment at today's exchange rate. Null if the batch already has its final
   * price.
   */
  readonly quote: Quote | null;
  /**
   * The next batch of the order. It is added to the store when this one is booked. Null if none
   * follows.
   */
  readonly next: NewBatch | null;
  /**
   * The decisions of the core banking system about the debits, in their order. Null if it holds the
   * amount, or the reason why it does not. Absent if this service keeps the accounts
   * itself.
   */
  readonly decisions?: readonly (ReasonCode | null)[];
  /**
   * Payments of a file that are rejected and not debited, whatever the funds are. They stay in
   * their batch.
   */
  readonly refused?: readonly RefusedPayment[];
  /** Payments of a file that leave the batch. Each of them gets a batch of its own. */
  readonly separated?: readonly SeparatedPayment[];
  /**
   * The payees. Those whose payments are debited are remembered as paid. Absent if the bank has no
   * screening, which is the only one to use them.
   */
  readonly payees?: readonly BookedPayee[];
  /** Entries for the audit log about the payments, written in the same transaction. */
  readonly audited?: readonly AuditEntry[];
}

/** A payment of a file that a booking does not debit. */
interface UndebitedPayment {
  /** Index of the payment in the file. */
  readonly index: number;
  readonly amountPence: Pence;
  /** The account that would have been debited. */
  readonly debtor: AccountNumber;
}

/** A payment of a file that is rejected at the booking. */
export interface RefusedPayment extends UndebitedPayment {
  readonly reason: ReasonCode;
}

/** A payment of a file that is executed in a batch of its own (docs/decisions, 142). */
export interface SeparatedPayment extends UndebitedPayment {
  /** Time at which that batch is to be booked. */
  readonly dueAt: Instant;
  /** The case that holds the payment. Absent if it is not held. */
  readonly held?: NewCase | undefined;
}

/** A payee whom a customer pays. */
export type PaidPayee = Pick<SinglePayment, 'creditorName' | 'creditor'>;

/** The payee of a payment, with its index as in `Debit`. */
export type BookedPayee = PaidPayee & Pick<SinglePayment, 'index'>;

/** A debit of a customer's account for a batch. */
export interface Debit {
  /** Index of the payment in its file. Null if this is for several payments, or for none. */
  readonly index: number | null;
  readonly account: AccountNumber;
  readonly amountPence: Pence;
  readonly reference: string;
  readonly counterparty: string;
  /** Id of its hold in the core banking system. Absent if the id is that of the first round. */
  readonly holdId?: string | undefined;
}

/** The batches of a payment whose execution may start. */
export interface Release {
  readonly batches: readonly NewBatch[];
  /**
   * The booking of the payment's only batch, which is done in the same transaction. Null if a later
   * step books the batches.
   */
  readonly booking: Booking | null;
}
