import { Agent, request, type RequestOptions } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SECOND_MS } from '../../../src/shared/time.ts';
import { medianOf } from '../probing.ts';

/**
 * The response to a request that `ask` sent. If there is none, the status is 0 and the text is the
 * reason.
 */
export interface Seen {
  readonly status: number;
  readonly milliseconds: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

export interface Asking {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly timeoutMs: number;
  /** The local address from which the connection is opened. */
  readonly localAddress?: string;
  /** The agent that reuses connections. Without it, each request opens a new one. */
  readonly agent?: Agent;
  /** The client certificate, its key and the trusted CA. Needed only for TLS listeners. */
  readonly tls?: Readonly<Record<'ca' | 'cert' | 'key', Buffer>>;
}

/** Sends one HTTP request directly, so that a trial controls its connection. */
export function ask(url: string, asking: Asking): Promise<Seen> {
  const { method, headers, body, timeoutMs, localAddress = '127.0.0.1', agent, tls } = asking;
  const began = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, text: string, retryAfter?: string): void => {
      resolve({ status, milliseconds: performance.now() - began, retryAfter, text });
    };
    const options: RequestOptions = { method, headers, localAddress, agent: agent ?? false };
    const sent =
      tls === undefined
        ? request(url, options)
        : requestSecurely(url, { ...options, ...tls, servername: 'localhost', agent: false });
    const timer = setTimeout(() => sent.destroy(new Error('timeout')), timeoutMs);
    sent.on('response', (answer) => {
      let text = '';
      answer
        .setEncoding('utf8')
        .on('data', (part: string) => (text += part))
        .on('end', () => {
          end(answer.statusCode ?? 0, text, answer.headers['retry-after']);
        })
        .on('error', () => {
          end(0, 'broken off');
        });
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      end(0, error.code ?? error.message);
    });
    sent.on('close', () => {
      clearTimeout(timer);
    });
    sent.end(body);
  });
}

/** Many connections that send little or no data. */
export class Crowd {
  readonly #sockets: Socket[] = [];
  #opened = 0;
  #closed = 0;

  get opened(): number {
    return this.#opened;
  }

  get closed(): number {
    return this.#closed;
  }

  /**
   * Opens `count` connections from several loopback addresses. Each sends the text `say`, which may
   * be empty.
   */
  async open(
    port: number,
    { count, addresses, say }: Readonly<{ count: number; addresses: number; say: string }>,
  ): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const localAddress = `127.0.1.${String(1 + (index % addresses))}`;
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      this.#sockets.push(socket);
      socket
        .on('connect', () => {
          this.#opened += 1;
          if (say !== '') socket.write(say);
        })
        .on('error', () => undefined)
        .on('close', () => (this.#closed += 1))
        .resume();
      if (index % AT_ONCE === 0) await wait(BREATH_MS);
    }
    await wait(SECOND_MS);
  }

  /** Sends a text on every connection that is still open. */
  say(text: string): void {
    for (const socket of this.#sockets) if (socket.writable) socket.write(text);
  }

  leave(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Number of connections to open before a pause, and the length of that pause in milliseconds. */
const AT_ONCE = 250;
const BREATH_MS = 20;

/** Summarises responses in a text for the output. */
export function summaryOf(seen: readonly Seen[]): string {
  const groups = new Map<string, Seen[]>();
  for (const one of seen) {
    const name = one.status === 0 ? one.text : String(one.status);
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  const lines = [...groups].map(([name, all]) => {
    const times = all.map(({ milliseconds }) => milliseconds);
    const middle = Math.round(medianOf(times));
    const worst = Math.round(Math.max(...times));
    return `${name} × ${String(all.length)} (median ${String(middle)} ms, worst ${String(worst)})`;
  });
  return lines.join(', ');
}

/** Returns the longest time that a response took, in milliseconds. */
export function worstOf(seen: readonly Seen[]): number {
  return Math.max(0, ...seen.map(({ milliseconds }) => milliseconds));
}
