import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Operation, OperationName } from '../contract/operations.ts';
import type { DetachedSignature, UnsignedMessage } from '../domain/ports/signatures.ts';
import type { IdempotencyKey } from '../domain/ports/store.ts';
import type { Act } from '../domain/records/audit.ts';
import type { VerifiedGrant } from '../domain/records/records.ts';
import type { FileContent, RequestBody } from '../use-cases/index.ts';
import type { Family } from '../families/common/family.ts';
import type { FaultList, Refusal } from '../shared/errors.ts';
import type { Instant } from '../shared/time.ts';
import type { ListenerInfo } from './listener-info.ts';

/** The Hono bindings of a request: Node's request and response, and the listener's data. */
export type Bindings = HttpBindings & {
  readonly listener: ListenerInfo;
  /** The URL origin that the client used, one of this service: `https://host:port`. */
  readonly origin: string;
  /** The query with its question mark. Empty if there is none. */
  readonly search: string;
  /** Reports to the listener that the client has a valid token and is within its rate limit. */
  readonly recognise: () => void;
  /** Ends the connection of a client that does not read its answer. */
  readonly endUnread: () => void;
};

/** The Hono application of a listener. */
export type App = Hono<{ Bindings: Bindings }>;

/** A route whose requests pass through the request pipeline. */
export interface Address {
  readonly name: string;
  readonly operation: Operation;
  readonly family: Pick<Family, 'name'>;
}

/** A route of the standard: an operation of a family. */
export interface Route extends Address {
  readonly name: OperationName;
  readonly family: Family;
}

/** A request that has passed the pipeline, as its handler receives it. */
export interface Call<Of extends Address = Route> {
  readonly route: Of;
  /** The id in the path. Empty for operations without one. */
  readonly id: string;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly endUnread: () => void;
  /** `https://host:port/path` of the family, as the client used it. */
  readonly base: string;
  /** The query as it was sent, with its question mark. Empty if there is none. */
  readonly search: string;
  readonly grant: VerifiedGrant;
  /** Audit context of the request. */
  readonly act: Act;
  /** Business time of the request, the same as in `act`. */
  readonly now: Instant;
  /** Faults found so far. A handler adds its own before it rejects the request. */
  readonly faults: FaultList;
  /** Only for operations with a JSON body. */
  readonly body: RequestBody | undefined;
  /** Signature of the request. Already verified for a JSON body, not yet verified for a file. */
  readonly signature: DetachedSignature | null;
  /** Prepares the signature of a file download. Returns null if responses are not signed. */
  readonly signatureOf: (contentType: string) => UnsignedMessage | null;
  /**
   * Only for idempotent operations. Its `key` is empty if the header is absent or malformed, which
   * is then among the faults. Its `bodyHash` is empty for a file, which has not been read yet.
   */
  readonly key: IdempotencyKey | undefined;
}

/** The answer of a successful operation. */
export interface Answer {
  readonly status: number;
  readonly body: string | FileContent | null;
  readonly contentType: string | null;
}

export type Handler<Of extends Address = Route> = (call: Call<Of>) => Promise<Answer | Refusal>;
