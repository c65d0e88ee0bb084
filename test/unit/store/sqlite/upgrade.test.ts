import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type SeededStore } from '../../../../src/domain/ports/store-admin.ts';
import type { Work } from '../../../../src/domain/records/records.ts';
import { expectDefined } from '../../../../src/shared/assert.ts';
import { DAY_MS } from '../../../../src/shared/time.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/index.ts';
import {
  actAt,
  approvedWith,
  batchOf,
  bookingOf,
  debitOf,
  factsOf,
  inFolder,
  keyOf,
  paymentOf,
  REFUSED,
  revoke,
  RICH,
  tokenOf,
} from '../../../contract/store/fixtures.ts';
import { makeVersion1 } from './version-1.ts';

/** Time after which all work of version 1 is due. */
const NOW = 10;
const ACT = actAt(NOW);

const ANSWERS = { exceptions: [], nextCursor: null, askAgainAt: null };

/** Runs a test on a store whose database version 1 created. Checks the books before and after. */
function upgraded(use: (store: SeededStore) => Promise<void>): () => Promise<void> {
  return () =>
    inFolder(async (directory) => {
      const path = join(directory, 'bank.db');
      makeVersion1(path);
      const store = openSqliteStore(path, () => NOW);
      expect(await store.auditBooks()).toEqual([]);
      await use(store);
      expect(await store.auditBooks()).toEqual([]);
      await store.close();
    });
}

async function stepOf(store: SeededStore, paymentId: string): Promise<Work> {
  const due = await store.dueWork(NOW, 10);
  const step = due.find((work) => work.paymentId === paymentId);
  return expectDefined(step, `work of ${paymentId}`);
}

describe('a database of version 1', () => {
  it(
    'has batches without charges and consents without expiry',
    upgraded(async (store) => {
      const free = { chargePence: 0, exchangeRate: null };
      expect(await store.batchesOf('new')).toMatchObject([{ ...free, state: 'waiting' }]);
      expect(await store.findBatch('sent', 0)).toMatchObject({ ...free, state: 'sent' });
      for (const id of ['empty', 'full', 'open', 'consent of new']) {
        expect(await store.findConsent(id)).toMatchObject({ id, expiresAt: null });
      }
      expect(await store.findAccount(RICH)).toMatchObject({ holderName: 'Northwind' });
    }),
  );

  it(
    'belongs to the sandbox profile',
    upgraded(async (store) => {
      expect(await store.readSetting('profile')).toBe('sandbox');
    }),
  );

  it(
    'keeps its TPPs as organisations with one software each',
    upgraded(async (store) => {
      const named = { id: 'tpp-one', name: 'tpp-one', status: 'Active', roles: ['PISP'] };
      expect(await store.findSoftware('tpp-one')).toEqual({
        software: { ...named, redirectUris: [], keys: [], certificates: [] },
        organisation: named,
        isAdmitted: true,
      });
      expect(await store.findSoftware('tpp-lapsed')).toMatchObject({ isAdmitted: false });
      expect(await store.findSoftwareOf('tpp-one')).toHaveProperty('software.id', 'tpp-one');
      expect(await store.findSandboxSecret('tpp-one')).toBe('hash of one');
      expect(await store.findGrant('old token')).toEqual({
        clientId: 'tpp-one',
        organisationId: 'tpp-one',
        kind: 'client',
        consentId: null,
        certificate: null,
        expiresAt: 3_600_000,
      });
    }),
  );

  it(
    'executes a payment that was just submitted',
    upgraded(async (store) => {
      const booking = bookingOf([debitOf(null, 200)]);
      await store.bookDebits(await stepOf(store, 'new'), booking, NOW);
      await store.markSent(await stepOf(store, 'new'), NOW, NOW);
      const ended = await store.applyAnswers(await stepOf(store, 'new'), ANSWERS, NOW);
      expect(ended).toEqual({ done: true, finished: 'ACSC' });
      expect(await store.findAccount(RICH)).toMatchObject({ balancePence: 999_600 });
    }),
  );

  it(
    'completes a payment with a pending credit',
    upgraded(async (store) => {
      expect(await store.pendingCredits('sent', 0)).toEqual([1]);
      const ended = await store.applyAnswers(await stepOf(store, 'sent'), ANSWERS, NOW);
      expect(ended).toEqual({ done: true, finished: 'ACSC' });
      expect(await store.outcomes('sent', 0, 2)).toEqual([]);
    }),
  );

  it(
    'keeps its idempotency keys',
    upgraded(async (store) => {
      const payment = { ...paymentOf('p', [batchOf(2, 200)]), consentId: 'consent of new' };
      const repeated = await store.submitPayment(payment, keyOf('submit p'), ACT);
      expect(repeated).toMatchObject({ outcome: 'repeated', value: { id: 'new' } });
    }),
  );

  it(
    'keeps the status of each consent',
    upgraded(async (store) => {
      const attached = await store.attachFile('empty', factsOf(), keyOf('file'), ACT);
      expect(attached.outcome).toBe('created');
      const token = tokenOf('token', { kind: 'customer', consentId: 'full' });
      expect(await store.authoriseConsent('full', approvedWith(RICH), { token }, ACT)).toBe(true);
      expect(await revoke(store, 'full', ACT)).toBe(true);
      expect(await store.rejectConsent('empty', 'AwaitingAuthorisation', REFUSED, ACT)).toBe(true);
      const payment = { ...paymentOf('p', [batchOf(2, 200)]), consentId: 'open' };
      const submitted = await store.submitPayment(payment, keyOf('submit'), ACT);
      expect(submitted.outcome).toBe('created');
      expect(await store.findConsent('open')).toMatchObject({ status: 'Consumed' });
    }),
  );

  it(
    'lets an open consent lapse thirty days after it was created or authorised',
    upgraded(async (store) => {
      const days = async (id: string, from: 'createdAt' | 'statusUpdatedAt') => {
        const consent = expectDefined(await store.findConsent(id), id);
        return ((consent.lapsesAt ?? 0) - consent[from]) / DAY_MS;
      };
      expect(await days('empty', 'createdAt')).toBe(30);
      expect(await days('full', 'createdAt')).toBe(30);
      expect(await days('open', 'statusUpdatedAt')).toBe(30);
      expect(await store.findConsent('consent of new')).toMatchObject({ lapsesAt: null });
      // A consent whose time was over before the upgrade lapses at the next access.
      await store.lapseConsent('open', NOW + 31 * DAY_MS);
      expect(await store.findConsent('open')).toMatchObject({
        status: 'Rejected',
        statusUpdatedAt: NOW + 31 * DAY_MS,
        refusedBy: 'time',
        refusal: 'It was approved, but not used within 30 days.',
      });
    }),
  );

  it(
    'accepts an international payment with a charge at the daily rate',
    upgraded(async (store) => {
      const batch = batchOf(1, 900, { instrument: 'SWIFT', chargePence: 60, dueAt: NOW });
      const payment = { ...paymentOf('p', [batch]), consentId: 'open' };
      await store.submitPayment(payment, keyOf('submit'), ACT);
      const quote = { amountPence: 800, chargePence: 60, exchangeRate: '1.25' };
      const booking = bookingOf([debitOf(0, 800), debitOf(null, 60)], { quote });
      await store.bookDebits(await stepOf(store, 'p'), booking, NOW);
      await store.markSent(await stepOf(store, 'p'), NOW, NOW);
      const ended = await store.applyAnswers(await stepOf(store, 'p'), ANSWERS, NOW);
      expect(ended).toEqual({ done: true, finished: 'ACSC' });
    }),
  );
});
