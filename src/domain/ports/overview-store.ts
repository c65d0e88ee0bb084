import type { Pence } from '../../shared/money.ts';
import type { Instant } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { Act } from '../records/audit.ts';
import type { Customer, CustomerUserReport } from '../records/customer-report.ts';
import type { LedgerEntry, LedgerSum, OpenSum } from '../records/ledger-day.ts';
import type { FileFilter, FileTotal, ListedFile } from '../records/listed-file.ts';
import type { Payment } from '../records/records.ts';
import type { ClientActivity, ListedTpp, Tpp, TppClient } from '../records/tpps.ts';

/** Selects entries of the ledger. */
export interface LedgerFilter {
  readonly account: AccountNumber;
  /** Start and end of the time in which they were booked. */
  readonly from: Instant;
  readonly before: Instant;
  /** The place of the last entry that was listed. Null for the first page. */
  readonly after: { readonly at: Instant; readonly id: number } | null;
}

/** A user who has not decided about a payment that waits for approvals. */
export interface ApprovalCandidate {
  readonly paymentId: string;
  readonly userId: string;
}

/** Events whose push failed and will be repeated, without those of unresponsive addresses. */
export interface FailedPushes {
  readonly events: number;
  /** The first failure of the event that fails longest. Null if there is none. */
  readonly since: Instant | null;
}

/** Sums and lists about money, files and approvals, for operators. */
export interface OverviewStore {
  /** Returns the sums of the transfers that were booked in a time, without its end. */
  ledgerSums(from: Instant, before: Instant): Promise<readonly LedgerSum[]>;
  /** Returns the balances of the bank's own accounts. */
  ledgerBalances(): Promise<ReadonlyMap<AccountNumber, Pence>>;
  /** Returns the open money of each scheme. `from` and `before` select the day for `isOfDay`. */
  openInClearing(from: Instant, before: Instant): Promise<readonly OpenSum[]>;
  /** Returns up to `limit` entries of an account, the newest first. */
  ledgerEntries(filter: LedgerFilter, limit: number): Promise<readonly LedgerEntry[]>;
  /** Returns up to `limit` submitted files, the newest first. */
  listFiles(filter: FileFilter, limit: number): Promise<readonly ListedFile[]>;
  /** Returns number and total of the files that were submitted in a time, by state. */
  fileTotals(from: Instant, before: Instant): Promise<readonly FileTotal[]>;
  /** Returns payments of all customers that wait for approvals, the earliest deadline first. */
  paymentsToApprove(limit: number): Promise<readonly Payment[]>;
  /** Returns up to `limit` users for each payment who belong to its customer and can decide. */
  approvalCandidates(
    paymentIds: readonly string[],
    limit: number,
  ): Promise<readonly ApprovalCandidate[]>;
  failedPushes(): Promise<FailedPushes>;
}

/** The TPPs as operators see them, and their suspension (docs/decisions, 165). */
export interface TppStore {
  /** Returns organisations with at least one client in the order of their ids, after an id. */
  listTpps(after: string, limit: number): Promise<readonly ListedTpp[]>;
  /** Returns an organisation of the directory, even without clients. */
  findTpp(organisationId: string): Promise<Tpp | undefined>;
  /** Returns the clients of an organisation in the order of their ids. */
  clientsOfTpp(organisationId: string, limit: number): Promise<readonly TppClient[]>;
  /** Returns at most `limit` open consents and payments of a client, and counts its newest ones. */
  activityOf(clientId: string, limit: number): Promise<ClientActivity>;
  /**
   * Suspends a TPP: no token and no client of it is accepted from this transaction on. Returns
   * false if the directory never listed the organisation, or if it is suspended already.
   */
  suspendTpp(organisationId: string, reason: string, act: Act): Promise<boolean>;
}

/** Customers of the bank as operators see them. */
export interface CustomerReportStore {
  /** Returns customers that have this id, a user with this id, or an account with this number. */
  findCustomers(text: string): Promise<readonly Customer[]>;
  findCustomer(id: string): Promise<Customer | undefined>;
  /** Returns at most `limit` users of a customer in the order of their ids. */
  usersOfCustomer(
    customerId: string,
    limit: number,
    now: Instant,
  ): Promise<readonly CustomerUserReport[]>;
}
