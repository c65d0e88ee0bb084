import type { FileStore, FileWorkers } from '../../domain/ports/files.ts';
import type { MessageToHub, SchemeExchange } from '../../domain/ports/hub.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { Observe } from '../../domain/records/events.ts';
import type { OutgoingMessage } from '../../domain/schemes/hand-over.ts';
import { severalAtOnce } from '../../shared/concurrency.ts';
import type { Clock } from '../../shared/time.ts';
import { failureOf, textContent } from './hand-over-attempt.ts';
import { ITEMS_PER_TURN } from './hub-runner.ts';

/** Maximum number of messages that are on their way to the hub at the same time. */
const MESSAGES_AT_ONCE = 16;

interface Parts {
  readonly store: Pick<Store, 'messagesToHandOver' | 'markHandedOver' | 'postponeMessage'>;
  readonly workers: Pick<FileWorkers, 'seal'>;
  readonly files: Pick<FileStore, 'open'>;
  readonly exchange: Pick<SchemeExchange, 'name' | 'instruments' | 'handOver'>;
  readonly observe: Observe;
  readonly clock: Clock;
}

/**
 * Hands over the due messages of the schemes of an exchange. A message that fails is handed over
 * again after a growing time, with the same id and content, until the hub has it. A message that
 * the hub refuses is never regarded as handed over or as rejected, because both could move money
 * wrongly. A message is also handed over after its scheme has closed, and then reported as late
 * (docs/decisions, 128). Returns how many were tried.
 */
export async function handOverMessages(parts: Parts): Promise<number> {
  const { store, exchange, clock } = parts;
  const due = await store.messagesToHandOver(exchange.instruments, clock(), ITEMS_PER_TURN);
  // All must end before the next turn, which would hand the same messages over again.
  await severalAtOnce(due, MESSAGES_AT_ONCE, (message) => handOver(parts, message));
  return due.length;
}

async function handOver(parts: Parts, message: OutgoingMessage): Promise<void> {
  const { store, exchange, observe, clock } = parts;
  const { id: messageId, instrument, paymentId, number: batch } = message;
  try {
    const content = await contentOf(parts, message);
    await exchange.handOver({ id: messageId, instrument, ...content });
  } catch (error) {
    const { isRefused, retryMs, problem } = failureOf(error, message.attempts + 1);
    observe({
      kind: isRefused ? 'handOverRefused' : 'handOverFailed',
      messageId,
      instrument,
      exchange: exchange.name,
      attempts: message.attempts + 1,
      retryMs,
      problem,
    });
    const now = clock();
    const refusedAt = isRefused ? now : null;
    await store.postponeMessage(messageId, { problem, tryAt: now + retryMs, refusedAt });
    return;
  }
  const now = clock();
  await store.markHandedOver(messageId, now);
  observe({ kind: 'messageHandedOver', messageId, paymentId, batch, instrument });
  if (now >= message.handOverBy) {
    observe({ kind: 'handedOverLate', messageId, paymentId, batch, instrument });
  }
}

/** Returns the content of a stored message, for one reading. */
export async function contentOf(
  { workers, files }: Pick<Parts, 'workers' | 'files'>,
  { content }: Pick<OutgoingMessage, 'content'>,
): Promise<Pick<MessageToHub, 'bytes' | 'sha256' | 'pieces'>> {
  if (content.kind === 'text') return textContent(content.text);
  return { ...content.file, pieces: await files.open(await workers.seal(content.file, null)) };
}
