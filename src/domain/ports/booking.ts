import type { Pence } from '../../shared/money.ts';
import type { Quote } from '../execution/order.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { Batch, Work } from '../records/records.ts';

export interface NewBatch extends Pick<
  Batch,
  'instrument' | 'date' | 'dueAt' | 'payments' | 'totalPence' | 'chargePence'
> {
  /** What it is a part of. */
  readonly source: Work['source'];
  /** Whether the day asked for was closed or over, so that another was taken. */
  readonly moved: boolean;
}

/** The debits of a batch, or of a part of it. */
export interface Booking {
  readonly debits: readonly Debit[];
  /**
   * All of the debits or none, and then the batch fails for want of funds. Otherwise each on its
   * own, and an unfunded payment is rejected with AM04.
   */
  readonly whole: boolean;
  /** Where the batch's booking goes on; null when its credits are sent next. */
  readonly nextCursor: number | null;
  /** What the batch comes to, where only the rate of the day tells; null where it is known. */
  readonly quote: Quote | null;
  /** The batch that begins to wait when this one is booked; null when none follows. */
  readonly next: NewBatch | null;
}

/** Money to be taken from a customer's account for a batch. */
export interface Debit {
  /** The payment of the file, for BATCH; null when the debit stands for many. */
  readonly index: number | null;
  readonly account: AccountNumber;
  readonly amountPence: Pence;
  readonly reference: string;
  readonly counterparty: string;
}

/** How a payment is executed from a moment on. */
export interface Release {
  readonly batches: readonly NewBatch[];
  /** How its only batch is booked in the same transaction; null: that is work for its day. */
  readonly booking: Booking | null;
}
