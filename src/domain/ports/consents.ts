import type { Instant } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { StoredRequest } from '../records/api-version.ts';
import type { Consent, NewToken } from '../records/records.ts';
import type { NewApproval } from './approval-store.ts';

export interface NewConsent
  extends
    StoredRequest,
    Pick<Consent, 'id' | 'family' | 'clientId' | 'debtorAccount' | 'expiresAt' | 'lapsesAt'> {
  readonly status: 'AwaitingUpload' | 'AwaitingAuthorisation';
}

/** A consent as it was read, and its request in the form of another version. */
export interface ConsentMigration {
  readonly consent: Consent;
  readonly form: Omit<StoredRequest, 'data'>;
}

/** A customer's approval of a consent. */
export interface ConsentApproval extends Omit<NewApproval, 'decision'> {
  /** The account to debit. Null if the payments debit several accounts. */
  readonly debtorAccount: AccountNumber | null;
  /** Time at which the consent lapses if it is not used. Null if it does not lapse. */
  readonly lapsesAt: Instant | null;
}

/** The access that the TPP gets when the customer approves. */
export type IssuedAccess =
  /** An access token. */
  | { readonly token: NewToken }
  /** A grant of the authorisation server. The TPP exchanges a code for its token. */
  | { readonly grantId: string };
