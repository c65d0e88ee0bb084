import { describe, expect, it } from 'vitest';
import type { FileFilter } from '../../../src/domain/records/listed-file.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import {
  ledgerEntries,
  ledgerOfDay,
} from '../../../src/use-cases/operators/overview/ledger-day.ts';
import {
  ACT,
  answerOf,
  authorise,
  batchOf,
  BANK,
  bookingOf,
  consentOf,
  debitOf,
  factsOf,
  keyOf,
  LATER,
  nextWork,
  NOW,
  paymentOf,
  RICH,
  sendWhole,
  submit,
  withStore,
  type OpenStore,
  type TestStore,
} from './fixtures.ts';
import { messageIdOf, sendMessage } from './hub-messages.ts';

const DAY = '2026-03-02';

const ALL: FileFilter = { from: 0, before: Number.MAX_SAFE_INTEGER, state: null, after: null };

const NOTHING = { toSendPence: 0, unansweredPence: 0, pendingPence: 0, parkedPence: 0 };

async function schemeOf(store: TestStore, day = DAY) {
  const found = await ledgerOfDay({ store }, day);
  expect(found.debitPence).toBe(found.creditPence);
  return expectDefined(
    found.schemes.find(({ instrument }) => instrument === 'FPS'),
    'the scheme',
  );
}

/** Answers that reject these credits. */
const rejecting = (...indexes: number[]) => ({
  exceptions: indexes.map((index) => answerOf(index, 'rejected')),
  ...{ nextCursor: null, askAgainAt: null },
});

export function overviewsSuite(open: OpenStore): void {
  ledgerSuite(open);
  listsSuite(open);
}

function ledgerSuite(open: OpenStore): void {
  describe('the ledger of a day', () => {
    it(
      'sums what is sent and not answered, and then what is settled and returned',
      withStore(open, async (store) => {
        const work = await sendWhole(store, 'p', 3);
        expect(await schemeOf(store)).toMatchObject({
          clearing: { debitPence: 0, creditPence: 300, balancePence: 300 },
          open: { ...NOTHING, unansweredPence: 300 },
          openOfDay: { ...NOTHING, unansweredPence: 300 },
          differencePence: 0,
        });
        const { others, entries } = await ledgerOfDay({ store }, DAY);
        // The accounts of customers got their opening balances from the account `opening`.
        const opened = BANK.accounts.filter(({ openingPence }) => openingPence > 0);
        const openedPence = opened.reduce((sum, { openingPence }) => sum + openingPence, 0);
        expect(entries).toBe(1 + opened.length);
        expect(others).toContainEqual({
          ...{ account: 'customers', debitPence: 300, creditPence: openedPence },
          balancePence: null,
        });
        await store.applyAnswers(work, rejecting(1), LATER);
        expect(await schemeOf(store)).toEqual({
          instrument: 'FPS',
          clearing: {
            ...{ account: 'clearing:FPS', debitPence: 300, creditPence: 300, balancePence: 0 },
          },
          settlement: {
            ...{ account: 'settlement:FPS', debitPence: 0, creditPence: 200, balancePence: 200 },
          },
          ...{ returnedPence: 100, open: NOTHING, openOfDay: NOTHING, differencePence: 0 },
        });
        expect(await schemeOf(store, '2026-03-01')).toMatchObject({
          clearing: { debitPence: 0, creditPence: 0, balancePence: 0 },
          ...{ settlement: { balancePence: 200 }, returnedPence: 0 },
        });
      }),
    );

    it(
      'separates open money that is not sent, that is pending, and that waits for an operator',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(3, 300)]);
        await store.bookDebits(await nextWork(store), bookingOf([debitOf(null, 300)]), NOW);
        expect((await schemeOf(store)).open).toEqual({ ...NOTHING, toSendPence: 300 });
        const failed = { at: NOW, problem: 'Error: it fails', tryAt: null };
        const send = await nextWork(store);
        await store.postponeWork(send, failed);
        expect((await schemeOf(store)).open).toEqual({ ...NOTHING, parkedPence: 300 });
        await store.markSent(send, LATER, NOW);
        const pending = { exceptions: [answerOf(0, 'pending')], nextCursor: null };
        await store.applyAnswers(await nextWork(store), { ...pending, askAgainAt: LATER }, NOW);
        expect(await schemeOf(store)).toMatchObject({
          ...{ open: { ...NOTHING, pendingPence: 100 }, differencePence: 0 },
        });
        const other = await schemeOf(store, '2026-03-03');
        expect(other).toMatchObject({ openOfDay: NOTHING, open: { pendingPence: 100 } });
      }),
    );

    it(
      'counts messages that were not handed over as not sent',
      withStore(open, async (store) => {
        await sendMessage(store, 'p', 3);
        expect((await schemeOf(store)).open).toEqual({ ...NOTHING, toSendPence: 300 });
        await store.markHandedOver(messageIdOf('p'), NOW);
        expect((await schemeOf(store)).open).toEqual({ ...NOTHING, unansweredPence: 300 });
      }),
    );

    it(
      'lists the entries of an account, the newest first, with the message of their batch',
      withStore(open, async (store) => {
        await sendMessage(store, 'p', 3);
        await store.applyAnswers(await nextWork(store), rejecting(0, 2), LATER);
        const listed = await ledgerEntries({ store }, 'clearing:FPS', DAY, null);
        const common = { paymentId: 'p', batch: 0, messageId: messageIdOf('p') };
        expect(listed?.entries).toMatchObject([
          { ...common, kind: 'settlement', to: 'settlement:FPS', amountPence: 100, at: LATER },
          { ...common, kind: 'returned-credit', to: RICH, index: 2, hasMoreMessages: 0 },
          { ...common, kind: 'returned-credit', to: RICH, index: 0 },
          { ...common, kind: 'debit', from: RICH, amountPence: 300, index: null, at: NOW },
        ]);
        expect(listed?.next).toBeNull();
        const [, second] = listed?.entries ?? [];
        const place = { at: LATER, id: String(second?.id) };
        const rest = await ledgerEntries({ store }, 'clearing:FPS', DAY, place);
        expect(rest?.entries).toEqual(listed?.entries.slice(2));
        const none = await ledgerEntries({ store }, 'clearing:FPS', '2026-03-01', null);
        expect(none?.entries).toEqual([]);
        for (const unknown of ['clearing:NONE', RICH]) {
          expect(await ledgerEntries({ store }, unknown, DAY, null)).toBeUndefined();
        }
      }),
    );
  });
}

function listsSuite(open: OpenStore): void {
  describe('the list of files', () => {
    it(
      'has the newest first, with the numbers of paid, failed and open payments',
      withStore(open, async (store) => {
        await sendWhole(store, 'answered', 3);
        await store.applyAnswers(await nextWork(store), rejecting(1), LATER);
        await submit(store, 'waits', [batchOf(3, 600, { dueAt: LATER })]);
        const [newest, oldest] = await store.listFiles(ALL, 10);
        expect(oldest).toEqual({
          ...{ id: 'answered', consentId: 'consent-answered', clientId: 'tpp-one' },
          ...{ customerId: 'north', createdAt: NOW, reason: 'AC01', debtorAccount: RICH },
          ...{ state: 'partlyPaid', kind: 'BULK', totalPence: 600, payments: 3 },
          ...{ paid: 2, failed: 1, open: 0 },
        });
        expect(newest).toMatchObject({ id: 'waits', paid: 0, failed: 0, open: 3 });
        const ids = async (filter: Partial<FileFilter>, limit = 10) =>
          (await store.listFiles({ ...ALL, ...filter }, limit)).map(({ id }) => id);
        expect(await ids({}, 1)).toEqual(['waits']);
        expect(await ids({ after: { at: NOW, id: 'waits' } })).toEqual(['answered']);
        expect(await ids({ state: 'partlyPaid' })).toEqual(['answered']);
        expect(await ids({ state: 'paid' })).toEqual([]);
        expect(await ids({ before: NOW })).toEqual([]);
        expect(await ids({ from: NOW + 1 })).toEqual([]);
        const totals = await store.fileTotals(NOW, NOW + 1);
        expect(totals).toHaveLength(2);
        expect(totals).toContainEqual({ state: 'partlyPaid', files: 1, totalPence: 600 });
        expect(await store.fileTotals(NOW + 1, LATER)).toEqual([]);
      }),
    );
  });

  describe('a file with pending credits', () => {
    it(
      'has open payments only for these',
      withStore(open, async (store) => {
        const work = await sendWhole(store, 'p', 3);
        expect(await store.listFiles(ALL, 10)).toMatchObject([{ paid: 0, failed: 0, open: 3 }]);
        const exceptions = [answerOf(0, 'pending'), answerOf(1, 'rejected')];
        await store.applyAnswers(work, { exceptions, nextCursor: null, askAgainAt: LATER }, NOW);
        expect(await store.listFiles(ALL, 10)).toMatchObject([{ paid: 1, failed: 1, open: 1 }]);
      }),
    );
  });

  describe('payments that wait for approvals', () => {
    it(
      'are listed with the users of the customer who have not decided',
      withStore(open, async (store) => {
        const third = { id: 'tom', customerId: 'north', mayUploadFiles: true };
        const users = [...BANK.users, { ...third, userLimitPence: null }];
        await store.adoptBank({ ...BANK, users }, NOW);
        await authorise(store, 'waits');
        const awaiting = { required: 3, approveBy: LATER };
        await store.submitPayment({ ...paymentOf('waits', []), awaiting }, keyOf('waits'), ACT);
        await submit(store, 'other', [batchOf(3, 600, { dueAt: LATER })]);
        expect(await store.paymentsToApprove(10)).toMatchObject([
          { id: 'waits', approval: { required: 3, received: 1 } },
        ]);
        // Clara has approved the consent, and Sam belongs to another customer.
        const candidate = { paymentId: 'waits', userId: 'tom' };
        expect(await store.approvalCandidates(['waits', 'unknown'], 5)).toEqual([candidate]);
        expect(await store.approvalCandidates(['waits'], 0)).toEqual([]);
        expect(await store.listFiles({ ...ALL, state: 'approval' }, 10)).toMatchObject([
          { id: 'waits', open: 3, failed: 0 },
        ]);
      }),
    );
  });

  describe('failed pushes', () => {
    it(
      'are counted until the event was accepted or its address is unresponsive',
      withStore(open, async (store) => {
        const callbackUrl = 'https://tpp-one.example/';
        const subscription = { id: 'es-1', clientId: 'tpp-one', version: '3.1', eventTypes: null };
        await store.addSubscription({ ...subscription, callbackUrl }, ACT);
        await store.createConsent(consentOf('watched'), keyOf('watched'), ACT);
        await store.attachFile('watched', factsOf(), keyOf('file'), ACT);
        expect(await store.failedPushes()).toEqual({ events: 0, since: null });
        const next = async () =>
          expectDefined((await store.eventsToPush('es-1', LATER, 1))[0], 'the event');
        await store.recordPush({ event: await next(), problem: 'busy', retryAt: LATER }, NOW);
        expect(await store.failedPushes()).toEqual({ events: 1, since: NOW });
        await store.recordPush({ event: await next(), problem: 'busy', retryAt: null }, LATER);
        // The address is unresponsive now.
        expect(await store.failedPushes()).toEqual({ events: 0, since: null });
        await store.resumePush('es-1');
        await store.recordPush({ event: await next(), problem: 'busy', retryAt: LATER }, LATER);
        expect((await store.failedPushes()).events).toBe(1);
        await store.recordPush({ event: await next(), problem: null, retryAt: null }, LATER);
        expect(await store.failedPushes()).toEqual({ events: 0, since: null });
      }),
    );
  });
}
