import type { FileStore, FileWorkers } from '../../domain/ports/files.ts';
import { DocumentInvalid, type AnswerReader } from '../../domain/ports/hub.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { Observe } from '../../domain/records/events.ts';
import type { AnswerSlice, DeliveryHeader } from '../../domain/schemes/answers.ts';
import type { Delivery } from '../../domain/schemes/hand-over.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Clock } from '../../shared/time.ts';
import { findSentCredits, type FindParts, type Places } from './find-sent-credits.ts';
import { matchSlice } from './match-answers.ts';
import type { Retries } from './retries.ts';
import { severalAtOnce } from './several-at-once.ts';
import { takeReport } from './take-reports.ts';

/** Maximum number of documents that are read in one turn. */
const DOCUMENTS_PER_TURN = 100;
/** Maximum number of documents that are read at the same time. */
const DOCUMENTS_AT_ONCE = 4;

interface Parts extends FindParts {
  readonly store: FindParts['store'] &
    Pick<
      Store,
      'deliveriesToRead' | 'beginDelivery' | 'setDeliveryAside' | 'takeAnswers' | 'takeReport'
    >;
  readonly workers: FindParts['workers'] & Pick<FileWorkers, 'seal'>;
  readonly files: Pick<FileStore, 'open'>;
  readonly readAnswers: AnswerReader;
  readonly observe: Observe;
  readonly clock: Clock;
  readonly retries: Retries;
}

/**
 * Reads the received documents and takes their answers. A document is first read completely, so
 * that nothing is taken from a malformed one. Then it is read again, and each slice is taken in its
 * own transaction, which also records the position. A document that cannot be read for another
 * reason, for example because a payment file is damaged, is tried again later. Returns how many
 * documents were tried.
 */
export async function readDeliveries(parts: Parts): Promise<number> {
  const { store, observe, retries } = parts;
  let tried = 0;
  const waiting = await store.deliveriesToRead(DOCUMENTS_PER_TURN + retries.waiting);
  await severalAtOnce(waiting, DOCUMENTS_AT_ONCE, async (delivery) => {
    const { sha256, name } = delivery;
    const isTried = await retries.attempt(
      sha256,
      () => readDelivery(parts, delivery),
      (error) => observe({ kind: 'failure', what: `reading ${name} of the hub`, error }),
    );
    if (isTried) tried += 1;
  });
  return tried;
}

async function readDelivery(parts: Parts, delivery: Delivery): Promise<void> {
  const { store, observe } = parts;
  const { sha256, name } = delivery;
  try {
    if (delivery.nextPosition === 0) {
      const header = await readHeader(await slicesOf(parts, delivery));
      if (!(await store.beginDelivery(sha256, header))) {
        const problem = `The hub used the id ${header.id} before, for a different document.`;
        observe({ kind: 'documentSetAside', document: name, code: 'idReused', problem });
        return;
      }
    }
    await takeSlices(parts, delivery);
  } catch (error) {
    if (!(error instanceof DocumentInvalid)) throw error;
    const { code, message: problem } = error;
    await store.setDeliveryAside(sha256, { code, problem });
    observe({ kind: 'documentSetAside', document: name, code, problem });
  }
}

async function slicesOf(
  { workers, files, readAnswers }: Parts,
  { sha256, bytes }: Delivery,
): Promise<AsyncIterable<AnswerSlice>> {
  return readAnswers(await files.open(await workers.seal({ sha256, bytes }, null)));
}

/** Reads a document to its end, and returns its header. */
async function readHeader(slices: AsyncIterable<AnswerSlice>): Promise<DeliveryHeader> {
  let header: DeliveryHeader | undefined;
  for await (const slice of slices) ({ header } = slice);
  return expectDefined(header, 'the header of a document');
}

async function takeSlices(parts: Parts, delivery: Delivery): Promise<void> {
  const { store, observe, clock } = parts;
  const { sha256, name, instruments } = delivery;
  let from = delivery.nextPosition;
  let [answers, unusable] = [0, 0];
  let reported: { readonly entries: number; readonly unexpected: number } | undefined;
  const places: Places = new Map();
  for await (const slice of await slicesOf(parts, delivery)) {
    if (slice.report !== null) {
      const { report } = slice;
      const taken = await takeReport(parts, delivery, { ...slice, report }, { from, places });
      if (taken === null) return;
      from = taken.to;
      reported = {
        entries: (reported?.entries ?? 0) + taken.added,
        unexpected: (reported?.unexpected ?? 0) + taken.unexpected,
      };
      continue;
    }
    const last = slice.answers.at(-1);
    if (!slice.isLast && (last === undefined || last.position < from)) continue;
    const sent = await findSentCredits(parts, slice, places);
    const matched = matchSlice(slice, { ...sent, instruments }, from);
    // Another node may have taken this slice. It then takes the rest of the document too.
    const setAside = await store.takeAnswers(sha256, matched, clock());
    if (setAside === null) return;
    from = matched.to;
    answers += matched.answers.length + matched.groups.length + matched.unusable.length - setAside;
    unusable += setAside;
  }
  if (reported === undefined) observe({ kind: 'answersTaken', document: name, answers, unusable });
  else observe({ kind: 'entriesTaken', document: name, ...reported });
}
