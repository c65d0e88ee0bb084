import type { Pence } from '../../shared/money.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';
import type { Address } from '../execution/credit.ts';
import type {
  ApprovalStatus,
  BatchState,
  ConsentStatus,
  GroupStatus,
} from '../lifecycle/lifecycle.ts';
import type { AccountNumber, AccountState } from '../parties/accounts.ts';
import type { Mandate } from '../parties/mandates.ts';
import type { PayeeCheck } from '../parties/payee-check.ts';
import type { Instrument } from '../schemes/schemes.ts';
import type { StoredRequest } from './api-version.ts';
import type { ReasonCode } from './payment.ts';

/** The rights of a bearer token. */
export interface Grant {
  readonly clientId: string;
  /**
   * `client`: the TPP's own token, from client credentials. `customer`: a token from a customer's
   * approval of one consent.
   */
  readonly kind: 'client' | 'customer';
  /** The only consent for which the token can be used. Null for a token of kind `client`. */
  readonly consentId: string | null;
  /** Thumbprint of the certificate to which the token is bound. Null if it is not bound. */
  readonly certificate: string | null;
  readonly expiresAt: Instant;
}

/** A valid grant, with the organisation of its client. */
export interface VerifiedGrant extends Grant {
  /**
   * The organisation that owns the client. It is the TPP, whichever of its clients it uses (rules,
   * 9.10).
   */
  readonly organisationId: string;
}

/** The form in which a bearer token is stored. The token itself is never stored. */
export interface NewToken {
  /** SHA-256 of the token, hex. */
  readonly hash: string;
  readonly grant: Grant;
}

export interface Consent extends StoredRequest {
  readonly id: string;
  readonly family: string;
  readonly clientId: string;
  readonly status: ConsentStatus;
  readonly createdAt: Instant;
  readonly statusUpdatedAt: Instant;
  /** The account to debit, which the TPP names or the customer chooses. Null until it is known. */
  readonly debtorAccount: AccountNumber | null;
  /**
   * The customer of the approving user at the time of the approval. Null before the
   * approval (docs/decisions, 110).
   */
  readonly customerId: string | null;
  /**
   * The reason for the rejection, which the customer sees. Null if the consent was not rejected.
   */
  readonly refusal: string | null;
  /**
   * The party that rejected or revoked the consent. Null for all other consents.
   *
   * - `customer`: the customer rejected it, or revoked it at the bank.
   * - `bank`: the bank rejected it, or transferred its account to another customer.
   * - `time`: the consent lapsed.
   */
  readonly refusedBy: 'customer' | 'bank' | 'time' | null;
  /** Time at which the consent becomes Expired. Null if it does not expire. */
  readonly expiresAt: Instant | null;
  /**
   * Time at which the consent becomes Rejected, unless it was approved or used before. Null if it
   * does not lapse.
   */
  readonly lapsesAt: Instant | null;
  /**
   * The restrictions that the customer added since the approval, as JSON (see restrictions.ts).
   * Null if there never were any.
   */
  readonly restrictions: string | null;
}

/** The rejection of a consent, with the reason that the customer sees. */
export interface Rejection {
  readonly refusedBy: 'customer' | 'bank';
  readonly refusal: string;
}

/** A consent whose file has the same bytes as the file of another consent. */
export interface DuplicateFile {
  readonly status: 'AwaitingAuthorisation' | 'Authorised' | 'Consumed';
  readonly statusUpdatedAt: Instant;
}

export interface Payment extends StoredRequest {
  readonly id: string;
  readonly family: string;
  readonly consentId: string;
  readonly clientId: string;
  readonly createdAt: Instant;
  readonly statusUpdatedAt: Instant;
  readonly debtorAccount: AccountNumber | null;
  /**
   * The customer of the payment's consent. Only accounts of this customer are debited for the
   * payment.
   */
  readonly customerId: string;
  /** The group status. All other statuses are derived from it (see domain/lifecycle/). */
  readonly groupStatus: GroupStatus;
  readonly reason: ReasonCode | null;
  /**
   * Number of changes of the group status or its reason, counted from 1. The MsgId of the payment's
   * report ends with it.
   */
  readonly version: number;
  /** Time at which a scheme finally accepted the first credit. Null if no credit was accepted. */
  readonly firstPaidAt: Instant | null;
  /** Time at which a rejected payment was first sent to a scheme. Null if it is not rejected. */
  readonly sentAt: Instant | null;
  /** State of the approvals that the account's mandate requires. Null if one approval is enough. */
  readonly approval: PaymentApproval | null;
  /**
   * Time from which the payment may be executed: its submission or its last approval. Null before.
   */
  readonly releasedAt: Instant | null;
  /** Time at which the customer cancelled the payment at the bank. Null if it was not cancelled. */
  readonly cancelledAt: Instant | null;
}

/** State of a payment that requires more than one approval. */
export interface PaymentApproval {
  readonly status: ApprovalStatus;
  /** Number of required approvals, according to the mandate at the time of submission. */
  readonly required: number;
  readonly received: number;
  /** Deadline for all approvals. */
  readonly approveBy: Instant;
  /** Time of the last change of the approval state. */
  readonly updatedAt: Instant;
}

/** A user's decision about a consent, or about the payment under that consent. */
export interface Approval {
  readonly userId: string;
  readonly decision: 'approve' | 'reject';
  readonly at: Instant;
  /** Network address of the client. Null if it is unknown. */
  readonly address: string | null;
  /**
   * The second factor with which the user decided. `provider`: the bank's OpenID Provider proved
   * the approval. Null for a decision through the sandbox.
   */
  readonly factor: 'code' | 'passkey' | 'provider' | null;
  /**
   * SHA-256, in hex, of the details that the user saw before the decision. Null for a decision
   * through the sandbox.
   */
  readonly dynamicLinkingHash: string | null;
  /** The name checks of payees that the user saw. Null if there were none. */
  readonly payeeCheck: PayeeCheck | null;
}

/**
 * The payments of a submission that are booked, sent and answered together. A batch is one
 * execution group of a file, a single payment, or one payment of a standing order.
 */
export interface Batch {
  readonly paymentId: string;
  /** Number of this batch among the payment's batches, counted from 0. */
  readonly number: number;
  readonly instrument: Instrument;
  readonly date: LocalDate | null;
  /** Time at which the batch is to be booked. */
  readonly dueAt: Instant;
  readonly payments: number;
  /**
   * Total of the debits, including charges. Before booking, it is an estimate if it depends on the
   * exchange rate.
   */
  readonly totalPence: Pence;
  /** The bank's charges. They are included in the total. */
  readonly chargePence: Pence;
  /**
   * The exchange rate at which the batch was booked or the booking was attempted. Null before that,
   * and for sterling.
   */
  readonly exchangeRate: string | null;
  readonly state: BatchState;
  /**
   * Time of the last change of state. Null for batches that an earlier version stored without it.
   */
  readonly stateUpdatedAt: Instant | null;
  readonly sentAt: Instant | null;
  /** Number of credits that are finally rejected, including those with insufficient funds. */
  readonly rejected: number;
  /** Number of credits that the scheme accepted and the creditor's bank returned later. */
  readonly returned: number;
  readonly pending: number;
  /** Number of times that the scheme was asked again about the batch's pending credits. */
  readonly round: number;
  /** Time at which an operator abandoned the batch. Null if it was not abandoned. */
  readonly abandonedAt: Instant | null;
  /**
   * The reason why nothing was debited, for example AG01. Null if the funds were insufficient
   * (AM04).
   */
  readonly failureReason: ReasonCode | null;
  /** Index in the file of the only payment, if it was separated from its group. Or null. */
  readonly onlyIndex: number | null;
}

/** The identity of a batch. */
export type BatchName = Pick<Batch, 'paymentId' | 'number'>;

/**
 * An execution step and the time at which it is due. The transaction that performs the step also
 * deletes its row.
 */
export interface Work {
  readonly id: number;
  readonly step: 'book' | 'send' | 'collect';
  readonly paymentId: string;
  readonly batch: number;
  /** The kind of its payment: a file or an order. Steps of orders are processed in groups. */
  readonly source: 'file' | 'order';
  /** Index of the payment in the file at which the step continues. */
  readonly cursor: number;
  readonly dueAt: Instant;
  /** Number of times that the step has failed. All outages of the storage count as one. */
  readonly attempts: number;
}

/** A failed execution step, as operators see it. */
export interface FailingWork extends Work {
  /** Time of the next retry. If null, the step is parked until an operator resumes it. */
  readonly tryAt: Instant | null;
  /** The message of the error with which the step last failed. */
  readonly problem: string;
  readonly family: string;
  readonly instrument: Instrument;
  readonly payments: number;
  readonly totalPence: Pence;
}

/** A summary of the execution steps that have failed. */
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
  readonly state: AccountState;
  /** Null if a core banking system keeps it and was not asked. */
  readonly balancePence: Pence | null;
  /** The number of required approvals by amount. If it is empty, one approval is enough. */
  readonly mandate: Mandate;
}

/** The holder of an account, as messages to payment schemes name it. */
export interface AccountHolder {
  readonly name: string;
  /** Null if it is unknown. */
  readonly address: Address | null;
}

export interface User {
  readonly id: string;
  /** The user's `sub` at the bank's OpenID Provider. It is the id if the user has no other. */
  readonly subject: string;
  readonly customerId: string;
  readonly customerName: string;
  readonly segment: 'corporate' | 'small business' | 'retail';
  readonly mayUploadFiles: boolean;
  /** Maximum total of one file that this user may approve. Null if the user has no limit. */
  readonly userLimitPence: Pence | null;
  /** Maximum total of one file of the user's company. Null if the company has no limit. */
  readonly companyLimitPence: Pence | null;
}
