import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/domain/ports/store.ts';
import type { ReportedStatement } from '../../../src/domain/schemes/account-reports.ts';
import type { MatchedEntry, MatchedReport } from '../../../src/domain/schemes/reconciliation.ts';
import type { OverdueDates } from '../../../src/domain/calendar/settlement-entries.ts';
import { INSTRUMENTS, type Instrument } from '../../../src/domain/schemes/schemes.ts';
import { LATER, NOW, withStore, type OpenStore } from './fixtures.ts';
import { answer, handOver, ONE, sliceOf, take, TWO } from './hand-over.ts';
import { arrivalOf } from './hub-messages.ts';

/** All settlement dates until the day of the tests are overdue, or none is. */
export const DUE = Object.fromEntries(
  INSTRUMENTS.map((one) => [one, '2026-03-02']),
) as OverdueDates;
export const NOT_DUE = Object.fromEntries(
  INSTRUMENTS.map((one) => [one, '2026-03-01']),
) as OverdueDates;

let references = 0;

/** An entry about both credits of the first message, unless `changes` says otherwise. */
export function entry(changes: Partial<MatchedEntry> = {}): MatchedEntry {
  references += 1;
  return {
    ...{ position: 0, account: 'SETTLEMENT-1', amount: { minor: 200, currency: 'GBP' } },
    ...{ direction: 'DBIT', isReversal: false, bookingDate: '2026-03-02', valueDate: null },
    ...{ servicerReference: `A${String(references)}`, messageId: ONE, index: null },
    ...{ transactions: 2, isReturn: false, problem: null },
    ...changes,
  };
}

export const RETURN = {
  ...{ direction: 'CRDT', isReturn: true, index: 1, transactions: 1 },
  amount: { minor: 100, currency: 'GBP' },
} as const satisfies Partial<MatchedEntry>;

let documents = 0;

/** Takes a document with these entries and statements. */
export async function report(
  store: Store,
  entries: readonly MatchedEntry[],
  statements: readonly ReportedStatement[] = [],
  rest: Partial<MatchedReport> = {},
  exchange = 'default',
  instruments: readonly Instrument[] = INSTRUMENTS,
) {
  documents += 1;
  const sha256 = String(documents).padStart(64, '5');
  await store.addDelivery(
    { sha256, bytes: 10 },
    arrivalOf(`${sha256}.xml`, exchange, instruments),
    NOW,
  );
  await store.beginDelivery(sha256, { kind: 'camt.054', id: sha256.slice(-30) });
  const placed = entries.map((one, position) => ({ ...one, position }));
  const part = { from: 0, to: entries.length, entries: placed, statements, isLast: true, ...rest };
  return store.takeReport({ sha256, exchange }, part, LATER);
}

export const acceptAll = (store: Store): Promise<number | null> =>
  take(store, sliceOf([0, 1].map((index) => answer(index, ONE, index, 'accepted'))), 'HUB-1');

export async function kinds(store: Store, overdue = DUE): Promise<readonly string[]> {
  const found = await store.listDifferences(overdue, 10);
  return found.map(({ name, kind }) => `${kind} ${name.replace(/^([ES])\d+$/, '$1')}`);
}

export function statement(sequence: number, opening: number, closing: number): ReportedStatement {
  return {
    ...{ id: `S-${String(sequence)}`, account: 'SETTLEMENT-1', currency: 'GBP', sequence },
    ...{ from: null, to: null, opening, closing, entries: 1 },
  };
}

export function settlementSuite(open: OpenStore): void {
  describe('the entries of a settlement account', () => {
    it(
      'settle accepted credits, whether the answer or the entry comes first',
      withStore(open, async (store) => {
        await handOver(store);
        await acceptAll(store);
        await report(store, []);
        expect(await kinds(store, NOT_DUE)).toEqual([]);
        expect(await kinds(store)).toEqual([`missing ${ONE}`]);
        expect(await report(store, [entry()])).toEqual({ added: 1, unexpected: 0 });
        expect(await kinds(store)).toEqual([]);

        const other = { messageId: TWO, transactions: 1, amount: { minor: 100, currency: 'GBP' } };
        await report(store, [entry(other)]);
        expect(await kinds(store)).toEqual([`unanswered ${TWO}`]);
        await take(store, sliceOf([answer(0, TWO, 2, 'accepted')]), 'HUB-2');
        expect(await kinds(store)).toEqual([]);
      }),
    );

    it(
      'count once if several documents report them, also if only a later one names the message',
      withStore(open, async (store) => {
        await handOver(store);
        await acceptAll(store);
        const one = entry();
        const unnamed = { ...one, messageId: null, problem: 'unknown' } as const;
        expect(await report(store, [unnamed])).toEqual({ added: 1, unexpected: 1 });
        expect(await kinds(store)).toEqual(['unexpected E', `missing ${ONE}`]);
        for (const again of [one, one, unnamed]) {
          expect(await report(store, [again])).toEqual({ added: 0, unexpected: 0 });
          expect(await kinds(store)).toEqual([]);
        }
        const changed = { ...one, amount: { minor: 201, currency: 'GBP' } };
        expect(await report(store, [changed])).toEqual({ added: 0, unexpected: 1 });
        expect(await kinds(store)).toEqual([]);
        expect(await store.listHubProblems('open', 10)).toMatchObject([{ code: 'entryChanged' }]);
      }),
    );

    it(
      'count once if documents are taken at the same time',
      withStore(open, async (store) => {
        await handOver(store);
        await acceptAll(store);
        const one = entry();
        const unnamed = { ...one, messageId: null, problem: 'unknown' } as const;
        const parts = [unnamed, one, one, unnamed, one].map((again) =>
          report(store, [again], [statement(1, 0, -5), statement(2, -6, 0)]),
        );
        const taken = await Promise.all(parts);
        expect(taken.reduce((sum, part) => sum + (part?.added ?? 0), 0)).toBe(1);
        expect(await kinds(store)).toEqual(['opening S']);
      }),
    );

    it(
      'of a part of a document are taken once',
      withStore(open, async (store) => {
        await handOver(store);
        const sha256 = '7'.repeat(64);
        await store.addDelivery({ sha256, bytes: 10 }, arrivalOf('7.xml'), NOW);
        await store.beginDelivery(sha256, { kind: 'camt.053', id: 'HUB-7' });
        const part = { from: 0, to: 1, entries: [entry()], statements: [], isLast: true };
        const delivery = { sha256, exchange: 'default' };
        expect(await store.takeReport(delivery, part, LATER)).toEqual({ added: 1, unexpected: 0 });
        expect(await store.takeReport(delivery, part, LATER)).toBeNull();
      }),
    );

    it(
      'may settle a message in several parts, and be cancelled',
      withStore(open, async (store) => {
        await handOver(store);
        await acceptAll(store);
        const half = { amount: { minor: 100, currency: 'GBP' }, transactions: 1 };
        await report(store, [entry(half)]);
        expect(await kinds(store, NOT_DUE)).toEqual([]);
        expect(await store.listDifferences(DUE, 10)).toMatchObject([
          { kind: 'missing', expected: { credits: 2, minor: 200 }, reported: { credits: 1 } },
        ]);
        await report(store, [entry(half)]);
        expect(await kinds(store)).toEqual([]);
        await report(store, [entry({ ...half, isReversal: true, direction: 'CRDT' })]);
        expect(await kinds(store)).toEqual([`missing ${ONE}`]);
      }),
    );

    it(
      'of another amount, of rejected credits and of too many are differences',
      withStore(open, async (store) => {
        await handOver(store);
        const answers = [answer(0, ONE, 0, 'accepted'), answer(1, ONE, 1, 'rejected')];
        await take(store, sliceOf(answers), 'HUB-1');
        const one = { transactions: 1, amount: { minor: 99, currency: 'GBP' } };
        await report(store, [entry(one)]);
        expect(await store.listDifferences(NOT_DUE, 10)).toEqual([
          {
            ...{ name: ONE, kind: 'amount', instrument: 'FPS', account: 'SETTLEMENT-1' },
            ...{ paymentId: 'p', since: LATER, currency: 'GBP', detail: null },
            expected: { credits: 1, minor: 100 },
            reported: { credits: 1, minor: 99 },
          },
        ]);
        await report(store, [entry(one)]);
        expect(await kinds(store, NOT_DUE)).toEqual([`rejected ${ONE}`]);
        await report(store, [entry(one)]);
        expect(await kinds(store, NOT_DUE)).toEqual([`excess ${ONE}`]);
      }),
    );

    it(
      'of a single credit count only once for it, and not if it is rejected',
      withStore(open, async (store) => {
        await handOver(store);
        const answers = [answer(0, ONE, 0, 'accepted'), answer(1, ONE, 1, 'rejected')];
        await take(store, sliceOf(answers), 'HUB-1');
        const single = { transactions: 1, amount: { minor: 100, currency: 'GBP' } };
        const credit = (index: number) => entry({ ...single, index });
        expect(await report(store, [credit(1), credit(0), credit(0)])).toEqual({
          ...{ added: 3, unexpected: 2 },
        });
        const found = await store.listDifferences(DUE, 10);
        expect(found.map(({ kind, detail }) => `${kind} ${detail?.split(' ')[0] ?? ''}`)).toEqual([
          'unexpected rejected',
          'unexpected twice',
        ]);
      }),
    );

    it(
      'settle a return, whether the return or the entry comes first',
      withStore(open, async (store) => {
        await handOver(store);
        await acceptAll(store);
        await report(store, [entry()]);
        await report(store, [entry(RETURN)]);
        expect(await kinds(store)).toEqual(['unexpected E']);
        const back = { ...answer(0, ONE, 1, 'accepted'), returned: { id: 'R1', amount: 100 } };
        await take(store, sliceOf([back]), 'HUB-2');
        expect(await kinds(store)).toEqual([]);

        const other = { ...answer(0, ONE, 0, 'accepted'), returned: { id: 'R0', amount: 100 } };
        await take(store, sliceOf([other]), 'HUB-3');
        expect(await kinds(store, NOT_DUE)).toEqual([]);
        expect(await kinds(store)).toEqual([`missing ${ONE}-0`]);
        await report(store, [entry({ ...RETURN, index: 0 })]);
        expect(await kinds(store)).toEqual([]);
        await report(store, [entry({ ...RETURN, index: 0 })]);
        expect(await kinds(store, NOT_DUE)).toEqual([`amount ${ONE}-0`]);
      }),
    );

    it(
      'are summed by scheme and settlement date',
      withStore(open, async (store) => {
        await handOver(store);
        await acceptAll(store);
        await take(store, sliceOf([answer(0, TWO, 2, 'rejected')]), 'HUB-2');
        await report(store, [entry({ amount: { minor: 150, currency: 'GBP' } })]);
        const sums = { handedOver: 300, accepted: 200, rejected: 100, reported: 150, resolved: 0 };
        const day = { settlementDate: '2026-03-02', instrument: 'FPS', currency: 'GBP' };
        expect(await store.settlementTotals('2026-03-02', 10)).toEqual([
          { ...day, messages: 2, ...sums },
        ]);
        expect(await store.settlementTotals('2026-03-03', 10)).toEqual([]);
      }),
    );
  });
}
