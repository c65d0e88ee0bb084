import type { Pence } from '../../shared/money.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';
import type { Account, Consent, Payment } from '../records/records.ts';

/** A place in a list of payments, newest first: that of a payment. */
export type PaymentPosition = Pick<Payment, 'createdAt' | 'id'>;

/** A consent that no payment uses up, and the user who gave it. */
export interface Permission {
  readonly consent: Consent;
  readonly grantedBy: string;
}

/** Somebody who tried to sign in as a user, whether it worked or not. */
export interface SignInAttempt {
  readonly at: Instant;
  /** From where: a network address, as far as it is known. */
  readonly address: string | null;
  /** `identified`: by the password, for what takes a factor of its own. */
  readonly outcome: 'succeeded' | 'identified' | 'failed' | 'lockedOut';
}

/** A session in which a user is signed in. */
export interface OpenSession {
  readonly hash: string;
  /** When its sign-in was begun; null where that is not known. */
  readonly startedAt: Instant | null;
  readonly address: string | null;
}

/** An account from which several have to approve. */
export type MandatedAccount = Pick<Account, 'number' | 'mandate'> & {
  readonly customerName: string;
};

/** What customers see of themselves at the bank: nothing of it is found by another customer. */
export interface CustomerStore {
  /** Payments that the customer's users approved, newest first, after a place in that order. */
  paymentsOfCustomer(
    customerId: string,
    after: PaymentPosition | null,
    limit: number,
  ): Promise<readonly Payment[]>;
  /** Undefined for a payment of another customer, as for one that there is not. */
  findPaymentOfCustomer(id: string, customerId: string): Promise<Payment | undefined>;
  /**
   * The last file payment of the customer through the same organisation as that client's, before a
   * place in the order of payments, or of all: one that nobody has yet to approve, and that was not
   * rejected or cancelled.
   */
  findPreviousFile(
    customerId: string,
    clientId: string,
    place: PaymentPosition | null,
  ): Promise<Payment | undefined>;
  /** Consents to payments to come that the customer's users gave, newest first, as written. */
  permissionsOf(customerId: string): Promise<readonly Permission[]>;
  findPermission(consentId: string, customerId: string): Promise<Permission | undefined>;
  /** What was paid under a consent on the days of each period, both ends included. */
  spentIn(
    consentId: string,
    periods: readonly { readonly first: LocalDate; readonly last: LocalDate }[],
  ): Promise<readonly Pence[]>;
  /** Sign-ins of a user that were judged, the latest first. */
  signInsOf(userId: string, limit: number): Promise<readonly SignInAttempt[]>;
  /** Sessions of a user at a place of the pages that are not over by then, the latest first. */
  sessionsOf(userId: string, interactionUid: string, now: Instant): Promise<readonly OpenSession[]>;
}
