import type { IncomingMessage } from 'node:http';
import type { Bindings } from '../api/request-context.ts';
import type { ListenerName } from '../domain/records/events.ts';
import type { Refusal } from '../shared/errors.ts';
import type { ClientIdentity } from './limits/client-identity.ts';

/** A request that passed admission control and is ready to be answered. */
export interface AdmittedRequest extends Omit<Bindings, 'listener'> {
  /** Path of the request target, without the query. Only canonical spellings are admitted. */
  readonly path: string;
}

/** Rate limit quota that a request has consumed. */
export interface ConsumedQuota {
  /** Returns the quota to the client's bucket. Later calls have no effect. */
  refund(): void;
}

/** Answers the requests of a listener, and identifies and limits its clients. */
export interface RequestHandler {
  /**
   * Returns the origin (`https://host:port`) that a Host header stands for, or undefined if the
   * host is not served here.
   */
  originOf(host: string): string | undefined;
  /** Identifies the client before any other work is done. `address` identifies the connection. */
  identifyClient(incoming: IncomingMessage, address: ClientIdentity): ClientIdentity;
  /** Consumes rate limit quota for a request, or returns a refusal if none is left. */
  consume(client: ClientIdentity, path: string): ConsumedQuota | Refusal;
  answer(admitted: AdmittedRequest): void;
}

/** Adds to the request handler of a listener, for example to trace its requests. */
export type WrapHandler = (handler: RequestHandler, listener: ListenerName) => RequestHandler;
