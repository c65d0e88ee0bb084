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
  /**
   * Names of the documents that are too large. They stay in the exchange, and are reported again
   * after a restart.
   */
  readonly tooLarge: Set<string>;
}

/**
 * Receives the documents that wait in the exchange. Each one is stored durably and recorded before
 * it is removed from the exchange, so none is lost. The same bytes are one document, however often
 * they arrive. Returns how many were received. If some could not be read, receives the others, and
 * then throws an error.
 */
export async function receiveDocuments(parts: Parts): Promise<number> {
  const { exchange, tooLarge } = parts;
  const arrived = await exchange.arrived(DOCUMENTS_PER_TURN + tooLarge.size);
  const unread: string[] = [];
  let received = 0;
  for (const document of arrived.filter(({ name }) => !tooLarge.has(name))) {
    if (await receive(parts, document)) received += 1;
    else if (!tooLarge.has(document.name)) unread.push(document.name);
  }
  if (unread.length > 0) {
    throw new Error(`These documents could not be read to their end: ${unread.join(', ')}.`);
  }
  return received;
}

/** Returns false if the document could not be received. */
async function receive(parts: Parts, document: ArrivedDocument): Promise<boolean> {
  const { store, workers, spool, observe, clock, tooLarge } = parts;
  const { name, bytes: announcedBytes } = document;
  const spooled = await spool.receive({ incoming: document.open(), announcedBytes });
  if (spooled === 'brokenOff') return false;
  if (spooled === 'tooLarge') {
    tooLarge.add(name);
    const problem = 'It is too large, so it stays in the exchange. Remove it there.';
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
