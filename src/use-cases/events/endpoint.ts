import type { Callbacks } from '../../domain/ports/callbacks.ts';
import type { DirectoryStore } from '../../domain/ports/directory-store.ts';
import type { EventStore } from '../../domain/ports/event-store.ts';
import {
  pushAddress,
  type EndpointHealth,
  type EventSubscription,
  type ReplayedEvents,
  type ReplayStart,
} from '../../domain/records/event-notifications.ts';
import { refuse, Refusal } from '../../shared/errors.ts';
import type { Instant } from '../../shared/time.ts';
import { callbackProblem, noSubscription } from './subscriptions.ts';
import { signTestEvent, type SigningParts } from './token.ts';

/** Maximum number of events that one request sends again. */
const MAX_REPLAYED = 1000;

interface Parts {
  readonly store: EventStore & Pick<DirectoryStore, 'findSoftwareOf'>;
}

/** A subscription, named by a TPP. */
interface Named {
  readonly id: string;
  readonly clientId: string;
}

/** The outcome of a test event. */
export interface TestedEndpoint {
  /** The id of the test event. */
  readonly jti: string;
  /** The reason why the TPP did not accept it. Null if it did. */
  readonly problem: string | null;
}

/**
 * Sends a test event to the callback address of a TPP. If the TPP accepts it, events are pushed
 * again. Refuses with 400 if the TPP has no such subscription, or one without a callback address.
 */
export async function testEndpoint(
  { store }: Parts,
  subscription: Named & { readonly sub: string },
  { callbacks, ...signing }: SigningParts & { readonly callbacks: Callbacks },
  now: Instant,
): Promise<TestedEndpoint | Refusal> {
  const found = await findNamed(store, subscription);
  if (found instanceof Refusal) return found;
  const { callbackUrl } = found;
  if (callbackUrl === null) {
    const message = 'Your subscription has no CallbackUrl, so nothing can be sent to it.';
    return refuse(400, 'fieldInvalid', message, { path: 'CallbackUrl' });
  }
  const { jti, token } = await signTestEvent({ store }, { ...subscription, at: now }, signing);
  const problem =
    (await callbackProblem({ store }, { ...subscription, callbackUrl })) ??
    (await callbacks.send(pushAddress(callbackUrl), token));
  await store.recordTest(found, problem, now);
  return { jti, problem };
}

/**
 * Sends events of a TPP again, at most `MAX_REPLAYED`. Refuses with 400 if it has no such
 * subscription.
 */
export async function replayEvents(
  { store }: Parts,
  { from, after, ...named }: Named & ReplayStart,
  now: Instant,
): Promise<ReplayedEvents | Refusal> {
  const found = await findNamed(store, named);
  if (found instanceof Refusal) return found;
  return store.replayFrom(named.id, { from, after }, MAX_REPLAYED, now);
}

/** Returns the state of a subscription. Refuses with 400 if the TPP has no such subscription. */
export async function viewEndpoint(
  { store }: Parts,
  { id, clientId }: Named,
): Promise<EndpointHealth | Refusal> {
  const found = await store.endpointHealth(clientId);
  return found?.id === id ? found : noSubscription();
}

async function findNamed(
  store: EventStore,
  { id, clientId }: Named,
): Promise<EventSubscription | Refusal> {
  const found = await store.findSubscription(clientId);
  return found?.id === id ? found : noSubscription();
}
