import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/domain/ports/store.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import {
  ACT,
  BANK,
  consentOf,
  factsOf,
  keyOf,
  NOW,
  withStore,
  type OpenStore,
} from './fixtures.ts';

const SUBSCRIPTION = {
  ...{ id: 'es-1', clientId: 'tpp-one', version: '3.1', eventTypes: null },
  callbackUrl: 'https://tpp-one.example/',
} as const;

/** Subscribes, and causes one event about each of some consents. */
async function withEvents(store: Store, ...ids: string[]): Promise<void> {
  await store.addSubscription(SUBSCRIPTION, ACT);
  for (const id of ids) {
    await store.createConsent(consentOf(id), keyOf(id), ACT);
    await store.attachFile(id, factsOf(), keyOf(`file of ${id}`), ACT);
  }
}

export function eventPushesSuite(open: OpenStore): void {
  describe('pushed events', () => {
    it(
      'wait while the TPP is suspended',
      withStore(open, async (store) => {
        await withEvents(store, 'watched');
        const suspended = BANK.directory.map((one) => ({ ...one, status: 'Suspended' as const }));
        await store.replaceDirectory(suspended, ACT);
        expect(await store.subscriptionsToPush(NOW)).toEqual([]);
        expect(await store.eventsToPush('es-1', NOW, 1)).toEqual([]);
        await store.replaceDirectory(BANK.directory, ACT);
        expect(await store.subscriptionsToPush(NOW)).toEqual(['es-1']);
        expect(await store.eventsToPush('es-1', NOW, 1)).toHaveLength(1);
      }),
    );

    it(
      'are looked for only if one is due',
      withStore(open, async (store) => {
        await withEvents(store, 'watched');
        const event = expectDefined((await store.eventsToPush('es-1', NOW, 1))[0], 'the event');
        await store.recordPush({ event, problem: 'busy', retryAt: NOW + 5 }, NOW);
        expect(await store.subscriptionsToPush(NOW + 4)).toEqual([]);
        expect(await store.subscriptionsToPush(NOW + 5)).toEqual(['es-1']);
      }),
    );

    it(
      'are not stopped by a failure that ends after they were resumed',
      withStore(open, async (store) => {
        await withEvents(store, 'watched');
        const event = expectDefined((await store.eventsToPush('es-1', NOW, 1))[0], 'the event');
        const late = { event: { ...event, tries: 7 }, problem: 'late', retryAt: null };
        expect(await store.recordPush(late, NOW)).toBe(false);
        expect((await store.countEvents()).unresponsive).toBe(0);
        const last = { event, problem: 'dead', retryAt: null };
        expect(await store.recordPush(last, NOW)).toBe(true);
        expect((await store.countEvents()).unresponsive).toBe(1);
      }),
    );

    it(
      'are set aside after the last try if the address accepts others',
      withStore(open, async (store) => {
        await withEvents(store, 'refused', 'accepted');
        const found = await store.eventsToPush('es-1', NOW, 2);
        const [event, other] = found.map((one) => expectDefined(one, 'an event'));
        const refused = expectDefined(event, 'the refused event');
        const problem = 'status 400';
        await store.recordPush({ event: refused, problem, retryAt: NOW + 1 }, NOW);
        const accepted = expectDefined(other, 'the accepted event');
        await store.recordPush({ event: accepted, problem: null, retryAt: null }, NOW + 1);
        const last = { event: { ...refused, tries: 1 }, problem, retryAt: null };
        expect(await store.recordPush(last, NOW + 2)).toBe(false);
        expect((await store.countEvents()).unresponsive).toBe(0);
        expect(await store.listSetAsideEvents(2)).toMatchObject([
          { id: refused.id, code: 'pushFailed', description: problem },
        ]);
        expect(await store.replayEvent(refused.id, NOW + 3)).toBe(true);
        expect(await store.eventsToPush('es-1', NOW + 3, 1)).toMatchObject([
          { id: refused.id, tries: 0 },
        ]);
      }),
    );
  });
}
