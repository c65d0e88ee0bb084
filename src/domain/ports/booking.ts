import type { Pence } from '../../shared/money.ts';
import type { Quote } from '../execution/order.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { Batch, Work } from '../records/records.ts';

export interface NewBatch extends Pick<
  Batch,
  'instrument' | 'date' | 'dueAt' | 'payments' | 'totalPence' | 'chargePence'
> {
  /** Origin of the batch: a file or an order. */
  readonly source: Work['source'];
  /**
   * True if the batch is executed on another day than requested, which was a closed or past day.
   */
  readonly moved: boolean;
}

/** The debits of a batch, or of a slice of a large batch. */
export interface Booking {
  readonly debits: readonly Debit[];
  /**
   * True: all debits are booked, or the batch fails for insufficient funds. False: each debit is
   * booked separately, and an unfunded payment is rejected with AM04.
   */
  readonly whole: boolean;
  /** Index of the payment from which the next step books. Null if the credits are sent next. */
  readonly nextCursor: number | null;
  /** The price of the payment at the rate of the day. Null if the batch already has its price. */
  readonly quote: Quote | null;
  /** The next batch of the order, added when this one is booked. Null if none follows. */
  readonly next: NewBatch | null;
}

/** A debit of a customer's account for a batch. */
export interface Debit {
  /** Index of the payment in a BATCH file. Null if the debit covers several payments. */
  readonly index: number | null;
  readonly account: AccountNumber;
  readonly amountPence: Pence;
  readonly reference: string;
  readonly counterparty: string;
}

/** Batches of a payment whose execution may start. */
export interface Release {
  readonly batches: readonly NewBatch[];
  /** The booking of the only batch, done in the same transaction. Null if a later step books it. */
  readonly booking: Booking | null;
}
