import type { HeldDebit } from '../execution/core-operations.ts';
import type { Act } from '../records/audit.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';
import type { BankChange, CoreEntry, CoreOperation, CoreTotal } from './core-banking.ts';

/** Name of the setting with the position in the core's feed of changes. */
export const CORE_CURSOR = 'core.cursor';

/** Operations that the core banking system must perform. */
export interface CoreRequest {
  readonly id: number;
  readonly operations: readonly CoreOperation[];
  readonly addedAt: Instant;
}

/** A request whose operations the core refused. An operator decides about it. */
export interface CoreProblem extends CoreRequest {
  readonly problem: string;
}

/** The results of the operations of a request. */
export interface PerformedRequest extends Pick<CoreRequest, 'id'> {
  readonly entries: readonly (CoreEntry & { readonly bookedOn: LocalDate })[];
  readonly refused: readonly CoreOperation[];
  /** The reasons of the core. Null if it refused none. */
  readonly problem: string | null;
}

/** The number of requests, for operators. */
export interface CoreRequestCounts {
  readonly waiting: number;
  readonly refused: number;
  /** Time at which the oldest waiting request was added. Null if none waits. */
  readonly oldestAt: Instant | null;
}

/** Entries of a day, in the order of their ids. */
export type CoreEntries = readonly CoreEntry[];

/** An entry that only one side has, or that the two sides have with other amounts. */
export interface CoreDifference {
  readonly id: string;
  readonly kind: 'onlyHere' | 'onlyInCore' | 'differs';
  readonly here: CoreEntry | null;
  readonly inCore: CoreEntry | null;
}

/** The comparison of a day. */
export interface CoreReconciliation {
  readonly day: LocalDate;
  /** True if the core books nothing more on this day. */
  readonly isFinal: boolean;
  readonly here: readonly CoreTotal[];
  readonly inCore: readonly CoreTotal[];
  readonly differences: readonly CoreDifference[];
  /** Number of differences, also of those that are not listed. */
  readonly count: number;
}

/** Number of the latest reconciled days that are shown, and whose differences are counted. */
export const SHOWN_CORE_DAYS = 7;

/** A day that was reconciled with the core when it was final there. */
export interface CoreDay {
  readonly day: LocalDate;
  readonly checkedAt: Instant;
  readonly differences: number;
}

/** The data that is stored if a core banking system keeps the customers' accounts. */
export interface CoreStore {
  /**
   * Adds or replaces the bank's customers, users and accounts, and stores the position in the feed
   * of changes.
   */
  applyBankChanges(changes: readonly BankChange[], cursor: string, now: Instant): Promise<void>;
  /** Returns the oldest requests that the core has not performed or refused. */
  waitingCoreRequests(limit: number): Promise<readonly CoreRequest[]>;
  completeCoreRequests(performed: readonly PerformedRequest[], now: Instant): Promise<void>;
  /** Returns true if the step that placed a hold still exists, or if its debit is booked. */
  isHoldNeeded(held: HeldDebit): Promise<boolean>;
  coreProblems(limit: number): Promise<readonly CoreProblem[]>;
  /** Sends a refused request to the core again. Returns false if the core has not refused it. */
  retryCoreRequest(id: number, act: Act): Promise<boolean>;
  /** Ends a request that the core refused. Returns false if the core has not refused it. */
  dismissCoreRequest(id: number, reason: string, act: Act): Promise<boolean>;
  countCoreRequests(): Promise<CoreRequestCounts>;
  /** Returns the totals of the operations that the core has confirmed for a day. */
  coreTotalsOf(day: LocalDate): Promise<readonly CoreTotal[]>;
  /** Returns entries of a day after an id. */
  coreEntriesOf(day: LocalDate, after: string, limit: number): Promise<CoreEntries>;
  /** Returns the reconciled days, the latest first. */
  coreDays(limit: number): Promise<readonly CoreDay[]>;
  /** Adds or replaces a reconciled day. */
  saveCoreDay(day: CoreDay): Promise<void>;
}
