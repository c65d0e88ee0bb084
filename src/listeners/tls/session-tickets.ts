import { createHash } from 'node:crypto';
import type { SecureContextOptions } from 'node:tls';
import type { SharedKeys } from '../../auth/keys/shared-keys.ts';
import type { ListenerName } from '../../domain/records/events.ts';
import { HOUR_MS, type Instant } from '../../shared/time.ts';

/** Time for which one ticket key is used, in milliseconds. Tickets are valid for five minutes. */
export const TICKET_KEY_MS = 12 * HOUR_MS;

/**
 * Length of `ticketKeys` in Node: 16 bytes each for the key's name, the signature and the
 * encryption.
 */
const TICKET_KEY_BYTES = 48;

/** Inputs of the ticket key of a listener. */
export interface TicketParts {
  readonly listener: ListenerName;
  readonly secrets: Pick<SharedKeys, 'derive'>;
  /** Digest of the client certificate authorities and their revocation lists. */
  readonly trust: string;
}

/**
 * Returns the TLS options for session tickets of a listener. All nodes with the same secret accept
 * each other's tickets. By default, Node would use a random key, and derive the session ID context
 * from its command line.
 * A ticket is valid for one listener, and only while the authorities and revocation lists are
 * unchanged: client certificates are not verified again when a session is resumed.
 */
export function sessionTicketOptions(
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

/** Returns the SHA-256 digest of a list of texts, in hexadecimal. */
export function digestOf(...texts: readonly string[]): string {
  const digest = createHash('sha256');
  for (const text of texts) digest.update(`${String(text.length)}:${text}`);
  return digest.digest('hex');
}

/** Returns how long the ticket key of that time remains in use, in milliseconds. */
export function msUntilNextTicketKey(now: Instant): number {
  return TICKET_KEY_MS - (now % TICKET_KEY_MS);
}
