import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BankChange, CoreOperation } from '../../../src/domain/ports/core-banking.ts';
import { CORE_CURSOR } from '../../../src/domain/ports/core-store.ts';
import { openPostgresStore } from '../../../src/store/postgres/index.ts';
import { openSqliteStore } from '../../../src/store/sqlite/index.ts';
import { preparedDatabase } from '../../helpers/prepared-databases.ts';
import { hasPostgres } from '../../helpers/use-postgres.ts';
import {
  answerOf,
  batchOf,
  bookingOf,
  debitOf,
  LATER,
  LATER_ACT,
  nextWork,
  NOW,
  POOR,
  RICH,
  submit,
  withStore,
  type OpenStore,
  type TestStore,
} from './fixtures.ts';

const DAY = '2026-03-02';

/** Books a BATCH file of which the core refuses the second payment. */
async function bookTwo(store: TestStore): Promise<void> {
  await submit(store, 'p', [batchOf(2, 200)]);
  const debits = [debitOf(0, 100), debitOf(1, 100, POOR)];
  const booking = bookingOf(debits, { whole: false, decisions: [null, 'AC06'] });
  await store.bookDebits(await nextWork(store), booking, NOW);
}

const POST: CoreOperation = {
  ...{ type: 'post', id: 'post.p.0.0.100', holdId: 'p.0.0.100', account: RICH, amountPence: 100 },
};

function coreSuite(name: string, open: OpenStore): void {
  describe(`${name}, if a core banking system keeps the accounts`, () => {
    it(
      'books no opening balance, and shows none',
      withStore(open, async (store) => {
        expect(await store.findAccount(RICH)).toMatchObject({ balancePence: null });
        expect(await store.statement(RICH, 0, 10)).toEqual([]);
      }),
    );

    it(
      'books as the core decides, also without a balance, and adds what is to be posted',
      withStore(open, async (store) => {
        await bookTwo(store);
        const waiting = await store.waitingCoreRequests(10);
        expect(waiting).toMatchObject([{ operations: [POST], addedAt: NOW }]);
        expect(await store.outcomes('p', 0, 2)).toMatchObject([{ index: 1, reason: 'AC06' }]);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'fails a whole batch with the reason of the core',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 100)]);
        const booking = bookingOf([debitOf(null, 100)], { decisions: ['AC04'] });
        await store.bookDebits(await nextWork(store), booking, NOW);
        expect(await store.waitingCoreRequests(10)).toEqual([]);
        expect(await store.findPayment('p')).toMatchObject({ groupStatus: 'RJCT', reason: 'AC04' });
      }),
    );

    it(
      'adds a credit for money that a scheme rejects',
      withStore(open, async (store) => {
        await bookTwo(store);
        await store.markSent(await nextWork(store), NOW, NOW);
        const answers = {
          exceptions: [answerOf(0, 'rejected')],
          nextCursor: null,
          askAgainAt: null,
        };
        await store.applyAnswers(await nextWork(store), answers, LATER);
        const [, credit] = await store.waitingCoreRequests(10);
        const id = 'returned-credit.p.0.0';
        const expected = { type: 'credit', id, account: RICH, amountPence: 100 };
        expect(credit).toMatchObject({ operations: [expected], addedAt: LATER });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'stores what the core has booked, once',
      withStore(open, async (store) => {
        await bookTwo(store);
        const [request] = await store.waitingCoreRequests(10);
        const entry = { id: POST.id, type: 'post', account: RICH, amountPence: 100 } as const;
        const entries = [{ ...entry, bookedOn: DAY }];
        const done = { id: request?.id ?? 0, entries, refused: [], problem: null };
        await store.completeCoreRequests([done], NOW);
        await store.completeCoreRequests([done], NOW);
        expect(await store.countCoreRequests()).toEqual({ waiting: 0, refused: 0, oldestAt: null });
        expect(await store.coreTotalsOf(DAY)).toEqual([{ type: 'post', count: 1, sumPence: 100 }]);
        expect(await store.coreEntriesOf(DAY, '', 10)).toEqual([entry]);
        expect(await store.coreEntriesOf(DAY, POST.id, 10)).toEqual([]);
        expect(await store.coreTotalsOf('2026-03-03')).toEqual([]);
      }),
    );

    it(
      'stores the result of each reconciled day',
      withStore(open, async (store) => {
        expect(await store.coreDays(7)).toEqual([]);
        const [first, second] = ['2026-03-01', DAY].map((day) => ({
          ...{ day, checkedAt: NOW, differences: 2 },
        }));
        const repaired = { day: DAY, checkedAt: LATER, differences: 0 };
        for (const day of [second, first, repaired]) if (day) await store.saveCoreDay(day);
        expect(await store.coreDays(7)).toEqual([repaired, first]);
        expect(await store.coreDays(1)).toEqual([repaired]);
      }),
    );

    it(
      'keeps a refused request until an operator retries or dismisses it',
      withStore(open, async (store) => {
        await bookTwo(store);
        const refuse = async () => {
          const [request] = await store.waitingCoreRequests(10);
          const problem = 'NARR: the hold has expired';
          const refused = { id: request?.id ?? 0, entries: [], refused: [POST], problem };
          await store.completeCoreRequests([refused], LATER);
          const [found] = await store.coreProblems(10);
          expect(found).toMatchObject({ operations: [POST], problem });
          return found?.id ?? 0;
        };
        const first = await refuse();
        expect(await store.countCoreRequests()).toMatchObject({ waiting: 0, refused: 1 });
        expect(await store.retryCoreRequest(first, LATER_ACT)).toBe(true);
        expect(await store.retryCoreRequest(first, LATER_ACT)).toBe(false);
        expect(await store.dismissCoreRequest(first, 'no', LATER_ACT)).toBe(false);
        const second = await refuse();
        expect(await store.dismissCoreRequest(second, 'booked by hand', LATER_ACT)).toBe(true);
        expect(await store.dismissCoreRequest(second, 'again', LATER_ACT)).toBe(false);
        expect(await store.countCoreRequests()).toMatchObject({ waiting: 0, refused: 0 });
      }),
    );

    it(
      'knows which holds are needed',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(2, 200)]);
        const held = { paymentId: 'p', number: 0, name: '0', amountPence: 100 };
        expect(await store.isHoldNeeded(held)).toBe(true);
        expect(await store.isHoldNeeded({ ...held, paymentId: 'other' })).toBe(false);
        const booking = bookingOf([debitOf(null, 200)], { decisions: [null] });
        await store.bookDebits(await nextWork(store), booking, NOW);
        expect(await store.isHoldNeeded(held)).toBe(false);
        const booked = { ...held, name: RICH, amountPence: 200 };
        expect(await store.isHoldNeeded(booked)).toBe(true);
        expect(await store.isHoldNeeded({ ...booked, amountPence: 199 })).toBe(false);
      }),
    );

    it(
      'follows changes of the core, also of owners',
      withStore(open, async (store) => {
        const customer = {
          ...{ id: 'new', name: 'New', segment: 'retail' as const, companyLimitPence: null },
          address: null,
        } as const;
        const moved = { number: RICH, customerId: 'new', kind: 'current', mandate: [] } as const;
        const changes: readonly BankChange[] = [
          { kind: 'customer', customer },
          {
            kind: 'user',
            user: {
              ...{ id: 'nina', customerId: 'new', mayUploadFiles: false, userLimitPence: 5 },
              subject: 'subject of nina',
            },
          },
          { kind: 'account', account: { ...moved, state: 'open' } },
          { kind: 'account', account: { ...moved, state: 'closed' } },
        ];
        for (let time = 0; time < 2; time += 1) await store.applyBankChanges(changes, '4', NOW);
        expect(await store.findUser('nina')).toMatchObject({
          customerName: 'New',
          userLimitPence: 5,
        });
        expect(await store.findUserBySubject('subject of nina')).toBe('nina');
        expect(await store.findUserBySubject('nina')).toBeUndefined();
        expect(await store.findAccount(RICH)).toMatchObject({ customerId: 'new', state: 'closed' });
        expect(await store.readSetting(CORE_CURSOR)).toBe('4');
        const recorded = await store.auditHead();
        await store.applyBankChanges(changes, '4', NOW);
        // The transfer of the account is recorded once.
        expect(await store.auditHead()).toEqual(recorded);
      }),
    );
  });
}

coreSuite('the SQLite store', (directory) =>
  openSqliteStore(join(directory, 'bank.db'), () => NOW, undefined, 'core'),
);

const key = randomBytes(32);

describe.skipIf(!hasPostgres())('over PostgreSQL', () => {
  coreSuite('the PostgreSQL store', async () => {
    const url = await preparedDatabase();
    const common = { url, node: 'one', inboxKeys: () => [key], observe: () => undefined };
    return openPostgresStore({ ...common, accounts: 'core' }, () => NOW);
  });
});
