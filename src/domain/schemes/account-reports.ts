import type { MinorUnits } from '../../shared/money.ts';
import type { LocalDate } from '../../shared/time.ts';
import type { Money } from './messages.ts';

/*
 * Statements (camt.053) and notifications (camt.054) of the bank's settlement accounts, before
 * their entries are matched with the credits that were handed over.
 */

/** Ids of a single credit in an entry (TxDtls/Refs). */
export interface EntryIds {
  readonly messageId: string | null;
  readonly instructionId: string | null;
  readonly transactionId: string | null;
  readonly endToEndId: string | null;
}

/** A booked entry of a settlement account (Ntry with the status BOOK). */
export interface ReportedEntry {
  /** Position among the booked entries of the document, from 0. */
  readonly position: number;
  /** Number of the account: an IBAN, or another id. */
  readonly account: string;
  readonly amount: Money;
  /** `DBIT`: the bank paid. `CRDT`: the bank received. */
  readonly direction: 'DBIT' | 'CRDT';
  /** True if the entry cancels an earlier one (RvslInd). */
  readonly isReversal: boolean;
  readonly bookingDate: LocalDate | null;
  readonly valueDate: LocalDate | null;
  /** Reference of the account servicer, the same in each document that reports the entry. */
  readonly servicerReference: string;
  /** The message that the entry settles as a whole or in part (NtryDtls/Btch). Null if none. */
  readonly batch: { readonly messageId: string; readonly transactions: number } | null;
  /** The credit that the entry settles. Null if it names none, or several. */
  readonly credit: EntryIds | null;
}

/** A statement of a settlement account (Stmt). Its entries explain its balances. */
export interface ReportedStatement {
  /** Id of the statement (Id). */
  readonly id: string;
  readonly account: string;
  readonly currency: string;
  /** Number of the statement of this account (ElctrncSeqNb). */
  readonly sequence: number;
  /** Period of the statement (FrToDt), as it is written. Null if it has none. */
  readonly from: string | null;
  readonly to: string | null;
  /** Balances in minor units. Negative if the account is overdrawn. */
  readonly opening: MinorUnits;
  readonly closing: MinorUnits;
  /** Number of booked entries. */
  readonly entries: number;
}

/** The entries in a part of a document. The last part contains the statements too. */
export interface AccountReport {
  readonly entries: readonly ReportedEntry[];
  readonly statements: readonly ReportedStatement[];
}
