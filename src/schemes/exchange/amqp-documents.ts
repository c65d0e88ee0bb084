import type { Channel, GetMessage } from 'amqplib';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ArrivedDocument } from '../../domain/ports/hub.ts';
import { MINUTE_MS, type Milliseconds } from '../../shared/time.ts';
import type { AmqpConnection } from './amqp-connection.ts';
import type { AmqpSession } from './amqp-session.ts';
import { PeerUnavailable } from '../../connections/peer-errors.ts';

/** The queue of the documents from the hub. */
const FROM_HUB = 'from-hub';

/** Largest document in bytes. A larger one stays in the queue. */
export const MAX_DOCUMENT_BYTES = 128 * 1024 * 1024;
/** No further document is taken from the queue while at least so many bytes are in memory. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;
/** Size of the pieces of a document, in bytes. */
const PIECE_BYTES = 256 * 1024;

/**
 * Time after which unused documents go back to the queue, in milliseconds. Then another node
 * exchanges messages with the hub, and must receive them.
 */
const UNUSED_MS: Milliseconds = MINUTE_MS;

/** A name that is safe in a path and in a log. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** A document that was taken from the queue and is not acknowledged. */
interface HeldDocument {
  readonly message: GetMessage;
  readonly name: string;
  readonly bytes: number;
  /** The content, or the reason for which it cannot be received. */
  readonly content: Buffer | PeerUnavailable;
}

/** Documents that one connection has taken. They arrive again if it is lost. */
interface Inbox {
  readonly session: AmqpSession;
  readonly channel: Channel;
  /** Documents by delivery tag, the oldest first. */
  readonly held: Map<number, HeldDocument>;
}

/**
 * Takes documents one by one from the queue of the hub. A document stays in the queue until it is
 * acknowledged. A document that cannot be received is not acknowledged, and the next ones are
 * taken.
 */
export class AmqpDocuments {
  readonly #connection: AmqpConnection;
  #inbox: Inbox | undefined;
  #unused: NodeJS.Timeout | undefined;

  constructor(connection: AmqpConnection) {
    this.#connection = connection;
  }

  /** Returns the documents that were taken and not removed, the oldest first, at most `limit`. */
  async arrived(limit: number): Promise<readonly ArrivedDocument[]> {
    clearTimeout(this.#unused);
    try {
      const inbox = await this.#open();
      await this.#take(inbox, limit);
      return [...inbox.held.values()].slice(0, limit).map((document) => ({
        name: document.name,
        bytes: document.bytes,
        open: () => Readable.from(piecesOf(document), { objectMode: false }),
        // eslint-disable-next-line @typescript-eslint/require-await -- Errors must reject.
        remove: async () => this.#acknowledge(inbox, document),
      }));
    } finally {
      this.#keep();
    }
  }

  close(): void {
    clearTimeout(this.#unused);
    this.#connection.close();
  }

  async #open(): Promise<Inbox> {
    const session = await this.#connection.session();
    if (this.#inbox?.session === session) return this.#inbox;
    const channel = await session.channel();
    this.#inbox = { session, channel, held: new Map() };
    return this.#inbox;
  }

  /** Takes more documents from the queue. */
  async #take(inbox: Inbox, limit: number): Promise<void> {
    const { session, channel, held } = inbox;
    const what = `Taking a document from the queue ${FROM_HUB}`;
    try {
      while (held.size < limit && heldBytes(inbox) < MAX_HELD_BYTES) {
        const message = await session.inTime(channel.get(FROM_HUB), what);
        session.succeeded();
        if (message === false) return;
        held.set(message.fields.deliveryTag, documentOf(message, inbox));
      }
    } catch (error) {
      // The broker has closed at least the channel, so it delivers the documents again.
      session.destroy(error as Error);
      throw error;
    }
  }

  /** Returns the documents to the queue if they are not used for some time. */
  #keep(): void {
    clearTimeout(this.#unused);
    this.#unused = setTimeout(() => this.#connection.release(), UNUSED_MS).unref();
  }

  #acknowledge({ session, channel, held }: Inbox, { message, name }: HeldDocument): void {
    this.#keep();
    const { deliveryTag } = message.fields;
    if (!held.has(deliveryTag)) return;
    try {
      channel.ack(message);
    } catch (error) {
      throw session.failure(`Acknowledging document ${name}`, error);
    }
    held.delete(deliveryTag);
  }
}

function heldBytes({ held }: Inbox): number {
  let bytes = 0;
  for (const { content } of held.values()) if (Buffer.isBuffer(content)) bytes += content.length;
  return bytes;
}

/** Reads a document of the queue. Its name is its message id, or made from its content. */
function documentOf(message: GetMessage, { held }: Inbox): HeldDocument {
  const { content, properties, fields } = message;
  const { messageId, headers } = properties as {
    readonly messageId?: unknown;
    readonly headers?: Readonly<Record<string, unknown>>;
  };
  const sha256 = createHash('sha256').update(content).digest('hex');
  const isNamed = typeof messageId === 'string' && NAME.test(messageId);
  const own = isNamed ? messageId : `document-${sha256.slice(0, 32)}`;
  // With equal names, a document that cannot be received would be confused with a valid one.
  const isTaken = [...held.values()].some((other) => other.name === own);
  const name = isTaken ? `document-${sha256.slice(0, 32)}-${String(fields.deliveryTag)}` : own;
  const problem = problemOf(content, sha256, headers?.['sha256']);
  return {
    name,
    bytes: content.length,
    // Only the delivery tag is needed. A document that cannot be received takes no memory.
    message: { ...message, content: Buffer.alloc(0) },
    content: problem === null ? content : new PeerUnavailable(`Document ${name} ${problem}`),
  };
}

function problemOf(content: Buffer, sha256: string, expected: unknown): string | null {
  if (content.length > MAX_DOCUMENT_BYTES) {
    return (
      `has ${String(content.length)} bytes. An exchange over AMQP takes documents of at most ` +
      `${String(MAX_DOCUMENT_BYTES)} bytes.`
    );
  }
  const isExpected = expected === undefined || expected === sha256;
  return isExpected ? null : 'has another SHA-256 than its header sha256 says.';
}

// eslint-disable-next-line @typescript-eslint/require-await -- It must be async iterable.
async function* piecesOf({ content }: HeldDocument): AsyncGenerator<Buffer> {
  if (!Buffer.isBuffer(content)) throw content;
  for (let at = 0; at < content.length; at += PIECE_BYTES) {
    // The reader frees the memory of the pieces.
    yield Buffer.from(content.subarray(at, at + PIECE_BYTES));
  }
}
