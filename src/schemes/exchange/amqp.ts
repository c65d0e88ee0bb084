import type { ConfirmChannel } from 'amqplib';
import { createHash } from 'node:crypto';
import { HandOverRefused, type Exchange, type MessageToHub } from '../../domain/ports/hub.ts';
import { oneAfterAnother } from '../../shared/concurrency.ts';
import type { Milliseconds } from '../../shared/time.ts';
import { AmqpConnection, type AmqpOptions } from './amqp-connection.ts';
import { AmqpDocuments } from './amqp-documents.ts';
import { detailOf, PRECONDITION_FAILED, replyCodeOf } from './amqp-errors.ts';
import { tooSlow, type AmqpSession } from './amqp-session.ts';
import { abandon } from '../../connections/https-connection.ts';
import { PeerUnavailable } from '../../connections/peer-errors.ts';

/** The queue of the messages to the hub. */
const TO_HUB = 'to-hub';

/** Largest message in bytes. It is in memory as a whole, here and at the broker. */
export const MAX_MESSAGE_BYTES = 128 * 1024 * 1024;

/** Messages of more bytes are handed over one after the other, to limit the memory. */
const LARGE_BYTES = 8 * 1024 * 1024;

/** Slowest speed at which the broker must store a message, in bytes per millisecond (1 MiB/s). */
const SLOWEST_BYTES_PER_MS = 1024 * 1.024;

/**
 * Opens an exchange with a payment hub through queues of a broker with AMQP 0-9-1, for example
 * RabbitMQ (docs/payment-hub-api.md). The broker's administrator creates both queues.
 *
 * Messages and documents have a connection each. A broker with little memory stops reading from
 * connections that publish, and documents must be acknowledged meanwhile.
 *
 * @throws Error if a file for TLS cannot be read or is not valid
 */
export async function openAmqpExchange(options: AmqpOptions): Promise<Exchange> {
  const sending = new AmqpConnection(options);
  const documents = new AmqpDocuments(new AmqpConnection(options));
  await sending.prepare();
  const largeInTurn = oneAfterAnother();
  const send = (message: MessageToHub) => handOver(sending, message, options.timeoutMs);
  return {
    handOver: (message) =>
      message.bytes <= LARGE_BYTES ? send(message) : largeInTurn(() => send(message)),
    // A request to an empty queue costs the broker one small frame.
    idlePollMs: null,
    arrived: (limit) => documents.arrived(limit),
    close: () => {
      sending.close();
      documents.close();
    },
  };
}

async function handOver(
  connection: AmqpConnection,
  message: MessageToHub,
  timeoutMs: Milliseconds,
): Promise<void> {
  const { id, bytes, pieces } = message;
  let session: AmqpSession;
  try {
    if (bytes > MAX_MESSAGE_BYTES) {
      throw new HandOverRefused(
        `Message ${id} has ${String(bytes)} bytes. An exchange over AMQP passes on at most ` +
          `${String(MAX_MESSAGE_BYTES)} bytes. Use a folder or HTTPS for this scheme.`,
      );
    }
    session = await connection.session();
    if (session.blocked !== null) throw blockedError(session.blocked);
  } catch (error) {
    await abandon(pieces);
    throw error;
  }
  const content = await contentOf(message);
  await session.publishing((channel) => publish({ session, channel, message, content, timeoutMs }));
  session.succeeded();
}

/** Reads a message into memory. Throws if it is not the content that was announced. */
async function contentOf({ id, bytes, sha256, pieces }: MessageToHub): Promise<Buffer> {
  const content = Buffer.alloc(bytes);
  let length = 0;
  for await (const piece of pieces) {
    if (length + piece.byteLength <= bytes) content.set(piece, length);
    length += piece.byteLength;
    if (length > bytes) break;
  }
  if (length !== bytes) {
    throw new Error(`A message has another length than expected: ${String(bytes)} bytes.`);
  }
  if (createHash('sha256').update(content).digest('hex') === sha256) return content;
  throw new Error(`The content of message ${id} has another SHA-256 than expected.`);
}

interface Publication {
  readonly session: AmqpSession;
  /** A channel that only this publication uses. */
  readonly channel: ConfirmChannel;
  readonly message: MessageToHub;
  readonly content: Buffer;
  readonly timeoutMs: Milliseconds;
}

/** Publishes a message. Resolves when the broker has confirmed it, and not returned it before. */
async function publish(publication: Publication): Promise<void> {
  const { session, channel, message, content, timeoutMs } = publication;
  const { id } = message;
  const outcome: { isReturned: boolean; isNack: boolean; end?: Error } = {
    isReturned: false,
    isNack: false,
  };
  const listeners = {
    return: (): void => void (outcome.isReturned = true),
    nack: (): void => void (outcome.isNack = true),
    error: (error: Error): void => void (outcome.end = error),
  };
  // These listeners run before the listener of amqplib, which ends the publication.
  for (const [event, heard] of Object.entries(listeners)) channel.prependListener(event, heard);
  const patienceMs = timeoutMs + Math.ceil(content.byteLength / SLOWEST_BYTES_PER_MS);
  const limit = setTimeout(() => {
    const { blocked } = session;
    session.destroy(blocked === null ? tooSlow(patienceMs) : blockedError(blocked));
  }, patienceMs);
  try {
    await confirmed(channel, message, content);
  } catch (error) {
    if (outcome.isNack) {
      throw new PeerUnavailable(
        `The broker did not store message ${id}. Check if the queue ${TO_HUB} is full.`,
        { cause: error },
      );
    }
    if (replyCodeOf(outcome.end) === PRECONDITION_FAILED) {
      throw new HandOverRefused(`The broker refuses message ${id}. ${detailOf(outcome.end)}`);
    }
    throw session.failure(`Handing message ${id} over`, outcome.end ?? error);
  } finally {
    clearTimeout(limit);
    for (const [event, heard] of Object.entries(listeners)) channel.off(event, heard);
  }
  if (!outcome.isReturned) return;
  throw new PeerUnavailable(
    `The broker returned message ${id}, because it has no queue ${TO_HUB}. The administrator of ` +
      'the broker must create it.',
  );
}

/** Publishes a message. Rejects if the broker does not store it, or does not answer. */
function confirmed(
  channel: ConfirmChannel,
  { id, instrument, sha256 }: MessageToHub,
  content: Buffer,
): Promise<void> {
  const properties = {
    mandatory: true,
    persistent: true,
    messageId: id,
    headers: { sha256 },
    contentType: instrument === 'BACS' ? 'text/plain' : 'application/xml',
  };
  return new Promise((resolve, reject) => {
    channel.sendToQueue(TO_HUB, content, properties, (error: Error | null) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
}

function blockedError(reason: string): PeerUnavailable {
  return new PeerUnavailable(
    `The broker takes no messages until its administrator repairs it: ${reason}.`,
  );
}
