import type { Pence } from '../../shared/money.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';
import type { Account, Consent, Payment } from '../records/records.ts';

/** Position in a list of payments, newest first, given by the payment at that position. */
export type PaymentPosition = Pick<Payment, 'createdAt' | 'id'>;

/** A consent to several payments (VRP), with the user who granted it. */
export interface Permission {
  readonly consent: Consent;
  readonly grantedBy: string;
}

/** A sign-in attempt for a user, successful or not. */
export interface SignInAttempt {
  readonly at: Instant;
  /** Network address of the client. Null if unknown. */
  readonly address: string | null;
  /** `identified`: the password was correct, and each approval requires its own second factor. */
  readonly outcome: 'succeeded' | 'identified' | 'failed' | 'lockedOut';
}

/** An open session of a signed-in user. */
export interface OpenSession {
  readonly hash: string;
  /** Time at which the sign-in began. Null if unknown. */
  readonly startedAt: Instant | null;
  readonly address: string | null;
}

/** An account whose mandate requires several approvals. */
export type MandatedAccount = Pick<Account, 'number' | 'mandate'> & {
  readonly customerName: string;
};

/** Queries of the customer portal. Each returns only data of the given customer. */
export interface CustomerStore {
  /**
   * Returns payments that the customer's users approved, newest first, after the given position.
   */
  paymentsOfCustomer(
    customerId: string,
    after: PaymentPosition | null,
    limit: number,
  ): Promise<readonly Payment[]>;
  /** Returns undefined if the payment does not exist or belongs to another customer. */
  findPaymentOfCustomer(id: string, customerId: string): Promise<Payment | undefined>;
  /**
   * Returns the customer's latest file payment before a position, or the latest of all if it is
   * null. Only payments through the same organisation as that of the client count. Payments that
   * wait for approvals, or that were rejected or cancelled, are skipped.
   */
  findPreviousFile(
    customerId: string,
    clientId: string,
    place: PaymentPosition | null,
  ): Promise<Payment | undefined>;
  /**
   * Returns the VRP consents that the customer's users granted, newest first. Their stored status
   * may be older than their expiry.
   */
  permissionsOf(customerId: string): Promise<readonly Permission[]>;
  findPermission(consentId: string, customerId: string): Promise<Permission | undefined>;
  /** Returns the amounts paid under a consent in each period, with both days included. */
  spentIn(
    consentId: string,
    periods: readonly { readonly first: LocalDate; readonly last: LocalDate }[],
  ): Promise<readonly Pence[]>;
  /** Returns the completed sign-in attempts of a user, newest first. */
  signInsOf(userId: string, limit: number): Promise<readonly SignInAttempt[]>;
  /**
   * Returns the user's sessions with this interaction uid that have not ended by `now`, newest
   * first.
   */
  sessionsOf(userId: string, interactionUid: string, now: Instant): Promise<readonly OpenSession[]>;
}
