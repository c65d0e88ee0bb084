import type { FileStore, FileWorkers } from '../../domain/ports/files.ts';
import { DocumentInvalid, type SubmissionReader } from '../../domain/ports/hub.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { AnswerSlice } from '../../domain/schemes/answers.ts';
import {
  bacsKey,
  bacsSerialOf,
  type BacsCredit,
  type BacsRecord,
  type BacsReport,
  type BacsSubmission,
} from '../../domain/schemes/bacs-reports.ts';
import type { SentSubmission } from '../../domain/schemes/hand-over.ts';
import type { MinorUnits } from '../../shared/money.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';
import { creditsByNumber, type FindParts, type Places } from './find-sent-credits.ts';
import { contentOf } from './hand-over-messages.ts';

/** Number of submissions that are loaded from the store at once. */
const SUBMISSIONS_PER_PAGE = 100;
/** Number of credits that are looked up in a payment file at once. */
const CREDITS_PER_SEARCH = 1000;
/** Maximum number of equal credits that are kept for a record. */
export const MAX_EQUAL_CREDITS = 1000;

export interface BacsParts extends FindParts {
  readonly store: FindParts['store'] &
    Pick<Store, 'bacsSubmissions' | 'endedCredits' | 'awaitedReturns'>;
  readonly workers: FindParts['workers'] & Pick<FileWorkers, 'seal'>;
  readonly files: Pick<FileStore, 'open'>;
  readonly readSubmission: SubmissionReader;
  /** The bank's service user number. */
  readonly serviceUserNumber: string;
}

/** A credit that agrees with a record of a report. */
export interface EqualCredit {
  readonly messageId: string;
  /** Number of the credit in its submission, from 1. */
  readonly number: number;
  readonly index: number;
  readonly createdAt: Instant;
  readonly handedOverAt: Instant | null;
}

/** The records of a report that is read, before its credits are known. */
export class ReportedRecords {
  /** Number of items for each record, keyed by processing day and key. */
  readonly byDay = new Map<LocalDate, Map<string, number>>();
  readonly amounts = new Set<MinorUnits>();
  hasAmounts = true;

  add({ answers }: AnswerSlice): void {
    for (const { bacs: item } of answers) {
      if (item === undefined) continue;
      const { record } = item;
      const keys = this.byDay.get(record.processingDay) ?? new Map<string, number>();
      keys.set(bacsKey(record), (keys.get(bacsKey(record)) ?? 0) + 1);
      this.byDay.set(record.processingDay, keys);
      if (record.pence === null) this.hasAmounts = false;
      else this.amounts.add(record.pence);
    }
  }
}

/** The credits that agree with the records of a report. */
export interface FoundCredits {
  /** Equal credits, in the order in which they are chosen. */
  readonly of: (record: BacsRecord) => readonly EqualCredit[];
  /** The message that an input report answers. Null for the other reports. */
  readonly message: SentSubmission | null;
}

/**
 * Finds the credits that the records of a report of Bacs name. It reads each submission of their
 * processing days once, as it was handed over, so the comparison is exact. Throws DocumentInvalid
 * if the report is not for this bank, or if an input report disagrees with its submission. Such a
 * report decides about all credits of the submission, so nothing of it may be taken.
 */
export async function findBacsCredits(
  parts: BacsParts,
  records: ReportedRecords,
  report: BacsReport,
): Promise<FoundCredits> {
  const { serviceUserNumber } = report;
  if (serviceUserNumber !== parts.serviceUserNumber) {
    const problem = `The report is for the service user number ${serviceUserNumber}.`;
    throw new DocumentInvalid('wrongServiceUser', problem);
  }
  const found = new Map<string, EqualCredit[]>();
  const of = (record: BacsRecord) =>
    found.get(placeOf(record.processingDay, bacsKey(record))) ?? [];
  const { submission } = report;
  if (submission !== null) {
    const message = await submissionOf(parts, submission);
    await search(parts, records, found, { message, report, day: submission.processingDay });
    checkListed(records, found, message);
    return { of, message };
  }
  for (const day of records.byDay.keys()) {
    for await (const message of submissionsOf(parts, day)) {
      if (!mayContain(message, records)) continue;
      await search(parts, records, found, { message, report, day });
    }
  }
  for (const credits of found.values()) credits.sort(inOrder);
  return { of, message: null };
}

const placeOf = (day: LocalDate, key: string): string => `${day}\n${key}`;

/** Credits that the hub has confirmed come first, and then the older ones. */
function inOrder(one: EqualCredit, other: EqualCredit): number {
  return (
    Number(one.handedOverAt === null) - Number(other.handedOverAt === null) ||
    one.createdAt - other.createdAt ||
    (one.messageId < other.messageId ? -1 : Number(one.messageId > other.messageId)) ||
    one.number - other.number
  );
}

async function* submissionsOf(
  { store }: BacsParts,
  day: LocalDate,
): AsyncGenerator<SentSubmission, void, undefined> {
  let after = '';
  for (;;) {
    const page = await store.bacsSubmissions(day, after, SUBMISSIONS_PER_PAGE);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < SUBMISSIONS_PER_PAGE) return;
    after = last.id;
  }
}

/** Returns false for a submission of one credit with an amount that the report does not contain. */
function mayContain(
  { transactions, total }: SentSubmission,
  { amounts, hasAmounts }: ReportedRecords,
): boolean {
  return transactions > 1 || !hasAmounts || amounts.has(total.minor);
}

/** Returns the submission that an input report names. */
async function submissionOf(
  parts: BacsParts,
  { serial, processingDay, accepted, rejected }: BacsSubmission,
): Promise<SentSubmission> {
  const matching: SentSubmission[] = [];
  for await (const message of submissionsOf(parts, processingDay)) {
    if (bacsSerialOf(message.id) === serial) matching.push(message);
  }
  if (matching.length === 0) {
    const problem = `There is no submission ${serial} with the processing day ${processingDay}.`;
    throw new DocumentInvalid('unknownSubmission', problem);
  }
  const credits = accepted.credits + rejected.credits;
  const pence = accepted.pence + rejected.pence;
  const equal = matching.filter(
    ({ transactions, total }) => transactions === credits && total.minor === pence,
  );
  const [message, another] = equal;
  const ids = matching.map(({ id }) => id).join(', ');
  if (message === undefined) {
    const counted = `${String(credits)} credits of ${String(pence)} pence in total`;
    throw new DocumentInvalid('submissionTotals', `Bacs counted ${counted} in ${ids}.`);
  }
  if (another === undefined) return message;
  throw new DocumentInvalid('severalSubmissions', `The report could be about ${ids}.`);
}

/** A submission that is searched for the records of a report. */
interface Searched {
  readonly message: SentSubmission;
  readonly report: BacsReport;
  readonly day: LocalDate;
}

/** Adds those credits of a submission that the report names. */
async function search(
  parts: BacsParts,
  { byDay }: ReportedRecords,
  found: Map<string, EqualCredit[]>,
  { message, report, day }: Searched,
): Promise<void> {
  const { id: messageId, createdAt, handedOverAt } = message;
  const wanted = byDay.get(day);
  if (wanted === undefined) return;
  const keys = new Map<number, string>();
  const kept = new Map<string, number>();
  const { pieces } = await contentOf(parts, message);
  for await (const { serviceUserNumber, credits } of parts.readSubmission(pieces)) {
    if (serviceUserNumber !== report.serviceUserNumber) return;
    for (const credit of credits) {
      const key = keysOf(credit).find((one) => wanted.has(one));
      if (key === undefined) continue;
      const before = kept.get(key) ?? found.get(placeOf(day, key))?.length ?? 0;
      if (before >= MAX_EQUAL_CREDITS) continue;
      kept.set(key, before + 1);
      keys.set(credit.number, key);
    }
  }
  const places: Places = new Map();
  const numbers = [...keys.keys()];
  for (let at = 0; at < numbers.length; at += CREDITS_PER_SEARCH) {
    const some = numbers.slice(at, at + CREDITS_PER_SEARCH);
    for (const { number, credit } of await creditsByNumber(parts, message, some, places)) {
      const place = placeOf(day, keys.get(number) ?? '');
      const equal = found.get(place) ?? [];
      found.set(place, equal);
      equal.push({ messageId, number, index: credit.index, createdAt, handedOverAt });
    }
  }
}

/** Returns the keys of a credit in an ARUCS or an input report, and in an AWACS. */
function keysOf(credit: BacsCredit): readonly string[] {
  return [bacsKey(credit), bacsKey({ ...credit, originator: null, pence: null })];
}

/** Throws DocumentInvalid if an input report lists more equal credits than the submission has. */
function checkListed(
  { byDay }: ReportedRecords,
  found: ReadonlyMap<string, readonly EqualCredit[]>,
  { id }: SentSubmission,
): void {
  for (const [day, keys] of byDay) {
    for (const [key, listed] of keys) {
      const equal = found.get(placeOf(day, key))?.length ?? 0;
      if (equal >= listed) continue;
      const [destination = '', , pence = '', reference = ''] = key.split('\n');
      const credit = `to ${destination} of ${pence} pence with the reference "${reference}"`;
      const problem = `The report lists ${String(listed)} credits ${credit}, but ${id} has ${String(equal)}.`;
      throw new DocumentInvalid('unmatchedRecord', problem);
    }
  }
}
