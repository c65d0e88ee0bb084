import type { Instant, LocalDate } from '../../shared/time.ts';
import type { MinorUnits } from '../../shared/money.ts';
import type { FileFacts, ReasonCode } from '../records/payment.ts';
import type { BatchName } from '../records/records.ts';
import type { HandOverWindow } from '../calendar/hand-over-window.ts';
import type { BacsItem } from './bacs-reports.ts';
import type { DeliveryKind } from './answers.ts';
import type {
  AnswerMeaning,
  CreditState,
  CreditStateCounts,
  CreditStateSums,
} from './credit-states.ts';
import type { AnswerProblem } from './hub-problems.ts';
import type { CreditName, MessageHeader } from './messages.ts';
import type { MatchedRecallAnswer } from './recalls.ts';
import type { Instrument } from './schemes.ts';

/*
 * Stored messages to schemes, deliveries from them, and the answers after they were matched with
 * the credits.
 */

/** The SHA-256 hash and the length of a stored file. */
type Stored = Pick<FileFacts, 'sha256' | 'bytes'>;

/** The bytes of a message: text in the database, or a stored file. */
export type MessageContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly file: Stored };

/** A message that is stored before it is handed over. */
export interface NewMessage extends MessageHeader {
  /** Number of the message within its batch, from 0. */
  readonly part: number;
  /** Indexes of the first and the last payment in the message. */
  readonly firstIndex: number;
  readonly lastIndex: number;
  /**
   * The bank's sort codes when the message was written, separated by commas. Credits to accounts
   * with these codes are not in the message. The codes of the bank may change later.
   */
  readonly bankSortCodes: string;
  /**
   * Indexes of payments that are not in the message, although they are between its first and its
   * last one, separated by commas. They were refused, or are in batches of their own.
   */
  readonly leftOut: string;
  /** The message is handed over from the first time on. From the second on, it is late. */
  readonly handOver: Pick<HandOverWindow, 'from' | 'by'>;
  readonly content: MessageContent;
}

/** A message that waits to be handed over. */
export interface OutgoingMessage
  extends BatchName, Pick<NewMessage, 'id' | 'instrument' | 'content'> {
  /** Number of attempts to hand it over that failed. */
  readonly attempts: number;
  /** From this time on, the hand-over is late, because the scheme has closed. */
  readonly handOverBy: Instant;
}

/** A stored message, as answers are matched with it. */
export interface SentMessage
  extends
    BatchName,
    Omit<NewMessage, 'createdAt' | 'settlementDate' | 'part' | 'handOver' | 'content'> {
  readonly date: LocalDate | null;
}

/** The name of a document, and the exchange through which it arrived. */
export interface Arrival {
  /** The name under which it arrived, for example of a file. */
  readonly name: string;
  /** Name of the exchange through which it arrived. */
  readonly exchange: string;
  /** The schemes that the document may answer, because they used this exchange when it arrived. */
  readonly instruments: readonly Instrument[];
}

/** A document that a hub delivered, before it is recorded. */
export interface NewDelivery extends Stored {
  /** The bytes of a small document. Null or absent if they are stored as a file. */
  readonly content?: Uint8Array | null;
}

/** A document that a hub delivered. */
export interface Delivery extends Stored, Arrival {
  /** True if its bytes are in the database. Otherwise they are a file under their SHA-256. */
  readonly isInDatabase: boolean;
  /** The position of the first answer that was not applied yet. */
  readonly nextPosition: number;
  /** Null until its header was read. */
  readonly kind: DeliveryKind | null;
}

/** The reason why a delivery was set aside as a whole. */
export interface DeliveryProblem {
  readonly code: string;
  readonly problem: string;
}

/** The answer to a credit, or its return, after it was matched with the credit. */
export interface MatchedAnswer extends CreditName {
  readonly position: number;
  /** Amount of the credit in minor units of its message's currency. */
  readonly amount: MinorUnits;
  readonly meaning: AnswerMeaning;
  readonly reason: ReasonCode;
  /** The return of the credit. Null for an answer. */
  readonly returned: { readonly id: string; readonly amount: MinorUnits } | null;
}

/** The status of a whole message, for its credits without an answer of their own. */
export interface MatchedGroup {
  /** Position in the document: -1 is the first group. */
  readonly position: number;
  readonly messageId: string;
  readonly meaning: AnswerMeaning;
  readonly reason: ReasonCode;
}

/** An answer that cannot be applied. It is stored for an operator, and no money moves. */
export interface UnusableAnswer {
  /** Position in the document. Negative for a group: -1 is the first. */
  readonly position: number;
  readonly problem: AnswerProblem;
  /** The stored message that the answer names. Null if it names none. */
  readonly messageId: string | null;
  /** Index of the payment that the answer names. Null if it is not certain, or for a group. */
  readonly index: number | null;
  /** The answer as it was delivered, as JSON. */
  readonly facts: string;
}

/**
 * An item of a report of Bacs, for an operator who informs the customer: a credit that came back,
 * was amended, or whose account has moved. It moves no money.
 */
export interface BacsAdvice extends BacsItem {
  readonly position: number;
  /** The credit. Null if several credits agree with the item, or none does. */
  readonly messageId: string | null;
  readonly index: number | null;
}

/** A part of a delivery whose answers were matched. */
export interface MatchedSlice {
  /** Position of the first answer of this slice, and of the next slice. */
  readonly from: number;
  readonly to: number;
  readonly answers: readonly MatchedAnswer[];
  /** Present only in the last slice. */
  readonly groups: readonly MatchedGroup[];
  readonly recalls: readonly MatchedRecallAnswer[];
  readonly unusable: readonly UnusableAnswer[];
  /** Absent if the document is not a report of Bacs. */
  readonly advices?: readonly BacsAdvice[];
  readonly isLast: boolean;
}

/** A Bacs submission, as the reports of Bacs are compared with it. */
export interface SentSubmission extends SentMessage, Pick<NewMessage, 'createdAt' | 'content'> {
  /** Null if the hub has not confirmed that it has the submission. */
  readonly handedOverAt: Instant | null;
}

/** The states of a message's credits, as stored. */
export interface MessageState extends BatchName {
  readonly id: string;
  readonly transactions: number;
  readonly counts: CreditStateCounts;
  readonly sums: CreditStateSums;
  /** The state of the credits that have no answer of their own. Decided by the group status. */
  readonly rest: Extract<CreditState, 'open' | 'accepted' | 'rejected'>;
  /** The reason if `rest` is `rejected`. Otherwise null. */
  readonly restReason: ReasonCode | null;
}

/** The stored answer to a credit that is pending or rejected. */
export interface StoredAnswer {
  readonly index: number;
  readonly answer: 'pending' | 'rejected';
  readonly reason: ReasonCode;
}

/** A credit that came back and is not credited to the debtor yet. */
export interface WaitingReturn extends BatchName, CreditName {
  readonly returnId: string;
  readonly reason: ReasonCode;
  readonly receivedAt: Instant;
}
