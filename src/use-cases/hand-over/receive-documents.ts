import type { FileWorkers, Spool } from '../../domain/ports/files.ts';
import type { ArrivedDocument, Exchange } from '../../domain/ports/hub.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { Observe } from '../../domain/records/events.ts';
import type { Clock } from '../../shared/time.ts';

/** Maximum number of documents that are received in one turn. */
const DOCUMENTS_PER_TURN = 50;

interface Parts {
  readonly store: Pick<Store, 'addDelivery'>;
  readonly workers: Pick<FileWorkers, 'hash' | 'keep'>;
  readonly spool: Spool;
  readonly exchange: Pick<Exchange, 'arrived'>;
  readonly observe: Observe;
  readonly clock: Clock;
}

/**
 * Receives the documents that wait in the exchange. Each one is stored durably and recorded before
 * it is removed from the exchange, so none is lost. The same bytes are one document, however often
 * they arrive. Returns how many were received.
 */
export async function receiveDocuments(parts: Parts): Promise<number> {
  const arrived = await parts.exchange.arrived(DOCUMENTS_PER_TURN);
  let received = 0;
  for (const document of arrived) {
    if (await receive(parts, document)) received += 1;
  }
  return received;
}

async function receive(parts: Parts, document: ArrivedDocument): Promise<boolean> {
  const { store, workers, spool, observe, clock } = parts;
  const { name, bytes: announcedBytes } = document;
  const spooled = await spool.receive({ incoming: document.open(), announcedBytes });
  if (typeof spooled === 'string') {
    const problem =
      spooled === 'tooLarge'
        ? 'The document is too large. It stays where it arrived.'
        : 'The document could not be read to its end.';
    observe({ kind: 'documentSetAside', document: name, code: spooled, problem });
    return false;
  }
  try {
    const sha256 = await workers.hash(spooled);
    const { bytes } = spooled;
    await workers.keep(spooled, sha256);
    await store.addDelivery({ sha256, bytes }, name, clock());
  } finally {
    await spool.discard(spooled);
  }
  await document.remove();
  return true;
}
