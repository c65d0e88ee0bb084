import { connect, credentials } from 'amqplib';
import { connect as connectSocket, type Socket } from 'node:net';
import { SECOND_MS, type Milliseconds } from '../../shared/time.ts';
import { TLS_POLICY } from '../../shared/tls-policy.ts';
import { brokerUnavailable } from './amqp-errors.ts';
import { AmqpSession, tooSlow } from './amqp-session.ts';
import { readCredentials, versionOf, type CredentialFiles } from '../../connections/credentials.ts';
import { PeerUnavailable } from '../../connections/peer-errors.ts';
import { HUB_NAMES } from './hub-names.ts';

/** Default port of AMQP over TLS. */
const DEFAULT_PORT = 5671;

/** Interval of heartbeats, in seconds. A side that is silent for two intervals is gone. */
const HEARTBEAT_SECONDS = 10;

/** Shortest and longest time until a lost connection is opened again, in milliseconds. */
const FIRST_RETRY_MS: Milliseconds = SECOND_MS;
const LONGEST_RETRY_MS: Milliseconds = 10 * SECOND_MS;

/** The address of a broker and the files for mutual TLS. */
export interface AmqpOptions extends CredentialFiles {
  /** `amqps://`, a host, a port and a virtual host. */
  readonly url: string;
  /** Longest time without progress, in milliseconds. */
  readonly timeoutMs: Milliseconds;
}

/** A failed attempt with one version of the files. */
interface Failure {
  readonly error: Error;
  readonly version: string;
  /** Time of the next attempt on the monotonic clock, in milliseconds. */
  readonly retryAt: Milliseconds;
}

/**
 * A connection to a broker with AMQP 0-9-1 over mutual TLS. It is opened when it is needed, and
 * opened again after it was lost or after a file changed. Failed attempts are repeated after a
 * growing time. Until one succeeds, requests fail at once.
 */
export class AmqpConnection {
  readonly #options: AmqpOptions;
  #session: AmqpSession | undefined;
  /** All open connections. A former one is open until its requests have ended. */
  readonly #sessions = new Set<AmqpSession>();
  #connecting: Socket | undefined;
  #opening: Promise<AmqpSession> | undefined;
  #failures = 0;
  #lastFailure: Failure | null = null;
  #isClosed = false;

  constructor(options: AmqpOptions) {
    this.#options = options;
  }

  /** Reads the files. Throws an error for operators if one of them cannot be used. */
  async prepare(): Promise<void> {
    await readCredentials(this.#options, HUB_NAMES);
  }

  /**
   * Returns the open connection.
   *
   * @throws PeerUnavailable if there is none
   */
  async session(): Promise<AmqpSession> {
    const version = await versionOf(this.#options, HUB_NAMES);
    if (this.#isClosed) throw new PeerUnavailable('The exchange is closed.');
    const session = this.#session;
    if (session?.isOpen === true && session.version === version) return session;
    session?.retire();
    const failure = this.#lastFailure;
    if (failure?.version === version && performance.now() < failure.retryAt) throw failure.error;
    this.#opening ??= this.#open(version).finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  /** Ends the connection. Requests in progress reject. */
  close(): void {
    this.#isClosed = true;
    this.#connecting?.destroy(new Error('The exchange was closed.'));
    for (const session of this.#sessions) session.close();
  }

  /** Ends the connection until it is needed again. */
  release(): void {
    this.#session?.close();
  }

  async #open(version: string): Promise<AmqpSession> {
    const session = await this.#connect(version).catch((cause: unknown) => {
      const error = brokerUnavailable(`Connecting to ${this.#options.url}`, cause);
      this.#noteFailure(error, version);
      throw error;
    });
    if (this.#isClosed) {
      session.close();
      throw new PeerUnavailable('The exchange was closed.');
    }
    this.#session = session;
    return session;
  }

  async #connect(version: string): Promise<AmqpSession> {
    const { url, timeoutMs } = this.#options;
    const tls = await readCredentials(this.#options, HUB_NAMES);
    const { hostname, port } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, '');
    // amqplib does not export its socket, which is needed to end a connection that hangs.
    const socket = connectSocket({ host, port: port === '' ? DEFAULT_PORT : Number(port) });
    socket.on('error', () => undefined);
    this.#connecting = socket;
    const limit = setTimeout(() => socket.destroy(tooSlow(timeoutMs)), timeoutMs);
    try {
      const model = await connect(`${url}?heartbeat=${String(HEARTBEAT_SECONDS)}`, {
        ...TLS_POLICY,
        ...tls,
        rejectUnauthorized: true,
        socket,
        noDelay: true,
        credentials: credentials.external(),
      });
      const session: AmqpSession = new AmqpSession(model, socket, {
        url,
        version,
        timeoutMs,
        succeeded: () => {
          this.#failures = 0;
          this.#lastFailure = null;
        },
        ended: (loss) => {
          this.#sessions.delete(session);
          if (loss !== null) this.#noteFailure(loss, version);
        },
      });
      this.#sessions.add(session);
      return session;
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      clearTimeout(limit);
      this.#connecting = undefined;
    }
  }

  #noteFailure(error: Error, version: string): void {
    this.#failures += 1;
    const delay = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.#failures - 1));
    this.#lastFailure = { error, version, retryAt: performance.now() + delay };
  }
}
