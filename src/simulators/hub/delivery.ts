import { expectDefined } from '../../shared/assert.ts';
import { allAtOnce } from '../../shared/concurrency.ts';
import { counted } from '../../shared/text.ts';
import type { StoredDocument } from './agenda.ts';
import { composeDocument, creditsIn } from './documents/compose.ts';
import { writeDurably } from './folder.ts';
import type { HubParts } from './hub-parts.ts';

/**
 * Writes all documents that are due to `from-hub/`, until the signal stops it. A document that was
 * written before a crash, but not recorded, is written again. Returns the number of documents.
 */
export async function deliverDue(parts: HubParts, signal: AbortSignal): Promise<number> {
  const { agenda, scenario, clock } = parts;
  let delivered = 0;
  for (;;) {
    const due = agenda.due(clock());
    if (due.length === 0) return delivered;
    for (let at = 0; at < due.length; at += scenario.concurrentAnswers) {
      if (signal.aborted) return delivered;
      const group = due.slice(at, at + scenario.concurrentAnswers);
      await allAtOnce(group, (document) => write(parts, document));
      markDelivered(parts, group);
      delivered += group.length;
    }
  }
}

async function write(parts: HubParts, document: StoredDocument): Promise<void> {
  const { books, fromHub, reached } = parts;
  const message = expectDefined(books.get(document.message), 'the message of a document');
  const pieces = composeDocument(document, message, books);
  await writeDurably(fromHub, document.file, encoded(pieces));
  reached('written');
}

/** Records that documents are in `from-hub/`. */
function markDelivered(parts: HubParts, documents: readonly StoredDocument[]): void {
  const { database, agenda, books, print, reached } = parts;
  database.transaction(() => {
    for (const document of documents) agenda.markDelivered(document);
  })();
  for (const document of documents) {
    reached('delivered');
    const id = books.get(document.message)?.id ?? '';
    const credits = creditsIn(document, books);
    const content = credits === 0 ? '' : `, ${counted(credits, 'credit')}`;
    print(`Delivered ${document.file}: ${document.kind} to ${id}${content}.`);
  }
}

function* encoded(pieces: Iterable<string>): Generator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece, 'utf8');
}
