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

/** What a bearer token allows. */
export interface Grant {
  readonly clientId: string;
  /** `client`: client credentials; `customer`: the customer's approval of one consent. */
  readonly kind: 'client' | 'customer';
  /** Set for `customer`: the only consent that the token is good for. */
  readonly consentId: string | null;
  /** The thumbprint of the only certificate that it is good with; null: it is good without one. */
  readonly certificate: string | null;
  readonly expiresAt: Instant;
}

/** A grant that is good now, and whose it is. */
export interface VerifiedGrant extends Grant {
  /** The organisation behind the client: the TPP, whatever it has registered (rules, 9.10). */
  readonly organisationId: string;
}

/** What is kept of a bearer token: never the token itself. */
export interface NewToken {
  /** SHA-256 of the token, hex. */
  readonly hash: string;
  readonly grant: Grant;
  /** By the machine's clock, which tokens live by. */
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
  /** The `Risk` object of the request, as sent; null where the family has none. */
  readonly risk: string | null;
  /** The account to debit: named by the TPP or chosen by the customer; null until known. */
  readonly debtorAccount: AccountNumber | null;
  /** The customer whose user authorised it, as of then; null before that (docs/decisions, 110). */
  readonly customerId: string | null;
  /** Why it was rejected, for the customer; null otherwise. */
  readonly refusal: string | null;
  /**
   * Who rejected it; `time`: it lapsed. `customer` too where the customer revoked it at the bank;
   * `bank` too where it transferred the account; null of all others.
   */
  readonly refusedBy: 'customer' | 'bank' | 'time' | null;
  /** From when on it is Expired; null: it does not expire. */
  readonly expiresAt: Instant | null;
  /** From when on it is Rejected unless approved, or used, before; null: it does not lapse. */
  readonly lapsesAt: Instant | null;
}

/** Who rejects a consent, and why, in words for the customer. */
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
  /** The customer of its consent: no account of another customer is debited for it. */
  readonly customerId: string;
  /** All other statuses of the payment follow from it: see domain/lifecycle/. */
  readonly groupStatus: GroupStatus;
  readonly reason: ReasonCode | null;
  /** Counts the changes of status, from 1: the report's MsgId ends with it. */
  readonly version: number;
  /** When the first of it was accepted for good by its scheme; null while nothing was. */
  readonly firstPaidAt: Instant | null;
  /** How it stands with the approvals that its mandate asks for; null where one suffices. */
  readonly approval: PaymentApproval | null;
  /** From when on it could be executed: its submission, or its last approval; null before. */
  readonly releasedAt: Instant | null;
  /** When the customer cancelled it at the bank; null for all others. */
  readonly cancelledAt: Instant | null;
}

/** How a payment stands that needs more than one approval. */
export interface PaymentApproval {
  readonly status: ApprovalStatus;
  /** By the mandate of the account as it was at the submission. */
  readonly required: number;
  readonly received: number;
  /** Until when all must have approved. */
  readonly approveBy: Instant;
  /** When the last of this changed. */
  readonly updatedAt: Instant;
}

/** What a user decided of a consent, or of the payment under it. */
export interface Approval {
  readonly userId: string;
  readonly decision: 'approve' | 'reject';
  readonly at: Instant;
  /** From where: a network address, as far as it is known. */
  readonly address: string | null;
  /** The second factor; null where the sandbox stood for the pages. */
  readonly factor: 'code' | 'passkey' | null;
  /** SHA-256, hex, of what was shown and decided about; null as above. */
  readonly dynamicLinkingHash: string | null;
}

/**
 * Payments of a submission that are booked, sent and answered together: an execution group of a
 * file, a single payment, or one payment of a standing order.
 */
export interface Batch {
  readonly paymentId: string;
  /** Place among the payment's batches, from 0. */
  readonly number: number;
  readonly instrument: Instrument;
  readonly date: LocalDate | null;
  /** When it is to be booked. */
  readonly dueAt: Instant;
  readonly payments: number;
  /** What is debited, charges included. Before it is booked a forecast, where a rate decides. */
  readonly totalPence: Pence;
  /** The bank's charges in it. */
  readonly chargePence: Pence;
  /** The rate at which it was, or could not be, booked; null before, and where none is needed. */
  readonly exchangeRate: string | null;
  readonly state: BatchState;
  /** When it came into that state; null for old ones, of which that is not known. */
  readonly stateUpdatedAt: Instant | null;
  readonly sentAt: Instant | null;
  /** Credits that are finally rejected, unfunded ones included. */
  readonly rejected: number;
  readonly pending: number;
  /** How often the scheme has been asked again about pending credits. */
  readonly round: number;
  /** When an operator gave it up; null for all others. */
  readonly abandonedAt: Instant | null;
  /**
   * AG01: nothing was debited because an account belongs to another customer by now. Null: it did
   * not fail, or for another reason.
   */
  readonly failureReason: Extract<ReasonCode, 'AG01'> | null;
}

/** A step of execution that falls due. It exists exactly until the step is committed. */
export interface Work {
  readonly id: number;
  readonly step: 'book' | 'send' | 'collect';
  readonly paymentId: string;
  readonly batch: number;
  /** What its payment is made of: many steps of orders are taken at a time. */
  readonly source: 'file' | 'order';
  /** The first payment of the file that the step has still to look at. */
  readonly cursor: number;
  readonly dueAt: Instant;
  /** How often it has failed. */
  readonly attempts: number;
}

/** A step that failed, as the operators see it. */
export interface FailingWork extends Work {
  /** When it is tried again; null: not before an operator takes it up. */
  readonly tryAt: Instant | null;
  /** Why it failed last, in the words of the error. */
  readonly problem: string;
  readonly family: string;
  readonly instrument: Instrument;
  readonly payments: number;
  readonly totalPence: Pence;
}

/** How much work is in trouble. */
export interface WorkFailure {
  /** Steps that failed and are tried again by themselves. */
  readonly failing: number;
  /** Steps that wait for an operator. */
  readonly parked: number;
  /** When the oldest step that is not parked fell, or falls, due; null when there is none. */
  readonly oldestDueAt: Instant | null;
}

export interface Account {
  readonly number: AccountNumber;
  readonly customerId: string;
  readonly holderName: string;
  readonly kind: 'current' | 'deposit';
  readonly closed: boolean;
  readonly balancePence: Pence;
  /** How many must approve what is paid from it, by the amount; empty: one suffices. */
  readonly mandate: Mandate;
}

export interface User {
  readonly id: string;
  readonly customerId: string;
  readonly customerName: string;
  readonly segment: 'corporate' | 'small business' | 'retail';
  readonly mayUploadFiles: boolean;
  /** The most that one file of this user may come to; null: no limit of the user's own. */
  readonly userLimitPence: Pence | null;
  /** The most that one file of the company may come to; null where there is none. */
  readonly companyLimitPence: Pence | null;
}

/** A line of an account's statement. */
export interface StatementEntry {
  readonly id: number;
  readonly bookedAt: Instant;
  /** Negative for a debit. */
  readonly amountPence: Pence;
  readonly reference: string;
  readonly counterparty: string;
  readonly kind: 'debit' | 'credit' | 'returned-credit';
}
