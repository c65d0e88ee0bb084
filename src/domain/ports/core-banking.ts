import type { Pence } from '../../shared/money.ts';
import type { Instant, LocalDate, Milliseconds } from '../../shared/time.ts';
import { SystemUnavailable } from './storage-errors.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { ReasonCode } from '../records/payment.ts';
import type { SeedAccount, SeedCustomer, SeedUser } from '../records/seed.ts';

/*
 * The bank's core banking system, which keeps the accounts of its customers
 * (docs/integration/core-banking.md). The service chooses the id of every operation and derives it
 * from the payment. The core performs each id at most once, also keeps refusals, and answers a
 * repeated id with the first result.
 */

/** Reserves an amount of the available balance until it is posted or released. */
export interface Hold {
  readonly type: 'hold';
  readonly id: string;
  readonly account: AccountNumber;
  /** The customer that pays. The core refuses the account of another customer (AG01). */
  readonly customerId: string;
  readonly amountPence: Pence;
  readonly reference: string;
  readonly counterparty: string;
}

/** Books the amount of a hold as a debit. */
export interface Post {
  readonly type: 'post';
  readonly id: string;
  readonly holdId: string;
  /** The account and the amount of the hold. */
  readonly account: AccountNumber;
  readonly amountPence: Pence;
}

/**
 * Releases the amount of a hold. If the hold arrives after its release, the core refuses the hold.
 */
export interface Release {
  readonly type: 'release';
  readonly id: string;
  readonly holdId: string;
}

/** Books money to an account: a credit that a scheme returned, or that is paid to this bank. */
export interface CoreCredit extends Omit<Hold, 'type' | 'customerId'> {
  readonly type: 'credit';
}

export type CoreOperation = Hold | Post | Release | CoreCredit;

/**
 * The result of an operation. A refusal is final and has moved no money. An id that the core knows
 * with other members has no result: CoreUnavailable is thrown.
 */
export type CoreResult =
  | {
      readonly outcome: 'done';
      /** The day on which the core booked it. Null for a hold or a release. */
      readonly bookedOn: LocalDate | null;
    }
  | { readonly outcome: 'refused'; readonly reason: ReasonCode; readonly detail: string };

/** A change of the bank's customers, users or accounts. It contains the whole new state. */
export type BankChange =
  | { readonly kind: 'customer'; readonly customer: SeedCustomer }
  | { readonly kind: 'user'; readonly user: SeedUser }
  | { readonly kind: 'account'; readonly account: Omit<SeedAccount, 'openingPence'> };

/** A part of the feed of changes, in order. */
export interface BankChanges {
  readonly changes: readonly BankChange[];
  /** The position after these changes. */
  readonly cursor: string;
  /** True if the core has more changes already. */
  readonly hasMore: boolean;
}

/** The number and the sum of the operations of a type that the core booked on a day. */
export interface CoreTotal {
  readonly type: 'post' | 'credit';
  readonly count: number;
  readonly sumPence: Pence;
}

/** An operation that the core booked. */
export interface CoreEntry {
  readonly id: string;
  readonly type: CoreTotal['type'];
  readonly account: AccountNumber;
  readonly amountPence: Pence;
}

/** A hold that is neither posted nor released. */
export interface OpenHold {
  readonly id: string;
  readonly account: AccountNumber;
  readonly amountPence: Pence;
  readonly placedAt: Instant;
}

/**
 * The core did not answer, or its answer does not contain the results. The outcome is unknown, so
 * the caller repeats the same ids later.
 */
export class CoreUnavailable extends SystemUnavailable {
  override readonly name: string = 'CoreUnavailable';
}

/** The core does not know the position in its feed of changes. */
export class UnknownCursor extends CoreUnavailable {
  override readonly name = 'UnknownCursor';
}

/**
 * The core answered that it does not perform a request, because the request is not valid, or
 * because it knows another operation with the id of a hold. Nothing is decided about the payment. A
 * repeat does not help, so operators must see it.
 */
export class CoreRejected extends Error {
  override readonly name = 'CoreRejected';
}

/** A connection to the core banking system. All methods throw CoreUnavailable or CoreRejected. */
export interface CoreBanking {
  /**
   * Performs any number of operations, and returns their results in the same order. A refused
   * operation does not stop others. Operations on one account are performed in their order. A post
   * or a release follows its hold if both are in this call. Otherwise its order with other
   * operations on the account is not defined. If this throws, any of the operations may have been
   * performed.
   */
  perform(operations: readonly CoreOperation[]): Promise<readonly CoreResult[]>;
  /** Returns true if the account could pay the amount now. Holds nothing. */
  hasFunds(account: AccountNumber, amountPence: Pence): Promise<boolean>;
  /** Returns the available balances of accounts. Unknown accounts are left out. */
  availableIn(accounts: readonly AccountNumber[]): Promise<ReadonlyMap<AccountNumber, Pence>>;
  /** Returns open holds that were placed before a time, in pages. */
  openHolds(
    placedBefore: Instant,
    cursor: string | null,
  ): Promise<{ holds: readonly OpenHold[]; next: string | null }>;
  /**
   * Returns changes after a position. Null: from the beginning, with all current data.
   *
   * @throws UnknownCursor if the core does not know the position
   */
  changesAfter(cursor: string | null): Promise<BankChanges>;
  /** Returns the totals of a day, and whether the core will book nothing more on it. */
  totalsOf(day: LocalDate): Promise<{ totals: readonly CoreTotal[]; isFinal: boolean }>;
  /** Returns the entries of a day in pages. */
  entriesOf(
    day: LocalDate,
    cursor: string | null,
  ): Promise<{ entries: readonly CoreEntry[]; next: string | null }>;
}

/** The core banking system for steps that are tried again if it cannot be reached. */
export interface HoldingCore extends Pick<CoreBanking, 'perform'> {
  /** Time after which operations whose results are unknown should be performed again. */
  retryMs(): Milliseconds;
}
