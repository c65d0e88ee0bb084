import { hash } from 'node:crypto';
import { DocumentInvalid, type AnswerReader } from '../../domain/ports/hub.ts';
import { StoredFileDamaged } from '../../domain/ports/storage-errors.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { Observe } from '../../domain/records/events.ts';
import type { AnswerSlice, DeliveryHeader, DeliveryKind } from '../../domain/schemes/answers.ts';
import type { BacsReport } from '../../domain/schemes/bacs-reports.ts';
import type { Delivery } from '../../domain/schemes/hand-over.ts';
import { expectDefined } from '../../shared/assert.ts';
import { oneAfterAnother, severalAtOnce, type InTurn } from '../../shared/concurrency.ts';
import type { Clock } from '../../shared/time.ts';
import { findBacsCredits, ReportedRecords, type BacsParts } from './find-bacs-credits.ts';
import { findSentCredits, type Places } from './find-sent-credits.ts';
import { onePiece } from './hand-over-attempt.ts';
import { ITEMS_PER_TURN } from './hub-runner.ts';
import { matchSlice } from './match-answers.ts';
import { BacsNames } from './name-bacs-credits.ts';
import type { Retries } from './retries.ts';
import { takeReport } from './take-reports.ts';

/**
 * Maximum numbers of documents in the database and in files that are read at the same time.
 * Documents that are processed at the same time share a commit.
 */
const DOCUMENTS_AT_ONCE = 16;
const FILES_AT_ONCE = 4;

/** The kinds of documents that name credits by ids. */
const WITH_IDS: readonly DeliveryKind[] = [
  ...(['pacs.002', 'pacs.004', 'admi.002', 'camt.029', 'camt.053', 'camt.054'] as const),
];

interface Parts extends BacsParts {
  readonly store: BacsParts['store'] &
    Pick<
      Store,
      | 'deliveriesToRead'
      | 'findDocument'
      | 'beginDelivery'
      | 'setDeliveryAside'
      | 'takeAnswers'
      | 'takeReport'
    >;
  readonly readAnswers: AnswerReader;
  readonly observe: Observe;
  readonly clock: Clock;
  readonly retries: Retries;
}

/**
 * Reads the received documents and applies their answers. A document is first read completely, so
 * that no answer of a malformed one is applied. Each slice is then applied in its own transaction,
 * which also records the position. A document that cannot be read for another reason, for example
 * because a payment file is damaged, is tried again later. Its bytes are not loaded until then.
 * Returns how many documents were tried, but less than `ITEMS_PER_TURN` if all of them failed.
 */
export async function readDeliveries(parts: Parts): Promise<number> {
  const { store, observe, retries } = parts;
  let tried = 0;
  let read = 0;
  const bacsInTurn = oneAfterAnother();
  const waiting = await store.deliveriesToRead(ITEMS_PER_TURN + retries.waiting);
  const readOne = async (delivery: Delivery): Promise<void> => {
    const { sha256, name } = delivery;
    const isTried = await retries.attempt(
      sha256,
      async () => {
        await readDelivery(parts, delivery, bacsInTurn);
        read += 1;
      },
      (error) => observe({ kind: 'failure', what: `reading ${name} of the hub`, error }),
    );
    if (isTried) tried += 1;
  };
  const [inDatabase, inFiles] = [true, false].map((isSmall) =>
    waiting.filter(({ isInDatabase }) => isInDatabase === isSmall),
  );
  await severalAtOnce(inDatabase ?? [], DOCUMENTS_AT_ONCE, readOne);
  await severalAtOnce(inFiles ?? [], FILES_AT_ONCE, readOne);
  // A full turn is repeated at once, which would not help if no document can be read.
  return read > 0 ? tried : Math.min(tried, ITEMS_PER_TURN - 1);
}

async function readDelivery(parts: Parts, delivery: Delivery, bacsInTurn: InTurn): Promise<void> {
  const { store, observe } = parts;
  const { sha256, name } = delivery;
  try {
    const isNew = delivery.nextPosition === 0;
    const hasIds = delivery.kind !== null && WITH_IDS.includes(delivery.kind);
    // The credits of a report of Bacs are also found again after a crash.
    const read = isNew || !hasIds ? await readThrough(await slicesOf(parts, delivery)) : null;
    const names = read?.report ? await namesIn(parts, delivery, read.records, read.report) : null;
    if (isNew && read !== null) {
      const { header } = read;
      if (!(await store.beginDelivery(sha256, header))) {
        const problem = `The hub used the id ${header.id} before, for a different document.`;
        observe({ kind: 'documentSetAside', document: name, code: 'idReused', problem });
        return;
      }
    }
    // A report of Bacs chooses among equal credits, so no other report may name them in the
    // meantime.
    const take = async () =>
      takeSlices(parts, delivery, read?.only ?? (await slicesOf(parts, delivery)), names);
    await (names === null ? take() : bacsInTurn(take));
  } catch (error) {
    if (!(error instanceof DocumentInvalid)) throw error;
    const { code, message: problem } = error;
    await store.setDeliveryAside(sha256, { code, problem });
    observe({ kind: 'documentSetAside', document: name, code, problem });
  }
}

async function slicesOf(
  { store, workers, files, readAnswers }: Parts,
  { sha256, bytes, isInDatabase }: Delivery,
): Promise<AsyncIterable<AnswerSlice>> {
  if (isInDatabase) {
    const content = (await store.findDocument(sha256))?.content ?? null;
    if (content === null || hash('sha256', content) !== sha256) throw new StoredFileDamaged(sha256);
    return readAnswers(onePiece(content));
  }
  return readAnswers(await files.open(await workers.seal({ sha256, bytes }, null)));
}

/**
 * Reads a document to its end. Returns its header, and the records of a report of Bacs. If the
 * document has one slice only, returns it, so that the document is not read again.
 */
async function readThrough(slices: AsyncIterable<AnswerSlice>) {
  let header: DeliveryHeader | undefined;
  let report: BacsReport | undefined;
  const records = new ReportedRecords();
  let only: readonly AnswerSlice[] | null = null;
  for await (const slice of slices) {
    only = header === undefined ? [slice] : null;
    ({ header, bacs: report } = slice);
    records.add(slice);
  }
  return { header: expectDefined(header, 'the header of a document'), report, records, only };
}

/** Returns the names of the credits in a report of Bacs. Throws DocumentInvalid. */
async function namesIn(
  parts: Parts,
  { instruments, exchange }: Delivery,
  records: ReportedRecords,
  report: BacsReport,
): Promise<BacsNames> {
  if (!instruments.includes('BACS')) {
    const problem = `The exchange ${exchange} does not serve Bacs.`;
    throw new DocumentInvalid('wrongExchange', problem);
  }
  return new BacsNames(parts.store, await findBacsCredits(parts, records, report));
}

async function takeSlices(
  parts: Parts,
  delivery: Delivery,
  slices: AsyncIterable<AnswerSlice> | Iterable<AnswerSlice>,
  names: BacsNames | null,
): Promise<void> {
  const { store, observe, clock } = parts;
  const { sha256, name, instruments } = delivery;
  let from = delivery.nextPosition;
  let answers = 0;
  let unusable = 0;
  let advices = 0;
  let reported: { readonly entries: number; readonly unexpected: number } | undefined;
  const places: Places = new Map();
  for await (const read of slices) {
    const slice = names === null ? read : await names.addTo(read, from);
    if (slice.report !== null) {
      const { report } = slice;
      const numbers = await takeReport(parts, delivery, { ...slice, report }, { from, places });
      if (numbers === null) return;
      from = numbers.to;
      reported = {
        entries: (reported?.entries ?? 0) + numbers.added,
        unexpected: (reported?.unexpected ?? 0) + numbers.unexpected,
      };
      continue;
    }
    const last = slice.answers.at(-1);
    if (!slice.isLast && (last === undefined || last.position < from)) continue;
    const sent = await findSentCredits(parts, slice, places);
    const matched = matchSlice(slice, { ...sent, instruments }, from);
    // Another node may have applied this slice. It then applies the rest of the document too.
    const setAside = await store.takeAnswers(sha256, matched, clock());
    if (setAside === null) return;
    from = matched.to;
    const { answers: credits, groups, recalls } = matched;
    const all = credits.length + groups.length + recalls.length + matched.unusable.length;
    answers += all - setAside;
    unusable += setAside;
    advices += matched.advices?.length ?? 0;
    for (const { recallId, meaning, code } of recalls) {
      observe({ kind: 'recallAnswered', recallId, document: name, meaning, code });
    }
  }
  if (reported !== undefined) observe({ kind: 'entriesTaken', document: name, ...reported });
  else observe({ kind: 'answersTaken', document: name, answers, unusable, advices });
}
