import { dataOf } from '../../../test-client/answer.ts';
import { RESOURCES, type FamilyName } from '../../../test-client/requests.ts';
import { Violation } from '../story.ts';
import type { Contents, StoredEvent, StoredResource } from './bank.ts';
import { stateIn } from './client.ts';
import type { Change } from './load.ts';
import type { Receiver } from './receiver.ts';

/**
 * Maximum number of events about one resource. A file has ten payments, so an event for each of
 * them would be more.
 */
const MAX_EVENTS = 4;

/** Statuses of payments that time changes, unless they wait for approvals. */
const UNFINISHED = ['Pending', 'InitiationPending', 'AcceptedSettlementInProcess'];
/** Statuses in which a resource can be created. There is no event about the creation. */
const CREATED = ['AwaitingUpload', 'AwaitingAuthorisation', ...UNFINISHED];

/** The events and resources of all rounds. The service deletes accepted events after a day. */
export class Journal {
  readonly events = new Map<string, StoredEvent>();
  resources: readonly StoredResource[] = [];

  add({ events, resources }: Contents): void {
    for (const event of events) this.events.set(event.id, event);
    this.resources = resources;
  }

  /** The numbers of events about each resource of a family, or of all. */
  countsOf(family?: FamilyName): readonly number[] {
    const counts = countByResource([...this.events.values()]);
    return this.resources
      .filter((resource) => family === undefined || resource.family === family)
      .map(({ id }) => counts.get(id) ?? 0);
  }
}

/** Throws a Violation unless each confirmed change has been announced. */
export function auditChanges({ arrived }: Receiver, confirmed: readonly Change[]): void {
  const announced = new Set(
    [...arrived.values()].map(({ type, resourceId }) => `${type} ${resourceId}`),
  );
  const missing = confirmed
    .map(({ type, resourceId }) => `${type} ${resourceId}`)
    .filter((change) => !announced.has(change));
  if (missing.length > 0) throw new Violation(`No event arrived: ${some(missing)}.`);
}

/**
 * Throws a Violation unless the TPP has accepted all of its events, and none that is not stored or
 * belongs to another TPP. The events of each resource must have arrived in the order in which the
 * service has written them.
 */
export function auditEvents({ arrived, accepted, client }: Receiver, { events }: Journal): void {
  const lastOf = new Map<string, number>();
  for (const { jti, resourceId } of arrived.values()) {
    const stored = events.get(jti);
    if (stored?.clientId !== client.name) {
      throw new Violation(`${jti} about ${resourceId} is not an event of ${client.name}.`);
    }
    if (stored.sequence < (lastOf.get(resourceId) ?? 0)) {
      throw new Violation(`${jti} about ${resourceId} arrived after a later event.`);
    }
    lastOf.set(resourceId, stored.sequence);
  }
  const own = [...events.values()].filter(({ clientId }) => clientId === client.name);
  const missing = own.filter(({ id }) => !accepted.has(id)).map(({ id }) => id);
  if (missing.length > 0) throw new Violation(`The TPP did not receive ${some(missing)}.`);
  for (const [resourceId, count] of countByResource(own)) {
    if (count <= MAX_EVENTS) continue;
    throw new Violation(`${resourceId} has ${String(count)} events.`);
  }
}

interface Read {
  readonly Status: string;
  readonly CreationDateTime: string;
  readonly StatusUpdateDateTime: string;
  readonly MultiAuthorisation?: { readonly Status: string };
}

/**
 * Throws a Violation if the status of a resource has changed after its last event. Returns the
 * payments that are not finished.
 */
export async function auditStates(
  { states, client }: Receiver,
  { resources }: Journal,
): Promise<readonly string[]> {
  const unfinished: string[] = [];
  for (const { id, family, kind } of resources.filter(({ clientId }) => clientId === client.name)) {
    const { consents, payments } = RESOURCES[family as FamilyName];
    const answer = await client.get(`/${kind === 'consent' ? consents : payments}/${id}`);
    if (answer.status !== 200) throw new Violation(`${id} is not readable: ${answer.text}`);
    const read = stateIn(answer);
    const { Status: status, MultiAuthorisation, ...times } = dataOf(answer) as unknown as Read;
    const isWaiting = MultiAuthorisation?.Status === 'AwaitingFurtherAuthorisation';
    if (kind === 'payment' && !isWaiting && UNFINISHED.includes(status)) {
      unfinished.push(`${id} ${read}`);
    }
    const announced = states.get(id);
    const isUnchanged = times.StatusUpdateDateTime === times.CreationDateTime;
    const isNew = announced === undefined && isUnchanged && CREATED.includes(status);
    if (announced === read || isNew) continue;
    throw new Violation(`${id} is ${read}. Its last event announced ${String(announced)}.`);
  }
  return unfinished;
}

function countByResource(events: readonly StoredEvent[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { resourceId } of events) counts.set(resourceId, (counts.get(resourceId) ?? 0) + 1);
  return counts;
}

export const some = (names: readonly string[]): string =>
  `${names.slice(0, 5).join(', ')}, ${String(names.length)} in all`;
