import pg from 'pg';
import { StoreUnavailable } from '../../../domain/ports/storage-errors.ts';
import { clientConfigOf } from './address.ts';

/** Timeout for opening a connection, in milliseconds. */
export const CONNECT_TIMEOUT_MS = 5000;

/**
 * Codes and messages that mean that the login was rejected: SQLSTATE codes of the server, and the
 * driver's message for a missing password.
 */
const REJECTED_CREDENTIALS = new Set(['28P01', '28000']);
const NO_PASSWORD = 'password must be';
const NO_SUCH_DATABASE = '3D000';

/**
 * Opens a connection that does not belong to the pool. The caller must close it. If this fails,
 * throws the error that `notConnected` returns.
 */
export async function connect(url: string, config: pg.ClientConfig = {}): Promise<pg.Client> {
  const timeout = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
  const client = new pg.Client({ ...timeout, ...config, ...clientConfigOf(url) });
  // Ignore the event: if the connection breaks, the next query reports it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (cause) {
    // Close the socket. Otherwise the server would wait a minute for the next message.
    await client.end().catch(() => undefined);
    throw notConnected(cause);
  }
}

/**
 * Returns an error with one sentence about why the connection failed. It distinguishes a wrong
 * configuration from an unreachable server. It includes the message of the cause, but never the
 * password.
 */
export function notConnected(cause: unknown): StoreUnavailable {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  if (message.includes(NO_PASSWORD)) {
    return new StoreUnavailable(
      'The database requires a password. Set PIS_DATABASE_PASSWORD_FILE.',
    );
  }
  if (REJECTED_CREDENTIALS.has(code)) {
    return new StoreUnavailable(`The database rejected the user or the password (${message}).`);
  }
  if (code === NO_SUCH_DATABASE)
    return new StoreUnavailable(`The server rejected the connection: ${message}.`);
  // If a host has several addresses and all of them fail, the error has a code but no message.
  return new StoreUnavailable(`The database cannot be reached: ${message || code}.`);
}
