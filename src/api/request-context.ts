import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Operation, OperationName } from '../contract/operations.ts';
import type { DetachedSignature, UnsignedMessage } from '../domain/ports/signatures.ts';
import type { IdempotencyKey } from '../domain/ports/store.ts';
import type { Act } from '../domain/records/audit.ts';
import type { VerifiedGrant } from '../domain/records/records.ts';
import type { FileContent, RequestBody } from '../use-cases/index.ts';
import type { FamilyVersion } from '../families/common/family-version.ts';
import type { Family } from '../families/common/family.ts';
import type { FaultList, Refusal } from '../shared/errors.ts';
import type { Instant } from '../shared/time.ts';
import type { ListenerInfo } from './listener-info.ts';

/**
 * The Hono bindings of a request: Node's request and response objects, and data from the listener.
 */
export type Bindings = HttpBindings & {
  readonly listener: ListenerInfo;
  /**
   * The origin of the URL that the client used, for example `https://host:port`. It is an origin of
   * this service.
   */
  readonly origin: string;
  /** The query string, including its question mark. Empty if there is none. */
  readonly search: string;
  /**
   * Reports to the listener that the client has a valid token and has not exceeded its rate limit.
   */
  readonly recognise: () => void;
  /** Closes the connection if the client does not read its response. */
  readonly endUnread: () => void;
};

/** The Hono application that handles the requests of one listener. */
export type App = Hono<{ Bindings: Bindings }>;

/** A route whose requests pass through the request pipeline. */
export interface Address {
  readonly name: string;
  readonly operation: Operation;
  readonly family: Pick<Family, 'name'>;
}

/** A route of the standard, which is one operation of a payment family. */
export interface Route extends Address {
  readonly name: OperationName;
  readonly family: Family;
  readonly version: FamilyVersion;
}

/** A request that has passed the request pipeline, in the form that its handler receives. */
export interface Call<Of extends Address = Route> {
  readonly route: Of;
  /** The id in the path. Empty for an operation without one. */
  readonly id: string;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly endUnread: () => void;
  /** Base URL of the family, for example `https://host:port/path`, as the client used it. */
  readonly base: string;
  /** The query string as it was sent, including its question mark. Empty if there is none. */
  readonly search: string;
  readonly grant: VerifiedGrant;
  /** The actor and the time of the request for the audit log. */
  readonly act: Act;
  /** The business time of the request. It equals the time in `act`. */
  readonly now: Instant;
  /** The faults found so far. The handler adds its own faults before it rejects the request. */
  readonly faults: FaultList;
  /** The request body. Present only for operations with a JSON body. */
  readonly body: RequestBody | undefined;
  /**
   * The signature of the request. For a JSON body it has been verified, but for a file it has not.
   */
  readonly signature: DetachedSignature | null;
  /**
   * Prepares the signature of a file download. Returns null if the listener does not sign
   * responses.
   */
  readonly signatureOf: (contentType: string) => UnsignedMessage | null;
  /**
   * The idempotency key. Present only for idempotent operations. If the header is absent or
   * malformed, `key` is empty and the list of faults contains a fault. For a file, `bodyHash` is
   * empty, because the file has not been read yet.
   */
  readonly key: IdempotencyKey | undefined;
}

/** The response of a successful operation. */
export interface Answer {
  readonly status: number;
  readonly body: string | FileContent | null;
  readonly contentType: string | null;
}

export type Handler<Of extends Address = Route> = (call: Call<Of>) => Promise<Answer | Refusal>;
