import type { IncomingMessage } from 'node:http';
import type { Bindings } from '../api/request-context.ts';
import type { Refusal } from '../shared/errors.ts';
import type { Caller } from './limits/client-identity.ts';

/** A request that a door lets in. */
export interface Arrival extends Omit<Bindings, 'listener'> {
  /** Of the target, in its only spelling. */
  readonly path: string;
}

/** What a request was charged with when it came. */
export interface Charge {
  /** Gives it back, once. */
  giveBack(): void;
}

/** What is behind a door, and whom it is for. */
export interface RequestHandler {
  /** The address of ours that a host stands for, `https://host:port`; undefined: none. */
  originOf(host: string): string | undefined;
  /** Who asks, as far as it shows before anything is done; `address` is the connection's. */
  callerOf(incoming: IncomingMessage, address: Caller): Caller;
  /** Counts a request against what that caller may ask, or refuses it. */
  charge(caller: Caller, path: string): Charge | Refusal;
  answer(arrival: Arrival): void;
}
