import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { addZodFaults } from '../../contract/faults.ts';
import {
  EventPolling,
  EventSubscriptionRequest,
  MAX_EVENTS,
  type EventOperationName,
} from '../../contract/events.ts';
import type {
  EventSubscription,
  SubscriptionRequest,
} from '../../domain/records/event-notifications.ts';
import type { LinksOf, SigningParts, UseCases } from '../../use-cases/index.ts';
import { expectDefined } from '../../shared/assert.ts';
import { Refusal, type FaultList } from '../../shared/errors.ts';
import { SECOND_MS, type Clock, type Milliseconds } from '../../shared/time.ts';
import type { AcquireSlot } from '../middleware/concurrency-limit.ts';
import type { Address, Call, Handler } from '../request-context.ts';
import { serializeData } from '../serialize.ts';
import { json } from './parts.ts';

/** Longest time that a request waits for an event, in milliseconds. */
const LONG_POLL_MS: Milliseconds = 20 * SECOND_MS;
/** Interval at which a waiting request looks for events, in milliseconds. */
const POLL_INTERVAL_MS: Milliseconds = 500;

/** Dependencies of the handlers of event notifications. */
export interface EventParts extends SigningParts {
  readonly useCases: UseCases;
  readonly clock: Clock;
  /** Reserves a slot for a request that waits for events. */
  readonly acquireWait: AcquireSlot;
  /** Returns true when the service stops. Waiting requests then end. */
  readonly isStopping: () => boolean;
}

/** The base path of event notifications in one version of the API. */
export interface EventVersion {
  readonly basePath: string;
  /** Major version. Subscriptions to a later one are not readable here. */
  readonly major: number;
  /** Returns the URLs of a resource in all versions of the API. */
  readonly linksAt: (origin: string) => LinksOf;
}

type EventHandler = Handler<Address>;

/** Creates a handler for each operation, at the base path of one version. */
export function createEventHandlers(
  parts: EventParts,
  version: EventVersion,
): Record<EventOperationName, EventHandler> {
  const { useCases } = parts;
  return {
    createSubscription: async (call) => {
      const request = readRequest(call, version);
      if (request instanceof Refusal) return request;
      const { act, faults, grant } = call;
      const created = await useCases.subscribe(grant.clientId, request, act, faults);
      return created instanceof Refusal ? created : answerWith(call, created);
    },
    readSubscriptions: async ({ route, grant, base }) => {
      const found = await useCases.findSubscription(grant.clientId);
      const readable = found !== undefined && majorOf(found.version) <= version.major;
      const EventSubscription = readable ? [membersOf(found)] : [];
      const Self = `${base}/event-subscriptions`;
      return json(route, serializeData({ EventSubscription }, { Self }, 1));
    },
    replaceSubscription: async (call) => {
      const request = readRequest(call, version);
      if (request instanceof Refusal) return request;
      const { id, act, faults } = call;
      const { clientId } = call.grant;
      const replaced = await useCases.replaceSubscription(id, { clientId, request }, act, faults);
      return replaced instanceof Refusal ? replaced : answerWith(call, replaced);
    },
    deleteSubscription: async ({ route, id, grant, act }) => {
      const refused = await useCases.unsubscribe(id, grant.clientId, act);
      return refused ?? { status: route.operation.success, body: null, contentType: null };
    },
    pollEvents: (call) => poll(parts, call, version),
  };
}

/** Reads the request for a subscription. Adds all faults to the list. */
function readRequest(
  { body, faults }: Call<Address>,
  { major }: EventVersion,
): SubscriptionRequest | Refusal {
  const parsed = readBody(EventSubscriptionRequest, body, faults);
  if (parsed instanceof Refusal) return parsed;
  const { Version: version, CallbackUrl = null, EventTypes = null } = parsed.Data;
  if (majorOf(version) > major) {
    const message = `Found "${version}". Expected version ${String(major)} or lower, as in the path.`;
    faults.add('fieldInvalid', message, 'Data.Version');
  }
  return { version, callbackUrl: CallbackUrl, eventTypes: EventTypes };
}

/** Returns the body as its schema describes it, or the refusal with all faults of the request. */
function readBody<Body>(
  schema: z.ZodType<Body>,
  body: Call['body'],
  faults: FaultList,
): Body | Refusal {
  const { value } = expectDefined(body, 'body');
  const parsed = schema.safeParse(value);
  if (!parsed.success && value !== undefined) addZodFaults(faults, parsed.error, value);
  return parsed.success ? parsed.data : faults.refusal();
}

const majorOf = (version: string): number => Number.parseInt(version, 10);

function membersOf({ id, callbackUrl, version, eventTypes }: EventSubscription): object {
  return {
    EventSubscriptionId: id,
    ...(callbackUrl === null ? {} : { CallbackUrl: callbackUrl }),
    Version: version,
    ...(eventTypes === null ? {} : { EventTypes: eventTypes }),
  };
}

function answerWith({ route, base }: Call<Address>, subscription: EventSubscription) {
  const Self = `${base}/event-subscriptions/${subscription.id}`;
  return json(route, serializeData(membersOf(subscription), { Self }, 1));
}

async function poll(parts: EventParts, call: Call<Address>, version: EventVersion) {
  const { route, grant, faults, base } = call;
  const request = readBody(EventPolling, call.body, faults);
  if (request instanceof Refusal) return request;
  if (!faults.isEmpty) return faults.refusal();
  const { maxEvents = MAX_EVENTS.byDefault, returnImmediately = true, setErrs = {} } = request;
  const { clientId, organisationId } = grant;
  const errors = Object.entries(setErrs).map(([id, { err: code, description }]) => {
    return { id, code, description };
  });
  const answers = { acknowledged: request.ack ?? [], errors };
  const asked = { clientId, answers, maxEvents: Math.min(maxEvents, MAX_EVENTS.limit) };
  // Without a free slot, the request is answered at once.
  const release = returnImmediately || maxEvents === 0 ? null : parts.acquireWait(organisationId);
  try {
    const { useCases, clock } = parts;
    const wait = typeof release === 'function' ? waitOf(parts, call) : never;
    const { events, moreAvailable } = await useCases.pollEvents(asked, { clock, wait });
    const linksOf = version.linksAt(base.slice(0, -version.basePath.length));
    const tokens = await useCases.signEvents({ clientId, events }, linksOf, parts);
    const sets = Object.fromEntries(events.map(({ id }, index) => [id, tokens[index]]));
    return json(route, JSON.stringify({ moreAvailable, sets }));
  } finally {
    if (typeof release === 'function') release();
  }
}

const never = (): Promise<boolean> => Promise.resolve(false);

/**
 * Returns a function that waits a moment. It resolves to false if the request has waited long
 * enough, if its client has left, or if the service stops.
 */
function waitOf({ isStopping }: EventParts, { outgoing }: Call<Address>): () => Promise<boolean> {
  const until = performance.now() + LONG_POLL_MS;
  return async () => {
    if (isStopping() || outgoing.destroyed || performance.now() >= until) return false;
    await sleep(POLL_INTERVAL_MS);
    return !outgoing.destroyed;
  };
}
