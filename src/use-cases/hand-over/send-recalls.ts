import type { SchemeExchange } from '../../domain/ports/hub.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { Observe } from '../../domain/records/events.ts';
import type { OutgoingRecall } from '../../domain/schemes/recalls.ts';
import { severalAtOnce } from '../../shared/concurrency.ts';
import type { Clock } from '../../shared/time.ts';
import { failureOf, textContent } from './hand-over-attempt.ts';

/** Maximum number of recalls in one turn. All are on their way at the same time. */
const RECALLS_PER_TURN = 8;

interface Parts {
  readonly store: Pick<Store, 'recallsToHandOver' | 'markRecallHandedOver' | 'postponeRecall'>;
  readonly exchange: Pick<SchemeExchange, 'name' | 'instruments' | 'handOver'>;
  readonly observe: Observe;
  readonly clock: Clock;
}

/**
 * Hands the due recalls of the schemes of an exchange over. A failed attempt is repeated with the
 * same id and content, until the hub has the recall. Returns how many were tried.
 */
export async function sendRecalls(parts: Parts): Promise<number> {
  const { store, exchange, clock } = parts;
  const due = await store.recallsToHandOver(exchange.instruments, clock(), RECALLS_PER_TURN);
  await severalAtOnce(due, RECALLS_PER_TURN, (recall) => send(parts, recall));
  return due.length;
}

async function send(
  { store, exchange, observe, clock }: Parts,
  { id, messageId, index, instrument, content, attempts }: OutgoingRecall,
): Promise<void> {
  const names = { recallId: id, messageId, index, instrument };
  try {
    await exchange.handOver({ id, instrument, ...textContent(content) });
  } catch (error) {
    const { retryMs, problem } = failureOf(error, attempts + 1);
    const failure = { exchange: exchange.name, attempts: attempts + 1, retryMs, problem };
    observe({ kind: 'recallFailed', ...names, ...failure });
    await store.postponeRecall(id, { problem, tryAt: clock() + retryMs });
    return;
  }
  await store.markRecallHandedOver(id, clock());
  observe({ kind: 'recallSent', ...names });
}
