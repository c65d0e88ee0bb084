import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/shared/time.ts';
import { actorOf, auditDetail, type Act } from '../../../src/domain/records/audit.ts';
import type { NewCase } from '../../../src/domain/records/screening.ts';
import {
  balanceOf,
  batchOf,
  bookingOf,
  debitOf,
  LATER,
  nextWork,
  NOW,
  RICH,
  RICH_PENCE,
  submit,
  withStore,
  type OpenStore,
} from './fixtures.ts';

const by = (id: string): Act => ({ at: LATER, by: actorOf({ kind: 'operator', id }) });
const [OLGA, OSCAR] = [by('olga'), by('claimed:oscar/1001')];
const ALWAYS = Number.MAX_SAFE_INTEGER;

/** A case of the screening about the same step. */
const OF_SCREENING: NewCase = {
  ...{ screeningId: 'p.0.0', class: 'fraud', reasons: ['one'], bankCaseId: null, heldBy: null },
  ...{ tellPayer: 'nothing', payments: 1, totalPence: 100, endsAt: null },
};

/** A payment that an operator holds. */
export function operatorHoldsSuite(open: OpenStore): void {
  describe('a payment that an operator holds', () => {
    it(
      'waits without a limit, and a run that began before has no effect',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 100)]);
        const work = await nextWork(store);
        expect(await store.holdableOf('p')).toEqual({
          ...{ payments: 1, totalPence: 100, openCases: 0 },
        });
        const result = await store.holdPayment('p', 'The customer called.', OLGA);
        expect(await store.holdableOf('p')).toEqual({
          ...{ payments: 0, totalPence: 0, openCases: 1 },
        });
        const held = {
          ...{ paymentId: 'p', batch: 0, class: 'operator', heldBy: 'olga', payments: 1 },
          ...{ totalPence: 100, reasons: ['The customer called.'], endsAt: null },
          ...{ tellPayer: 'delay', proposed: null, decided: null },
        };
        expect(result).toMatchObject({ kind: 'held', cases: [held], others: 0 });
        expect(await store.bookDebits(work, bookingOf([debitOf(null, 100)]), LATER)).toEqual({
          done: false,
        });
        await store.deferWork(work.id, NOW);
        await store.postponeWork(work, { at: NOW, problem: 'Error: late', tryAt: null });
        expect(await store.dueWork(LATER, 10)).toEqual([]);
        expect(await store.summariseFailingWork()).toMatchObject({ failing: 0, parked: 0 });
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE);
        expect(await store.holdPayment('p', 'Again.', OSCAR)).toEqual({ kind: 'heldBefore' });
        expect(await store.listCases(10)).toMatchObject([held]);
        // The start of a service without a screening is not prevented.
        expect(await store.hasHeldSteps()).toBe(false);
      }),
    );

    it(
      'is made due by two operators, also by the one who holds it',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 100)]);
        await store.holdPayment('p', 'r', OLGA);
        const release = { id: 1, decision: 'release', reason: 'checked' } as const;
        expect(await store.decideCase(release, OLGA)).toBe('proposed');
        expect(await store.decideCase(release, by('claimed:OLGA/7'))).toBe('sameOperator');
        expect(await store.dueWork(LATER, 10)).toEqual([]);
        expect(await store.decideCase(release, OSCAR)).toBe('decided');
        const [work] = await store.dueWork(LATER, 10);
        if (work === undefined) throw new Error('no step');
        expect(await store.findCase(work)).toMatchObject({ decided: { decision: 'release' } });
        expect(await store.findCase({ ...work, cursor: 500 })).toBeUndefined();
        expect(await store.findSteps([work])).toMatchObject([{ hasCase: true }]);
        expect(await store.holdPayment('p', 'r', OLGA)).toEqual({ kind: 'heldBefore' });
        // The screening is asked after the release, and may hold the step itself.
        await store.openCase(work, OF_SCREENING, LATER);
        expect(await store.dueWork(LATER, 10)).toEqual([]);
        expect(await store.findCase(work)).toMatchObject({ id: 2, class: 'fraud', decided: null });
        expect(await store.listCases(10)).toMatchObject([{ id: 2 }]);
        expect(await store.decideCase({ ...release, id: 1 }, OSCAR)).toBe('ended');
        // Another run of the step, which the screening had accepted before, has no effect.
        const booking = bookingOf([debitOf(null, 100)]);
        expect(await store.bookDebits(work, booking, LATER)).toEqual({ done: false });
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE);
      }),
    );

    it(
      'is rejected in all steps of its batch',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(900, 90_000)]);
        await store.holdPayment('p', 'r', OLGA);
        const reject = { id: 1, decision: 'reject', reason: 'checked' } as const;
        await store.decideCase(reject, OLGA);
        await store.decideCase(reject, OSCAR);
        const work = await nextWork(store);
        for (const cursor of [0, 500]) {
          expect(await store.findCase({ ...work, cursor })).toMatchObject({
            decided: { decision: 'reject' },
          });
        }
        expect(await store.findCase({ ...work, batch: 1 })).toBeUndefined();
      }),
    );

    it(
      'is booked on its day after a release, and a rejected one is due now',
      withStore(open, async (store) => {
        const dueAt = LATER + DAY_MS;
        await submit(store, 'p', [batchOf(1, 100, { dueAt }), batchOf(2, 200, { dueAt })]);
        await store.holdPayment('p', 'r', OLGA);
        for (const [id, decision] of [
          [1, 'release'],
          [2, 'reject'],
        ] as const) {
          for (const act of [OLGA, OSCAR])
            await store.decideCase({ id, decision, reason: 'r' }, act);
        }
        expect(await store.dueWork(dueAt - 1, 10)).toMatchObject([{ batch: 1, dueAt: LATER }]);
        expect(await store.dueWork(dueAt, 10)).toMatchObject([{ batch: 1 }, { batch: 0, dueAt }]);
        expect(await store.nextWorkAt(LATER)).toBe(dueAt);
      }),
    );

    it(
      'is due after a release, if the screening separated it from its file',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(2, 300)]);
        const one = { index: 1, amountPence: 100, debtor: RICH, dueAt: ALWAYS };
        const separated = [{ ...one, held: OF_SCREENING }];
        const booking = { ...bookingOf([debitOf(null, 200)]), separated };
        await store.bookDebits(await nextWork(store), booking, NOW);
        const release = { id: 1, decision: 'release', reason: 'checked' } as const;
        for (const act of [OLGA, OSCAR]) await store.decideCase(release, act);
        const due = await store.dueWork(LATER, 10);
        expect(due.map(({ step }) => step)).toContain('book');
      }),
    );

    it(
      'is held only in batches that have not begun and have no case',
      withStore(open, async (store) => {
        expect(await store.holdPayment('p', 'r', OLGA)).toEqual({ kind: 'unknown' });
        const batches = [2, 3, 4, 5].map((payments) => batchOf(payments, payments * 100));
        await submit(store, 'p', batches);
        const [first, second, third, fourth] = await store.dueWork(ALWAYS, 10);
        if (first === undefined || second === undefined) throw new Error();
        await store.openCase(second, OF_SCREENING, NOW);
        const booking = bookingOf([debitOf(0, 100)], { whole: false, nextCursor: 1 });
        await store.bookDebits(first, booking, NOW);
        const result = await store.holdPayment('p', 'r', OLGA);
        expect(result).toMatchObject({ kind: 'held', others: 2 });
        expect(result).toMatchObject({
          cases: [
            { id: 2, batch: third?.batch, payments: 4, totalPence: 400 },
            { id: 3, batch: fourth?.batch, payments: 5, totalPence: 500 },
          ],
        });
        // The steps that are not held stay as they are, and those that are held get new ids.
        const steps = (await store.dueWork(ALWAYS, 10)).filter(({ step }) => step === 'book');
        expect(steps.filter(({ dueAt }) => dueAt <= LATER)).toMatchObject([
          { batch: first.batch, cursor: 1 },
        ]);
        expect(await store.findSteps([third, fourth].flatMap((one) => one ?? []))).toEqual([]);
        await store.auditHead();
        const held = (await store.listAuditEntries({ from: 1, limit: 100 })).filter(
          ({ action }) => action === 'paymentHeld',
        );
        const detail = { count: 2, cases: '2-3', payments: 9, reason: 'r' };
        expect(held.map(auditDetail)).toEqual([detail]);
      }),
    );

    it(
      'is not held if its step is parked',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 100)]);
        const work = await nextWork(store);
        await store.postponeWork(work, { at: NOW, problem: 'Error: bad file', tryAt: null });
        expect(await store.holdPayment('p', 'r', OLGA)).toEqual({ kind: 'parked' });
        expect(await store.summariseFailingWork()).toMatchObject({ parked: 1 });
        expect(await store.listCases(10)).toEqual([]);
      }),
    );

    it(
      'cannot be held after its booking',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 100)]);
        await store.bookDebits(await nextWork(store), bookingOf([debitOf(null, 100)]), NOW);
        expect(await store.holdPayment('p', 'r', OLGA)).toEqual({ kind: 'noBooking' });
        expect(await store.listCases(10)).toEqual([]);
      }),
    );
  });
}
