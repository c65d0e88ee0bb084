import type { Instant, LocalDate } from '../../shared/time.ts';
import type { OverdueDates } from '../calendar/settlement-entries.ts';
import type { Act } from '../records/audit.ts';
import type { Delivery } from '../schemes/hand-over.ts';
import type {
  Difference,
  MatchedReport,
  ResolutionResult,
  SettlementTotals,
  StoredStatement,
  TakenReport,
} from '../schemes/reconciliation.ts';

/** The entries of the bank's settlement accounts, and how they differ from the credits. */
export interface SettlementStore {
  /**
   * Stores the entries of a part of a camt.053 or camt.054. An entry that was reported before
   * changes nothing. Returns null, and does nothing, if the part was stored before.
   */
  takeReport(
    delivery: Pick<Delivery, 'sha256' | 'exchange'>,
    report: MatchedReport,
    now: Instant,
  ): Promise<TakenReport | null>;
  /** Returns statements, the newest first. */
  listStatements(limit: number): Promise<readonly StoredStatement[]>;
  /**
   * Returns open differences, oldest first: at most `limit` of messages and of returns of each
   * scheme, of entries and of statements. Entries are missing only for the `overdue` settlement
   * dates, and only if the exchange of the scheme has delivered a report.
   */
  listDifferences(overdue: OverdueDates, limit: number): Promise<readonly Difference[]>;
  /**
   * Closes a difference as it is now. Moves no money. A later change opens it again. The list with
   * the same `overdue` dates must contain the difference.
   */
  resolveDifference(
    name: string,
    reason: string,
    overdue: OverdueDates,
    act: Act,
  ): Promise<ResolutionResult>;
  /** Returns the sums of each scheme and settlement date from a date on, the newest date first. */
  settlementTotals(from: LocalDate, limit: number): Promise<readonly SettlementTotals[]>;
}
