import { networkOf } from '../../shared/network.ts';

/**
 * How much of somebody is known: an address; a visit, which anybody begins who has a payment to
 * approve, or signs in to the own pages; an organisation of the directory.
 */
export type TrustLevel = 'stranger' | 'visit' | 'organisation';

/** Who asks, as far as it shows before anything is done for the request. */
export interface Caller {
  readonly trustLevel: TrustLevel;
  /** Requests with the same key are charged together. */
  readonly key: string;
  /** Connections, and requests under way, of the same group count together. */
  readonly group: string;
}

/** Somebody of whom nothing is known but an address. */
export function unauthenticatedClient(address: string): Caller {
  const key = `address ${networkOf(address)}`;
  return { trustLevel: 'stranger', key, group: key };
}

/** A customer in the course of a visit: charged by it, counted with the others at the address. */
export function interactionClient(address: string, visit: string): Caller {
  return {
    trustLevel: 'visit',
    key: `visit ${visit}`,
    group: unauthenticatedClient(address).group,
  };
}

/** A customer who has signed in to the own pages: charged as one, wherever that is. */
export function signedInClient(address: string, userId: string): Caller {
  return {
    trustLevel: 'visit',
    key: `user ${userId}`,
    group: unauthenticatedClient(address).group,
  };
}

/** A TPP, wherever it comes from. */
export function organisationClient(id: string): Caller {
  const key = `organisation ${id}`;
  return { trustLevel: 'organisation', key, group: key };
}
