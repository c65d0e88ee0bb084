import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/shared/time.ts';
import {
  ACT,
  approvedWith,
  actAt,
  authorise,
  batchOf,
  consentOf,
  factsOf,
  keyOf,
  LATER,
  LATER_ACT,
  NOW,
  paymentOf,
  POOR,
  REFUSED,
  RICH,
  tokenOf,
  withStore,
  type OpenStore,
  BY_CLARA,
} from './fixtures.ts';

const TOKEN = tokenOf('token', { kind: 'customer', consentId: 'c' });

export function consentsSuite(open: OpenStore): void {
  describe('a consent', () => {
    it(
      'is stored as it was sent',
      withStore(open, async (store) => {
        const created = await store.createConsent(consentOf('c'), keyOf('k'), ACT);
        const value = {
          ...consentOf('c'),
          createdAt: NOW,
          statusUpdatedAt: NOW,
          refusal: null,
          refusedBy: null,
          restrictions: null,
          customerId: null,
        };
        expect(created).toEqual({ outcome: 'created', value });
        expect(await store.findConsent('c')).toEqual(value);
        expect(await store.findConsent('another')).toBeUndefined();
      }),
    );

    it(
      'is stored with its expiry time',
      withStore(open, async (store) => {
        await store.createConsent({ ...consentOf('c'), expiresAt: LATER }, keyOf('k'), ACT);
        expect(await store.findConsent('c')).toMatchObject({ expiresAt: LATER });
      }),
    );

    it(
      'accepts one file',
      withStore(open, async (store) => {
        await store.createConsent(consentOf('c'), keyOf('k'), ACT);
        expect(await store.findFile('c')).toBeUndefined();
        expect(await store.isFileStored('a'.repeat(64))).toBe(false);

        const attached = await store.attachFile('c', factsOf(), keyOf('file'), LATER_ACT);
        expect(attached).toMatchObject({
          outcome: 'created',
          value: { status: 'AwaitingAuthorisation', statusUpdatedAt: LATER },
        });
        expect(await store.findFile('c')).toEqual(factsOf());
        expect(await store.isFileStored('a'.repeat(64))).toBe(true);

        const again = await store.attachFile('c', factsOf('b'.repeat(64)), keyOf('two'), LATER_ACT);
        expect(again).toEqual({ outcome: 'wrongStatus', status: 'AwaitingAuthorisation' });
        expect(await store.findFile('c')).toEqual(factsOf());
      }),
    );

    it(
      'is authorised once with the account that the customer chose',
      withStore(open, async (store) => {
        await store.createConsent(consentOf('c'), keyOf('k'), ACT);
        expect(await store.authoriseConsent('c', approvedWith(POOR), { token: TOKEN }, ACT)).toBe(
          false,
        );
        expect(await store.findGrant('token')).toBeUndefined();

        await store.attachFile('c', factsOf(), keyOf('file'), ACT);
        expect(
          await store.authoriseConsent('c', approvedWith(POOR), { token: TOKEN }, LATER_ACT),
        ).toBe(true);
        expect(await store.findGrant('token')).toMatchObject(TOKEN.grant);
        expect(await store.findConsent('c')).toMatchObject({
          status: 'Authorised',
          statusUpdatedAt: LATER,
          debtorAccount: POOR,
        });
        const second = { token: { ...TOKEN, hash: 'second' } };
        expect(await store.authoriseConsent('c', approvedWith(POOR), second, LATER_ACT)).toBe(
          false,
        );
        expect(await store.rejectConsent('c', 'AwaitingAuthorisation', REFUSED, LATER_ACT)).toBe(
          false,
        );
      }),
    );

    it(
      'has no debtor account after an authorisation without one',
      withStore(open, async (store) => {
        await store.createConsent(consentOf('c'), keyOf('k'), ACT);
        await store.attachFile('c', factsOf(), keyOf('file'), ACT);
        await store.authoriseConsent('c', approvedWith(null), { token: TOKEN }, ACT);
        expect(await store.findConsent('c')).toMatchObject({ debtorAccount: null });
      }),
    );

    it(
      'is authorised with a new token',
      withStore(open, async (store) => {
        await authorise(store, 'p');
        expect(await store.findGrant('token p')).toMatchObject({ consentId: 'consent-p' });
      }),
    );

    it(
      'is rejected with a reason, and only from the expected status',
      withStore(open, async (store) => {
        await store.createConsent(consentOf('c'), keyOf('k'), ACT);
        expect(await store.rejectConsent('c', 'AwaitingAuthorisation', REFUSED, LATER_ACT)).toBe(
          false,
        );
        const rejection = { refusedBy: 'customer', refusal: 'never heard of it' } as const;
        expect(await store.rejectConsent('c', 'AwaitingUpload', rejection, LATER_ACT)).toBe(true);
        expect(await store.findConsent('c')).toMatchObject({
          status: 'Rejected',
          ...rejection,
          statusUpdatedAt: LATER,
        });
        expect(await store.rejectConsent('c', 'AwaitingUpload', REFUSED, LATER_ACT)).toBe(false);
        expect(await store.attachFile('c', factsOf(), keyOf('file'), LATER_ACT)).toEqual({
          outcome: 'wrongStatus',
          status: 'Rejected',
        });
      }),
    );

    it(
      'finds duplicates: consents with the same file that its customer approved or its TPP created',
      withStore(open, async (store) => {
        for (const id of ['own', 'waiting', 'other']) {
          await store.createConsent(consentOf(id), keyOf(id), ACT);
          const facts = id === 'other' ? factsOf('b'.repeat(64)) : factsOf();
          await store.attachFile(id, facts, keyOf(`file of ${id}`), ACT);
        }
        const waiting = { status: 'AwaitingAuthorisation', statusUpdatedAt: NOW };
        expect(await store.duplicateFiles('own', 'north', NOW)).toEqual([waiting]);
        await store.authoriseConsent('waiting', approvedWith(RICH), { grantId: 'g' }, LATER_ACT);
        const approved = { status: 'Authorised', statusUpdatedAt: LATER };
        expect(await store.duplicateFiles('own', 'north', NOW)).toEqual([approved]);
        expect(await store.duplicateFiles('own', 'bakes', NOW)).toEqual([]);
        const payment = { ...paymentOf('p', [batchOf(3, 600)]), consentId: 'waiting' };
        await store.submitPayment(payment, keyOf('submit'), LATER_ACT);
        const submitted = { status: 'Consumed', statusUpdatedAt: LATER };
        expect(await store.duplicateFiles('own', 'north', NOW)).toEqual([submitted]);
        // A cancelled payment is no duplicate, because nothing is paid.
        await store.cancelPayment(payment.id, BY_CLARA, LATER_ACT);
        expect(await store.duplicateFiles('own', 'north', NOW)).toEqual([]);
      }),
    );
  });

  describe('an idempotency key', () => {
    it(
      'returns the current resource and creates nothing',
      withStore(open, async (store) => {
        await store.createConsent(consentOf('c'), keyOf('k'), ACT);
        await store.rejectConsent('c', 'AwaitingUpload', REFUSED, LATER_ACT);
        const repeated = await store.createConsent(consentOf('other'), keyOf('k'), LATER_ACT);
        expect(repeated).toMatchObject({
          outcome: 'repeated',
          value: { id: 'c', status: 'Rejected' },
        });
        expect(await store.findConsent('other')).toBeUndefined();
      }),
    );

    it(
      'is rejected with another body',
      withStore(open, async (store) => {
        await store.createConsent(consentOf('c'), keyOf('k'), ACT);
        const reused = await store.createConsent(consentOf('d'), keyOf('k', 'other'), ACT);
        expect(reused).toEqual({ outcome: 'keyReused' });
        expect(await store.findConsent('d')).toBeUndefined();
      }),
    );

    it(
      'expires 24 hours after the first request and can then be reused',
      withStore(open, async (store) => {
        const end = NOW + DAY_MS;
        await store.createConsent(consentOf('c'), keyOf('k'), ACT);
        await store.createConsent(consentOf('x'), keyOf('k'), actAt(end - 1));
        const used = { bodyHash: 'body', resourceId: 'c' };
        expect(await store.findKey(keyOf('k'), end - 1)).toEqual(used);
        expect(await store.findKey(keyOf('k'), end)).toBeUndefined();

        const replaced = await store.createConsent(consentOf('d'), keyOf('k', 'new'), actAt(end));
        expect(replaced.outcome).toBe('created');
        expect(await store.findKey(keyOf('k'), end)).toEqual({
          bodyHash: 'new',
          resourceId: 'd',
        });
      }),
    );

    it(
      'is valid for its endpoint and client only',
      withStore(open, async (store) => {
        await store.createConsent(consentOf('c'), keyOf('k'), ACT);
        const elsewhere = { ...keyOf('k'), endpoint: 'POST /elsewhere' };
        const another = { ...keyOf('k'), clientId: 'tpp-aisp' };
        expect((await store.createConsent(consentOf('d'), elsewhere, ACT)).outcome).toBe('created');
        expect((await store.createConsent(consentOf('e'), another, ACT)).outcome).toBe('created');
      }),
    );

    it(
      'is not used up by a failed command',
      withStore(open, async (store) => {
        await authorise(store, 'p');
        const key = keyOf('file');
        const late = await store.attachFile('consent-p', factsOf(), key, ACT);
        expect(late).toEqual({ outcome: 'wrongStatus', status: 'Authorised' });
        expect(await store.findKey(key, NOW)).toBeUndefined();
      }),
    );

    it(
      'creates one resource for fifty concurrent requests',
      withStore(open, async (store) => {
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, index) =>
            store.createConsent(consentOf(`c${String(index)}`), keyOf('k'), ACT),
          ),
        );
        const outcomes = answers.map((answer) => answer.outcome);
        expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
        expect(outcomes.filter((outcome) => outcome === 'repeated')).toHaveLength(49);
        const ids = new Set(answers.map((answer) => ('value' in answer ? answer.value.id : '')));
        expect(ids.size).toBe(1);
      }),
    );
  });
}
