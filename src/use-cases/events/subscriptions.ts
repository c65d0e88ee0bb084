import type { DirectoryStore } from '../../domain/ports/directory-store.ts';
import type { EventStore } from '../../domain/ports/event-store.ts';
import type { Act } from '../../domain/records/audit.ts';
import type {
  EventSubscription,
  SubscriptionRequest,
} from '../../domain/records/event-notifications.ts';
import { refuse, type FaultList, type Refusal } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';

interface Parts {
  readonly store: EventStore & Pick<DirectoryStore, 'findSoftwareOf'>;
}

/** Creates the subscription of a TPP. Refuses with 409 if it has one. */
export async function subscribe(
  { store }: Parts,
  clientId: string,
  request: SubscriptionRequest,
  act: Act,
  faults: FaultList,
): Promise<EventSubscription | Refusal> {
  await checkCallback({ store }, clientId, request, faults);
  if (!faults.isEmpty) return faults.refusal();
  const subscription = { id: newId('es', act.at), clientId, ...request };
  if (await store.addSubscription(subscription, act)) return subscription;
  const message = 'You have a subscription already. Replace it with PUT, or delete it first.';
  return refuse(409, 'resourceAlreadyExists', message);
}

/** Replaces the subscription of a TPP. Refuses with 400 if it has none with this id. */
export async function replaceSubscription(
  { store }: Parts,
  id: string,
  { clientId, request }: { readonly clientId: string; readonly request: SubscriptionRequest },
  act: Act,
  faults: FaultList,
): Promise<EventSubscription | Refusal> {
  await checkCallback({ store }, clientId, request, faults);
  if (!faults.isEmpty) return faults.refusal();
  const subscription = { id, clientId, ...request };
  return (await store.replaceSubscription(subscription, act)) ? subscription : noSubscription();
}

/** Deletes the subscription of a TPP. Refuses with 400 if it has none with this id. */
export async function unsubscribe(
  { store }: Parts,
  id: string,
  clientId: string,
  act: Act,
): Promise<Refusal | undefined> {
  return (await store.removeSubscription(id, clientId, act)) ? undefined : noSubscription();
}

/** Returns the refusal if a TPP has no subscription with the id that it named. */
export function noSubscription(): Refusal {
  const message = 'You have no subscription with this id.';
  return refuse(400, 'notFound', message, { path: 'EventSubscriptionId' });
}

/** Adds a fault if a callback address is not one of the TPP. */
async function checkCallback(
  { store }: Parts,
  clientId: string,
  { callbackUrl }: SubscriptionRequest,
  faults: FaultList,
): Promise<void> {
  if (callbackUrl === null) return;
  const problem = await callbackProblem({ store }, { clientId, callbackUrl });
  if (problem !== null) faults.add('fieldInvalid', problem, 'Data.CallbackUrl');
}

/**
 * Returns the problem if the host of a callback address is not a host of the TPP's software
 * statement now, or null.
 */
export async function callbackProblem(
  { store }: { readonly store: Pick<DirectoryStore, 'findSoftwareOf'> },
  { clientId, callbackUrl }: { readonly clientId: string; readonly callbackUrl: string },
): Promise<string | null> {
  const known = await store.findSoftwareOf(clientId);
  const hosts = new Set(
    (known?.software.redirectUris ?? []).map((address) => new URL(address).hostname),
  );
  const { hostname } = new URL(callbackUrl);
  if (hosts.has(hostname)) return null;
  return `Found the host ${hostname}. Expected a host of a redirect URI in the software statement: ${[...hosts].join(', ')}.`;
}
