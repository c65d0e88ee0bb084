import { describe, expect, it } from 'vitest';
import { CASES_CURSOR } from '../../../src/domain/ports/screening-store.ts';
import { actorOf, serviceActor, type Act } from '../../../src/domain/records/audit.ts';
import type { NewCase } from '../../../src/domain/records/screening.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import {
  batchOf,
  bookingOf,
  debitOf,
  LATER,
  nextWork,
  NOW,
  RICH,
  submit,
  withStore,
  type OpenStore,
  type TestStore,
} from './fixtures.ts';
import { abandonWork } from '../../helpers/proposals.ts';

const BY_SERVICE: Act = { at: NOW, by: serviceActor('screening') };
const ENDS_AT = LATER + 1000;

const by = (id: string): Act => ({ at: LATER, by: actorOf({ kind: 'operator', id }) });
const BY_OLGA = by('claimed:olga/1000');
const BY_OSCAR = by('claimed:oscar/1001');

const HELD: NewCase = {
  ...{ screeningId: 'p.0.0', class: 'fraud', reasons: ['one', 'two'], bankCaseId: 'C-1' },
  ...{ tellPayer: 'delay', payments: 1, totalPence: 100, endsAt: ENDS_AT },
  heldBy: null,
};

/** Submits a payment and holds it. Returns the number of its case. */
export async function hold(store: TestStore, opened: NewCase = HELD, id = 'p'): Promise<number> {
  await submit(store, id, [batchOf(1, 100)]);
  const work = expectDefined(
    (await store.dueWork(NOW, 10)).find((one) => one.paymentId === id),
    'its step',
  );
  await store.openCase(work, opened, NOW);
  const [found] = await store.casesOf([id]);
  return expectDefined(found, 'the case').id;
}

const release = (id: number) => ({ id, decision: 'release', reason: 'checked' }) as const;

/** The payments that the bank's screening holds. */
export function screeningSuite(open: OpenStore): void {
  describe('a payment that the screening holds', () => {
    it(
      'waits until its limit, and is opened once',
      withStore(open, async (store) => {
        const id = await hold(store);
        const work = await nextWork(store);
        expect(await store.dueWork(ENDS_AT - 1, 10)).toEqual([]);
        await store.openCase(work, { ...HELD, class: 'other' }, NOW);
        const found = await store.findCase(work);
        expect(found).toEqual({
          ...{ ...HELD, id, paymentId: 'p', batch: 0, cursor: 0, openedAt: NOW },
          ...{ proposed: null, decided: null },
        });
        expect(await store.listCases(10)).toEqual([found]);
        expect(await store.countCases()).toEqual({ open: 1, nextEndsAt: ENDS_AT });
      }),
    );

    it(
      'is made due by two operators',
      withStore(open, async (store) => {
        const id = await hold(store);
        expect(await store.decideCase(release(99), BY_OLGA)).toBe('unknown');
        expect(await store.decideCase(release(id), BY_OLGA)).toBe('proposed');
        expect(await store.decideCase(release(id), BY_OLGA)).toBe('sameOperator');
        expect(await store.decideCase(release(id), by('claimed:OLGA/7'))).toBe('sameOperator');
        expect(await store.dueWork(LATER, 10)).toEqual([]);
        expect(await store.decideCase(release(id), BY_OSCAR)).toBe('decided');
        expect(await store.hasHeldSteps()).toBe(true);
        expect(await store.dueWork(LATER, 10)).toMatchObject([{ step: 'book', paymentId: 'p' }]);
        expect(await store.decideCase(release(id), BY_OSCAR)).toBe('ended');
        expect(await store.endCase(id, BY_SERVICE)).toBe('release');
        expect(await store.countCases()).toEqual({ open: 0, nextEndsAt: null });
        expect(await store.casesOf(['p'])).toEqual([]);
      }),
    );

    it(
      'is proposed or confirmed only as the operator expects, and the proposal can be withdrawn',
      withStore(open, async (store) => {
        const id = await hold(store);
        const [first, second] = [false, true].map((isConfirmation) => {
          return { ...release(id), isConfirmation };
        });
        expect(await store.decideCase(second ?? release(id), BY_OSCAR)).toBe('changed');
        expect(await store.withdrawCase(id, BY_OSCAR)).toBe('changed');
        expect(await store.decideCase(first ?? release(id), BY_OLGA)).toBe('proposed');
        expect(await store.decideCase(first ?? release(id), BY_OSCAR)).toBe('changed');
        expect(await store.listCases(10)).toMatchObject([
          { proposed: { by: 'claimed:olga/1000', reason: 'checked' } },
        ]);
        expect(await store.withdrawCase(id, BY_OSCAR)).toBe('done');
        expect(await store.listCases(10)).toMatchObject([{ proposed: null }]);
        expect(await store.withdrawCase(99, BY_OSCAR)).toBe('unknown');
        expect(await store.decideCase(second ?? release(id), BY_OSCAR)).toBe('changed');
        expect(await store.decideCase(first ?? release(id), BY_OSCAR)).toBe('proposed');
        expect(await store.decideCase(second ?? release(id), BY_OLGA)).toBe('decided');
        expect(await store.withdrawCase(id, BY_OLGA)).toBe('ended');
      }),
    );

    it(
      'needs two operators for the same decision',
      withStore(open, async (store) => {
        const id = await hold(store);
        const reject = { ...release(id), decision: 'reject' } as const;
        expect(await store.decideCase(release(id), BY_OLGA)).toBe('proposed');
        expect(await store.decideCase(reject, BY_OSCAR)).toBe('proposed');
        expect(await store.decideCase(release(id), BY_OSCAR)).toBe('proposed');
        expect(await store.decideCase(release(id), BY_OLGA)).toBe('decided');
      }),
    );

    it(
      'is rejected at its limit, unless somebody has decided',
      withStore(open, async (store) => {
        const id = await hold(store);
        expect(await store.endCase(id, BY_SERVICE)).toBe('reject');
        expect(await store.decideCase(release(id), BY_OLGA)).toBe('ended');
      }),
    );

    it(
      'is decided in the bank’s case system, also together with an operator',
      withStore(open, async (store) => {
        await hold(store);
        const second = await hold(store, { ...HELD, screeningId: 'q.0.0', endsAt: null }, 'q');
        await store.decideCase(release(second), BY_OLGA);
        const ofQ = { screeningId: 'q.0.0', decision: 'release' } as const;
        const decisions = [
          { screeningId: 'p.0.0', decision: 'reject', by: ['eve', 'fred'] },
          { screeningId: 'unknown', decision: 'reject', by: ['eve'] },
          { ...ofQ, by: ['olga'] },
        ] as const;
        expect(await store.takeOutsideDecisions(decisions, '3', BY_SERVICE)).toBe(1);
        expect(await store.readSetting(CASES_CURSOR)).toBe('3');
        expect(await store.casesOf(['p', 'q'])).toMatchObject([{ paymentId: 'q' }]);
        const last = [{ ...ofQ, by: ['eve'] }];
        expect(await store.takeOutsideDecisions(last, '4', BY_SERVICE)).toBe(1);
        expect(await store.takeOutsideDecisions(last, '4', BY_SERVICE)).toBe(0);
      }),
    );

    it(
      'is decided by decisions that arrived before its case',
      withStore(open, async (store) => {
        const take = (decision: 'release' | 'reject', screeningId: string, ...by: string[]) =>
          store.takeOutsideDecisions([{ screeningId, decision, by }], '1', BY_SERVICE);
        await submit(store, 'p', [batchOf(1, 100)]);
        expect(await take('reject', 'p.0.0', 'eve')).toBe(0);
        expect(await take('reject', 'p.0.0', 'eve')).toBe(0);
        expect(await take('release', 'p.0.0', 'eve')).toBe(0);
        expect(await take('release', 'p.0.0', 'fred')).toBe(0);
        await store.openCase(await nextWork(store), HELD, NOW);
        const known = await store.findCase(await nextWork(store));
        expect(known?.decided).toMatchObject({ decision: 'release', by: 'claimed:fred/-' });
        expect(await store.dueWork(NOW, 10)).toMatchObject([{ paymentId: 'p' }]);
        // These do not match: other payments and steps, and an id of another form.
        for (const id of ['q.0.0', 'p.7.0', 'p', 'p.x.0']) await take('release', id, 'eve', 'fred');
        await store.bookDebits(await nextWork(store), bookingOf([debitOf(null, 100)]), LATER);
        await take('release', 'p.0.1', 'eve', 'fred');
        expect(await store.countCases()).toEqual({ open: 0, nextEndsAt: null });
      }),
    );

    it(
      'is decided by decisions that arrived before it was separated from its file',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(2, 300)]);
        const decisions = [
          { screeningId: 'p.0.1', decision: 'reject', by: ['eve', 'fred'] },
        ] as const;
        expect(await store.takeOutsideDecisions(decisions, '1', BY_SERVICE)).toBe(0);
        const held = { ...HELD, screeningId: 'p.0.1' };
        const separated = [{ index: 1, amountPence: 100, debtor: RICH, dueAt: ENDS_AT, held }];
        const booking = { ...bookingOf([debitOf(null, 200)]), separated };
        await store.bookDebits(await nextWork(store), booking, NOW);
        const due = await store.dueWork(NOW, 10);
        const work = expectDefined(
          due.find(({ step }) => step === 'book'),
          'the step of the separated payment',
        );
        expect((await store.findCase(work))?.decided).toMatchObject({ decision: 'reject' });
      }),
    );

    it(
      'stays due if it is decided while another run of its step opens the case again',
      withStore(open, async (store) => {
        const id = await hold(store);
        const work = await nextWork(store);
        await store.decideCase(release(id), BY_OLGA);
        await store.decideCase(release(id), BY_OSCAR);
        await store.openCase(work, HELD, LATER);
        expect(await store.dueWork(LATER, 10)).toMatchObject([{ paymentId: 'p' }]);
      }),
    );

    it(
      'is not decided by one person who is named twice, or who has another name elsewhere',
      withStore(open, async (store) => {
        const id = await hold(store);
        const of = (by: readonly string[]) =>
          [{ screeningId: 'p.0.0', decision: 'release', by }] as const;
        expect(await store.takeOutsideDecisions(of(['eve', 'Eve']), '1', BY_SERVICE)).toBe(0);
        await store.decideCase({ ...release(id), decision: 'reject' }, BY_OLGA);
        expect(await store.decideCase(release(id), BY_OLGA)).toBe('proposed');
        expect(await store.takeOutsideDecisions(of(['olga']), '2', BY_SERVICE)).toBe(0);
        // The login user id of the first proposal still counts.
        expect(await store.decideCase(release(id), by('claimed:other/1000'))).toBe('sameOperator');
      }),
    );

    it(
      'without a limit is listed last, and waits',
      withStore(open, async (store) => {
        const first = await hold(store, { ...HELD, endsAt: null });
        const second = await hold(store, { ...HELD, screeningId: 'q.0.0' }, 'q');
        const listed = await store.listCases(10);
        expect(listed.map(({ id }) => id)).toEqual([second, first]);
        expect(await store.dueWork(ENDS_AT, 10)).toMatchObject([{ paymentId: 'q' }]);
      }),
    );

    it(
      'is no case any more when its payment is abandoned',
      withStore(open, async (store) => {
        const id = await hold(store);
        const work = await nextWork(store);
        await store.postponeWork(work, { at: ENDS_AT, problem: 'broken', tryAt: null });
        await abandonWork(store, work, null, BY_OLGA);
        expect(await store.listCases(10)).toEqual([]);
        expect(await store.decideCase(release(id), BY_OLGA)).toBe('ended');
      }),
    );
  });

  describe('the facts for the screening', () => {
    it(
      'are the payees of booked payments, and the submissions of the customer',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 100)]);
        const payees = [{ index: 0, creditorName: 'ACME Inc', creditor: '20304012345678' }];
        const booking = { ...bookingOf([debitOf(null, 100)]), payees };
        expect(await store.paidPayees('north', ['acme inc'])).toEqual([]);
        await store.bookDebits(await nextWork(store), booking, NOW);
        const known = [{ creditorName: 'acmeinc', creditor: '20304012345678' }];
        expect(await store.paidPayees('north', ['Acme, Inc.', 'other'])).toEqual(known);
        expect(await store.paidPayees('north', ['acme'])).toEqual([]);
        expect(await store.paidPayees('bakes', ['acme inc'])).toEqual([]);
        const counted = { submissions: 1, totalPence: 100 };
        expect(await store.velocityOf('north', NOW - 1, 'other')).toEqual(counted);
        const none = { submissions: 0, totalPence: 0 };
        expect(await store.velocityOf('north', NOW - 1, 'p')).toEqual(none);
        expect(await store.velocityOf('north', NOW, 'other')).toEqual(none);
        expect(await store.velocityOf('bakes', NOW - 1, 'other')).toEqual(none);
      }),
    );

    it(
      'are no payees whose payments were not debited',
      withStore(open, async (store) => {
        const payees = ['ACME', 'Fresco'].map((creditorName, index) => {
          return { index, creditorName, creditor: '20304012345678' };
        });
        const tooMuch = 1e12;
        await submit(store, 'p', [batchOf(2, tooMuch)]);
        const whole = { ...bookingOf([debitOf(null, tooMuch)]), payees };
        await store.bookDebits(await nextWork(store), whole, NOW);
        expect(await store.paidPayees('north', ['ACME', 'Fresco'])).toEqual([]);
        await submit(store, 'q', [batchOf(2, tooMuch)]);
        const each = [debitOf(0, 100), debitOf(1, tooMuch - 100)];
        const booking = { ...bookingOf(each, { whole: false }), payees };
        await store.bookDebits(await nextWork(store), booking, NOW);
        const known = [{ creditorName: 'acme', creditor: '20304012345678' }];
        expect(await store.paidPayees('north', ['ACME', 'Fresco'])).toEqual(known);
      }),
    );
  });
}
