import type { Instant } from '../../shared/time.ts';
import type { CreditAnswers } from '../execution/credit-pass.ts';
import type { CreditReturn, ReturnResult } from '../execution/credit-return.ts';
import type { Released } from '../execution/plan.ts';
import type { ExceededLimit, Spending } from '../execution/spending.ts';
import type { ConsentStatus, GroupStatus } from '../lifecycle/lifecycle.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { Act, AuditStore } from '../records/audit.ts';
import type { StoredRequest } from '../records/api-version.ts';
import type { CreditOutcome, FileFacts, ReasonCode } from '../records/payment.ts';
import type {
  Account,
  Batch,
  BatchName,
  Consent,
  DuplicateFile,
  NewToken,
  Payment,
  PaymentApproval,
  Rejection,
  User,
  VerifiedGrant,
  Work,
} from '../records/records.ts';
import type { ApprovalStore } from './approval-store.ts';
import type { AuthorisationStore } from './authorisation-store.ts';
import type { ConsentApproval, ConsentMigration, IssuedAccess, NewConsent } from './consents.ts';
import type { CoreStore } from './core-store.ts';
import type { CustomerStore, MandatedAccount } from './customer-store.ts';
import type { DirectoryStore } from './directory-store.ts';
import type { EventStore } from './event-store.ts';
import type { HandOverStore } from './hand-over-store.ts';
import type { HistoryStore } from './history-store.ts';
import type { HubAdminStore } from './hub-admin-store.ts';
import type { NodeStore } from './node-store.ts';
import type { OperatorStore } from './operator-store.ts';
import type { ScreeningStore } from './screening-store.ts';
import type { SearchStore } from './search-index.ts';
import type { SignInStores } from './proven-sign-in-store.ts';
import type { DebtorEntry, StatementEntry } from './statements.ts';
import type { Booking, NewBatch, Release } from './booking.ts';
import type { TraceStore } from './trace-store.ts';
import type { WorkStore } from './work-store.ts';

/** An idempotency key. The same client, endpoint, key and body create one resource (rules, 3.3). */
export interface IdempotencyKey {
  readonly clientId: string;
  /** The operation with the id in its path. An upload's key is valid for its consent only. */
  readonly endpoint: string;
  readonly key: string;
  /** SHA-256 of the bytes of the request body, in hex. */
  readonly bodyHash: string;
}

/** Result of a command that creates a resource. */
export type CreateResult<T> =
  | { readonly outcome: 'created' | 'repeated'; readonly value: T }
  /** The idempotency key was used before with a different body. */
  | { readonly outcome: 'keyReused' }
  /** The consent has this status, which does not allow the command. */
  | { readonly outcome: 'wrongStatus'; readonly status: ConsentStatus };

/** The result of a migration. `changed`: the consent has another version by now. */
export type MigrateResult = CreateResult<Consent> | { readonly outcome: 'changed' };

/** The result of submitting a payment. */
export type SubmitResult =
  | CreateResult<Payment>
  /** Booked at once. `finished`: its final group status if it could not be paid, else null. */
  | { readonly outcome: 'booked'; readonly value: Payment; readonly finished: GroupStatus | null }
  /** Together with earlier payments, the payment would exceed these limits of the consent. */
  | { readonly outcome: 'overLimits'; readonly limits: readonly ExceededLimit[] }
  /**
   * After the payment was checked, the customer changed the restrictions of the consent, or the TPP
   * migrated it to a later version.
   */
  | { readonly outcome: 'changed' };

export interface NewPayment
  extends StoredRequest, Pick<Payment, 'id' | 'family' | 'consentId' | 'clientId'>, Release {
  /** True if the consent allows one payment only (rules, 5.2). */
  readonly consumesConsent: boolean;
  readonly spending: Spending;
  /** The restrictions of the consent that the payment was checked against. */
  readonly restrictions: Consent['restrictions'];
  /** Further approvals and their deadline. No batches exist until then. Null if none. */
  readonly awaiting: Pick<PaymentApproval, 'required' | 'approveBy'> | null;
}

/** The result of an execution step. `done` is false if another worker performed the step. */
export type StepResult = { readonly done: false } | DoneStep;

/** `finished`: final group status of the payment if this was its last step. Otherwise null. */
export interface DoneStep {
  readonly done: true;
  readonly finished: GroupStatus | null;
}

/** A due step of an order, with its batch and its payment. */
export interface LoadedStep {
  readonly work: Work;
  readonly batch: Batch;
  readonly payment: Pick<Payment, 'id' | 'family' | 'data' | 'debtorAccount' | 'customerId'> &
    Released;
  /** True if the batch has a case, also a decided one. */
  readonly hasCase: boolean;
}

/** A step that is ready to be committed, with data that the store cannot compute. */
export type ReadyStep =
  | { readonly step: 'book'; readonly work: Work; readonly booking: Booking }
  /** The payment is rejected and not booked. `debtor`: the account that it names in a file. */
  | {
      readonly step: 'refuse';
      readonly work: Work;
      readonly reason: ReasonCode;
      readonly debtor?: AccountNumber | null;
      readonly next: NewBatch | null;
      readonly audited?: Booking['audited'];
    }
  | { readonly step: 'send'; readonly work: Work; readonly answersAt: Instant }
  | { readonly step: 'collect'; readonly work: Work; readonly answers: CreditAnswers };

/**
 * The persistent state of the service. Every command is one atomic transaction, which is durable
 * when the promise resolves. A command with an `Act` also adds an entry to the audit log in that
 * transaction (docs/decisions, 49).
 */
export interface Store
  extends
    ApprovalStore,
    AuditStore,
    AuthorisationStore,
    CoreStore,
    CustomerStore,
    DirectoryStore,
    EventStore,
    HandOverStore,
    HistoryStore,
    HubAdminStore,
    NodeStore,
    OperatorStore,
    ScreeningStore,
    SearchStore,
    SignInStores,
    TraceStore,
    WorkStore {
  // Consents
  createConsent(consent: NewConsent, key: IdempotencyKey, act: Act): Promise<CreateResult<Consent>>;
  findConsent(id: string): Promise<Consent | undefined>;
  /** Moves a consent from AwaitingUpload to AwaitingAuthorisation, with its file's facts. */
  attachFile(
    consentId: string,
    facts: FileFacts,
    key: IdempotencyKey,
    act: Act,
  ): Promise<CreateResult<Consent>>;
  findFile(consentId: string): Promise<FileFacts | undefined>;
  isFileStored(sha256: string): Promise<boolean>;
  /**
   * Returns other consents whose file has the same SHA-256, the latest first: those that the
   * customer's users approved, and those that wait for approval with the same TPP. Leaves out
   * consents that lapsed by `now`, and those whose payment failed without paying anything.
   */
  duplicateFiles(
    consentId: string,
    customerId: string,
    now: Instant,
  ): Promise<readonly DuplicateFile[]>;
  /** Moves a consent from status `from` to Rejected. Returns false if its status has changed. */
  rejectConsent(
    consentId: string,
    from: 'AwaitingUpload' | 'AwaitingAuthorisation',
    rejection: Rejection,
    act: Act,
  ): Promise<boolean>;
  /** Converts an Authorised consent to the form of another version. */
  migrateConsent(
    migration: ConsentMigration,
    key: IdempotencyKey,
    act: Act,
  ): Promise<MigrateResult>;
  /** Moves a consent to Revoked. Returns false if its status forbids it or has changed. */
  revokeConsent(consent: Consent, act: Act): Promise<boolean>;
  /** Moves an Authorised consent to Revoked and revokes its tokens. False for another status. */
  withdrawConsent(consentId: string, act: Act): Promise<boolean>;
  /**
   * Moves a consent from AwaitingAuthorisation to Authorised, and stores the access for the TPP.
   * Returns false, and writes nothing, in two cases: the consent has another status, or an account
   * to debit does not belong to the customer of the approving user (docs/decisions, 110).
   */
  authoriseConsent(
    consentId: string,
    approved: ConsentApproval,
    issued: IssuedAccess,
    act: Act,
  ): Promise<boolean>;
  /** Rejects a lapsed consent and revokes its tokens. Commands that change consents do so first. */
  lapseConsent(consentId: string, now: Instant): Promise<void>;
  /** Rejects at most `limit` lapsed consents, the earliest first. Returns how many. */
  lapseConsents(now: Instant, limit: number): Promise<number>;
  /** Returns the body hash and resource of an idempotency key of the last 24 hours. */
  findKey(
    key: Pick<IdempotencyKey, 'clientId' | 'endpoint' | 'key'>,
    now: Instant,
  ): Promise<{ bodyHash: string; resourceId: string } | undefined>;

  // Payments
  /**
   * Creates the payment of an Authorised consent. It also creates the payment's batches with their
   * work, or books the only batch at once. If the payment consumes the consent, the same
   * transaction moves the consent to Consumed. If concurrent payments exceed a limit only together,
   * the later ones are rejected.
   */
  submitPayment(payment: NewPayment, key: IdempotencyKey, act: Act): Promise<SubmitResult>;
  /** Returns the limits that a payment and the earlier payments of its consent would exceed. */
  exceededLimits(consentId: string, spending: Spending): Promise<readonly ExceededLimit[]>;
  findPayment(id: string): Promise<Payment | undefined>;
  /** Returns the payment that consumed a consent. */
  findPaymentOf(consentId: string): Promise<Payment | undefined>;
  /** Returns at most `limit` batches from number `from` on. By default, returns all batches. */
  batchesOf(paymentId: string, from?: number, limit?: number): Promise<readonly Batch[]>;
  countBatches(paymentId: string): Promise<number>;
  /** Returns the number of payments in all batches of a payment resource. */
  countPayments(paymentId: string): Promise<number>;
  findBatch(paymentId: string, number: number): Promise<Batch | undefined>;
  /** Returns the outcomes from index `from` to before `to` that differ from the batch's. */
  outcomes(paymentId: string, from: number, to: number): Promise<readonly CreditOutcome[]>;
  /** Returns the indexes of a batch's pending credits, in ascending order. */
  pendingCredits(paymentId: string, batch: number): Promise<readonly number[]>;
  /** Returns the indexes of a batch's payments that were not debited, in ascending order. */
  refusedCredits(paymentId: string, batch: number): Promise<readonly number[]>;
  /** Returns the indexes of the payments of a file that have batches of their own, ascending. */
  separatedCredits(paymentId: string): Promise<readonly number[]>;

  // Execution. Each command ends its step of work, or does nothing if another worker did the step.
  /** Books the debits, or rejects payments without funds. A batch without funded payments fails. */
  bookDebits(work: Work, booking: Booking, now: Instant): Promise<StepResult>;
  /** Records that the credits were sent. Returns false if another worker recorded it already. */
  markSent(work: Work, answersAt: Instant, now: Instant): Promise<boolean>;
  /** Books the scheme's answers. A credit to a closed account of this bank is rejected (AC04). */
  applyAnswers(work: Work, answers: CreditAnswers, now: Instant): Promise<StepResult>;
  /** Returns a credit that the scheme had accepted to the debtor (rules, 13.10). */
  returnCredit(batch: BatchName, credit: CreditReturn, act: Act): Promise<ReturnResult>;
  /** Returns the steps that still exist, each with its payment and batch. */
  findSteps(steps: readonly Work[]): Promise<readonly LoadedStep[]>;
  /** Commits steps of different payments in one transaction. Returns their results in order. */
  executeSteps(steps: readonly ReadyStep[], now: Instant): Promise<readonly StepResult[]>;

  // Access
  saveToken(token: NewToken): Promise<void>;
  /**
   * Returns the grant of a token, even if it has expired. The TPP must be an active PISP, and the
   * certificate to which the token is bound, if any, must be valid.
   */
  findGrant(tokenHash: string): Promise<VerifiedGrant | undefined>;

  // The bank
  findUser(id: string): Promise<User | undefined>;
  findAccount(number: AccountNumber): Promise<Account | undefined>;
  /** Returns all accounts whose mandate requires several approvals. */
  mandates(): Promise<readonly MandatedAccount[]>;
  /** Returns the accounts of a customer, in the order of their numbers, or the first ones. */
  accountsOf(customerId: string, limit?: number): Promise<readonly Account[]>;
  /** Returns the statement entries after id `after` (0: all), the oldest first. */
  statement(
    account: AccountNumber,
    after: number,
    limit: number,
  ): Promise<readonly StatementEntry[]>;
  /** Returns the entries of debtors for payments of a file, from index `from` to before `to`. */
  entriesOf(paymentId: string, from: number, to: number): Promise<readonly DebtorEntry[]>;
  /** Returns the common debits of a file payment. */
  commonDebitsOf(paymentId: string): Promise<readonly DebtorEntry[]>;

  /** Deletes some expired tokens, items, sessions and figures. Returns true if more remain. */
  clearExpired(now: Instant): Promise<boolean>;
  /** Returns true if the store can be read and written now. */
  isReady(): Promise<boolean>;
  /** Checks that all balances add up to zero. Returns a description of each discrepancy. */
  auditBooks(): Promise<readonly string[]>;
  readSetting(name: string): Promise<string | undefined>;
  writeSetting(name: string, value: string): Promise<void>;
  /** Writes a setting unless it exists. Returns the stored value, which may be another writer's. */
  addSetting(name: string, value: string): Promise<string>;
  /** Raises an integer setting to `least` if it is lower. Returns the stored value. */
  raiseSetting(name: string, least: number): Promise<number>;
  close(): Promise<void>;
}
