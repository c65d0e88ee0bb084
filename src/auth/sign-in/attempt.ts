import type { Act } from '../../domain/records/audit.ts';

/** Who tries to sign in, and for what. */
export interface Attempt {
  /**
   * What failures are counted by, besides the networks: the consent, so that a customer has only as
   * many as TPPs make; at the own pages the user name.
   */
  readonly consentId: string;
  /** The TPP that started the approval; undefined at the own pages. */
  readonly clientId?: string | undefined;
  /** The token of a known browser that the browser sent for this user: see KnownBrowsers. */
  readonly browserToken?: string | undefined;
  readonly act: Act;
}
