import type { Instant, LocalDate } from '../../shared/time.ts';
import type { DeliveryHeader } from '../schemes/answers.ts';
import type { EnquiryName, MessageToEnquire, NewEnquiry } from '../schemes/enquiries.ts';
import type {
  Arrival,
  Delivery,
  DeliveryProblem,
  MatchedSlice,
  NewDelivery,
  NewMessage,
  OutgoingMessage,
  SentMessage,
  SentSubmission,
  StoredAnswer,
  WaitingReturn,
} from '../schemes/hand-over.ts';
import type { ReturnProblem } from '../schemes/hub-problems.ts';
import type { Instrument } from '../schemes/schemes.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { AccountHolder, BatchName } from '../records/records.ts';
import type { RecallStore } from './recall-store.ts';
import type { SettlementStore } from './settlement-store.ts';
import type { RejectedRange, RequestedAnswers } from './schemes.ts';

/** The answers to a batch that have been applied so far. */
export interface BatchAnswers {
  /** Numbers of credits without an answer, and of pending ones, in all messages of the batch. */
  readonly open: number;
  readonly pending: number;
  /**
   * The bank's sort codes when the messages were written, separated by commas. Null if the batch
   * has no messages.
   */
  readonly bankSortCodes: string | null;
  /** The messages that were rejected as a whole, from the first requested payment on. */
  readonly rejected: readonly RejectedRange[];
  /** The requested credits that are pending or rejected, ascending. */
  readonly answers: readonly StoredAnswer[];
}

/** A failed attempt to hand a message or an enquiry over, and the time of the next one. */
export interface HandOverFailure {
  readonly problem: string;
  readonly tryAt: Instant;
  /** Time of the attempt if the hub refused the message. Null for any other failure. */
  readonly refusedAt: Instant | null;
}

/**
 * The messages that are handed over to a payment hub, and the documents that the hub delivers.
 * Every command may be repeated after a crash, and takes effect once.
 */
export interface HandOverStore extends RecallStore, SettlementStore {
  /** Returns the holder of an account for messages to schemes. Undefined if it has none. */
  findHolder(account: AccountNumber): Promise<AccountHolder | undefined>;
  /** Adds the messages of a batch. Does nothing if the batch already has messages. */
  addMessages(batch: BatchName, messages: readonly NewMessage[]): Promise<void>;
  hasMessages(batch: BatchName): Promise<boolean>;
  /** Returns true if the hub has a batch whose answers are not all booked. */
  awaitsHub(): Promise<boolean>;
  /**
   * Returns the due messages of these schemes whose batches were sent, oldest first. Returns no
   * message of a stopped scheme.
   */
  messagesToHandOver(
    instruments: readonly Instrument[],
    now: Instant,
    limit: number,
  ): Promise<readonly OutgoingMessage[]>;
  markHandedOver(messageId: string, now: Instant): Promise<void>;
  postponeMessage(messageId: string, failure: HandOverFailure): Promise<void>;

  /**
   * Returns the messages of these schemes whose enquiry is due, oldest first. Returns no message
   * that is completely answered, and none of a stopped scheme.
   */
  messagesToEnquire(
    instruments: readonly Instrument[],
    now: Instant,
    limit: number,
  ): Promise<readonly MessageToEnquire[]>;
  /** Stores an enquiry. Does nothing if its message has one with this number. */
  addEnquiry(enquiry: NewEnquiry): Promise<void>;
  /**
   * Records that the hub has an enquiry. The next one is due at `nextAt`, unless all credits of the
   * message are answered or pending.
   */
  markEnquired(enquiry: EnquiryName, now: Instant, nextAt: Instant): Promise<void>;
  postponeEnquiry(enquiry: EnquiryName, failure: Omit<HandOverFailure, 'refusedAt'>): Promise<void>;

  findMessages(ids: readonly string[]): Promise<readonly SentMessage[]>;
  /**
   * Returns the Bacs submissions with a processing day, by their ids. Returns no submission of a
   * batch that was never handed over and ended.
   *
   * @param after id of the last submission that was returned before. Empty for the first ones
   */
  bacsSubmissions(
    processingDay: LocalDate,
    after: string,
    limit: number,
  ): Promise<readonly SentSubmission[]>;
  /** Returns those of some credits of a message that were rejected or came back. */
  endedCredits(messageId: string, indexes: readonly number[]): Promise<readonly number[]>;
  /**
   * Returns those of some credits of a message whose return operators proposed or decided, and that
   * no ARUCS has named.
   */
  awaitedReturns(messageId: string, indexes: readonly number[]): Promise<readonly number[]>;
  answersOf(batch: BatchName, which: RequestedAnswers): Promise<BatchAnswers>;

  /**
   * Records a document. Its bytes are stored as a file, unless `content` contains them. Returns
   * false if it was recorded before. If its bytes in the database were changed since, replaces them
   * and returns true.
   */
  addDelivery(document: NewDelivery, arrival: Arrival, now: Instant): Promise<boolean>;
  /** Returns the documents that are not completely processed, oldest first, without their bytes. */
  deliveriesToRead(limit: number): Promise<readonly Delivery[]>;
  /**
   * Records the header of a complete and valid document before its answers are applied. Returns
   * false and sets it aside if the hub used its id before for other content.
   */
  beginDelivery(sha256: string, header: DeliveryHeader): Promise<boolean>;
  /**
   * Sets a document aside with a problem for the operators. Does nothing if its answers were
   * applied.
   */
  setDeliveryAside(sha256: string, problem: DeliveryProblem): Promise<void>;
  /**
   * Applies a slice of answers. If it completes the answers to a batch, or changes pending credits,
   * the batch's step that collects answers becomes due at once. Returns the number of answers that
   * were set aside. Returns null, and does nothing, if the slice was applied before.
   */
  takeAnswers(sha256: string, slice: MatchedSlice, now: Instant): Promise<number | null>;

  /** Returns the credits that came back and wait to be credited to the debtor, oldest first. */
  waitingReturns(limit: number): Promise<readonly WaitingReturn[]>;
  /** Ends a waiting return: it was booked, or an operator must decide because of `problem`. */
  endReturn(
    waiting: Pick<WaitingReturn, 'messageId' | 'index'>,
    problem: ReturnProblem | null,
    now: Instant,
  ): Promise<void>;

  /** Postpones the step that collects the answers to a batch. Does nothing if it was replaced. */
  deferWork(workId: number, until: Instant): Promise<void>;
}
