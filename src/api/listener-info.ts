import type { IncomingMessage } from 'node:http';
import type { ClientCertificate } from '../domain/records/access.ts';

/** The rules of the listener on which a request arrived. */
export interface ListenerInfo {
  /** True if the listener accepts a token only together with a client certificate. */
  readonly needsCertificate: boolean;
  /**
   * Returns the client certificate of a request. Returns null if there is none or it is not valid.
   */
  certificateOf(incoming: IncomingMessage): ClientCertificate | null;
  /** Returns the client's IP address. */
  addressOf(incoming: IncomingMessage): string;
  /** True if the listener signs responses that have a body. */
  readonly signsAnswers: boolean;
  /**
   * True if requests with a body must be signed. If a request is signed, its signature is verified
   * in any case.
   */
  readonly requiresSignatures: boolean;
}
