import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/domain/ports/store.ts';
import {
  ACT,
  authorise,
  BANK,
  batchOf,
  consentOf,
  factsOf,
  inFolder,
  keyOf,
  LATER_ACT,
  NOW,
  paymentOf,
  REFUSED,
  revoke,
  withStore,
  type OpenStore,
} from './fixtures.ts';

/** Returns the number of entries that a command adds, whether it succeeds or not. */
async function added(store: Store, command: () => Promise<unknown>): Promise<number> {
  const before = await store.auditHead();
  await command().catch(() => undefined);
  return (await store.auditHead()).sequence - before.sequence;
}

export function auditSuite(open: OpenStore): void {
  describe('the audit log', () => {
    it(
      'is empty in a new store, seeded or not',
      withStore(open, async (store) => {
        expect(await store.auditHead()).toEqual({ sequence: 0, hash: '0'.repeat(64) });
      }),
    );

    it(
      'gains an entry with each successful command, and none with a refused one',
      withStore(open, async (store) => {
        const create = (key: string) => () => store.createConsent(consentOf(key), keyOf(key), ACT);
        const attach = () => store.attachFile('c', factsOf(), keyOf('file'), ACT);
        const attachAgain = () => store.attachFile('c', factsOf(), keyOf('other'), ACT);
        const reject = () => store.rejectConsent('c', 'AwaitingAuthorisation', REFUSED, ACT);
        const giveBack = () => revoke(store, 'consent-p', ACT);
        expect(await added(store, create('c'))).toBe(1);
        expect(await added(store, create('c'))).toBe(0);
        expect(await added(store, attach)).toBe(1);
        expect(await added(store, attach)).toBe(0);
        expect(await added(store, attachAgain)).toBe(0);
        expect(await added(store, reject)).toBe(1);
        expect(await added(store, reject)).toBe(0);
        expect(await added(store, () => authorise(store, 'p'))).toBe(3);
        expect(await added(store, giveBack)).toBe(1);
        expect(await added(store, giveBack)).toBe(0);
      }),
    );

    it(
      'stores an entry whose actor contains a NUL character, and continues',
      withStore(open, async (store) => {
        const subject = 'tpp-one\0';
        const by = { ...ACT.by, id: subject };
        const refused = { action: 'clientRefused', subject } as const;
        expect(await store.findSoftware(subject)).toBeUndefined();
        expect(await added(store, () => store.record({ ...ACT, by }, refused))).toBe(1);
        expect(await added(store, () => store.createConsent(consentOf('c'), keyOf('c'), ACT))).toBe(
          1,
        );
      }),
    );

    it(
      'gains an entry with a payment, and none if the consent does not allow it',
      withStore(open, async (store) => {
        await authorise(store, 'p');
        const payment = paymentOf('p', [batchOf(1, 100)]);
        const pay = (key: string) => () => store.submitPayment(payment, keyOf(key), ACT);
        expect(await added(store, pay('one'))).toBe(1);
        expect(await added(store, pay('one'))).toBe(0);
        expect(await added(store, pay('two'))).toBe(0);
      }),
    );

    it(
      'drops the entry of a failed command and continues after the previous entry',
      withStore(open, async (store) => {
        await store.createConsent(consentOf('c'), keyOf('k'), ACT);
        const create = () => store.createConsent(consentOf('c'), keyOf('another'), ACT);
        expect(await added(store, create)).toBe(0);
        const together = () =>
          Promise.allSettled([
            store.createConsent(consentOf('d'), keyOf('d'), ACT),
            create(),
            store.createConsent(consentOf('e'), keyOf('e'), ACT),
          ]);
        expect(await added(store, together)).toBe(2);
      }),
    );

    it(
      'accepts entries without another change, each with a different hash',
      withStore(open, async (store) => {
        const entry = { action: 'signInFailed', subject: 'clara' } as const;
        await store.record(ACT, entry);
        const first = await store.auditHead();
        await store.record(ACT, entry);
        const second = await store.auditHead();
        expect([first.sequence, second.sequence]).toEqual([1, 2]);
        expect(second.hash).not.toBe(first.hash);
      }),
    );

    it(
      'is read by ranges of sequence numbers',
      withStore(open, async (store) => {
        const detail = { attempts: 2, name: 'Größe' };
        await store.record(ACT, { action: 'signInFailed', subject: 'one', detail });
        for (const subject of ['two', 'three', 'four']) {
          await store.record(LATER_ACT, { action: 'signInFailed', subject });
        }
        const [first, ...rest] = await store.listAuditEntries({ from: 1, limit: 10 });
        expect(first).toMatchObject({
          ...{ ...ACT, sequence: 1, action: 'signInFailed', subject: 'one' },
          detail: JSON.stringify(detail),
        });
        expect(rest.map(({ sequence, subject }) => [sequence, subject])).toEqual([
          [2, 'two'],
          [3, 'three'],
          [4, 'four'],
        ]);
        const middle = await store.listAuditEntries({ from: 2, limit: 2 });
        expect(middle).toEqual(rest.slice(0, 2));
        expect(await store.listAuditEntries({ from: 5, limit: 2 })).toEqual([]);
      }),
    );

    it('is the same after a restart', () =>
      inFolder(async (directory) => {
        const store = await open(directory);
        await store.seed(BANK, NOW);
        await authorise(store, 'p');
        const head = await store.auditHead();
        await store.close();
        const reopened = await open(directory);
        expect(await reopened.auditHead()).toEqual(head);
        await reopened.close();
      }));
  });
}
