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

/** What the app knows of a request besides itself: Node's own, and how it came in. */
export type Bindings = HttpBindings & {
  readonly listener: ListenerInfo;
  /** The address that the caller used, one of ours: `https://host:port`. */
  readonly origin: string;
  /** The query of the target, with its question mark; empty where there is none. */
  readonly search: string;
  /** Tells the door that the caller has shown a good token, and keeps to its rate. */
  readonly recognise: () => void;
  /** Ends the connection of a client that does not read its answer. */
  readonly endUnread: () => void;
};

/** The addresses of the service. */
export type App = Hono<{ Bindings: Bindings }>;

/** An address that requests go through the chain for. */
export interface Address {
  readonly name: string;
  readonly operation: Operation;
  readonly family: Pick<Family, 'name'>;
}

/** One of the standard's addresses: an operation of a family. */
export interface Route extends Address {
  readonly name: OperationName;
  readonly family: Family;
}

/** A request that has passed the chain's steps, as a handler sees it. */
export interface Call<Of extends Address = Route> {
  readonly route: Of;
  /** The id in the path; empty for the operations that have none. */
  readonly id: string;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly endUnread: () => void;
  /** `http://host/base` as the caller addressed it. */
  readonly base: string;
  /** The query as it was sent, with its question mark; empty where there is none. */
  readonly search: string;
  readonly grant: VerifiedGrant;
  /** What the TPP does by this request; `now` is its instant. */
  readonly act: Act;
  readonly now: Instant;
  /** Faults found so far; a handler adds its own before it refuses. */
  readonly faults: FaultList;
  /** For operations with a JSON body. */
  readonly body: RequestBody | undefined;
  /** Of a file, whose bytes are still to come; of a body that has been read it is verified. */
  readonly signature: DetachedSignature | null;
  /** Begins the signature of an answer that is a file; null where answers are not signed. */
  readonly signatureOf: (contentType: string) => UnsignedMessage | null;
  /**
   * For operations that are idempotent. Its `key` is empty when the faults tell that the header is
   * missing or malformed, its `bodyHash` until a file has been read.
   */
  readonly key: IdempotencyKey | undefined;
}

/** What an operation that went well answers. */
export interface Answer {
  readonly status: number;
  readonly body: string | FileContent | null;
  readonly contentType: string | null;
}

export type Handler<Of extends Address = Route> = (call: Call<Of>) => Promise<Answer | Refusal>;
