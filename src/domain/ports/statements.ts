import type { Pence } from '../../shared/money.ts';
import type { Instant } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { FileStatuses } from '../lifecycle/file-statuses.ts';
import type { ReasonCode } from '../records/payment.ts';
import type { Debit } from './booking.ts';

/** Messages of ISO 20022 that TPPs can read about each payment of a file. */
export const STATEMENTS = ['pain.002', 'camt.054'] as const;
export type Statement = (typeof STATEMENTS)[number];

/** An entry of a debited account in the ledger, for a payment of a file. */
export interface DebtorEntry extends Omit<Debit, 'holdId'> {
  readonly kind: 'debit' | 'returned-credit' | 'late-return';
  readonly batch: number;
  readonly bookedAt: Instant;
}

/** An entry of a customer's account. */
export interface StatementEntry {
  readonly id: number;
  readonly bookedAt: Instant;
  /** Negative for a debit. */
  readonly amountPence: Pence;
  readonly reference: string;
  readonly counterparty: string;
  readonly kind: 'debit' | 'credit' | 'returned-credit';
  /** The payment resource, its batch and the index of its payment. Null if the entry has none. */
  readonly paymentId: string | null;
  readonly batch: number | null;
  readonly index: number | null;
  /** Reason of a returned credit. Null for other entries. */
  readonly reason: ReasonCode | null;
}

/** An entry as a camt.053 or camt.054 shows it. */
export interface NotifiedEntry extends Omit<DebtorEntry, 'kind' | 'batch'> {
  readonly kind: DebtorEntry['kind'] | 'credit';
  /** Null for an opening balance. */
  readonly batch: number | null;
  /** Reason of a returned credit. Otherwise null. */
  readonly reason: ReasonCode | null;
  /** For a credit: the account that was debited, if its payment does not name one. */
  readonly debtorAccount?: AccountNumber | null;
}

/** The status of a payment as a pain.002 shows it. */
export interface TransactionStatus {
  readonly code: 'ACSC' | 'ACSP' | 'CANC' | 'PDNG' | 'RJCT';
  /** Null if the payment is neither rejected nor cancelled. */
  readonly reason: { readonly code: ReasonCode; readonly text: string } | null;
}

/** Requests the part of a message about the payments from index `from` to before `to`. */
export type PageRequest = {
  readonly paymentId: string;
  readonly messageId: string;
  readonly from: number;
  readonly to: number;
  /**
   * The element that is open before this part: the id of an OrgnlPmtInfAndSts, or the account of a
   * Ntfctn or Stmt. Null if none is.
   */
  readonly open: string | null;
} & (
  | { readonly statement: 'pain.002'; readonly statuses: FileStatuses<TransactionStatus> }
  /** `entries` are in the order of their indexes. */
  | {
      readonly statement: 'camt.053' | 'camt.054';
      readonly entries: readonly NotifiedEntry[];
    }
);

/** A part of a message in UTF-8, and the element that is open after it. */
export interface WrittenPage {
  readonly piece: Uint8Array;
  readonly open: string | null;
}
