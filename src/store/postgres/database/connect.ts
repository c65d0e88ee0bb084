import pg from 'pg';
import { StoreUnavailable } from '../../../domain/ports/storage-errors.ts';
import { partsOf } from './address.ts';

/** How long to wait for a connection, in milliseconds. */
export const CONNECT_TIMEOUT_MS = 5000;

/** What PostgreSQL says of a user whom it does not let in; the client, where it had no password. */
const NOT_LET_IN = new Set(['28P01', '28000']);
const NO_PASSWORD = 'password must be';
const NO_SUCH_DATABASE = '3D000';

/**
 * A connection of its own to the database at an address, for whoever closes it. Throws what
 * `notConnected` tells.
 */
export async function connect(url: string, config: pg.ClientConfig = {}): Promise<pg.Client> {
  const timeout = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
  const client = new pg.Client({ ...timeout, ...config, ...partsOf(url) });
  // What breaks the connection is told to whoever asks next.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (cause) {
    // A server that was answered nothing would wait a minute for more.
    await client.end().catch(() => undefined);
    throw notConnected(cause);
  }
}

/**
 * Why there is no connection, in one sentence, which has all that the cause says: what an operator
 * has to put right is told apart from a server that is away. It tells nothing of the password.
 */
export function notConnected(cause: unknown): StoreUnavailable {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  if (message.includes(NO_PASSWORD)) {
    return new StoreUnavailable('The database wants a password: PIS_STORE_PASSWORD_FILE names it.');
  }
  if (NOT_LET_IN.has(code)) {
    return new StoreUnavailable(`The database refuses the user or the password (${message}).`);
  }
  if (code === NO_SUCH_DATABASE) return new StoreUnavailable(`The server refuses: ${message}.`);
  // Where each of several addresses failed there is a code alone.
  return new StoreUnavailable(`The database cannot be reached: ${message || code}.`);
}
