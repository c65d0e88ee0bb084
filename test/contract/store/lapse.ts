import { expect, it, describe } from 'vitest';
import { DAY_MS, type Instant } from '../../../src/shared/time.ts';
import {
  ACT,
  actAt,
  approvedWith,
  batchOf,
  consentOf,
  factsOf,
  keyOf,
  NOW,
  paymentOf,
  REFUSED,
  revoke,
  RICH,
  tokenOf,
  withStore,
  type OpenStore,
  type TestStore,
} from './fixtures.ts';

/** Lapse times of the consents in these tests: unapproved ones, then approved ones. */
const APPROVED_BY: Instant = NOW + 30 * DAY_MS;
const USED_BY: Instant = NOW + 45 * DAY_MS;

/** Creates a consent in each status that can lapse. */
async function waitingConsents(store: TestStore): Promise<void> {
  for (const id of ['empty', 'full', 'approved']) {
    const consent = { ...consentOf(id), lapsesAt: APPROVED_BY };
    await store.createConsent(consent, keyOf(`create ${id}`), ACT);
  }
  await store.attachFile('full', factsOf(), keyOf('attach full'), ACT);
  await store.attachFile('approved', factsOf(), keyOf('attach approved'), ACT);
  const token = tokenOf('token', { kind: 'customer', consentId: 'approved' });
  await store.authoriseConsent('approved', approvedWith(RICH, USED_BY), { token }, ACT);
}

const NOT_APPROVED = 'It was not approved within 30 days.';

export function lapseSuite(open: OpenStore): void {
  describe('a consent that lapses', () => {
    it(
      'is valid until its lapse time and Rejected with a reason from then on',
      withStore(open, async (store) => {
        await waitingConsents(store);
        const statuses = async () =>
          Promise.all(
            ['empty', 'full', 'approved'].map(async (id) => {
              const found = await store.findConsent(id);
              return [found?.status, found?.refusedBy, found?.refusal];
            }),
          );
        const before = await statuses();
        expect(await store.lapseConsents(APPROVED_BY - 1, 10)).toBe(0);
        await store.lapseConsent('empty', APPROVED_BY - 1);
        expect(await statuses()).toEqual(before);

        await store.lapseConsent('empty', APPROVED_BY);
        expect(await store.lapseConsents(APPROVED_BY, 10)).toBe(1);
        expect(await store.lapseConsents(USED_BY - 1, 10)).toBe(0);
        expect(await store.lapseConsents(USED_BY, 10)).toBe(1);
        expect(await statuses()).toEqual([
          ['Rejected', 'time', NOT_APPROVED],
          ['Rejected', 'time', NOT_APPROVED],
          ['Rejected', 'time', 'It was approved, but not used within 45 days.'],
        ]);
        expect(await store.findConsent('full')).toMatchObject({ statusUpdatedAt: APPROVED_BY });
      }),
    );

    it(
      'lapses with the first command after its lapse time, which does nothing else',
      withStore(open, async (store) => {
        await waitingConsents(store);
        const late = actAt(USED_BY);
        const rejected = { outcome: 'wrongStatus', status: 'Rejected' };
        expect(await store.attachFile('empty', factsOf(), keyOf('late'), late)).toEqual(rejected);
        const token = tokenOf('another', { kind: 'customer', consentId: 'full' });
        const approved = approvedWith(RICH);
        expect(await store.authoriseConsent('full', approved, { token }, late)).toBe(false);
        const payment = { ...paymentOf('p', [batchOf(1, 100)]), consentId: 'approved' };
        expect(await store.submitPayment(payment, keyOf('pay'), late)).toEqual(rejected);
        for (const id of ['empty', 'full', 'approved']) {
          expect(await store.findConsent(id)).toMatchObject({ status: 'Rejected' });
        }
        expect(await store.findGrant('another')).toBeUndefined();
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'keeps its rejection reason',
      withStore(open, async (store) => {
        await waitingConsents(store);
        const late = actAt(APPROVED_BY);
        expect(await store.rejectConsent('full', 'AwaitingAuthorisation', REFUSED, late)).toBe(
          false,
        );
        expect(await store.findConsent('full')).toMatchObject({ refusal: NOT_APPROVED });
      }),
    );

    it(
      'loses its tokens, codes and grant',
      withStore(open, async (store) => {
        await waitingConsents(store);
        const item = { clientId: null, payload: '{}', expiresAt: NOW + DAY_MS };
        await store.saveItem({ ...item, model: 'Grant', id: 'g', grantId: 'g' }, NOW);
        await store.saveItem({ ...item, model: 'Code', id: 'code', grantId: 'g' }, NOW);
        await store.authoriseConsent('full', approvedWith(RICH, USED_BY), { grantId: 'g' }, ACT);
        expect(await store.findGrant('token')).toBeDefined();
        await store.lapseConsents(USED_BY, 10);
        expect(await store.findGrant('token')).toBeUndefined();
        expect(await store.findItem('Code', 'code')).toBeUndefined();
        expect(await store.findItem('Grant', 'g')).toBeUndefined();
      }),
    );

    it(
      'stays unchanged if it is used, rejected, revoked or has no lapse time',
      withStore(open, async (store) => {
        await waitingConsents(store);
        await store.createConsent(consentOf('endless'), keyOf('endless'), ACT);
        const payment = { ...paymentOf('p', [batchOf(1, 100)]), consentId: 'approved' };
        await store.submitPayment(payment, keyOf('pay'), ACT);
        await store.rejectConsent('empty', 'AwaitingUpload', REFUSED, ACT);
        await revoke(store, 'full', ACT);
        expect(await store.lapseConsents(USED_BY + DAY_MS, 10)).toBe(0);
        const statuses = ['approved', 'empty', 'full', 'endless'].map(
          async (id) => (await store.findConsent(id))?.status,
        );
        expect(await Promise.all(statuses)).toEqual([
          'Consumed',
          'Rejected',
          'Revoked',
          'AwaitingUpload',
        ]);
      }),
    );

    it(
      'is recorded once in the audit log, up to the limit of each call',
      withStore(open, async (store) => {
        await waitingConsents(store);
        const { sequence } = await store.auditHead();
        expect(await store.lapseConsents(USED_BY, 2)).toBe(2);
        expect(await store.lapseConsents(USED_BY, 2)).toBe(1);
        await store.lapseConsent('full', USED_BY);
        expect((await store.auditHead()).sequence).toBe(sequence + 3);
      }),
    );

    it(
      'is no duplicate of another, even if no command has touched it',
      withStore(open, async (store) => {
        await waitingConsents(store);
        await store.createConsent(consentOf('own'), keyOf('own'), ACT);
        await store.attachFile('own', factsOf(), keyOf('attach own'), ACT);
        const duplicatesAt = async (now: Instant) =>
          (await store.duplicateFiles('own', 'north', now)).map(({ status }) => status).toSorted();
        expect(await duplicatesAt(NOW)).toEqual(['Authorised', 'AwaitingAuthorisation']);
        expect(await duplicatesAt(APPROVED_BY)).toEqual(['Authorised']);
        expect(await duplicatesAt(USED_BY)).toEqual([]);
      }),
    );
  });
}
