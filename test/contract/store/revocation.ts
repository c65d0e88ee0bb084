import { describe, expect, it } from 'vitest';
import { expectDefined } from '../../../src/shared/assert.ts';
import {
  ACT,
  actAt,
  approvedWith,
  authorise,
  batchOf,
  consentOf,
  keyOf,
  LATER,
  LATER_ACT,
  NOW,
  paymentOf,
  POOR,
  REFUSED,
  revoke,
  RICH,
  submit,
  tokenOf,
  withStore,
  type OpenStore,
} from './fixtures.ts';

const TOKEN = tokenOf('token', { kind: 'customer', consentId: 'c' });

export function revocationSuite(open: OpenStore): void {
  describe('the revocation of a consent', () => {
    it(
      'applies to AwaitingAuthorisation and prevents authorisation and rejection',
      withStore(open, async (store) => {
        const awaiting = { ...consentOf('c'), status: 'AwaitingAuthorisation' as const };
        await store.createConsent(awaiting, keyOf('k'), ACT);
        expect(await revoke(store, 'c', LATER_ACT)).toBe(true);
        const revoked = { status: 'Revoked', statusUpdatedAt: LATER, refusedBy: null };
        expect(await store.findConsent('c')).toMatchObject(revoked);
        expect(
          await store.authoriseConsent('c', approvedWith(POOR), { token: TOKEN }, LATER_ACT),
        ).toBe(false);
        expect(await store.rejectConsent('c', 'AwaitingAuthorisation', REFUSED, LATER_ACT)).toBe(
          false,
        );
        expect(await store.findConsent('c')).toMatchObject(revoked);
      }),
    );

    it(
      'applies to Authorised once',
      withStore(open, async (store) => {
        await authorise(store, 'p');
        expect(await revoke(store, 'consent-p', LATER_ACT)).toBe(true);
        expect(await revoke(store, 'consent-p', actAt(LATER + 1))).toBe(false);
        const revoked = { status: 'Revoked', statusUpdatedAt: LATER, debtorAccount: RICH };
        expect(await store.findConsent('consent-p')).toMatchObject(revoked);
      }),
    );

    it(
      'is refused if the status has changed or the consent has expired',
      withStore(open, async (store) => {
        const awaiting = { ...consentOf('c'), status: 'AwaitingAuthorisation' as const };
        await store.createConsent({ ...awaiting, expiresAt: LATER }, keyOf('k'), ACT);
        const found = expectDefined(await store.findConsent('c'), 'c');
        expect(await store.revokeConsent(found, LATER_ACT)).toBe(false);
        await store.authoriseConsent('c', approvedWith(POOR), { token: TOKEN }, ACT);
        expect(await store.revokeConsent(found, ACT)).toBe(false);
        expect(await store.findConsent('c')).toMatchObject({ status: 'Authorised' });
        expect(await revoke(store, 'c', ACT)).toBe(true);
      }),
    );

    it(
      'prevents later restrictions',
      withStore(open, async (store) => {
        await authorise(store, 'p');
        await revoke(store, 'consent-p', LATER_ACT);
        expect(await store.restrictConsent('consent-p', { isPaused: true }, LATER_ACT)).toBe(false);
        expect((await store.findConsent('consent-p'))?.restrictions).toBeNull();
      }),
    );

    it(
      'is refused in all other statuses',
      withStore(open, async (store) => {
        await store.createConsent(consentOf('awaiting'), keyOf('one'), ACT);
        await store.createConsent(consentOf('rejected'), keyOf('two'), ACT);
        await store.rejectConsent('rejected', 'AwaitingUpload', REFUSED, ACT);
        await submit(store, 'p', [batchOf(1, 100)]);
        const others = [
          ['awaiting', 'AwaitingUpload'],
          ['rejected', 'Rejected'],
          ['consent-p', 'Consumed'],
        ] as const;
        for (const [id, status] of others) {
          expect(await revoke(store, id, LATER_ACT)).toBe(false);
          expect(await store.findConsent(id)).toMatchObject({ status, statusUpdatedAt: NOW });
        }
      }),
    );
  });

  describe('the migration of a consent', () => {
    it(
      'refuses a payment of the earlier version that was checked before',
      withStore(open, async (store) => {
        await authorise(store, 'p');
        const consent = expectDefined(await store.findConsent('consent-p'), 'p');
        const form = { apiVersion: 'v4.0', sentData: '{}', risk: null } as const;
        await store.migrateConsent({ consent, form }, keyOf('migrate'), ACT);
        const payment = paymentOf('p', [batchOf(1, 100)]);
        const submit = (one: typeof payment) => store.submitPayment(one, keyOf('pay'), ACT);
        expect(await submit(payment)).toEqual({ outcome: 'changed' });
        expect(await submit({ ...payment, apiVersion: 'v4.0' })).toMatchObject({
          outcome: 'created',
        });
      }),
    );
  });

  describe('the restrictions of a consent', () => {
    it(
      'change one after another, and keep what a change does not name',
      withStore(open, async (store) => {
        await authorise(store, 'p');
        const changes = [{ isPaused: true }, { maximumPence: 500, periodPence: [null, 7] }];
        for (const change of changes) {
          expect(await store.restrictConsent('consent-p', change, LATER_ACT)).toBe(true);
        }
        const { restrictions } = expectDefined(await store.findConsent('consent-p'), 'p');
        expect(JSON.parse(restrictions ?? '')).toEqual({
          ...{ isPaused: true, maximumPence: 500, periodPence: [null, 7] },
        });
        expect(await store.restrictConsent('none', { isPaused: true }, LATER_ACT)).toBe(false);
      }),
    );

    it(
      'refuse a payment that was checked against earlier ones',
      withStore(open, async (store) => {
        await authorise(store, 'p');
        await store.restrictConsent('consent-p', { isPaused: true }, ACT);
        const payment = paymentOf('p', [batchOf(1, 100)]);
        const submitted = await store.submitPayment(payment, keyOf('pay'), ACT);
        expect(submitted).toEqual({ outcome: 'changed' });
        expect(await store.findPayment('p')).toBeUndefined();
        const { restrictions } = expectDefined(await store.findConsent('consent-p'), 'p');
        const again = { ...payment, restrictions };
        expect(await store.submitPayment(again, keyOf('pay'), ACT)).toMatchObject({
          outcome: 'created',
        });
      }),
    );
  });
}
