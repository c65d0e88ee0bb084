import type { Pence } from '../../shared/money.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';
import type { Act } from '../records/audit.ts';
import type { Account, Consent, Payment } from '../records/records.ts';
import type { RestrictionChange } from '../records/restrictions.ts';

/** A position in a list of payments, newest first. It is given by the payment at that position. */
export type PaymentPosition = Pick<Payment, 'createdAt' | 'id'>;

/** A consent to several payments (VRP), with the user who approved it. */
export interface Permission {
  readonly consent: Consent;
  readonly grantedBy: string;
}

/** A user's attempt to sign in, whether it succeeded or not. */
export interface SignInAttempt {
  readonly at: Instant;
  /** Network address of the client. Null if it is unknown. */
  readonly address: string | null;
  /**
   * `identified`: the password was correct, and the user must enter a second factor for each
   * approval. `AtBank`: at the bank's OpenID Provider, also for an approval there that failed.
   */
  readonly outcome:
    'succeeded' | 'identified' | 'identifiedAtBank' | 'failed' | 'failedAtBank' | 'lockedOut';
}

/** A session of a signed-in user that has not ended. */
export interface OpenSession {
  readonly hash: string;
  /** Time at which the sign-in began. Null if it is unknown. */
  readonly startedAt: Instant | null;
  readonly address: string | null;
}

/** An account with a mandate that requires several approvals. */
export type MandatedAccount = Pick<Account, 'number' | 'mandate'> & {
  readonly customerName: string;
};

/** The queries of the customer portal. Each one returns data of the given customer only. */
export interface CustomerStore {
  /**
   * Returns the payments that the customer's users approved, the newest first, starting after the
   * given position.
   */
  paymentsOfCustomer(
    customerId: string,
    after: PaymentPosition | null,
    limit: number,
  ): Promise<readonly Payment[]>;
  /** Returns a payment, or undefined if it does not exist or belongs to another customer. */
  findPaymentOfCustomer(id: string, customerId: string): Promise<Payment | undefined>;
  /**
   * Returns the customer's latest file payment before a position, or the latest of all if the
   * position is null. It must have been submitted through the same organisation as the given
   * client's. Payments that wait for approvals, or that were rejected or cancelled, are skipped.
   */
  findPreviousFile(
    customerId: string,
    clientId: string,
    place: PaymentPosition | null,
  ): Promise<Payment | undefined>;
  /**
   * Returns the VRP consents that the customer's users approved, the newest first. The stored
   * status of an expired consent may still be the old one.
   */
  permissionsOf(customerId: string, limit?: number): Promise<readonly Permission[]>;
  findPermission(consentId: string, customerId: string): Promise<Permission | undefined>;
  /**
   * Changes the customer's restrictions of an Authorised consent. Returns false if it has any other
   * status.
   */
  restrictConsent(consentId: string, change: RestrictionChange, act: Act): Promise<boolean>;
  /**
   * Returns the total paid under a consent in each period. The first and last day of a period are
   * included.
   */
  spentIn(
    consentId: string,
    periods: readonly { readonly first: LocalDate; readonly last: LocalDate }[],
  ): Promise<readonly Pence[]>;
  /** Returns a user's completed sign-in attempts, the newest first. */
  signInsOf(userId: string, limit: number): Promise<readonly SignInAttempt[]>;
  /**
   * Returns the user's sessions with this interaction uid that have not ended by `now`, the newest
   * first.
   */
  sessionsOf(userId: string, interactionUid: string, now: Instant): Promise<readonly OpenSession[]>;
}
