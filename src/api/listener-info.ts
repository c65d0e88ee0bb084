import type { IncomingMessage } from 'node:http';
import type { ClientCertificate } from '../domain/records/access.ts';

/** Where a request came in, and what goes without saying there. */
export interface ListenerInfo {
  /** Whether nobody is known here without a certificate. */
  readonly needsCertificate: boolean;
  /** The certificate that the caller showed, if it is good. */
  certificateOf(incoming: IncomingMessage): ClientCertificate | null;
  /** Where a request comes from. */
  addressOf(incoming: IncomingMessage): string;
  /** Whether answers that have a body are signed. */
  readonly signsAnswers: boolean;
  /** Whether requests that have a body must be signed; a signature that is there always counts. */
  readonly requiresSignatures: boolean;
}
