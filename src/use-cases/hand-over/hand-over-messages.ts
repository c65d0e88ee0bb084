import type { FileStore, FileWorkers } from '../../domain/ports/files.ts';
import type { Exchange } from '../../domain/ports/hub.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { Observe } from '../../domain/records/events.ts';
import type { OutgoingMessage } from '../../domain/schemes/hand-over.ts';
import { messageOf, shorten } from '../../shared/text.ts';
import type { Clock } from '../../shared/time.ts';
import { retryDelay } from './retries.ts';

/** Maximum number of messages that are handed over in one turn. */
const MESSAGES_PER_TURN = 100;
/** Maximum number of messages that are on their way to the hub at the same time. */
const MESSAGES_AT_ONCE = 8;
/** Maximum length of a stored error message, in characters. */
const MAX_PROBLEM_CHARACTERS = 300;

interface Parts {
  readonly store: Pick<Store, 'messagesToHandOver' | 'markHandedOver' | 'postponeMessage'>;
  readonly workers: Pick<FileWorkers, 'seal'>;
  readonly files: Pick<FileStore, 'open'>;
  readonly exchange: Pick<Exchange, 'handOver'>;
  readonly observe: Observe;
  readonly clock: Clock;
}

/**
 * Hands due messages over to the hub. A message that fails is handed over again after a growing
 * time, with the same id and content, until the hub has it. Returns how many were tried.
 */
export async function handOverMessages(parts: Parts): Promise<number> {
  const waiting = [...(await parts.store.messagesToHandOver(parts.clock(), MESSAGES_PER_TURN))];
  const tried = waiting.length;
  const handOverNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await handOver(parts, next);
    }
  };
  await Promise.all(Array.from({ length: MESSAGES_AT_ONCE }, handOverNext));
  return tried;
}

async function handOver(parts: Parts, message: OutgoingMessage): Promise<void> {
  const { store, exchange, observe, clock } = parts;
  const { id: messageId, instrument, paymentId, number: batch } = message;
  try {
    const pieces = await contentOf(parts, message);
    await exchange.handOver({ id: messageId, instrument, pieces });
  } catch (error) {
    const attempts = message.attempts + 1;
    const retryMs = retryDelay(attempts);
    observe({ kind: 'handOverFailed', messageId, instrument, attempts, retryMs, error });
    const problem = shorten(messageOf(error), MAX_PROBLEM_CHARACTERS);
    await store.postponeMessage(messageId, { problem, tryAt: clock() + retryMs });
    return;
  }
  await store.markHandedOver(messageId, clock());
  observe({ kind: 'messageHandedOver', messageId, paymentId, batch, instrument });
}

async function contentOf(
  { workers, files }: Pick<Parts, 'workers' | 'files'>,
  { content }: OutgoingMessage,
): Promise<AsyncIterable<Uint8Array>> {
  if (content.kind === 'text') return onePiece(new TextEncoder().encode(content.text));
  return files.open(await workers.seal(content.file, null));
}

// eslint-disable-next-line @typescript-eslint/require-await -- It must be an async iterable.
async function* onePiece(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
