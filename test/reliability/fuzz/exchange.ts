import { connect } from 'node:net';
import type { RawRequest } from './mutations.ts';

/** Maximum time that a client waits for a response, in milliseconds. */
const ANSWERED_WITHIN_MS = 20_000;

/**
 * The bytes that a client received for a request, until the response was complete or the connection
 * ended.
 */
export interface Exchanged {
  /** The received bytes, in Latin-1. Empty if there are none. */
  readonly raw: string;
  readonly milliseconds: number;
}

/** Sends a request on a new connection and reads one response. */
export function exchange(port: number, request: RawRequest): Promise<Exchanged> {
  const began = performance.now();
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let raw = '';
    const end = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ raw, milliseconds: performance.now() - began });
    };
    const timer = setTimeout(end, ANSWERED_WITHIN_MS);
    socket.on('data', (bytes) => {
      raw += bytes.toString('latin1');
      if (isWhole(raw, request.method)) end();
    });
    socket.on('close', end);
    // If the connection fails, the response lacks bytes, and the caller notices that.
    socket.on('error', () => undefined);
    socket.write(request.head);
    if (request.body.length > 0) socket.write(request.body);
  });
}

function isWhole(raw: string, method: string): boolean {
  const end = raw.indexOf('\r\n\r\n');
  if (end < 0) return false;
  if (method === 'HEAD' || raw.startsWith('HTTP/1.1 204')) return true;
  const length = /\r\ncontent-length: (\d+)/i.exec(raw.slice(0, end))?.[1];
  return length === undefined
    ? raw.endsWith('\r\n0\r\n\r\n')
    : raw.length >= end + 4 + Number(length);
}
