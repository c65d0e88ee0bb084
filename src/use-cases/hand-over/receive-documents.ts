import { hash } from 'node:crypto';
import type { FileWorkers, Spool } from '../../domain/ports/files.ts';
import type { ArrivedDocument, SchemeExchange } from '../../domain/ports/hub.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { Observe } from '../../domain/records/events.ts';
import type { NewDelivery } from '../../domain/schemes/hand-over.ts';
import { severalAtOnce } from '../../shared/concurrency.ts';
import type { Clock } from '../../shared/time.ts';
import { ITEMS_PER_TURN } from './hub-runner.ts';
import type { Retries } from './retries.ts';

/**
 * Maximum number of documents that are received at the same time. Documents that are recorded at
 * the same time share a commit.
 */
const DOCUMENTS_AT_ONCE = 16;
/**
 * Maximum size of a document that is stored in the database, in bytes. The answer to a single
 * payment has about 1.5 KB. A larger document is stored as a file.
 */
export const MAX_DATABASE_DOCUMENT_BYTES = 16 * 1024;

interface Parts {
  readonly store: Pick<Store, 'addDelivery'>;
  readonly workers: Pick<FileWorkers, 'hash' | 'keep'>;
  readonly spool: Pick<Spool, 'receive' | 'discard'>;
  readonly exchange: Pick<SchemeExchange, 'name' | 'instruments' | 'arrived'>;
  readonly observe: Observe;
  readonly clock: Clock;
  /**
   * Names and sizes of the documents that are too large. They stay in the exchange, and are
   * reported again after a restart.
   */
  readonly tooLarge: Set<string>;
  /** The documents of this exchange that could not be read or removed. */
  readonly retries: Retries;
}

/**
 * Receives the documents that wait in an exchange. Each one is stored durably and recorded before
 * it is removed from the exchange, so none is lost. The same bytes are one document, however often
 * they arrive. A document that cannot be read to its end or removed is received again after a
 * growing time, and the others do not wait for it. Returns how many were received.
 */
export async function receiveDocuments(parts: Parts): Promise<number> {
  const { exchange, tooLarge, retries, observe } = parts;
  const arrived = await exchange.arrived(ITEMS_PER_TURN + tooLarge.size + retries.waiting);
  retries.keepOnly(new Set(arrived.map(keyOf)));
  let received = 0;
  const acceptable = arrived.filter((one) => !tooLarge.has(keyOf(one)));
  await severalAtOnce(acceptable, DOCUMENTS_AT_ONCE, async (document) => {
    await retries.attempt(
      keyOf(document),
      async () => {
        if (await receive(parts, document)) received += 1;
      },
      (error, failures) => {
        // The failures of this service, for example of its database, concern all documents.
        if (!(error instanceof DocumentFailed)) throw error;
        const what = `receiving document ${document.name} of the hub (exchange ${exchange.name})`;
        if (failures === 1) observe({ kind: 'failure', what, error });
      },
    );
  });
  return received;
}

const keyOf = ({ name, bytes }: ArrivedDocument): string => `${name} ${String(bytes)}`;

/** Thrown if a document cannot be read to its end, or cannot be removed from the exchange. */
class DocumentFailed extends Error {
  override readonly name = 'DocumentFailed';
}

async function receive(parts: Parts, document: ArrivedDocument): Promise<boolean> {
  const { name } = document;
  if (document.bytes <= MAX_DATABASE_DOCUMENT_BYTES) {
    const content = await readSmall(document);
    const sha256 = hash('sha256', content);
    await record(parts, document, { sha256, bytes: content.byteLength, content });
  } else if (!(await receiveAsFile(parts, document))) return false;
  await document.remove().catch((cause: unknown) => {
    const problem = `Document ${name} of the hub is stored, but could not be removed.`;
    throw new DocumentFailed(problem, { cause });
  });
  return true;
}

/** Reads a small document into memory. Throws DocumentFailed if it is not complete. */
async function readSmall(document: ArrivedDocument): Promise<Uint8Array> {
  const { name, bytes } = document;
  const content = new Uint8Array(bytes);
  let length = 0;
  try {
    for await (const piece of document.open().iterator({ destroyOnReturn: true })) {
      // Throws a RangeError if the document has more bytes than it announced.
      content.set(piece as Uint8Array, length);
      length += (piece as Uint8Array).byteLength;
    }
  } catch (cause) {
    throw notRead(name, cause);
  }
  if (length === bytes) return content;
  throw notRead(name, new Error(`It has ${String(length)} instead of ${String(bytes)} bytes.`));
}

function notRead(name: string, cause: unknown): DocumentFailed {
  const problem = `Document ${name} of the hub could not be read to its end.`;
  return new DocumentFailed(problem, { cause });
}

/** Stores a document as a file, and records it. Returns false if it is too large. */
async function receiveAsFile(parts: Parts, document: ArrivedDocument): Promise<boolean> {
  const { workers, spool, observe, tooLarge, exchange } = parts;
  const { name, bytes: announcedBytes } = document;
  const incoming = document.open();
  const spooled = await spool.receive({ incoming, announcedBytes });
  if (spooled === 'brokenOff') throw notRead(name, incoming.errored);
  if (spooled === 'tooLarge') {
    tooLarge.add(keyOf(document));
    const problem = `It is too large, so it stays in the exchange ${exchange.name}. Remove it there.`;
    observe({ kind: 'documentSetAside', document: name, code: spooled, problem });
    return false;
  }
  try {
    const sha256 = await workers.hash(spooled);
    await workers.keep(spooled, sha256);
    await record(parts, document, { sha256, bytes: spooled.bytes });
  } finally {
    await spool.discard(spooled);
  }
  return true;
}

async function record(
  { store, exchange, clock }: Parts,
  { name }: ArrivedDocument,
  document: NewDelivery,
): Promise<void> {
  const { name: through, instruments } = exchange;
  await store.addDelivery(document, { name, exchange: through, instruments }, clock());
}
