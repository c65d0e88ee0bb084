import type { Act } from '../../domain/records/audit.ts';

/** An attempt to sign in. */
export interface Attempt {
  /**
   * Key for counting failures, in addition to the networks. In a consent journey it is the consent,
   * so that a customer's attempts are limited by the number of consents. In the customer portal it
   * is the user name.
   */
  readonly consentId: string;
  /** The TPP that started the consent journey. Undefined in the customer portal. */
  readonly clientId?: string | undefined;
  /** Known-browser token that the browser sent for this user: see KnownBrowsers. */
  readonly browserToken?: string | undefined;
  readonly act: Act;
}
