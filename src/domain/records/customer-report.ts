import type { Pence } from '../../shared/money.ts';
import type { Instant } from '../../shared/time.ts';
import type { Account, Consent, User } from './records.ts';
import type { ListedPayment } from './tpps.ts';

/*
 * A customer of the bank as operators see it. It contains names and account numbers, so each view
 * is recorded in the audit log.
 */

/** A customer of the bank. */
export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly segment: User['segment'];
  /** Maximum total of one file. Null if there is no limit. */
  readonly companyLimitPence: Pence | null;
}

/** A user of a customer, with the state of the sign-in. */
export interface CustomerUserReport extends Pick<User, 'id' | 'mayUploadFiles' | 'userLimitPence'> {
  /** True if the user has a password at this service. */
  readonly hasPassword: boolean;
  /** End of the lockout. Null if the user is not locked out. */
  readonly lockedUntil: Instant | null;
  readonly passkeys: number;
  /** Time of the newest completed attempt to sign in. Null if there is none. */
  readonly lastSignInAt: Instant | null;
}

/** A consent to recurring payments (VRP). */
export interface ListedPermission extends Pick<
  Consent,
  'id' | 'family' | 'status' | 'createdAt' | 'clientId'
> {
  /** Id of the user who approved it. */
  readonly grantedBy: string;
}

/** A customer with users, accounts, permissions and payments. */
export interface CustomerReport extends Customer {
  /** The first users in the order of their ids. All may use all accounts of the customer. */
  readonly users: readonly CustomerUserReport[];
  readonly accounts: readonly Pick<Account, 'number' | 'kind' | 'state' | 'mandate'>[];
  /** Newest first. */
  readonly permissions: readonly ListedPermission[];
  /** The newest payments that users of the customer approved. */
  readonly payments: readonly ListedPayment[];
  /** True if the customer has more users, accounts, permissions or payments than are listed. */
  readonly isShortened: boolean;
}
