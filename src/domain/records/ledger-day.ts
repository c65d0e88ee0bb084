import type { Pence } from '../../shared/money.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';
import type { Transfer } from '../execution/transfers.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { Instrument } from '../schemes/schemes.ts';
import type { ListPlace } from './list-place.ts';

/** Name that stands for all accounts of customers in sums of the ledger. */
export const CUSTOMERS: AccountNumber = 'customers';

/** The transfers of one kind between two accounts of the bank, or with accounts of customers. */
export interface LedgerSum extends Pick<Transfer, 'kind' | 'from' | 'to'> {
  readonly entries: number;
  readonly amountPence: Pence;
}

/** An account in the ledger of a day. Its balance increases by its credits. */
export interface LedgerAccountDay {
  /** Account number, or `CUSTOMERS`. */
  readonly account: AccountNumber;
  readonly debitPence: Pence;
  readonly creditPence: Pence;
  /** Balance now. Null for the accounts of customers. */
  readonly balancePence: Pence | null;
}

/** Money in the clearing account of a scheme that is not settled, in pence. */
export interface OpenPence {
  /** Debited, but not sent to the scheme yet. */
  readonly toSendPence: Pence;
  /** Sent, and not answered. */
  readonly unansweredPence: Pence;
  /** Sent, and not finally decided by the scheme. */
  readonly pendingPence: Pence;
  /** In suspense: the step failed and waits for an operator. */
  readonly parkedPence: Pence;
}

/** The open money of a scheme. `isOfDay` is 1 if it was due to be debited on the selected day. */
export interface OpenSum extends OpenPence {
  readonly instrument: Instrument;
  readonly isOfDay: 0 | 1;
}

export interface LedgerSchemeDay {
  readonly instrument: Instrument;
  readonly clearing: LedgerAccountDay;
  readonly settlement: LedgerAccountDay;
  /** Money that the scheme rejected or returned on this day, and that the debtors got back. */
  readonly returnedPence: Pence;
  /** Open money whose debit was due on this day. */
  readonly openOfDay: OpenPence;
  /** All open money of the scheme now. */
  readonly open: OpenPence;
  /** Balance of the clearing account without the open money. It must be zero. */
  readonly differencePence: Pence;
}

/** The ledger of a day in London. */
export interface LedgerDay {
  readonly day: LocalDate;
  readonly schemes: readonly LedgerSchemeDay[];
  /** Accounts of the bank that belong to no scheme, and the accounts of customers together. */
  readonly others: readonly LedgerAccountDay[];
  readonly entries: number;
  /** Sums over all accounts. They must be equal. */
  readonly debitPence: Pence;
  readonly creditPence: Pence;
}

export interface LedgerEntry extends Pick<Transfer, 'kind' | 'from' | 'to' | 'index'> {
  readonly id: number;
  readonly amountPence: Pence;
  readonly at: Instant;
  /** Null for an opening balance. */
  readonly paymentId: string | null;
  readonly batch: number | null;
  /** The first message to a scheme about the batch. Null if there is none. */
  readonly messageId: string | null;
  /** 1 if the batch has more messages. The page of the payment lists them. */
  readonly hasMoreMessages: 0 | 1;
}

/** Entries of an account and a day, the newest first. */
export interface LedgerEntries {
  readonly account: AccountNumber;
  readonly day: LocalDate;
  readonly entries: readonly LedgerEntry[];
  /** The place before which earlier entries of the day follow. Null at the end. */
  readonly next: ListPlace | null;
}
