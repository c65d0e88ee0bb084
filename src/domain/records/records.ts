import type { Pence } from '../../shared/money.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';
import type {
  ApprovalStatus,
  BatchState,
  ConsentStatus,
  GroupStatus,
} from '../lifecycle/lifecycle.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { Mandate } from '../parties/mandates.ts';
import type { Instrument } from '../schemes/schemes.ts';
import type { ReasonCode } from './payment.ts';

/** Rights of a bearer token. */
export interface Grant {
  readonly clientId: string;
  /** `client`: client credentials. `customer`: the customer's approval of one consent. */
  readonly kind: 'client' | 'customer';
  /** The only consent that the token can be used for. Set if the kind is `customer`. */
  readonly consentId: string | null;
  /** Thumbprint of the certificate to which the token is bound. Null if it is not bound. */
  readonly certificate: string | null;
  readonly expiresAt: Instant;
}

/** A valid grant, with its organisation. */
export interface VerifiedGrant extends Grant {
  /** The organisation behind the client: the TPP, whatever it has registered (rules, 9.10). */
  readonly organisationId: string;
}

/** Stored form of a bearer token. The token itself is never stored. */
export interface NewToken {
  /** SHA-256 of the token, hex. */
  readonly hash: string;
  readonly grant: Grant;
  /** Time of the system clock, which decides when tokens expire. */
  readonly issuedAt: Instant;
}

export interface Consent {
  readonly id: string;
  readonly family: string;
  readonly clientId: string;
  readonly status: ConsentStatus;
  readonly createdAt: Instant;
  readonly statusUpdatedAt: Instant;
  /** The `Data` object of the request, byte for byte as the TPP sent it. */
  readonly data: string;
  /** The `Risk` object of the request, as sent. Null if the family has none. */
  readonly risk: string | null;
  /** The account to debit: named by the TPP or chosen by the customer. Null until known. */
  readonly debtorAccount: AccountNumber | null;
  /** The customer of the authorising user at that time. Null before (docs/decisions, 110). */
  readonly customerId: string | null;
  /** Reason for the rejection, shown to the customer. Null if not rejected. */
  readonly refusal: string | null;
  /**
   * Party that rejected or revoked the consent. Null for all other consents.
   *
   * - `customer`: the customer rejected it, or revoked it at the bank.
   * - `bank`: the bank rejected it, or transferred its account to another customer.
   * - `time`: it lapsed.
   */
  readonly refusedBy: 'customer' | 'bank' | 'time' | null;
  /** Time at which it becomes Expired. Null if it does not expire. */
  readonly expiresAt: Instant | null;
  /** Time at which it is Rejected unless approved or used before. Null if it does not lapse. */
  readonly lapsesAt: Instant | null;
}

/** Rejection of a consent, with the reason shown to the customer. */
export interface Rejection {
  readonly refusedBy: 'customer' | 'bank';
  readonly refusal: string;
}

/** A consent whose file has the same bytes as another's. */
export interface DuplicateFile {
  readonly status: 'AwaitingAuthorisation' | 'Authorised' | 'Consumed';
  readonly statusUpdatedAt: Instant;
}

export interface Payment {
  readonly id: string;
  readonly family: string;
  readonly consentId: string;
  readonly clientId: string;
  readonly createdAt: Instant;
  readonly statusUpdatedAt: Instant;
  readonly data: string;
  readonly risk: string | null;
  readonly debtorAccount: AccountNumber | null;
  /** The customer of its consent. Only accounts of this customer are debited for it. */
  readonly customerId: string;
  /** The status from which all other statuses of the payment are derived: see domain/lifecycle/. */
  readonly groupStatus: GroupStatus;
  readonly reason: ReasonCode | null;
  /** Number of status changes, from 1. The report's MsgId ends with it. */
  readonly version: number;
  /** Time at which a scheme finally accepted the first credit. Null if none was accepted. */
  readonly firstPaidAt: Instant | null;
  /** State of the approvals that the account's mandate requires. Null if one approval suffices. */
  readonly approval: PaymentApproval | null;
  /** Time from which it may be executed: its submission or its last approval. Null before. */
  readonly releasedAt: Instant | null;
  /** Time at which the customer cancelled it at the bank. Null if not cancelled. */
  readonly cancelledAt: Instant | null;
}

/** State of a payment that requires more than one approval. */
export interface PaymentApproval {
  readonly status: ApprovalStatus;
  /** Number of required approvals, by the mandate at the time of submission. */
  readonly required: number;
  readonly received: number;
  /** Deadline for all approvals. */
  readonly approveBy: Instant;
  /** Time of the last change of these properties. */
  readonly updatedAt: Instant;
}

/** A user's decision about a consent, or about the payment under it. */
export interface Approval {
  readonly userId: string;
  readonly decision: 'approve' | 'reject';
  readonly at: Instant;
  /** Network address of the client. Null if unknown. */
  readonly address: string | null;
  /** The second factor. Null for a decision through the sandbox. */
  readonly factor: 'code' | 'passkey' | null;
  /** SHA-256, hex, of the details that were displayed for the decision. Null as above. */
  readonly dynamicLinkingHash: string | null;
}

/**
 * Payments of a submission that are booked, sent and answered together: an execution group of a
 * file, a single payment, or one payment of a standing order.
 */
export interface Batch {
  readonly paymentId: string;
  /** Number among the payment's batches, from 0. */
  readonly number: number;
  readonly instrument: Instrument;
  readonly date: LocalDate | null;
  /** Time at which it is to be booked. */
  readonly dueAt: Instant;
  readonly payments: number;
  /**
   * Total of the debits, charges included. An estimate before booking if it depends on the rate of
   * the day.
   */
  readonly totalPence: Pence;
  /** The bank's charges, included in the total. */
  readonly chargePence: Pence;
  /** The exchange rate of the booking or of the attempt. Null before, and for sterling. */
  readonly exchangeRate: string | null;
  readonly state: BatchState;
  /** Time of the last change of state. Null for old batches without that information. */
  readonly stateUpdatedAt: Instant | null;
  readonly sentAt: Instant | null;
  /** Number of credits that are finally rejected, unfunded ones included. */
  readonly rejected: number;
  readonly pending: number;
  /** Number of times that the scheme was asked again about pending credits. */
  readonly round: number;
  /** Time at which an operator abandoned it. Null if not abandoned. */
  readonly abandonedAt: Instant | null;
  /**
   * AG01: nothing was debited, because an account belongs to another customer now. Null for any
   * other failure, and if it did not fail.
   */
  readonly failureReason: Extract<ReasonCode, 'AG01'> | null;
}

/** A step of execution with a due time. Its row is deleted in the transaction that performs it. */
export interface Work {
  readonly id: number;
  readonly step: 'book' | 'send' | 'collect';
  readonly paymentId: string;
  readonly batch: number;
  /** Origin of its payment: a file or an order. Steps of orders are processed in groups. */
  readonly source: 'file' | 'order';
  /** Index of the first payment of the file that the step still has to process. */
  readonly cursor: number;
  readonly dueAt: Instant;
  /** Number of failures so far. */
  readonly attempts: number;
}

/** A failed step, as displayed to operators. */
export interface FailingWork extends Work {
  /** Time of the next retry. Null: it is parked until an operator resumes it. */
  readonly tryAt: Instant | null;
  /** Message of the last error. */
  readonly problem: string;
  readonly family: string;
  readonly instrument: Instrument;
  readonly payments: number;
  readonly totalPence: Pence;
}

/** Summary of failed work. */
export interface WorkFailure {
  /** Number of failed steps that will be retried automatically. */
  readonly failing: number;
  /** Number of steps that wait for an operator. */
  readonly parked: number;
  /** Due time of the oldest step that is not parked. Null if there is none. */
  readonly oldestDueAt: Instant | null;
}

export interface Account {
  readonly number: AccountNumber;
  readonly customerId: string;
  readonly holderName: string;
  readonly kind: 'current' | 'deposit';
  readonly closed: boolean;
  readonly balancePence: Pence;
  /** Number of approvals by amount. Empty: one approval suffices. */
  readonly mandate: Mandate;
}

export interface User {
  readonly id: string;
  readonly customerId: string;
  readonly customerName: string;
  readonly segment: 'corporate' | 'small business' | 'retail';
  readonly mayUploadFiles: boolean;
  /** Maximum total of one file of this user. Null if the user has no own limit. */
  readonly userLimitPence: Pence | null;
  /** Maximum total of one file of the company. Null if it has no limit. */
  readonly companyLimitPence: Pence | null;
}

/** An entry of an account statement. */
export interface StatementEntry {
  readonly id: number;
  readonly bookedAt: Instant;
  /** Negative for a debit. */
  readonly amountPence: Pence;
  readonly reference: string;
  readonly counterparty: string;
  readonly kind: 'debit' | 'credit' | 'returned-credit';
}
