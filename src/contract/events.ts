import { z } from 'zod';
import { EVENT_PREFIX, EVENT_TYPES } from '../domain/records/event-notifications.ts';
import type { Operation } from './operations.ts';
import { listOf, text } from './fields.ts';

/** The largest number of events in one response, and the number if the TPP names none. */
export const MAX_EVENTS = { limit: 100, byDefault: 20 } as const;

/** Maximum number of events that one request can acknowledge, or report errors for. */
const MAX_ANSWERED = 1000;

/** Maximum number of characters of a callback address. */
const MAX_URL_CHARACTERS = 2000;

const SUPPORTED: ReadonlySet<string> = new Set(EVENT_TYPES.map((type) => EVENT_PREFIX + type));

const CallbackUrl = text(MAX_URL_CHARACTERS)
  .refine(isCallback, 'Expected an https address without a fragment, a user or a query.')
  .meta({ format: 'uri' });

function isCallback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, search, hash } = new URL(address);
  return protocol === 'https:' && `${username}${password}${search}${hash}` === '';
}

const EventTypeName = z
  .string('Expected the name of an event type.')
  .refine((name) => SUPPORTED.has(name), {
    error: `Expected one of ${[...SUPPORTED].join(', ')}.`,
    params: { code: 'unsupportedEventType' },
  });

const Version = text(10).refine(
  (version) => /^\d+\.\d+(\.\d+)?$/.test(version),
  'Expected a version of the standard, for example 3.1.',
);

const subscriptionFields = {
  CallbackUrl: CallbackUrl.optional(),
  Version,
  EventTypes: listOf(
    EventTypeName,
    { min: 1, max: 20 },
    'Expected 1 to 20 event types. Omit EventTypes to receive all.',
  ).optional(),
};

/** A request to create or replace a subscription (OBEventSubscription1). */
export const EventSubscriptionRequest = z.strictObject({ Data: z.object(subscriptionFields) });

const Subscribed = z.object({ EventSubscriptionId: text(40), ...subscriptionFields });
const Links = z.object({ Self: z.string().meta({ format: 'uri' }) });
const Meta = z.object({ TotalPages: z.int() });

/** The response with a subscription (OBEventSubscriptionResponse1). */
export const EventSubscriptionAnswer = z.strictObject({ Data: Subscribed, Links, Meta });

/** The response with the list of subscriptions, which has none or one. */
export const EventSubscriptionsAnswer = z.strictObject({
  Data: z.object({ EventSubscription: z.array(Subscribed) }),
  Links,
  Meta,
});

const Jti = text(128);

/** A request for events, which also acknowledges earlier ones (OBEventPolling1). */
export const EventPolling = z.strictObject({
  maxEvents: z.int('Expected a whole number.').min(0, 'Expected 0 or more.').optional(),
  returnImmediately: z.boolean('Expected true or false.').optional(),
  ack: listOf(Jti, { max: MAX_ANSWERED }, 'Expected at most 1000 ids.').optional(),
  setErrs: z
    .record(Jti, z.object({ err: text(40), description: text(256) }))
    .refine((errors) => Object.keys(errors).length <= MAX_ANSWERED, 'Expected at most 1000 ids.')
    .optional(),
});

/** The response with events (OBEventPollingResponse1). Each is a signed JWT, by its `jti`. */
export const EventPollingAnswer = z.strictObject({
  moreAvailable: z.boolean(),
  sets: z.record(z.string(), z.string()),
});

const JSON_TYPE = 'application/json';
const SUBSCRIPTIONS = '/event-subscriptions';
const COMMON = { resource: 'nothing', paged: false, grant: 'client', idempotent: false } as const;

/** The operations of event notifications, relative to the base path of a version (v3.1.9, v4.0). */
export const EVENT_OPERATIONS = {
  createSubscription: {
    ...COMMON,
    summary: 'Subscribe to events',
    method: 'POST',
    path: SUBSCRIPTIONS,
    body: 'json',
    success: 201,
    answers: JSON_TYPE,
  },
  readSubscriptions: {
    ...COMMON,
    summary: 'Read the subscription',
    method: 'GET',
    path: SUBSCRIPTIONS,
    body: 'none',
    success: 200,
    answers: JSON_TYPE,
  },
  replaceSubscription: {
    ...COMMON,
    summary: 'Replace the subscription',
    method: 'PUT',
    path: `${SUBSCRIPTIONS}/{id}`,
    body: 'json',
    success: 200,
    answers: JSON_TYPE,
  },
  deleteSubscription: {
    ...COMMON,
    summary: 'Delete the subscription and its events',
    method: 'DELETE',
    path: `${SUBSCRIPTIONS}/{id}`,
    body: 'none',
    success: 204,
    answers: 'nothing',
  },
  pollEvents: {
    ...COMMON,
    summary: 'Receive and acknowledge events',
    method: 'POST',
    path: '/events',
    body: 'json',
    success: 200,
    answers: JSON_TYPE,
    unsigned: true,
  },
} as const satisfies Record<string, Operation>;

export type EventOperationName = keyof typeof EVENT_OPERATIONS;
