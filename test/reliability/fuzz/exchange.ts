import { connect } from 'node:net';
import type { RawRequest } from './mutations.ts';

/** A client that waits longer hangs, in milliseconds. */
const ANSWERED_WITHIN_MS = 20_000;

/** What came back before the connection ended, or the answer was whole. */
export interface Exchanged {
  /** As it came, in Latin-1; empty: nothing. */
  readonly raw: string;
  readonly milliseconds: number;
}

/** Sends a request over a connection of its own, and reads one answer. */
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
    // Whoever is cut off in the middle sees it by what has come.
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
