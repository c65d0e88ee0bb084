import type { Instrument } from '../../../domain/schemes/schemes.ts';
import type { PlannedDocument } from '../agenda.ts';
import type { Books, StoredCredit } from '../books.ts';
import { createDice, idFrom } from '../dice.ts';
import { creditIds } from '../documents/compose.ts';
import type { Scenario } from '../scenario.ts';
import type { NewEntry } from './account-entries.ts';

/** Difference of a wrong amount, in minor units. */
const WRONG_BY = 1;

interface Decided {
  readonly number: number;
  readonly id: string;
  readonly instrument: Instrument;
  readonly currency: string;
  readonly credits: number;
}

/** Returns true if the scenario reports the settlement account. */
function hasAccount({ notifications, statementEveryMs }: Scenario): boolean {
  return notifications || statementEveryMs > 0;
}

/**
 * Returns the entries of the settlement account that a decided message causes, with the faults of
 * the scenario: its accepted credits when the last answer is decided, and each return.
 */
export function planEntries(
  message: Decided,
  documents: readonly PlannedDocument[],
  books: Books,
  scenario: Scenario,
): readonly NewEntry[] {
  if (!hasAccount(scenario)) return [];
  const { number, id, currency, credits } = message;
  const all = { message: number, part: 0, parts: 1, isReversed: false } as const;
  const accepted = books.sumOf({ ...all, filter: 'accepted' });
  const entries: NewEntry[] = [];
  if (accepted.credits > 0) {
    const bookedAt = Math.max(
      ...documents.filter(({ kind }) => ANSWERS.has(kind)).map(({ createdAt }) => createdAt),
    );
    const isSingle = credits === 1 && message.instrument !== 'BACS';
    const [[only] = []] = isSingle ? books.pagesOf({ ...all, filter: 'accepted' }) : [];
    entries.push({
      direction: 'DBIT',
      amountMinor: accepted.totalMinor,
      currency,
      bookedAt,
      messageId: isSingle ? null : id,
      credits: accepted.credits,
      credit: only === undefined ? null : creditOf(only, message, id),
    });
  }
  for (const { id: documentId, createdAt, part, parts } of returnsIn(documents)) {
    for (const page of books.pagesOf({ ...all, filter: 'returned', part, parts })) {
      for (const credit of page) {
        entries.push(entryOfReturn(credit, message, { id: documentId, createdAt }));
      }
    }
  }
  return withFaults(entries, message, scenario);
}

const ANSWERS: ReadonlySet<string> = new Set([
  'answer',
  'final answer',
  'group answer',
  'input report',
]);

/** Returns the first document of each part of the returned credits. The others repeat it. */
function returnsIn(documents: readonly PlannedDocument[]): Iterable<PlannedDocument> {
  const ofParts = documents
    .filter(({ kind }) => kind === 'return' || kind === 'ARUCS')
    .map((document) => [document.part, document] as const);
  return new Map(ofParts.reverse()).values();
}

/** Returns the entry of a recalled credit that comes back, with the faults of the scenario. */
export function planRecallEntries(
  credit: StoredCredit,
  message: Pick<Decided, 'id' | 'instrument' | 'currency'>,
  documents: readonly PlannedDocument[],
  scenario: Scenario,
): readonly NewEntry[] {
  const document = documents.find(({ kind }) => kind === 'recall return');
  if (!hasAccount(scenario) || document === undefined) return [];
  return withFaults([entryOfReturn(credit, message, document)], document, scenario);
}

function entryOfReturn(
  credit: StoredCredit,
  message: Pick<Decided, 'id' | 'instrument' | 'currency'>,
  document: Pick<PlannedDocument, 'id' | 'createdAt'>,
): NewEntry {
  return {
    direction: 'CRDT',
    amountMinor: credit.amountMinor,
    currency: message.currency,
    bookedAt: document.createdAt,
    messageId: null,
    credits: 1,
    credit: creditOf(credit, message, document.id),
  };
}

function creditOf(
  credit: StoredCredit,
  message: Pick<Decided, 'id' | 'instrument'>,
  messageId: string,
): NonNullable<NewEntry['credit']> {
  const { instructionId, endToEndId, transactionId } = creditIds(credit, message);
  return { messageId, instructionId, endToEndId, transactionId };
}

function withFaults(
  entries: readonly NewEntry[],
  { id }: Pick<Decided, 'id'>,
  { seed, entryMissing, entryWrong, entryUnexpected }: Scenario,
): readonly NewEntry[] {
  const dice = createDice(seed, `${id} entries`);
  return entries.flatMap((entry, index) => {
    const isMissing = dice.chance(entryMissing);
    const amountMinor = entry.amountMinor + (dice.chance(entryWrong) ? WRONG_BY : 0);
    const real = isMissing ? [] : [{ ...entry, amountMinor }];
    if (!dice.chance(entryUnexpected)) return real;
    const messageId = idFrom(seed, id, index, 'unexpected');
    return [...real, { ...entry, messageId, credit: null, direction: 'DBIT' as const }];
  });
}
