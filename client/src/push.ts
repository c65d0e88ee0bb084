import { SignatureError } from './errors.ts';
import type { BankEvent } from './event-tokens.ts';
import type { Events } from './events.ts';
import type { Version } from './operations.ts';

/** Maximum size of a pushed event, in bytes. */
const MAX_BYTES = 64 * 1024;

/** Processes an event. If it throws, the bank sends the event again. */
export type EventConsumer = (event: BankEvent) => Promise<void> | void;

/** Answers the bank's push of an event. It fits Hono and other servers of web standards. */
export type PushHandler = (request: Request) => Promise<Response>;

/** The part of Node.js's `IncomingMessage` that the handler for Express needs. */
interface Incoming extends AsyncIterable<unknown> {
  /** A body that a parser of Express has read. */
  readonly body?: unknown;
}

/** The part of Node.js's `ServerResponse` that the handler for Express needs. */
interface Outgoing {
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown;
  end(text: string): unknown;
}

interface Reply {
  readonly status: number;
  readonly text: string;
}

/**
 * Creates a handler of pushed events (RFC 8935). It answers 202 when the consumer has processed an
 * event, 400 to a token that the bank did not sign, and 500 if the consumer throws.
 */
export function pushHandler<V extends Version>(
  events: Events<V>,
  consume: EventConsumer,
): PushHandler {
  return async (request) => {
    const token = await limited(request.body ?? []);
    const { status, text } = await receive(events, consume, token);
    return new Response(text, { status, headers: headersFor(text) });
  };
}

/** Creates the same handler for Express, or for a server of Node.js. */
export function expressPushHandler<V extends Version>(
  events: Events<V>,
  consume: EventConsumer,
): (request: Incoming, response: Outgoing) => Promise<void> {
  return async (request, response) => {
    const { body } = request;
    const isRead = typeof body === 'string' || body instanceof Uint8Array;
    const token = isRead
      ? Buffer.from(body as Uint8Array).toString('utf8')
      : await limited(request as AsyncIterable<Uint8Array>);
    const { status, text } = await receive(events, consume, token);
    response.writeHead(status, headersFor(text));
    response.end(text);
  };
}

async function receive<V extends Version>(
  events: Events<V>,
  consume: EventConsumer,
  token: string | undefined,
): Promise<Reply> {
  if (token === undefined) return refusal('invalid_request', 'The token is too long.');
  try {
    const event = await events.verify(token.trim());
    await consume(event);
    events.notify(event);
    return { status: 202, text: '' };
  } catch (error) {
    // The consumer's own errors stay inside, because the bank would log them.
    if (!(error instanceof SignatureError)) return { status: 500, text: '' };
    return refusal('invalid_key', 'The event is not signed by a known key, or not for this TPP.');
  }
}

function refusal(err: string, description: string): Reply {
  return { status: 400, text: JSON.stringify({ err, description }) };
}

function headersFor(text: string): Readonly<Record<string, string>> {
  return text === '' ? {} : { 'content-type': 'application/json' };
}

/** Reads a body as text. Returns undefined if it is too long. */
async function limited(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
