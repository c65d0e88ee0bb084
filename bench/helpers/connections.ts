import { once } from 'node:events';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSecure, type SecureContext } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectDefined } from '../../src/shared/assert.ts';
import { openLoop } from '../load/open-loop.ts';
import type { Request } from './load.ts';

const HOST = '127.0.0.1';

const END_OF_HEADERS = '\r\n\r\n';

/**
 * A listener to connect to. For a TLS listener, `credentials` are the TLS credentials of the
 * client.
 */
export interface Place {
  readonly port: number;
  readonly credentials: SecureContext | null;
}

/**
 * Connections that are opened before a measurement, so that it includes no handshakes. They use as
 * little CPU as possible, because client and server share the machine.
 */
export class Connections {
  readonly #sockets: readonly Socket[];
  readonly #host: string;

  private constructor(sockets: readonly Socket[], host: string) {
    this.#sockets = sockets;
    this.#host = host;
  }

  static async open(place: Place, amount: number): Promise<Connections> {
    const sockets = await Promise.all(Array.from({ length: amount }, () => connect(place)));
    return new Connections(sockets, `${HOST}:${String(place.port)}`);
  }

  /**
   * Sends requests over all connections. Each connection sends its next request when the previous
   * one is answered. Returns the time from the first request to the last response, in milliseconds.
   * The requests are serialised before that.
   */
  async send(requests: readonly Request[]): Promise<number> {
    const all = requests.map((request) => this.#bytesOf(request));
    const { length } = this.#sockets;
    const lists = this.#sockets.map((_, at) =>
      all.filter((_bytes, index) => index % length === at),
    );
    const started = performance.now();
    await Promise.all(this.#sockets.map((socket, at) => sendAll(socket, lists[at] ?? [])));
    return performance.now() - started;
  }

  /**
   * Sends requests at equal intervals, whether earlier ones are answered or not. A request uses the
   * connection that has been idle longest, and waits if all are in use. Returns the time from the
   * scheduled start of each request to its response, in milliseconds.
   */
  async sendAtRate(requests: readonly Request[], rate: number): Promise<readonly number[]> {
    const all = requests.map((request) => this.#bytesOf(request));
    const idle = [...this.#sockets];
    const waiting: (() => void)[] = [];
    const times: Promise<number>[] = [];
    const send = async (bytes: Buffer, dueAt: number): Promise<number> => {
      if (idle.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      const socket = expectDefined(idle.shift(), 'an idle connection');
      await exchange(socket, bytes);
      idle.push(socket);
      waiting.shift()?.();
      return performance.now() - dueAt;
    };
    const stopwatch = {
      now: () => performance.now(),
      sleepUntil: (instant: number) => sleep(Math.max(0, instant - performance.now())),
    };
    const schedule = { rate, durationMs: (all.length * 1000) / rate };
    await openLoop(schedule, stopwatch, ({ number, dueAt }) => {
      const time = send(expectDefined(all[number], 'a request'), dueAt);
      // A failure is reported below, when all requests have started.
      time.catch(() => undefined);
      times.push(time);
    });
    return Promise.all(times);
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #bytesOf({ method = 'GET', path = '/', headers = {}, body = '' }: Request): Buffer {
    const lines = Object.entries({
      ...headers,
      host: this.#host,
      'content-length': String(Buffer.byteLength(body)),
    }).map(([name, value]) => `${name}: ${String(value)}`);
    const head = [`${method} ${path} HTTP/1.1`, ...lines].join('\r\n');
    return Buffer.concat([Buffer.from(`${head}${END_OF_HEADERS}`), Buffer.from(body)]);
  }
}

async function connect({ port, credentials }: Place): Promise<Socket> {
  if (credentials === null) {
    const socket = connectPlain({ host: HOST, port, noDelay: true });
    await once(socket, 'connect');
    return withoutErrors(socket);
  }
  const socket = connectSecure({ host: HOST, port, secureContext: credentials });
  await once(socket, 'secureConnect');
  return withoutErrors(socket).setNoDelay();
}

/** Ignores errors of a connection. `exchange` notices them, because it is then closed. */
function withoutErrors(socket: Socket): Socket {
  return socket.on('error', () => undefined);
}

async function sendAll(socket: Socket, requests: readonly Buffer[]): Promise<void> {
  for (const request of requests) await exchange(socket, request);
}

/** Sends a request. Returns the body of its response. */
function exchange(socket: Socket, request: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (!socket.writable) {
      reject(new Error('The connection was closed before the request.'));
      return;
    }
    let received: Buffer = Buffer.alloc(0);
    const closed = (): void => {
      reject(new Error('The connection was closed before the answer.'));
    };
    const take = (chunk: Buffer): void => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const body = bodyOf(received);
      if (body === undefined) return;
      socket.off('data', take).off('close', closed);
      if (/^HTTP\/1.1 2/.test(received.toString('latin1', 0, 10))) resolve(body);
      else reject(new Error(received.toString('utf8', 0, 1000)));
    };
    socket.on('data', take).once('close', closed).write(request);
  });
}

/**
 * Returns the body of a response that has a content length. Undefined if part of the response is
 * still missing.
 */
function bodyOf(received: Buffer): Buffer | undefined {
  const end = received.indexOf(END_OF_HEADERS);
  if (end === -1) return undefined;
  const head = received.toString('latin1', 0, end);
  const written = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  const length = Number(expectDefined(written, `a length in ${head}`));
  const body = received.subarray(end + END_OF_HEADERS.length);
  return body.length < length ? undefined : body;
}
