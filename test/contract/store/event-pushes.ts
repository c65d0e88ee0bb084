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
  });
}
