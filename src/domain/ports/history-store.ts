import type { Instant, LocalDate } from '../../shared/time.ts';
import type { ActionProposal } from '../records/action-proposals.ts';
import type { AuditProof } from '../records/audit-proof.ts';
import type { AuditHead } from '../records/audit.ts';
import type { EventNotification } from '../records/event-notifications.ts';
import type { CreditOutcome } from '../records/payment.ts';
import type { Approval, Batch, FailingWork, Payment, Work } from '../records/records.ts';
import type { ScreeningCase } from '../records/screening.ts';
import type { Delivery, StoredAnswer, WaitingReturn } from '../schemes/hand-over.ts';
import type { ProblemKind } from '../schemes/hub-problems.ts';
import type { CreditName, Money } from '../schemes/messages.ts';
import type { Instrument } from '../schemes/schemes.ts';
import type { CoreRequest } from './core-store.ts';
import type { ListedMessage } from './hub-admin-store.ts';
import type { ListedRecall } from './recall-store.ts';
import type { DebtorEntry } from './statements.ts';

/** A payment, or one credit of its file or order. */
export interface HistorySubject {
  readonly paymentId: string;
  /** The batch and the index of the credit. Null for the whole payment. */
  readonly credit: { readonly batch: number; readonly index: number } | null;
}

/** A transfer on a customer's account. */
export interface HistoryTransfer extends Omit<DebtorEntry, 'kind' | 'reference' | 'counterparty'> {
  readonly id: number;
  /** For `credit`, the account is the creditor's at this bank. */
  readonly kind: DebtorEntry['kind'] | 'credit';
}

/** A message to a scheme. */
export interface HistoryMessage
  extends
    Pick<ListedMessage, 'id' | 'instrument' | 'createdAt' | 'transactions' | 'total' | 'credits'>,
    Pick<ListedMessage, 'handedOverAt' | 'attempts' | 'tryAt' | 'problem' | 'refusedAt'> {
  readonly batch: number;
  readonly enquireAt: Instant | null;
}

/** The document that contained an answer. */
export interface HistoryDocument extends Pick<Delivery, 'sha256' | 'name' | 'exchange'> {
  readonly receivedAt: Instant;
}

/** The answer to a credit that is pending or rejected. */
export interface HistoryAnswer extends CreditName, StoredAnswer {
  /** Null if two operators decided. */
  readonly document: HistoryDocument | null;
}

/** A credit that came back. */
export interface HistoryReturn extends Omit<WaitingReturn, 'paymentId' | 'number'> {
  readonly instrument: Instrument;
  readonly amount: Money;
  /** Time at which the debtor got the money. Null before. */
  readonly bookedAt: Instant | null;
  /** The reason why an operator must decide. Null if there is no problem. */
  readonly problem: string | null;
  readonly document: HistoryDocument | null;
}

/** An enquiry about a message. */
export interface HistoryEnquiry {
  readonly id: string;
  readonly messageId: string;
  readonly createdAt: Instant;
  readonly handedOverAt: Instant | null;
  readonly problem: string | null;
}

/** An entry of a settlement account about a message. */
export interface HistoryEntry {
  readonly messageId: string;
  readonly index: number | null;
  readonly account: string;
  readonly reference: string;
  readonly direction: 'DBIT' | 'CRDT';
  readonly amount: Money;
  readonly bookingDate: LocalDate | null;
  readonly receivedAt: Instant;
  readonly problem: string | null;
  readonly delivery: string;
}

/** A problem with an answer or a return of a credit. */
export interface HistoryProblem {
  readonly id: number;
  readonly kind: ProblemKind;
  readonly code: string;
  readonly messageId: string;
  readonly index: number | null;
  /** Time at which its document arrived. Null for a return that two operators decided. */
  readonly receivedAt: Instant | null;
  readonly delivery: string | null;
  readonly endedAt: Instant | null;
  readonly endedBy: string | null;
  readonly ending: 'dismissed' | 'repeated' | null;
}

/** A step of execution that waits. */
export interface HistoryStep extends Work {
  readonly tryAt: Instant;
  /** Time since which it waits for an operator. Null if it does not. */
  readonly parkedAt: Instant | null;
  /** Time and error of the last failure. Null if it never failed. */
  readonly failedAt: Instant | null;
  readonly problem: FailingWork['problem'] | null;
}

/** An event about a consent or a payment. */
export interface HistoryEvent extends Pick<
  EventNotification,
  'id' | 'type' | 'resource' | 'resourceId' | 'at' | 'reason'
> {
  readonly state: 'open' | 'acknowledged' | 'setAside';
  /** Number of errors that the TPP reported, and the last of them. */
  readonly errors: number;
  readonly error: string | null;
  readonly errorDescription: string | null;
  /** Number of failed pushes. */
  readonly pushTries: number;
}

/** Maximum number of requests for the core banking system that are searched for a payment. */
export const MAX_CORE_REQUESTS = 1000;

/** A request that the core banking system has not performed. Without a problem, it waits. */
export type OpenCoreRequest = CoreRequest & { readonly problem: string | null };

/**
 * The rows that a payment waits for: at most `limit` of each kind, also those about messages that
 * the history does not list.
 */
export interface OpenHistory {
  /** Messages with credits that are not answered. */
  readonly messages: readonly HistoryMessage[];
  /** Proposals of actions about the payment. */
  readonly proposals: readonly ActionProposal[];
  readonly problems: readonly HistoryProblem[];
}

/**
 * The rows about the execution of a payment: at most `limit` of each kind, in the order in which
 * they are executed. The rows about messages belong to the listed messages.
 */
export interface PaymentHistory {
  /** The batches with the highest numbers, the highest first. A credit has only its own batch. */
  readonly batches: readonly Batch[];
  readonly recalls: readonly ListedRecall[];
  readonly outcomes: readonly CreditOutcome[];
  readonly transfers: readonly HistoryTransfer[];
  readonly cases: readonly ScreeningCase[];
  /** Parked steps first. */
  readonly steps: readonly HistoryStep[];
  readonly messages: readonly HistoryMessage[];
  readonly answers: readonly HistoryAnswer[];
  readonly returns: readonly HistoryReturn[];
  readonly enquiries: readonly HistoryEnquiry[];
  /** Proposed outcomes of credits. */
  readonly proposals: readonly ActionProposal[];
  readonly entries: readonly HistoryEntry[];
  readonly problems: readonly HistoryProblem[];
  /** Requests for the core banking system about the payment. Those with a problem were refused. */
  readonly coreRequests: readonly OpenCoreRequest[];
  /** False if more than `MAX_CORE_REQUESTS` requests wait or were refused. */
  readonly isCoreComplete: boolean;
  readonly open: OpenHistory;
}

/** The approvals of a consent, and the events about it and its payment. */
export interface ConsentHistory {
  readonly approvals: readonly Approval[];
  /** The newest first. */
  readonly events: readonly HistoryEvent[];
}

/** Reads the history of payments for operators. */
export interface HistoryStore {
  historyOf(subject: HistorySubject, limit: number): Promise<PaymentHistory>;
  /** Returns the approvals of a consent, and up to `limit` events about it and its payment. */
  consentHistoryOf(
    consentId: string,
    paymentId: string | null,
    limit: number,
  ): Promise<ConsentHistory>;
  /** Proves that audit entries up to the head belong to the log with this head. */
  proveAuditEntries(head: AuditHead, sequences: readonly number[]): Promise<AuditProof>;
  /** Returns the newest payments under a consent that allows several payments. */
  paymentsUnder(consentId: string, limit: number): Promise<readonly Payment[]>;
}
