import type { Channel, ChannelModel, ConfirmChannel } from 'amqplib';
import type { Socket } from 'node:net';
import { SECOND_MS, type Milliseconds } from '../../shared/time.ts';
import { brokerUnavailable } from './amqp-errors.ts';
import { PeerUnavailable } from '../../connections/peer-errors.ts';

/** Time for the broker to answer that a connection ends, in milliseconds. */
const CLOSE_MS: Milliseconds = SECOND_MS;

/** Number of bytes that count as progress. Heartbeats are smaller. */
const PROGRESS_BYTES = 1024;

interface SessionOptions {
  readonly url: string;
  /** Version of the files for TLS. */
  readonly version: string;
  readonly timeoutMs: Milliseconds;
  /** Called when the broker has executed a request. */
  readonly succeeded: () => void;
  /** Called when the connection has ended. `loss` is null if this side closed it. */
  readonly ended: (loss: PeerUnavailable | null) => void;
}

/** One open connection to a broker. */
export class AmqpSession {
  readonly version: string;
  readonly succeeded: () => void;
  readonly #model: ChannelModel;
  readonly #socket: Socket;
  readonly #options: SessionOptions;
  readonly #freeChannels: ConfirmChannel[] = [];
  readonly #endedChannels = new WeakSet<ConfirmChannel>();
  #loss: unknown;
  #blocked: string | null = null;
  #users = 0;
  #state: 'open' | 'retired' | 'closed' = 'open';

  constructor(model: ChannelModel, socket: Socket, options: SessionOptions) {
    this.#model = model;
    this.#socket = socket;
    this.#options = options;
    this.version = options.version;
    this.succeeded = options.succeeded;
    model.on('error', (error) => (this.#loss ??= error));
    model.on('blocked', (reason) => (this.#blocked = reason));
    model.on('unblocked', () => (this.#blocked = null));
    model.on('close', (error) => {
      this.#loss ??= error ?? new Error('The broker closed the connection.');
      const wasClosed = this.#state === 'closed';
      this.#state = 'closed';
      socket.destroy();
      options.ended(wasClosed ? null : this.failure('The connection'));
    });
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  /** The reason for which the broker takes no messages, for example a full disk. */
  get blocked(): string | null {
    return this.#blocked;
  }

  /** Returns a channel. The broker closes it after an error, which ends no other channel. */
  async channel(): Promise<Channel> {
    return listening(await this.inTime(this.#model.createChannel(), 'Opening a channel'));
  }

  /**
   * Runs an action with its own channel for publishing, so that an error affects only its message.
   * There are as many channels as concurrent actions.
   */
  async publishing(action: (channel: ConfirmChannel) => Promise<void>): Promise<void> {
    this.#users += 1;
    try {
      const channel = this.#freeChannels.pop() ?? (await this.#confirmChannel());
      try {
        await action(channel);
      } finally {
        if (!this.#endedChannels.has(channel)) this.#freeChannels.push(channel);
      }
    } finally {
      this.#users -= 1;
      if (this.#state === 'retired') this.retire();
    }
  }

  /**
   * Waits for the broker. Ends the connection if nothing arrives for `timeoutMs`.
   *
   * @throws PeerUnavailable if the action fails or takes too long
   */
  async inTime<Result>(action: Promise<Result>, what: string): Promise<Result> {
    const { timeoutMs } = this.#options;
    let bytesBefore = this.#socket.bytesRead;
    const check = setInterval(() => {
      const { bytesRead } = this.#socket;
      if (bytesRead - bytesBefore < PROGRESS_BYTES) this.destroy(tooSlow(timeoutMs));
      bytesBefore = bytesRead;
    }, timeoutMs);
    try {
      return await action;
    } catch (error) {
      throw this.failure(what, error);
    } finally {
      clearInterval(check);
    }
  }

  /** Returns the error of an action. The loss of the connection explains more than its results. */
  failure(what: string, error?: unknown): PeerUnavailable {
    const { url } = this.#options;
    return brokerUnavailable(`${what} at ${url}`, this.#loss ?? error);
  }

  /** Closes the connection as soon as no action uses it. */
  retire(): void {
    if (this.#state === 'closed') return;
    this.#state = 'retired';
    if (this.#users === 0) this.close();
  }

  /** Closes the connection. Requests in progress reject. */
  close(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    const reason = new Error('The exchange was closed.');
    this.#loss = reason;
    // amqplib rejects its requests only if the socket ends with an error.
    const limit = setTimeout(() => this.#socket.destroy(reason), CLOSE_MS);
    this.#socket.once('close', () => clearTimeout(limit));
    this.#model.close().catch(() => undefined);
  }

  /** Ends the connection at once. */
  destroy(error: Error): void {
    this.#loss ??= error;
    this.#socket.destroy(error);
  }

  async #confirmChannel(): Promise<ConfirmChannel> {
    const opening = this.#model.createConfirmChannel();
    const channel = listening(await this.inTime(opening, 'Opening a channel'));
    channel.once('close', () => this.#endedChannels.add(channel));
    return channel;
  }
}

/** Returns the error for a broker that did not answer in time. */
export function tooSlow(timeoutMs: Milliseconds): PeerUnavailable {
  return new PeerUnavailable(`The broker did not answer within ${String(timeoutMs)} milliseconds.`);
}

/** Adds a listener, because an error of a channel without one would end the process. */
function listening<Kind extends Channel>(channel: Kind): Kind {
  channel.on('error', () => undefined);
  return channel;
}
