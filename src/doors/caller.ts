import { networkOf } from '../kernel/network.ts';

/** Who asks, as far as it shows before anything is done for the request. */
export interface Caller {
  /** Requests and connections with the same key count together. */
  readonly key: string;
  /** Whether it is more than an address: software of the directory, or a customer's visit. */
  readonly isKnown: boolean;
}

/** Somebody of whom nothing is known but an address. */
export function strangerAt(address: string): Caller {
  return { key: `address ${networkOf(address)}`, isKnown: false };
}

/** Somebody who is known by an id of that kind. */
export function knownAs(kind: 'organisation' | 'visit', id: string): Caller {
  return { key: `${kind} ${id}`, isKnown: true };
}
