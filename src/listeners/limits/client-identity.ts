import { networkOf } from '../../shared/network.ts';

/**
 * Level of trust in a client before authentication. An address alone is trusted least, an
 * organisation of the directory most. Interactions and portal sessions are in between: anybody with
 * a payment to approve can start them.
 */
export type TrustLevel = 'unauthenticated' | 'interaction' | 'organisation';

/** The client of a request, identified before any other work is done. */
export interface ClientIdentity {
  readonly trustLevel: TrustLevel;
  /** Key of the rate limit: requests with the same key share one bucket. */
  readonly key: string;
  /** Key of the limits on connections and concurrent requests. */
  readonly group: string;
}

/** Identifies a client by its address, or by its network for IPv6. */
export function unauthenticatedClient(address: string): ClientIdentity {
  const key = `address ${networkOf(address)}`;
  return { trustLevel: 'unauthenticated', key, group: key };
}

/**
 * Identifies a customer by the interaction. It has its own rate limit, but its connections count
 * with its address.
 */
export function interactionClient(address: string, interaction: string): ClientIdentity {
  return {
    trustLevel: 'interaction',
    key: `interaction ${interaction}`,
    group: unauthenticatedClient(address).group,
  };
}

/**
 * Identifies a customer who is signed in to the portal. The rate limit covers all addresses of that
 * user.
 */
export function signedInClient(address: string, userId: string): ClientIdentity {
  return {
    trustLevel: 'interaction',
    key: `user ${userId}`,
    group: unauthenticatedClient(address).group,
  };
}

/** Identifies a TPP by its organisation, from any address. */
export function organisationClient(id: string): ClientIdentity {
  const key = `organisation ${id}`;
  return { trustLevel: 'organisation', key, group: key };
}
