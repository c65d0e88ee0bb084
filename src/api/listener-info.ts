import type { IncomingMessage } from 'node:http';
import type { ClientCertificate } from '../domain/records/access.ts';

/** The rules of the listener that received a request. */
export interface ListenerInfo {
  /** True if a token is accepted only together with a client certificate. */
  readonly needsCertificate: boolean;
  /** Returns the client certificate of a request if it is valid, or null otherwise. */
  certificateOf(incoming: IncomingMessage): ClientCertificate | null;
  /** Returns the IP address of the client. */
  addressOf(incoming: IncomingMessage): string;
  /** True if responses with a body are signed. */
  readonly signsAnswers: boolean;
  /** True if requests with a body must be signed. A signature is verified in any case. */
  readonly requiresSignatures: boolean;
}
