import type { AnswerSlice } from '../../domain/schemes/answers.ts';
import { assert } from '../../shared/assert.ts';
import { BACS_ROOT, BacsReader } from './bacs-reader.ts';
import { AnswerCollector } from './answer-collector.ts';
import { joined } from './utf-8.ts';

/** Number of bytes that are read before the answers in them are returned. */
const PART_BYTES = 64 * 1024;

/** Number of bytes in which the name of the root element is searched. */
const START_BYTES = 4 * 1024;

/** Matches a comment, a processing instruction, or the declaration, also one that is cut off. */
const NOT_ELEMENTS = /<!--[^]*?(?:-->|$)|<\?[^]*?(?:\?>|$)/g;

/**
 * Reads a delivered document in slices of at most `sliceSize` answers or entries: a message of ISO
 * 20022 (pacs.002.001.10, pacs.004.001.09, admi.002.001.01, camt.029.001.09, camt.053.001.08 or
 * camt.054.001.08), alone or in an envelope with a business application header, or a report of
 * Bacs.
 *
 * Throws a DocumentError if the document as a whole is not valid. This is known only after the last
 * slice, so the caller must not book an answer before it has read the whole document once. A fault
 * within one answer becomes the `problem` of this answer.
 *
 * Memory does not depend on the size of the document. If the caller stops early, the iteration of
 * the pieces ends too.
 */
export async function* readAnswers(
  pieces: AsyncIterable<Uint8Array>,
  { sliceSize }: { readonly sliceSize: number },
): AsyncGenerator<AnswerSlice, void, undefined> {
  assert(Number.isSafeInteger(sliceSize) && sliceSize > 0, 'sliceSize is a positive integer');
  let reader: AnswerCollector | BacsReader | undefined;
  let start: Uint8Array = new Uint8Array();
  for await (const piece of pieces) {
    let bytes = piece;
    if (reader === undefined) {
      start = joined(start, piece);
      reader = readerFor(start);
      if (reader === undefined) continue;
      bytes = start;
    }
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      reader.write(bytes.subarray(at, at + PART_BYTES));
      // One answer remains, so that the last slice is not empty.
      while (reader.size > sliceSize) yield reader.take(sliceSize, false);
    }
  }
  if (reader === undefined) {
    reader = new AnswerCollector();
    reader.write(start);
  }
  reader.end();
  yield reader.take(sliceSize, true);
}

/**
 * Returns the reader for a document that begins with these bytes. Returns undefined if its root
 * element has not been read yet. Each reader checks the root element again and rejects a document
 * of the other kind, so a wrong choice never takes an answer.
 */
function readerFor(start: Uint8Array): AnswerCollector | BacsReader | undefined {
  const text = Buffer.from(start.subarray(0, START_BYTES)).toString('latin1');
  const name = /<([^!?\s/>][^\s/>]*)[\s/>]/.exec(text.replaceAll(NOT_ELEMENTS, ''))?.[1];
  if (name === BACS_ROOT) return new BacsReader();
  return name === undefined && start.length < START_BYTES ? undefined : new AnswerCollector();
}
