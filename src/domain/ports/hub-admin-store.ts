import type { Instant } from '../../shared/time.ts';
import type { Act } from '../records/audit.ts';
import type { BatchName } from '../records/records.ts';
import type { CreditStateCounts } from '../schemes/credit-states.ts';
import type { EnquiryResult } from '../schemes/enquiries.ts';
import type {
  BacsAdvice,
  Delivery,
  MessageContent,
  NewDelivery,
  NewMessage,
} from '../schemes/hand-over.ts';
import type { ProblemKind } from '../schemes/hub-problems.ts';
import type { MessageHeader, Money } from '../schemes/messages.ts';
import type { Instrument } from '../schemes/schemes.ts';

/** A stop of a scheme by an operator: no message of the scheme is handed over. */
export interface SchemeStop {
  readonly instrument: Instrument;
  readonly reason: string;
  readonly stoppedAt: Instant;
  /** Id of the operator. */
  readonly stoppedBy: string;
}

/** Credits in one state, in messages that were handed over. */
interface OpenCredits {
  readonly messages: number;
  readonly credits: number;
  /** Time at which the oldest message was handed over. Null if there is none. */
  readonly oldestAt: Instant | null;
}

/** The messages of a scheme that are not handed over, or not completely answered. */
export interface SchemeQueue {
  readonly instrument: Instrument;
  /** The messages that are due, or that failed. */
  readonly waiting: {
    readonly messages: number;
    /** Creation time of the oldest message. Null if there is none. */
    readonly oldestAt: Instant | null;
  };
  /** The messages that wait until their scheme opens. */
  readonly scheduled: {
    readonly messages: number;
    /** Time of the next hand-over. Null if there is none. */
    readonly nextAt: Instant | null;
  };
  /** Numbers of messages that were not handed over before their scheme closed. */
  readonly late: {
    readonly waiting: number;
    /** Number of those that were handed over and are not completely answered. */
    readonly unanswered: number;
  };
  /** The messages with credits without an answer. */
  readonly unanswered: OpenCredits;
  /** The messages with credits that the scheme has not decided finally. */
  readonly pending: OpenCredits;
  /** Number of waiting messages that the hub refused at the last attempt. */
  readonly refused: number;
  /** Null if the scheme is not stopped. */
  readonly stop: SchemeStop | null;
}

/**
 * The waiting message of a scheme with the most failed attempts. Messages that the hub refused at
 * the last attempt do not count.
 */
export interface FailingHandOver {
  readonly messageId: string;
  readonly attempts: number;
  readonly problem: string;
}

/** The waiting message of a scheme that the hub refused last. */
export interface RefusedHandOver {
  readonly messageId: string;
  /** The reason that the hub gave. */
  readonly problem: string;
  readonly refusedAt: Instant;
}

/** A stored message, as operators see it. */
export interface ListedMessage
  extends BatchName, MessageHeader, Pick<NewMessage, 'firstIndex' | 'lastIndex'> {
  /** Null if the message was not handed over. */
  readonly handedOverAt: Instant | null;
  /** Number of attempts to hand it over that failed. */
  readonly attempts: number;
  /** Time of the next attempt. */
  readonly tryAt: Instant;
  /** The error of the last failed attempt. Null if there is none, or if it was handed over. */
  readonly problem: string | null;
  /** Time of the last attempt if the hub refused the message. Otherwise null. */
  readonly refusedAt: Instant | null;
  readonly credits: CreditStateCounts;
  /** Id of the last enquiry about the message. Null if there is none. */
  readonly enquiryId: string | null;
  /** The error of the last attempt to hand it over. Null if there is none, or if it succeeded. */
  readonly enquiryProblem: string | null;
  /** Time at which the hub was last asked for the answers. Null if it never was. */
  readonly enquiredAt: Instant | null;
}

/** The bytes of a document that a hub delivered. */
export type StoredDocument = Required<NewDelivery>;

/**
 * Selects messages: the newest ones, those of a state, a payment, or a single one. `start`: those
 * whose ids begin with `id`.
 */
export type MessageFilter =
  | { readonly by: 'newest' | 'waiting' | 'unanswered' | 'pending' }
  | { readonly by: 'id' | 'start' | 'payment'; readonly id: string };

/** The end of a problem. `repeated`: the document is read, or the return is booked, again. */
export interface ProblemEnd {
  readonly at: Instant;
  /** Id of the operator. */
  readonly by: string;
  readonly ending: 'dismissed' | 'repeated';
  /** The operator's reason. Null for `repeated`. */
  readonly note: string | null;
}

/** A problem with a delivery of the hub, for an operator. */
export interface HubProblem {
  readonly id: number;
  readonly kind: ProblemKind;
  /** Code of the problem (domain/schemes/hub-problems.ts). */
  readonly code: string;
  /**
   * The document that could not be read, or that contained the answer or the return. Null for a
   * return that operators decided.
   */
  readonly document: Pick<Delivery, 'sha256' | 'name' | 'exchange'> | null;
  readonly receivedAt: Instant;
  /** Details of the fault in a document. Null for the other kinds. */
  readonly detail: string | null;
  /** Position of an answer in its document, from 0. Negative for the status of a message. */
  readonly position: number | null;
  /** The answer as JSON. Null for the other kinds. */
  readonly facts: string | null;
  readonly messageId: string | null;
  readonly paymentId: string | null;
  /** Index of the payment in its file or order. Null if it is unknown. */
  readonly index: number | null;
  /** The amount of a credit that came back. Null for the other kinds. */
  readonly amount: Money | null;
  /** Null while the problem is open. */
  readonly end: ProblemEnd | null;
}

/** A stored item of a report of Bacs, as operators see it. */
export interface ListedAdvice extends BacsAdvice {
  readonly document: Pick<Delivery, 'sha256' | 'name'>;
  readonly receivedAt: Instant;
  /** Null if the credit is unknown. */
  readonly paymentId: string | null;
}

/** Number of open problems of each kind. */
export type ProblemCounts = Readonly<Record<ProblemKind, number>>;

/** The result of an operator's command on a problem. Only `done` changes anything. */
export type ProblemResult =
  | 'done'
  /** There is no problem with this id. */
  | 'unknown'
  /** The problem is of a kind for which the command does not exist. */
  | 'otherKind'
  /** The problem has ended. */
  | 'ended'
  /** Another document with the same id was processed in the meantime. */
  | 'idReused';

/** The state of the exchange with a payment hub, and the operators' commands that change it. */
export interface HubAdminStore {
  /** Returns the queues of all schemes, in the order of their table. */
  schemeQueues(now: Instant): Promise<readonly SchemeQueue[]>;
  /** Returns the number of unanswered messages that were handed over before a time. */
  countOverdue(instrument: Instrument, handedOverBefore: Instant): Promise<number>;
  /** Returns undefined if no hand-over of a waiting message has failed. */
  findFailingHandOver(instrument: Instrument): Promise<FailingHandOver | undefined>;
  /** Returns undefined if the hub refused no waiting message at the last attempt. */
  findRefusedHandOver(instrument: Instrument): Promise<RefusedHandOver | undefined>;
  /** Returns messages. `newest` returns the newest first, all others the oldest first. */
  listMessages(which: MessageFilter, limit: number): Promise<readonly ListedMessage[]>;
  findMessageContent(id: string): Promise<MessageContent | undefined>;
  /** Returns the bytes of a document, or null if they are stored as a file under its SHA-256. */
  findDocument(sha256: string): Promise<StoredDocument | undefined>;

  /** Stops a scheme on all nodes. Returns false if it is stopped already. */
  stopScheme(instrument: Instrument, reason: string, act: Act): Promise<boolean>;

  /** Makes an enquiry about a message due at once. */
  requestEnquiry(messageId: string, act: Act): Promise<EnquiryResult>;

  /** Returns the items of reports of Bacs, newest first. */
  listBacsAdvices(limit: number): Promise<readonly ListedAdvice[]>;

  countHubProblems(): Promise<ProblemCounts>;
  /** Returns open or dismissed problems, oldest first. */
  listHubProblems(which: 'open' | 'dismissed', limit: number): Promise<readonly HubProblem[]>;
  /** Ends an open problem without changing anything else. */
  dismissHubProblem(id: number, reason: string, act: Act): Promise<ProblemResult>;
  /**
   * Schedules a document that was set aside to be read again, even after its problem was dismissed.
   *
   * @param reason the reason in words, for the audit log
   */
  repeatHubDocument(id: number, act: Act, reason?: string): Promise<ProblemResult>;
}
