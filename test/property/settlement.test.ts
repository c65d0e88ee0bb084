import fc from 'fast-check';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { OverdueDates } from '../../src/domain/calendar/settlement-entries.ts';
import type { MatchedAnswer, NewMessage } from '../../src/domain/schemes/hand-over.ts';
import { creditIdOf } from '../../src/domain/schemes/messages.ts';
import type { MatchedEntry } from '../../src/domain/schemes/reconciliation.ts';
import { INSTRUMENTS } from '../../src/domain/schemes/schemes.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { openSqliteStore } from '../../src/store/sqlite/index.ts';
import { BANK, inFolder, LATER, NOW, sendWhole } from '../contract/store/fixtures.ts';
import { arrivalOf } from '../contract/store/hub-messages.ts';

/*
 * Random messages, answers, returns, entries and faults, in any order. The differences must be
 * exactly the faults.
 */

const DUE = Object.fromEntries(INSTRUMENTS.map((one) => [one, '2999-01-01'])) as OverdueDates;
const BATCH = { paymentId: 'p', number: 0 };

type Fault = 'none' | 'missing' | 'amount' | 'extra' | 'unexpected';

interface Planned {
  /** For each credit: rejected, accepted, or accepted and returned. */
  readonly credits: readonly ('rejected' | 'accepted' | 'returned')[];
  readonly fault: Fault;
  /** True if each accepted credit has an entry of its own, and false if the message has one. */
  readonly isSplit: boolean;
  readonly returnFault: 'none' | 'missing' | 'unexpected';
}

const PLAN: fc.Arbitrary<Planned> = fc.record({
  credits: fc.array(fc.constantFrom('rejected', 'accepted', 'returned'), {
    ...{ minLength: 1, maxLength: 4 },
  }),
  fault: fc.constantFrom('none', 'none', 'missing', 'amount', 'extra', 'unexpected'),
  isSplit: fc.boolean(),
  returnFault: fc.constantFrom('none', 'none', 'missing', 'unexpected'),
});

/** A document, which takes effect when it is taken, also repeatedly. */
type Document = (store: Store) => Promise<void>;

/** The documents about a message, and the differences that they must cause. */
interface Case {
  readonly message: NewMessage;
  /** A document that is taken before all others. */
  readonly before?: Document | undefined;
  readonly documents: readonly Document[];
  readonly differences: readonly string[];
}

let number = 0;

function delivery(): { readonly sha256: string; readonly exchange: string } {
  number += 1;
  return { sha256: String(number).padStart(64, '0'), exchange: 'default' };
}

function answerDocument(answers: readonly MatchedAnswer[]): Document {
  const { sha256 } = delivery();
  return async (store) => {
    await store.addDelivery({ sha256, bytes: 1 }, arrivalOf(sha256), NOW);
    await store.beginDelivery(sha256, { kind: 'pacs.002', id: sha256.slice(-9) });
    const slice = { from: 0, to: answers.length, groups: [], recalls: [], isLast: true };
    await store.takeAnswers(sha256, { ...slice, unusable: [], answers }, LATER);
  };
}

/** Returns an entry in a new document, so that a repeated entry comes from another document. */
function entryDocument(changes: Partial<MatchedEntry>): Document {
  const { sha256: servicerReference } = delivery();
  const entry: MatchedEntry = {
    ...{ position: 0, account: 'A', amount: { minor: 100, currency: 'GBP' }, direction: 'DBIT' },
    ...{ isReversal: false, bookingDate: null, valueDate: null, messageId: null, index: null },
    ...{ servicerReference: servicerReference.slice(-30), transactions: 1, isReturn: false },
    ...{ problem: null, ...changes },
  };
  return (store) => takeEntries(store, [entry]);
}

/** Takes a new document with these entries. */
async function takeEntries(store: Store, entries: readonly MatchedEntry[]): Promise<void> {
  const of = delivery();
  await store.addDelivery({ sha256: of.sha256, bytes: 1 }, arrivalOf(of.sha256), NOW);
  await store.beginDelivery(of.sha256, { kind: 'camt.054', id: of.sha256.slice(-9) });
  const report = { from: 0, to: entries.length, entries, statements: [], isLast: true };
  await store.takeReport(of, report, LATER);
}

function caseOf(
  { credits, fault, isSplit, returnFault }: Planned,
  part: number,
  first: number,
): Case {
  const messageId = `M${String(part).padStart(23, '0')}`;
  const transactions = credits.length;
  const message: NewMessage = {
    ...{ id: messageId, instrument: 'FPS', createdAt: NOW, settlementDate: '2026-03-02', part },
    ...{ transactions, total: { minor: transactions * 100, currency: 'GBP' } },
    ...{ firstIndex: first, lastIndex: first + transactions - 1 },
    ...{ bankSortCodes: '112800', leftOut: '' },
    ...{ handOver: { from: NOW, by: NOW + DAY_MS }, content: { kind: 'text', text: messageId } },
  };
  const answers = credits.map((state, at): MatchedAnswer => {
    const meaning = state === 'rejected' ? 'rejected' : 'accepted';
    const credit = { messageId, index: first + at, amount: 100, reason: 'AC04' } as const;
    return { ...credit, position: at, meaning, returned: null };
  });
  const accepted = answers.filter(({ meaning }) => meaning === 'accepted');
  const documents: Document[] = [answerDocument(answers)];
  const differences: string[] = [];
  const parts = isSplit ? accepted.map(() => 1) : [accepted.length];
  for (const [at, count] of accepted.length === 0 ? [] : parts.entries()) {
    const isFaulty = at === 0;
    if (isFaulty && fault === 'missing') differences.push(`missing ${messageId}`);
    else {
      const wrong = isFaulty && fault === 'amount' ? 1 : 0;
      if (wrong > 0) differences.push(`amount ${messageId}`);
      const amount = { minor: count * 100 + wrong, currency: 'GBP' };
      documents.push(entryDocument({ messageId, transactions: count, amount }));
    }
  }
  if (fault === 'extra') {
    const isExcess = accepted.length === transactions;
    differences.push(`${isExcess ? 'excess' : 'rejected'} ${messageId}`);
    documents.push(entryDocument({ messageId }));
  }
  if (fault === 'unexpected') {
    differences.push('unexpected E');
    documents.push(entryDocument({ problem: 'unknown' }));
  }
  for (const [at, state] of credits.entries()) {
    if (state !== 'returned') continue;
    const index = first + at;
    const back = { ...expectDefined(answers[at], 'an answer'), position: 0 };
    const isUnexpected = returnFault === 'unexpected';
    if (isUnexpected) differences.push('unexpected E');
    else {
      const returned = { id: `R${String(index)}`, amount: 100 };
      documents.push(answerDocument([{ ...back, returned }]));
    }
    if (returnFault === 'missing') differences.push(`missing ${creditIdOf({ messageId, index })}`);
    else {
      const came = { messageId, index, direction: 'CRDT', isReturn: true } as const;
      documents.push(entryDocument(came));
    }
  }
  return { message, documents, differences };
}

/** Entries of the account about a credit. A reversal cancels one of the entries. */
interface PlannedCredit {
  readonly state: 'rejected' | 'accepted';
  /** True for the entries that are cancelled. */
  readonly entries: readonly boolean[];
  /** True if the entries that are cancelled, and their reversals, have another amount. */
  readonly isWrong: boolean;
  /** True if other documents report the entries and reversals without the credit. */
  readonly isUnnamedToo: boolean;
}

const REVERSED: fc.Arbitrary<readonly PlannedCredit[]> = fc.array(
  fc.record({
    state: fc.constantFrom('rejected', 'accepted', 'accepted'),
    entries: fc.array(fc.boolean(), { maxLength: 4 }),
    isWrong: fc.boolean(),
    isUnnamedToo: fc.boolean(),
  }),
  { minLength: 1, maxLength: 3 },
);

/** The documents about a message, each of whose credits has entries of its own. */
function reversedCase(
  credits: readonly PlannedCredit[],
  part: number,
  first: number,
): Case & { readonly reportedMinor: number } {
  const states = credits.map(({ state }) => state);
  const sent = caseOf({ ...NO_FAULT, credits: states }, part, first);
  const { message } = sent;
  const differences: string[] = [];
  const documents: Document[] = [];
  let [accepted, reported, reportedMinor] = [0, 0, 0];
  for (const [at, { state, entries, isWrong, isUnnamedToo }] of credits.entries()) {
    const left = entries.filter((isCancelled) => !isCancelled).length;
    // An entry for a rejected credit counts only if the message has no other credit.
    const most = state === 'accepted' || credits.length === 1 ? 1 : 0;
    const counted = Math.min(left, most);
    for (let extra = counted; extra < left; extra += 1) differences.push('unexpected E');
    accepted += state === 'accepted' ? 1 : 0;
    reported += counted;
    reportedMinor += counted * 100;
    // If entries stay open, the order decides which of them counts, so they have the same amount.
    const wrong = isWrong && left <= most ? 101 : 100;
    for (const isCancelled of entries) {
      const amount = { minor: isCancelled ? wrong : 100, currency: 'GBP' };
      const of = { messageId: message.id, index: first + at, amount };
      documents.push(...entryDocuments(of, isUnnamedToo));
      if (!isCancelled) continue;
      const reversal = { ...of, direction: 'CRDT', isReversal: true } as const;
      documents.push(...entryDocuments(reversal, isUnnamedToo));
    }
  }
  if (reported !== accepted) {
    differences.push(`${reported < accepted ? 'missing' : 'rejected'} ${message.id}`);
  }
  // An entry before the rejection counts, so the order would decide which difference is listed.
  const [answers] = sent.documents;
  const isFirst = states.includes('rejected') && credits.length > 1;
  if (!isFirst) documents.push(expectDefined(answers, 'the answers'));
  return { message, documents, differences, reportedMinor, ...(isFirst && { before: answers }) };
}

const NO_FAULT = { fault: 'none', isSplit: false, returnFault: 'none' } as const;

/** Documents about an entry: one that names its credit, and one that does not if `isUnnamedToo`. */
function entryDocuments(named: Partial<MatchedEntry>, isUnnamedToo: boolean): Document[] {
  const servicerReference = delivery().sha256.slice(-30);
  const unnamed = { messageId: null, index: null, problem: 'unknown' } as const;
  const same = { ...named, servicerReference };
  const document = entryDocument(same);
  return isUnnamedToo ? [document, entryDocument({ ...same, ...unnamed })] : [document];
}

interface Order {
  readonly random: Iterator<number>;
  /** Number of documents that are delivered once more. */
  readonly repeats: number;
}

const ORDER: fc.Arbitrary<Order> = fc.record({
  random: fc.infiniteStream(fc.nat()),
  repeats: fc.nat({ max: 5 }),
});

/** Takes the documents in a random order, and calls `check`. The differences must be the faults. */
function takeAll<Kind, One extends Case>(
  planned: readonly Kind[],
  { random, repeats }: Order,
  plan: (of: Kind, part: number, first: number) => One,
  check: (store: Store, cases: readonly One[]) => Promise<void>,
): Promise<void> {
  return inFolder(async (directory) => {
    const store = openSqliteStore(join(directory, 'bank.db'), () => NOW);
    try {
      await store.seed(BANK, NOW);
      let first = 0;
      const cases = planned.map((of, part) => {
        const one = plan(of, part, first);
        first = one.message.lastIndex + 1;
        return one;
      });
      await sendWhole(store, 'p', first);
      const messages = cases.map(({ message }) => message);
      await store.addMessages(BATCH, messages);
      await takeEntries(store, []);
      for (const { before } of cases) await before?.(store);
      const documents = cases.flatMap((one) => one.documents);
      const draw = (below: number): number => Number(random.next().value ?? 0) % below;
      for (let again = 0; documents.length > 0 && again < repeats; again += 1) {
        documents.push(expectDefined(documents[draw(documents.length)], 'a document'));
      }
      while (documents.length > 0) {
        const [document] = documents.splice(draw(documents.length), 1);
        await document?.(store);
      }
      const found = await store.listDifferences(DUE, 100);
      const names = found.map(({ kind, name }) => `${kind} ${name.replace(/^E\d+$/, 'E')}`);
      expect(names.sort()).toEqual(cases.flatMap((one) => one.differences).sort());
      expect(await store.listHubProblems('open', 10)).toEqual([]);
      await check(store, cases);
    } finally {
      await store.close();
    }
  });
}

it('the differences are exactly the faults, whatever the order and the repeats', async () => {
  const plans = fc.array(PLAN, { minLength: 1, maxLength: 3 });
  const all = fc.asyncProperty(plans, ORDER, (planned, order) =>
    takeAll(planned, order, caseOf, () => Promise.resolve()),
  );
  await fc.assert(all, { numRuns: 40 });
}, 120_000);

it('a reversal cancels an entry about its credit, whatever the order and the repeats', async () => {
  const plans = fc.array(REVERSED, { minLength: 1, maxLength: 2 });
  const all = fc.asyncProperty(plans, ORDER, (planned, order) =>
    takeAll(planned, order, reversedCase, async (store, cases) => {
      const [sums] = await store.settlementTotals('2026-03-02', 1);
      expect(sums?.reported).toBe(cases.reduce((sum, one) => sum + one.reportedMinor, 0));
      expect(await store.auditBooks()).toEqual([]);
    }),
  );
  await fc.assert(all, { numRuns: 50 });
}, 120_000);
