import type { Pence } from '../kernel/money.ts';
import type { Instant, LocalDate } from '../kernel/time.ts';
import type { AccountNumber } from './accounts.ts';
import type { ConsentStatus, GroupStatus } from './lifecycle.ts';
import type {
  CreditOutcome,
  ExecutionGroup,
  FileFacts,
  FileMetadata,
  FilePayment,
  FileRules,
  Instrument,
  ReasonCode,
  ReceivedFile,
} from './payment.ts';
import type {
  Account,
  Batch,
  Client,
  Consent,
  Grant,
  Payment,
  StatementEntry,
  User,
  Work,
} from './records.ts';

/** Who asked for what: the same three and the same body make one resource (rules, 3). */
export interface IdempotencyKey {
  readonly clientId: string;
  /** The operation, and the id in its path: an upload's key is good for its consent alone. */
  readonly endpoint: string;
  readonly key: string;
  /** SHA-256 of the request's bytes, hex. */
  readonly bodyHash: string;
}

/** What a command that creates something answers. */
export type Created<T> =
  | { readonly outcome: 'created' | 'repeated'; readonly value: T }
  /** The key was used with another body. */
  | { readonly outcome: 'keyReused' }
  /** The consent's status does not allow it; what it is. */
  | { readonly outcome: 'wrongStatus'; readonly status: ConsentStatus };

export interface NewConsent extends Pick<
  Consent,
  'id' | 'family' | 'clientId' | 'data' | 'risk' | 'debtorAccount'
> {
  readonly status: 'AwaitingUpload' | 'AwaitingAuthorisation';
}

export interface NewPayment extends Pick<
  Payment,
  'id' | 'family' | 'consentId' | 'clientId' | 'data' | 'risk'
> {
  /** Whether the consent is good for this payment alone (rules, 5), or for more to come. */
  readonly consumesConsent: boolean;
  readonly batches: readonly NewBatch[];
}

export interface NewBatch extends Pick<
  Batch,
  'instrument' | 'date' | 'dueAt' | 'payments' | 'totalPence'
> {
  /** Whether the day asked for was closed or over, so that another was taken. */
  readonly moved: boolean;
}

/** What is kept of a bearer token: never the token itself. */
export interface NewToken {
  /** SHA-256 of the token, hex. */
  readonly hash: string;
  readonly grant: Grant;
  /** By the machine's clock, which tokens live by. */
  readonly issuedAt: Instant;
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
}

/** What came of a step of execution. */
export type StepResult =
  /** Somebody else did it. */
  | { readonly done: false }
  /** `finished`: where the payment ended, when this was its last step; null otherwise. */
  | { readonly done: true; readonly finished: GroupStatus | null };

/** A credit that a scheme answered with anything but a plain yes to another bank's account. */
export interface CreditAnswer {
  readonly index: number;
  readonly amountPence: Pence;
  readonly debtor: AccountNumber | null;
  readonly creditor: AccountNumber;
  readonly creditorName: string;
  readonly reference: string;
  /** `own`: accepted, and the creditor's account is held at this bank. */
  readonly answer: 'rejected' | 'pending' | 'own';
  readonly reason: ReasonCode | null;
}

export interface SchemeAnswers {
  /** In the order of the file. */
  readonly standingOut: readonly CreditAnswer[];
  /** Where to go on; null when every credit of the batch has been looked at. */
  readonly nextCursor: number | null;
  /** When to ask again for pending ones, should there be any; null when none can be. */
  readonly askAgainAt: Instant | null;
}

/** A batch of credits as a scheme sees it. */
export interface CreditBatch {
  readonly paymentId: string;
  readonly number: number;
  readonly instrument: Instrument;
  readonly date: LocalDate | null;
  readonly file: FileFacts;
}

/** A payment scheme. Both calls may be repeated without a second effect. */
export interface SchemeGateway {
  /** Hands the credits over; tells when answers are to be expected. */
  send(batch: CreditBatch, now: Instant): Promise<{ answersAt: Instant }>;
  /**
   * The answers to the credits from `cursor` on, at most `limit` that stand out.
   * `only`: ask for these payments alone (ascending), the ones that were pending.
   */
  collect(
    batch: CreditBatch,
    request: {
      readonly sentAt: Instant;
      readonly now: Instant;
      readonly cursor: number;
      readonly limit: number;
      readonly only: readonly number[] | null;
    },
  ): Promise<SchemeAnswers>;
}

/** An upload that has arrived: in memory when small, in a temporary file when large. */
export type SpooledFile =
  | { readonly kind: 'memory'; readonly buffer: SharedArrayBuffer; readonly bytes: number }
  | { readonly kind: 'disk'; readonly path: string; readonly bytes: number };

/** Payments of a kept file from `cursor` on, at most `limit`. */
export interface SliceRequest {
  readonly cursor: number;
  readonly limit: number;
  /** The group that they are of; null: of all. */
  readonly group: Pick<ExecutionGroup, 'instrument' | 'date'> | null;
}

/** Payments of a kept file, in its order. */
export interface Slice {
  readonly payments: readonly FilePayment[];
  /** Where to go on; null at the end of the file. */
  readonly nextCursor: number | null;
}

/** The work on files that is done away from the event loop. */
export interface FileWorkers {
  /** Hashes, reads, validates, classifies and, when all is well, keeps the file durably. */
  receive(file: SpooledFile, metadata: FileMetadata, rules: FileRules): Promise<ReceivedFile>;
  /** SHA-256 of an upload, hex; keeps nothing. */
  hash(file: SpooledFile): Promise<string>;
  slice(file: FileFacts, request: SliceRequest): Promise<Slice>;
}

/** The kept bytes of uploaded files, by content. */
export interface FileStore {
  /** The path of a kept file. */
  pathOf(sha256: string): string;
  /** Removes temporary files and files that `isKept` disowns. Run at start, before any upload. */
  sweep(isKept: (sha256: string) => Promise<boolean>): Promise<number>;
}

/** Closed days of the bank. */
export interface Holidays {
  /** Whether the day is a bank holiday in England and Wales. Weekends are not its business. */
  isBankHoliday(date: LocalDate): boolean;
}

/** Where all state lives. Every command is one atomic transaction, durable when it answers. */
export interface Store {
  // Consents
  createConsent(consent: NewConsent, key: IdempotencyKey, now: Instant): Promise<Created<Consent>>;
  findConsent(id: string): Promise<Consent | undefined>;
  /** AwaitingUpload → AwaitingAuthorisation, with the facts of the file. */
  attachFile(
    consentId: string,
    facts: FileFacts,
    key: IdempotencyKey,
    now: Instant,
  ): Promise<Created<Consent>>;
  findFile(consentId: string): Promise<FileFacts | undefined>;
  isFileKept(sha256: string): Promise<boolean>;
  /** `from` → Rejected; false when the consent's status is another by now. */
  rejectConsent(
    consentId: string,
    from: 'AwaitingUpload' | 'AwaitingAuthorisation',
    refusal: string,
    now: Instant,
  ): Promise<boolean>;
  /**
   * AwaitingAuthorisation → Authorised, with the debtor account and the customer's token; false
   * when it was not awaiting.
   */
  authoriseConsent(
    consentId: string,
    debtorAccount: AccountNumber | null,
    userId: string,
    token: NewToken,
    now: Instant,
  ): Promise<boolean>;
  /** What a key was used for within its 24 hours, if it was. */
  findKey(
    key: Pick<IdempotencyKey, 'clientId' | 'endpoint' | 'key'>,
    now: Instant,
  ): Promise<{ bodyHash: string; resourceId: string } | undefined>;

  // Payments
  /**
   * The payment of an Authorised consent, its batches and the work to book them, and with a payment
   * that consumes it the consent's move to Consumed: all or nothing.
   */
  submitPayment(payment: NewPayment, key: IdempotencyKey, now: Instant): Promise<Created<Payment>>;
  findPayment(id: string): Promise<Payment | undefined>;
  batchesOf(paymentId: string): Promise<readonly Batch[]>;
  /** Outcomes that stand out, for payments from `from` up to before `to`. */
  outcomes(paymentId: string, from: number, to: number): Promise<readonly CreditOutcome[]>;
  /** Indexes of a batch's pending credits, ascending. */
  pendingCredits(paymentId: string, batch: number): Promise<readonly number[]>;

  // Execution. Each command ends the work it is given, or does nothing: somebody else did it.
  /** Work that is due, oldest first. */
  dueWork(now: Instant, limit: number): Promise<readonly Work[]>;
  /** When the next work falls due. */
  nextWorkAt(): Promise<Instant | undefined>;
  /** Takes the debits, or rejects for want of funds; a batch without any ends there. */
  bookDebits(work: Work, booking: Booking, now: Instant): Promise<StepResult>;
  /** The credits are with the scheme; false when somebody else sent them. */
  markSent(work: Work, answersAt: Instant, now: Instant): Promise<boolean>;
  /**
   * Books what the scheme answered; finishes the batch, and with the last one the payment. An `own`
   * credit to an account that is closed is rejected with AC04.
   */
  applyAnswers(work: Work, answers: SchemeAnswers, now: Instant): Promise<StepResult>;

  // Access
  /** Keeps a token; some that have expired by its time are cleared away. */
  saveToken(token: NewToken): Promise<void>;
  /** The grant of a token whose TPP is still an active PISP. Says nothing of its expiry. */
  findGrant(tokenHash: string): Promise<Grant | undefined>;
  findClient(id: string): Promise<(Client & { secretHash: string }) | undefined>;

  // The bank
  findUser(id: string): Promise<User | undefined>;
  findAccount(number: AccountNumber): Promise<Account | undefined>;
  /** An account's entries after entry `after` (0: from the first), oldest first. */
  statement(
    account: AccountNumber,
    after: number,
    limit: number,
  ): Promise<readonly StatementEntry[]>;

  // The store itself
  /** Whether reads and writes work at this moment. */
  isReady(): Promise<boolean>;
  /** The sum of every balance: zero, always. With what does not add up, if anything. */
  auditBooks(): Promise<readonly string[]>;
  readSetting(name: string): Promise<string | undefined>;
  writeSetting(name: string, value: string): Promise<void>;
  close(): Promise<void>;
}

/** Who holds a bearer token. The authorisation server behind it issues them. */
export interface AccessTokens {
  /** The grant of a token; undefined when it is unknown, expired or its TPP is shut out. */
  verify(token: string): Promise<Grant | undefined>;
}
