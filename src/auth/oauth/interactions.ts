import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Consent } from '../../domain/records/records.ts';

/**
 * The steps in which a customer, whom a TPP redirected to the bank, signs in and decides about one
 * consent.
 */
export interface Interaction {
  readonly uid: string;
  readonly clientId: string;
  readonly consentId: string;
}

/** The operations of the authorisation server that the customer's pages use. */
export interface Interactions {
  /**
   * Returns the interaction that the browser's cookie and the URL identify. Returns undefined if
   * the interaction has ended or expired, if it belongs to another browser, or if its TPP may no
   * longer use the service.
   */
  find(incoming: IncomingMessage, outgoing: ServerResponse): Promise<Interaction | undefined>;
  /**
   * Creates a grant for the customer's approval and returns its id. The grant has no effect until
   * it is stored with the approval (`authoriseConsent`) and passed to `approve`.
   */
  prepareGrant(consent: Consent, userId: string): Promise<string>;
  /**
   * Ends the interaction after the approval was stored. Returns the URL to which the browser is
   * redirected.
   */
  approve(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    interaction: Interaction,
    approval: Approval,
  ): Promise<string>;
  /**
   * Ends the interaction without an approval. Returns the URL to which the browser is redirected.
   */
  refuse(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    reason: string,
    error?: 'access_denied' | 'invalid_request',
  ): Promise<string>;
}

/**
 * A customer's approval: the user, who used two factors, and the grant that was stored with the
 * approval.
 */
export interface Approval {
  readonly userId: string;
  readonly grantId: string;
}
