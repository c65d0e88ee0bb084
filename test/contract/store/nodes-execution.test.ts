import { describe, expect, it } from 'vitest';
import type { CreditAnswers } from '../../../src/domain/execution/credit-pass.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { MINUTE_MS } from '../../../src/shared/time.ts';
import type { PostgresStore } from '../../../src/store/postgres/index.ts';
import { rowsOf } from '../../helpers/postgres-audit.ts';
import { hasPostgres } from '../../helpers/use-postgres.ts';
import {
  ACT,
  actAt,
  answerOf,
  authorise,
  BAKER,
  balanceOf,
  batchOf,
  bookingOf,
  debitOf,
  keyOf,
  LATER,
  nextWork,
  NOW,
  paymentOf,
  RICH,
  RICH_PENCE,
  submit,
  BY_CLARA,
} from './fixtures.ts';
import { overNodes, tally, TIMES } from './four-nodes.ts';
import { abandonWork } from '../../helpers/proposals.ts';

const OTHERS = TIMES - 1;

/** Answers in which every credit is accepted. */
const ACCEPTED: CreditAnswers = { exceptions: [], nextCursor: null, askAgainAt: null };

/** A second user of the customer who pays. */
const COLIN = { id: 'colin', customerId: 'north', mayUploadFiles: false, userLimitPence: null };

/** Submits a payment that Colin must approve as well. */
async function submitPending(store: PostgresStore, id: string, approveBy: number): Promise<void> {
  await store.adoptBank({ customers: [], users: [COLIN], accounts: [] }, NOW);
  await authorise(store, id);
  const payment = { ...paymentOf(id, []), awaiting: { required: 2, approveBy } };
  await store.submitPayment(payment, keyOf(`submit ${id}`), ACT);
}

/** Stores Colin's decision. If `isBooked`, the last approval also books the payment. */
async function decide(
  store: PostgresStore,
  id: string,
  decision: 'approve' | 'reject',
  isBooked: boolean,
): Promise<string> {
  const approval = { userId: COLIN.id, factor: null, dynamicLinkingHash: null, decision };
  const booking = isBooked ? bookingOf([debitOf(0, 100)]) : null;
  const release = { batches: [batchOf(1, 100)], booking };
  return (await store.approvePayment(id, approval, release, ACT)).kind;
}

async function cancel(store: PostgresStore, id: string): Promise<string> {
  return (await store.cancelPayment(id, BY_CLARA, ACT)).kind;
}

describe.skipIf(!hasPostgres())('four nodes at once', () => {
  describe('with one payment that waits for approvals', () => {
    it(
      'approve, reject, cancel or expire it, but only one of these',
      overNodes(async ({ url, first, atOnce }) => {
        for (const id of ['p', 'q', 'r', 's', 't', 'u']) {
          await submitPending(first, id, LATER);
          const did = await atOnce((store, n) => {
            if (n % 4 === 1) return cancel(store, id);
            if (n % 8 === 2) return decide(store, id, 'reject', false);
            if (n % 8 === 6) return store.expireApproval(id, LATER).then(() => 'looked');
            return decide(store, id, 'approve', id < 's');
          });
          const { released = 0, rejected = 0, cancelled = 0 } = tally(did);
          const isExpired = (await first.findPayment(id))?.approval?.status === 'expired';
          // A payment that was released but not booked may still be cancelled.
          expect(released + rejected + Number(isExpired) + (released === 0 ? cancelled : 0)).toBe(
            1,
          );
          expect(cancelled).toBeLessThanOrEqual(1);
          const approvals = await rowsOf(
            url,
            `SELECT user_id FROM approval WHERE consent_id = 'consent-${id}' AND user_id = 'colin'`,
          );
          expect(approvals).toHaveLength(released + rejected);
        }
      }),
    );
  });

  describe('with one payment', () => {
    it(
      'book or cancel it, but never both',
      overNodes(async ({ first, atOnce }) => {
        let debited = 0;
        for (const id of ['p', 'q', 'r', 's', 't', 'u']) {
          await submit(first, id, [batchOf(1, 100), batchOf(1, 50)]);
          // Two steps of each earlier payment that was booked are due as well.
          const [work] = (await first.dueWork(NOW, 100)).filter((one) => one.paymentId === id);
          const step = expectDefined(work, 'a step');
          const did = await atOnce(async (store, n) => {
            if (n % 2 === 0) return cancel(store, id);
            const booking = bookingOf([debitOf(null, 100)]);
            return (await store.bookDebits(step, booking, NOW)).done ? 'booked' : 'late';
          });
          const { cancelled = 0, booked = 0 } = tally(did);
          expect(cancelled + booked).toBe(1);
          debited += booked * 100;
        }
        expect(await balanceOf(first, RICH)).toBe(RICH_PENCE - debited);
      }),
    );

    it(
      'finish it once when its batches end concurrently',
      overNodes(async ({ first, atOnce }) => {
        const ids = ['p', 'q', 'r', 's'];
        for (const id of ids) {
          await submit(first, id, [batchOf(1, 100), batchOf(1, 100)]);
          for (const work of await first.dueWork(NOW, 10)) {
            const booking = bookingOf([debitOf(work.batch, 100)]);
            await first.bookDebits(work, booking, NOW);
            const [send] = (await first.dueWork(NOW, 10)).filter((one) => one.step === 'send');
            await first.markSent(expectDefined(send, 'a step'), LATER, NOW);
          }
        }
        const works = (await first.dueWork(LATER, 100)).filter((one) => one.step === 'collect');
        expect(works).toHaveLength(2 * ids.length);
        const rejected = { ...ACCEPTED, exceptions: [answerOf(1, 'rejected', { debtor: null })] };
        const took = await atOnce((store, n) => {
          const work = expectDefined(works[n % works.length], 'a step');
          return store.applyAnswers(work, work.batch === 1 ? rejected : ACCEPTED, LATER);
        });
        const done = took.filter((one) => one.done);
        expect(done).toHaveLength(works.length);
        const { PART = 0 } = tally(done.map(({ finished }) => finished));
        expect(PART).toBe(ids.length);
        for (const id of ids) {
          expect(await first.findPayment(id)).toMatchObject({ groupStatus: 'PART', version: 3 });
        }
      }),
    );
  });

  describe('with due work', () => {
    it(
      'claim and execute each step once even if all of them try',
      overNodes(async ({ first, atOnce }) => {
        await atOnce((store, n) => submit(store, `p-${String(n)}`, [batchOf(1, 100)]));
        const claimed = await atOnce((store, n) =>
          store.claimWork('files', NOW, 3, { owner: `node ${String(n)}`, leaseMs: MINUTE_MS }),
        );
        const works = claimed.flat();
        expect(new Set(works.map(({ id }) => id)).size).toBe(works.length);
        const rest = await first.claimWork('files', NOW, TIMES, { owner: 'rest', leaseMs: 1 });
        const all = [...works, ...rest];
        expect(all).toHaveLength(TIMES);
        const took = await atOnce((store, n) =>
          // Four callers execute each step, each starting at another one.
          Promise.all(
            Array.from({ length: 4 }, (_, index) => {
              const work = expectDefined(all[(n + index * 7) % TIMES], 'a step');
              return store.bookDebits(work, bookingOf([debitOf(null, 100)]), NOW);
            }),
          ),
        );
        expect(took.flat().filter((one) => one.done)).toHaveLength(TIMES);
        expect(await balanceOf(first, RICH)).toBe(RICH_PENCE - TIMES * 100);
      }),
    );

    it(
      'keep another node’s changes after their own lease has expired',
      overNodes(async ({ first, stores }) => {
        const other = expectDefined(stores[1], 'a store');
        await submit(first, 'p', [batchOf(1, 100)]);
        const asleep = { owner: 'asleep', leaseMs: 0 };
        const awake = { owner: 'awake', leaseMs: MINUTE_MS };
        const [held] = await first.claimWork('files', NOW, 1, asleep);
        const work = expectDefined(held, 'a step');
        expect(await other.claimWork('files', NOW, 1, awake)).toEqual([
          { ...work, takenFrom: 'asleep' },
        ]);
        // The first node resumes and continues as before.
        await first.renewWork([work], { ...asleep, leaseMs: MINUTE_MS });
        await first.releaseWork([work], 'asleep');
        expect(await first.claimWork('files', NOW, 1, asleep)).toEqual([]);
        const trouble = { at: NOW, problem: 'its own', tryAt: null };
        await other.postponeWork(work, { ...trouble, problem: 'the scheme is away', tryAt: LATER });
        await first.postponeWork(work, trouble);
        expect(await first.listFailingWork(1)).toMatchObject([
          { attempts: 1, tryAt: LATER, problem: 'the scheme is away' },
        ]);
        const booking = bookingOf([debitOf(null, 100)]);
        expect(await other.bookDebits(work, booking, NOW)).toMatchObject({ done: true });
        expect(await first.bookDebits(work, booking, NOW)).toEqual({ done: false });
        await first.postponeWork(work, trouble);
        expect(await nextWork(first)).toMatchObject({ step: 'send', attempts: 0 });
      }),
    );

    it(
      'execute an operator’s command on a parked step once',
      overNodes(async ({ first, atOnce }) => {
        await submit(first, 'p', [batchOf(1, 100)]);
        const work = await nextWork(first);
        await first.postponeWork(work, { at: NOW, problem: 'away', tryAt: null });
        const did = await atOnce(async (store, n) => {
          if (n % 2 === 0) return (await store.resumeWork(work.id, 1, ACT)) === 1 && 'resumed';
          return (await abandonWork(store, work, null, ACT)).kind;
        });
        const { resumed = 0, done = 0 } = tally(did);
        expect(resumed + done).toBe(1);
      }),
    );
  });

  it(
    'miss no entry of a statement that is read in pages while transfers are booked',
    overNodes(async ({ url, first, atOnce }) => {
      await atOnce((store, n) => authorise(store, `p-${String(n)}`));
      const writing = atOnce(async (store, n) => {
        const id = `p-${String(n)}`;
        const booking = bookingOf([debitOf(0, 100)]);
        const payment = { ...paymentOf(id, [batchOf(1, 100)]), booking };
        await store.submitPayment(payment, keyOf(`submit ${id}`), ACT);
        const [send] = (await store.dueWork(NOW, 100)).filter((one) => one.paymentId === id);
        await store.markSent(expectDefined(send, 'a step'), NOW, NOW);
        const due = await store.dueWork(NOW, 100);
        const work = expectDefined(
          due.find((one) => one.paymentId === id),
          'a step',
        );
        const own = { ...ACCEPTED, exceptions: [answerOf(0, 'own', { creditor: BAKER })] };
        await store.applyAnswers(work, own, NOW);
      });
      let isOver = false;
      const readOn = async (store: PostgresStore, account: string): Promise<readonly number[]> => {
        const seen: number[] = [];
        for (let isLast = false; ;) {
          const page = await store.statement(account, seen.at(-1) ?? 0, 3);
          seen.push(...page.map(({ id }) => id));
          if (page.length > 0) continue;
          if (isLast) return seen;
          isLast = isOver;
        }
      };
      const reading = [RICH, BAKER].map((account) => readOn(first, account));
      await writing.finally(() => {
        isOver = true;
      });
      const [rich, baker] = await Promise.all(reading);
      const all = (side: string, account: string, kinds: string) =>
        rowsOf(
          url,
          `SELECT id::float8 AS id FROM transfer
           WHERE ${side} = '${account}' AND kind IN (${kinds}) ORDER BY id`,
        ).then((rows) => (rows as { id: number }[]).map(({ id }) => id));
      expect(baker).toEqual(await all('credit_account', BAKER, `'credit'`));
      const opening = await all('credit_account', RICH, `'opening'`);
      expect(rich).toEqual([...opening, ...(await all('debit_account', RICH, `'debit'`))]);
      expect(rich).toHaveLength(TIMES + 1);
    }),
  );

  it(
    'expire overdue approvals once',
    overNodes(async ({ url, first, atOnce }) => {
      for (const id of ['p', 'q', 'r']) await submitPending(first, id, LATER);
      await atOnce((store) => store.expireApprovals(LATER, 10));
      await first.auditHead();
      const expiredPayments = `SELECT id FROM payment WHERE approval_status = 'expired' AND version = 2`;
      expect(await rowsOf(url, expiredPayments)).toHaveLength(3);
      const late = await atOnce((store) => decide(store, 'p', 'approve', true));
      expect(tally(late)).toEqual({ notWaiting: OTHERS + 1 });
      expect(await first.cancelPayment('p', BY_CLARA, actAt(LATER))).toEqual({ kind: 'final' });
    }),
  );
});
