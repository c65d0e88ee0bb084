import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Consent } from '../../domain/records/records.ts';

/** A customer's visit: a TPP sent the browser here to have one consent decided. */
export interface Interaction {
  readonly uid: string;
  readonly clientId: string;
  readonly consentId: string;
}

/** What the customer's pages ask of the authorisation server. */
export interface Interactions {
  /**
   * The visit that the browser's cookie and address speak of; undefined when it is over, expired,
   * another browser's, or its TPP has been shut out meanwhile.
   */
  find(incoming: IncomingMessage, outgoing: ServerResponse): Promise<Interaction | undefined>;
  /**
   * The id of a grant for the customer's approval, good for nothing yet: to be written with the
   * approval (`authoriseConsent`), and then given to `approve`.
   */
  prepareGrant(consent: Consent, userId: string): Promise<string>;
  /** Ends the visit after an approval that is written. The address to send the browser to. */
  approve(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    interaction: Interaction,
    approval: Approval,
  ): Promise<string>;
  /** Ends the visit without an approval. The address to send the browser to. */
  refuse(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    reason: string,
    error?: 'access_denied' | 'invalid_request',
  ): Promise<string>;
}

/** Who approved, having signed in with two factors, and the grant written with it. */
export interface Approval {
  readonly userId: string;
  readonly grantId: string;
}
