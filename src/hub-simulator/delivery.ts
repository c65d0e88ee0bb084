import { expectDefined } from '../shared/assert.ts';
import { counted } from '../shared/text.ts';
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
      await allEnded(group.map((document) => deliver(parts, document)));
      delivered += group.length;
    }
  }
}

async function deliver(parts: HubParts, document: StoredDocument): Promise<void> {
  const { agenda, books, fromHub, print, reached } = parts;
  const message = expectDefined(books.get(document.message), 'the message of a document');
  const pieces = composeDocument(document, message, books);
  await writeDurably(fromHub, document.file, encoded(pieces));
  reached('written');
  agenda.markDelivered(document);
  reached('delivered');
  const credits = creditsIn(document, books);
  const content = credits === 0 ? '' : `, ${counted(credits, 'credit')}`;
  print(`Delivered ${document.file}: ${document.kind} to ${message.id}${content}.`);
}

/** Waits until all promises have ended, also if one fails. Throws the first error. */
async function allEnded(promises: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(promises);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

function* encoded(pieces: Iterable<string>): Generator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece, 'utf8');
}
