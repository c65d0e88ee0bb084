import type { Act } from '../../domain/records/audit.ts';

/** A customer's attempt to sign in, with the data that decides how it is limited. */
export interface Attempt {
  /**
   * The key under which failures are counted, in addition to the client's networks. In a consent
   * journey it is the consent id, so that the number of consents limits the attempts on a customer.
   * In the customer portal it is the user name.
   */
  readonly consentId: string;
  /** The TPP that started the consent journey. Undefined in the customer portal. */
  readonly clientId?: string | undefined;
  /** The known-browser token that the browser sent for this user (see KnownBrowsers). */
  readonly browserToken?: string | undefined;
  readonly act: Act;
}
