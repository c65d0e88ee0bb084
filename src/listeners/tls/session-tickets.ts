import { createHash } from 'node:crypto';
import type { SecureContextOptions } from 'node:tls';
import type { SharedKeys } from '../../auth/keys/shared-keys.ts';
import type { ListenerName } from '../../domain/records/events.ts';
import { HOUR_MS, type Instant } from '../../shared/time.ts';

/** For how long tickets are sealed with one key, in milliseconds; they live for five minutes. */
export const TICKET_KEY_MS = 12 * HOUR_MS;

/** What Node takes: sixteen bytes each to name the key, to sign with it, and to encrypt. */
const TICKET_KEY_BYTES = 48;

/** What the tickets of a door hang on. */
export interface TicketParts {
  readonly listener: ListenerName;
  readonly secrets: Pick<SharedKeys, 'derive'>;
  /** By whom clients were let in: the authorities, and what these have revoked. */
  readonly trust: string;
}

/**
 * How a door of TLS seals the sessions that clients come back with: the same at every node that has
 * the same secret, so that they may come back to any. Node would make the key of chance, and the
 * name of what sessions are for of its command line. A session is good at the door it was begun
 * at, and no longer once the authorities or their lists are others: nobody looks at a client's
 * certificate again when it comes back.
 */
export function ticketsOf(
  { listener, secrets, trust }: TicketParts,
  now: Instant,
): Required<Pick<SecureContextOptions, 'ticketKeys' | 'sessionIdContext'>> {
  const period = Math.floor(now / TICKET_KEY_MS);
  const purpose = `tickets ${listener} ${String(period)} ${trust}`;
  return {
    ticketKeys: secrets.derive(purpose, TICKET_KEY_BYTES),
    sessionIdContext: `payment-initiation ${listener}`,
  };
}

/** A digest of texts, in their order. */
export function digestOf(...texts: readonly string[]): string {
  const digest = createHash('sha256');
  for (const text of texts) digest.update(`${String(text.length)}:${text}`);
  return digest.digest('hex');
}

/** How long the key of a moment will still be used, in milliseconds. */
export function untilNextTicketKey(now: Instant): number {
  return TICKET_KEY_MS - (now % TICKET_KEY_MS);
}
