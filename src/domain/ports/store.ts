import type { Pence } from '../../shared/money.ts';
import type { Instant } from '../../shared/time.ts';
import type { CreditAnswers } from '../execution/credit-pass.ts';
import type { Released } from '../execution/plan.ts';
import type { ExceededLimit, Spending } from '../execution/spending.ts';
import type { ConsentStatus, GroupStatus } from '../lifecycle/lifecycle.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { Act, AuditStore } from '../records/audit.ts';
import type { CreditOutcome, FileFacts, ReasonCode } from '../records/payment.ts';
import type {
  Account,
  Approval,
  Batch,
  Consent,
  DuplicateFile,
  NewToken,
  Payment,
  PaymentApproval,
  Rejection,
  StatementEntry,
  User,
  VerifiedGrant,
  Work,
} from '../records/records.ts';
import type { ApprovalStore } from './approval-store.ts';
import type { AuthorisationStore } from './authorisation-store.ts';
import type { CustomerStore, MandatedAccount } from './customer-store.ts';
import type { DirectoryStore } from './directory-store.ts';
import type { NodeStore } from './node-store.ts';
import type { PasskeyStore, SignInStore } from './sign-in-store.ts';
import type { Booking, NewBatch, Release } from './booking.ts';
import type { WorkStore } from './work-store.ts';

/** Who asked for what: the same three and the same body make one resource (rules, 3.3). */
export interface IdempotencyKey {
  readonly clientId: string;
  /** The operation, and the id in its path: an upload's key is good for its consent alone. */
  readonly endpoint: string;
  readonly key: string;
  /** SHA-256 of the request's bytes, hex. */
  readonly bodyHash: string;
}

/** What a command that creates something answers. */
export type CreateResult<T> =
  | { readonly outcome: 'created' | 'repeated'; readonly value: T }
  /** The key was used with another body. */
  | { readonly outcome: 'keyReused' }
  /** The consent's status does not allow it; what it is. */
  | { readonly outcome: 'wrongStatus'; readonly status: ConsentStatus };

/** What submitting a payment answers. */
export type SubmitResult =
  | CreateResult<Payment>
  /** Taken, as `value` has it, and booked at once; where it ended, when it could not be paid. */
  | { readonly outcome: 'booked'; readonly value: Payment; readonly finished: GroupStatus | null }
  /** Together with what was paid before it would come to more than these allow. */
  | { readonly outcome: 'overLimits'; readonly limits: readonly ExceededLimit[] };

export interface NewConsent extends Pick<
  Consent,
  'id' | 'family' | 'clientId' | 'data' | 'risk' | 'debtorAccount' | 'expiresAt' | 'lapsesAt'
> {
  readonly status: 'AwaitingUpload' | 'AwaitingAuthorisation';
}

export interface NewPayment
  extends Pick<Payment, 'id' | 'family' | 'consentId' | 'clientId' | 'data' | 'risk'>, Release {
  /** Whether the consent is good for this payment alone (rules, 5.2), or for more to come. */
  readonly consumesConsent: boolean;
  readonly spending: Spending;
  /** How many must approve it, and until when; it has no batches then. Null: nobody else. */
  readonly awaiting: Pick<PaymentApproval, 'required' | 'approveBy'> | null;
}

/** What a customer's approval settles. */
export interface ConsentApproval {
  /** The one account that will be debited; null when there are several. */
  readonly debtorAccount: AccountNumber | null;
  readonly userId: string;
  /** How the user proved to be that one, and for what; null where the sandbox stood for it. */
  readonly factor: Approval['factor'];
  readonly dynamicLinkingHash: Approval['dynamicLinkingHash'];
  /** From when on it has lapsed; null: it does not lapse. */
  readonly lapsesAt: Instant | null;
}

/** What an approval gives the TPP to go on with. */
export type IssuedAccess =
  /** A token at once. */
  | { readonly token: NewToken }
  /** The authorisation server's grant, from which it gets a token by a code. */
  | { readonly grantId: string };

/** What came of a step of execution; not done: somebody else did it. */
export type StepResult = { readonly done: false } | DoneStep;

export interface DoneStep {
  readonly done: true;
  /** Where the payment ended, when this was its last step; null otherwise. */
  readonly finished: GroupStatus | null;
}

/** A step of an order, with all that taking it needs to know. */
export interface LoadedStep {
  readonly work: Work;
  readonly batch: Batch;
  readonly payment: Pick<Payment, 'id' | 'family' | 'data' | 'debtorAccount'> & Released;
}

/** A step that is to be taken, with what it comes to as far as the store does not know it. */
export type ReadyStep =
  | { readonly step: 'book'; readonly work: Work; readonly booking: Booking }
  /** The single payment is rejected unbooked, for that reason; `next` as in a booking. */
  | {
      readonly step: 'refuse';
      readonly work: Work;
      readonly reason: ReasonCode;
      readonly next: NewBatch | null;
    }
  | { readonly step: 'send'; readonly work: Work; readonly answersAt: Instant }
  | { readonly step: 'collect'; readonly work: Work; readonly answers: CreditAnswers };

/** What came of giving a step up. */
export type AbandonResult =
  | {
      readonly outcome: 'abandoned';
      readonly returnedPence: Pence;
      readonly finished: DoneStep['finished'];
    }
  /** It is not parked, or not there any more. */
  | { readonly outcome: 'notParked' }
  /** Some credits of the batch were answered, and only the file tells which are left. */
  | { readonly outcome: 'partlyAnswered' };

/**
 * Where all state lives. Every command is one atomic transaction, durable when it answers; one that
 * takes an act appends what it did to the audit log in that transaction (docs/decisions, 49).
 */
export interface Store
  extends
    ApprovalStore,
    AuditStore,
    AuthorisationStore,
    CustomerStore,
    DirectoryStore,
    NodeStore,
    PasskeyStore,
    SignInStore,
    WorkStore {
  // Consents
  createConsent(consent: NewConsent, key: IdempotencyKey, act: Act): Promise<CreateResult<Consent>>;
  findConsent(id: string): Promise<Consent | undefined>;
  /** AwaitingUpload → AwaitingAuthorisation, with the facts of the file. */
  attachFile(
    consentId: string,
    facts: FileFacts,
    key: IdempotencyKey,
    act: Act,
  ): Promise<CreateResult<Consent>>;
  findFile(consentId: string): Promise<FileFacts | undefined>;
  isFileStored(sha256: string): Promise<boolean>;
  /**
   * Other consents with the very file of this one, latest first: those that the customer's users
   * approved, and those that wait with the same TPP. None that has lapsed by then, or of which
   * nothing was paid, and nothing will be.
   */
  duplicateFiles(
    consentId: string,
    customerId: string,
    now: Instant,
  ): Promise<readonly DuplicateFile[]>;
  /** `from` → Rejected; false when the consent's status is another by now. */
  rejectConsent(
    consentId: string,
    from: 'AwaitingUpload' | 'AwaitingAuthorisation',
    rejection: Rejection,
    act: Act,
  ): Promise<boolean>;
  /** A consent as it was found → Revoked; false when it may not be, or has moved since. */
  revokeConsent(consent: Consent, act: Act): Promise<boolean>;
  /**
   * Authorised → Revoked at the customer's word, and the end of its tokens; false when it is not
   * Authorised by now.
   */
  withdrawConsent(consentId: string, act: Act): Promise<boolean>;
  /**
   * AwaitingAuthorisation → Authorised, with what the TPP gets. Returns false, and writes nothing,
   * if it was not awaiting, or if an account that it debits does not belong to the customer of the
   * user who approves it (docs/decisions, 110).
   */
  authoriseConsent(
    consentId: string,
    approved: ConsentApproval,
    issued: IssuedAccess,
    act: Act,
  ): Promise<boolean>;
  /**
   * Awaiting or Authorised → Rejected for a consent that has lapsed by then, and the end of its
   * tokens. Every other command that may move a consent looks at that first.
   */
  lapseConsent(consentId: string, now: Instant): Promise<void>;
  /** As above, for those that lapsed first, so many at most; how many there were. */
  lapseConsents(now: Instant, limit: number): Promise<number>;
  /** What a key was used for within its 24 hours, if it was. */
  findKey(
    key: Pick<IdempotencyKey, 'clientId' | 'endpoint' | 'key'>,
    now: Instant,
  ): Promise<{ bodyHash: string; resourceId: string } | undefined>;

  // Payments
  /**
   * The payment of an Authorised consent, its batches and the work to book them, or what booking
   * its only one comes to, and with a payment that consumes it the consent's move to Consumed: all
   * or nothing. Of payments that each keep the limits but together do not, only those that still
   * do are taken.
   */
  submitPayment(payment: NewPayment, key: IdempotencyKey, act: Act): Promise<SubmitResult>;
  /** Which limits a payment would break, together with what was paid under its consent. */
  exceededLimits(consentId: string, spending: Spending): Promise<readonly ExceededLimit[]>;
  findPayment(id: string): Promise<Payment | undefined>;
  /** The payment that consumed a consent. */
  findPaymentOf(consentId: string): Promise<Payment | undefined>;
  /** The batches from number `from` on, at most `limit`; all when neither is given. */
  batchesOf(paymentId: string, from?: number, limit?: number): Promise<readonly Batch[]>;
  countBatches(paymentId: string): Promise<number>;
  /** The payments in all of its batches. */
  countPayments(paymentId: string): Promise<number>;
  findBatch(paymentId: string, number: number): Promise<Batch | undefined>;
  /** Outcomes that stand out, for payments from `from` up to before `to`. */
  outcomes(paymentId: string, from: number, to: number): Promise<readonly CreditOutcome[]>;
  /** Indexes of a batch's pending credits, ascending. */
  pendingCredits(paymentId: string, batch: number): Promise<readonly number[]>;

  // Execution. Each command ends the work it is given, or does nothing: somebody else did it.
  /**
   * Gives parked work up: the money that was taken for its batch, and is not answered for, goes
   * back. `next` is the batch that follows a payment of an order that was never booked.
   */
  abandonWork(work: Work, next: NewBatch | null, act: Act): Promise<AbandonResult>;
  /** Takes the debits, or rejects for want of funds; a batch without any ends there. */
  bookDebits(work: Work, booking: Booking, now: Instant): Promise<StepResult>;
  /** The credits are with the scheme; false when somebody else sent them. */
  markSent(work: Work, answersAt: Instant, now: Instant): Promise<boolean>;
  /**
   * Books what the scheme answered; finishes the batch, and with the last one the payment. An `own`
   * credit to an account that is closed is rejected with AC04.
   */
  applyAnswers(work: Work, answers: CreditAnswers, now: Instant): Promise<StepResult>;
  /** Those of the steps that are still there, each with its payment and batch. */
  findSteps(steps: readonly Work[]): Promise<readonly LoadedStep[]>;
  /**
   * Takes steps of as many payments together, each as the commands above take one; what came of
   * each, in their order. Where one of them throws none is taken.
   */
  executeSteps(steps: readonly ReadyStep[], now: Instant): Promise<readonly StepResult[]>;

  // Access
  /** Keeps a token; some that have expired by its time are cleared away. */
  saveToken(token: NewToken): Promise<void>;
  /**
   * The grant of a token whose TPP is still an active PISP, and whose certificate, where it is
   * bound to one, is still good. Says nothing of its expiry.
   */
  findGrant(tokenHash: string): Promise<VerifiedGrant | undefined>;

  // The bank
  findUser(id: string): Promise<User | undefined>;
  findAccount(number: AccountNumber): Promise<Account | undefined>;
  /** Every account of which something needs more than one approval, by number. */
  mandates(): Promise<readonly MandatedAccount[]>;
  /** Every account of a customer, by number. */
  accountsOf(customerId: string): Promise<readonly Account[]>;
  /** An account's entries after entry `after` (0: from the first), oldest first. */
  statement(
    account: AccountNumber,
    after: number,
    limit: number,
  ): Promise<readonly StatementEntry[]>;

  // The store itself
  /**
   * Clears away what has expired by the machine's clock: tokens, what the authorisation server
   * keeps, and customers' sessions. So many at most that nobody is held up; whether there is more.
   */
  clearExpired(now: Instant): Promise<boolean>;
  /** Whether reads and writes work at this moment. */
  isReady(): Promise<boolean>;
  /** The sum of every balance: zero, always. With what does not add up, if anything. */
  auditBooks(): Promise<readonly string[]>;
  readSetting(name: string): Promise<string | undefined>;
  writeSetting(name: string, value: string): Promise<void>;
  /** Writes it where there is none; what is there then: of several at once one is first. */
  addSetting(name: string, value: string): Promise<string>;
  /** Sets a number that never falls, a whole one: what it is then, where somebody set more. */
  raiseSetting(name: string, least: number): Promise<number>;
  close(): Promise<void>;
}
