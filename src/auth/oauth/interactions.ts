import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Consent } from '../../domain/records/records.ts';

/**
 * An interaction: the steps in which a customer, redirected here by a TPP, signs in and decides on
 * one consent.
 */
export interface Interaction {
  readonly uid: string;
  readonly clientId: string;
  readonly consentId: string;
}

/** Operations of the authorisation server that the customer's pages use. */
export interface Interactions {
  /**
   * Returns the interaction that the browser's cookie and URL identify. Returns undefined if it has
   * ended or expired, if it belongs to another browser, or if its TPP is no longer admitted.
   */
  find(incoming: IncomingMessage, outgoing: ServerResponse): Promise<Interaction | undefined>;
  /**
   * Creates a grant for the customer's approval and returns its id. The grant has no effect until
   * it is stored with the approval (`authoriseConsent`) and passed to `approve`.
   */
  prepareGrant(consent: Consent, userId: string): Promise<string>;
  /**
   * Ends the interaction after the approval was stored. Returns the URL to redirect the browser to.
   */
  approve(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    interaction: Interaction,
    approval: Approval,
  ): Promise<string>;
  /** Ends the interaction without an approval. Returns the URL to redirect the browser to. */
  refuse(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    reason: string,
    error?: 'access_denied' | 'invalid_request',
  ): Promise<string>;
}

/**
 * A customer's approval: the user, who signed in with two factors, and the grant that was stored
 * with it.
 */
export interface Approval {
  readonly userId: string;
  readonly grantId: string;
}
