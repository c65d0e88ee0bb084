import { actorOf } from '../../../src/domain/records/audit.ts';
import type { Store } from '../../../src/domain/ports/store.ts';

const ACT = { at: 0, by: actorOf({ kind: 'tpp', id: 'test' }) };

/** Gives a TPP a new subscription to all events, in the store. */
export async function subscribeIn(store: Store, clientId = 'tpp-one'): Promise<void> {
  const found = await store.findSubscription(clientId);
  if (found !== undefined) await store.removeSubscription(found.id, clientId, ACT);
  const id = `es-${clientId}-${String(Math.random())}`;
  const chosen = { version: '3.1', callbackUrl: null, eventTypes: null };
  await store.addSubscription({ id, clientId, ...chosen }, ACT);
}

/** Returns the open events of a TPP, each as its type and the id of its resource. */
export async function eventsIn(store: Store, clientId = 'tpp-one'): Promise<readonly string[]> {
  const events = await store.openEvents(clientId, Number.MAX_SAFE_INTEGER, 10_000);
  return events.map(({ type, resourceId }) => `${type} ${resourceId}`);
}
