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
   * Names and sizes of the documents that are too large. They stay in the exchange, and are
   * reported again after a restart.
   */
  readonly tooLarge: Set<string>;
}

/**
 * Receives the documents that wait in the exchange. Each one is stored durably and recorded before
 * it is removed from the exchange, so none is lost. The same bytes are one document, however often
 * they arrive. Returns how many were received. Throws after the last document if one could not be
 * read to its end. The caller receives it again.
 */
export async function receiveDocuments(parts: Parts): Promise<number> {
  const { exchange, tooLarge } = parts;
  const arrived = await exchange.arrived(DOCUMENTS_PER_TURN + tooLarge.size);
  let received = 0;
  let incomplete: DocumentIncomplete | undefined;
  for (const document of arrived.filter((one) => !tooLarge.has(keyOf(one)))) {
    try {
      if (await receive(parts, document)) received += 1;
    } catch (error) {
      if (!(error instanceof DocumentIncomplete)) throw error;
      incomplete ??= error;
    }
  }
  if (incomplete !== undefined) throw incomplete;
  return received;
}

const keyOf = ({ name, bytes }: ArrivedDocument): string => `${name} ${String(bytes)}`;

/** Thrown if a document ends early, for example because the connection was lost. */
class DocumentIncomplete extends Error {
  override readonly name = 'DocumentIncomplete';
}

async function receive(parts: Parts, document: ArrivedDocument): Promise<boolean> {
  const { store, workers, spool, observe, clock, tooLarge } = parts;
  const { name, bytes: announcedBytes } = document;
  const incoming = document.open();
  const spooled = await spool.receive({ incoming, announcedBytes });
  if (spooled === 'brokenOff') {
    throw new DocumentIncomplete(`Document ${name} of the hub could not be read to its end.`, {
      cause: incoming.errored,
    });
  }
  if (spooled === 'tooLarge') {
    tooLarge.add(keyOf(document));
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
