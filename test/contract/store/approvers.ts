import { describe, expect, it } from 'vitest';
import { expectDefined } from '../../../src/shared/assert.ts';
import {
  ACT,
  approvedWith,
  authorise,
  BAKER,
  batchOf,
  consentOf,
  factsOf,
  keyOf,
  LATER,
  nextWork,
  paymentOf,
  RICH,
  submit,
  tokenOf,
  withStore,
  type OpenStore,
  type TestStore,
} from './fixtures.ts';

/** Creates a consent that awaits authorisation, for a file that debits these accounts. */
async function awaitApproval(store: TestStore, debited: readonly string[]): Promise<void> {
  const [group] = factsOf().groups;
  const debtors = debited.map((account) => ({ account, payments: 1, totalPence: 100 }));
  const groups = [{ ...expectDefined(group, 'a group'), debtors }];
  await store.createConsent({ ...consentOf('c'), debtorAccount: null }, keyOf('create'), ACT);
  await store.attachFile('c', { ...factsOf(), groups }, keyOf('attach'), ACT);
}

export function approversSuite(open: OpenStore): void {
  describe('the authorisation of a consent', () => {
    const ofClara = approvedWith(null);
    it.each([
      ['the account', [RICH], { ...ofClara, debtorAccount: BAKER }],
      ['one account of its file', [RICH, BAKER], ofClara],
      ['the user', [RICH], { ...ofClara, debtorAccount: RICH, userId: 'sam' }],
    ])(
      'is refused in its transaction if %s now belongs to another customer',
      (_, debited, approved) =>
        withStore(open, async (store) => {
          await awaitApproval(store, debited);
          const before = await store.findConsent('c');
          const token = tokenOf('token', { kind: 'customer', consentId: 'c' });
          expect(await store.authoriseConsent('c', approved, { token }, ACT)).toBe(false);
          expect(await store.findConsent('c')).toEqual(before);
          expect(await store.findGrant('token')).toBeUndefined();
          expect(await store.approvalsOf('c')).toEqual([]);
        })(),
    );
  });

  describe('a further approval', () => {
    it(
      'stores the name checks that the user saw',
      withStore(open, async (store) => {
        const consentId = 'consent-checked';
        await store.createConsent(consentOf(consentId), keyOf('create'), ACT);
        await store.attachFile(consentId, factsOf(), keyOf('attach'), ACT);
        const question = { name: 'Jo', account: RICH, secondary: '', kind: null, currency: 'GBP' };
        const payees = [{ question, answer: { outcome: 'noMatch' } }] as const;
        const approved = {
          ...approvedWith(RICH),
          payeeCheck: { askedAt: ACT.at, payees, isComplete: true },
        };
        const token = tokenOf('token', { kind: 'customer', consentId });
        await store.authoriseConsent(consentId, approved, { token }, ACT);
        expect(await store.approvalsOf(consentId)).toMatchObject([
          { userId: 'clara', payeeCheck: approved.payeeCheck },
        ]);
      }),
    );

    it.each(['approve', 'reject'] as const)(
      'is refused in its transaction if the user now belongs to another customer: %s',
      (decision) =>
        withStore(open, async (store) => {
          await authorise(store, 'waits');
          const awaiting = { required: 2, approveBy: LATER };
          const waiting = { ...paymentOf('waits', []), awaiting };
          await store.submitPayment(waiting, keyOf('waits'), ACT);
          const before = await store.findPayment('waits');
          const shown = { factor: 'code', dynamicLinkingHash: 'what was shown' } as const;
          const decided = { ...shown, userId: 'sam', decision };
          const release = { batches: [batchOf(1, 600)], booking: null };
          const accepted = await store.approvePayment('waits', decided, release, ACT);
          expect(accepted).toEqual({ kind: 'notOwn' });
          expect(await store.findPayment('waits')).toEqual(before);
        })(),
    );
  });

  describe('a cancellation', () => {
    it(
      'is refused in its transaction if the user now belongs to another customer',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 600, { dueAt: LATER })]);
        const before = await store.findPayment('p');
        const cancelling = { userId: 'sam', source: 'file' } as const;
        expect(await store.cancelPayment('p', cancelling, ACT)).toEqual({ kind: 'notOwn' });
        expect(await store.findPayment('p')).toEqual(before);
        expect((await nextWork(store)).paymentId).toBe('p');
      }),
    );
  });
}
