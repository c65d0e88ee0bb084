import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as open, type ClientRequest, type IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { z } from 'zod';
import { expect } from './expect.ts';

/** What the API's paths begin with; those of the sandbox stand alone. */
export const BASE = '/open-banking/v3.1/pisp';

/** A body goes out in pieces of this many bytes, so that its progress can be shown. */
const PIECE_BYTES = 64 * 1024;

/** How long an answer may take, in milliseconds. */
const ANSWER_MS = 30_000;

export interface Request {
  readonly method: 'GET' | 'POST';
  /** Below the API's base, or beginning with `/sandbox`. */
  readonly path: string;
  readonly token?: string;
  readonly form?: Record<string, string>;
  readonly json?: unknown;
  readonly file?: Buffer;
  /** Told how much of the body has been handed over, from 0 to 1. */
  readonly onSent?: (fraction: number) => void;
}

/** A request and its answer. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** From the first byte sent to the last one received. */
  readonly milliseconds: number;
  readonly text: string;
}

export type Send = (request: Request) => Promise<Exchange>;

/** Sends requests to a service, over connections that stay open, until it is interrupted. */
export function createClient(origin: string, interrupted: AbortSignal): Send {
  const agent = new Agent({ keepAlive: true });
  return async (wanted) => {
    const { method, path } = wanted;
    const { type, bytes } = bodyOf(wanted);
    const started = performance.now();
    const request = open(`${origin}${path.startsWith('/sandbox') ? '' : BASE}${path}`, {
      method,
      agent,
      timeout: ANSWER_MS,
      signal: interrupted,
      headers: {
        ...(wanted.token === undefined ? {} : { authorization: `Bearer ${wanted.token}` }),
        ...(method === 'POST' ? { 'x-idempotency-key': randomUUID() } : {}),
        ...(type === undefined ? {} : { 'content-type': type, 'content-length': bytes.length }),
      },
    });
    request.on('timeout', () => {
      request.destroy(new Error(`${method} ${path} got no answer in time.`));
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject);
    });
    const [response] = await Promise.all([answered, sendBody(request, bytes, wanted.onSent)]);
    const text = await readText(response);
    const milliseconds = performance.now() - started;
    return { method, path, status: response.statusCode ?? 0, milliseconds, text };
  };
}

/**
 * The answer of a request that went as it should.
 *
 * @throws Surprise when its status is another, or the body is not of this shape
 */
export function answerOf<Answer>(
  exchange: Exchange,
  status: number,
  shape: z.ZodType<Answer>,
): Answer {
  expectStatus(exchange, status);
  const read = shape.safeParse(JSON.parse(exchange.text));
  expect(
    read.success,
    `${exchange.method} ${exchange.path} answered something unforeseen: ${exchange.text}`,
  );
  return read.data;
}

export function expectStatus({ method, path, status, text }: Exchange, expected: number): void {
  const answered = `${method} ${path} answered ${String(status)}, not ${String(expected)}.`;
  expect(status === expected, `${answered} ${text}`.trim());
}

function bodyOf({ form, json, file }: Request): { type: string | undefined; bytes: Buffer } {
  if (form !== undefined) {
    const bytes = Buffer.from(new URLSearchParams(form).toString());
    return { type: 'application/x-www-form-urlencoded', bytes };
  }
  if (file !== undefined) return { type: 'application/json', bytes: file };
  if (json === undefined) return { type: undefined, bytes: Buffer.alloc(0) };
  return { type: 'application/json', bytes: Buffer.from(JSON.stringify(json)) };
}

async function sendBody(
  request: ClientRequest,
  bytes: Buffer,
  onSent: Request['onSent'],
): Promise<void> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const hasRoom = request.write(bytes.subarray(at, at + PIECE_BYTES));
    if (!hasRoom) await once(request, 'drain');
    onSent?.(Math.min(1, (at + PIECE_BYTES) / bytes.length));
  }
  request.end();
}
