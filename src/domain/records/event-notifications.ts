import type { ApiVersion } from './api-version.ts';
import {
  DAY_MS,
  MINUTE_MS,
  SECOND_MS,
  type Instant,
  type Milliseconds,
} from '../../shared/time.ts';

/*
 * Event notifications: a TPP subscribes, and is notified when one of its resources changes
 * (docs/decisions, 143).
 */

/** The types of events, without their common prefix. */
export const EVENT_TYPES = [
  'resource-update',
  'consent-authorization-revoked',
  'domestic-vrp-consent-linked-account-update',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** The prefix of the event types in subscriptions and in security event tokens. */
export const EVENT_PREFIX = 'urn:uk:org:openbanking:events:';

/** The properties of a subscription that the TPP chooses. */
export interface SubscriptionRequest {
  /** The lowest version of the API whose resources the TPP accepts, for example `3.1`. */
  readonly version: string;
  /** The TPP's https address, as it was sent. Null if the TPP only polls. */
  readonly callbackUrl: string | null;
  /** The event types with their prefix. Null if the TPP wants all. */
  readonly eventTypes: readonly string[] | null;
}

/** A TPP's subscription to events. A TPP has at most one. */
export interface EventSubscription extends SubscriptionRequest {
  readonly id: string;
  readonly clientId: string;
}

/** An event about a resource of a TPP. */
export interface EventNotification {
  /** The `jti` of its security event token. */
  readonly id: string;
  readonly type: EventType;
  /** Name of the payment family of the resource. */
  readonly family: string;
  /** The version of the standard with which the resource was created. */
  readonly apiVersion: ApiVersion;
  readonly resource: 'consent' | 'payment';
  readonly resourceId: string;
  /** Id of the change. Several events about one change have the same `txn`. */
  readonly txn: string;
  readonly at: Instant;
  readonly reason: string | null;
}

/** An event to push to its TPP. */
export interface EventPush extends EventNotification {
  readonly subscriptionId: string;
  readonly clientId: string;
  readonly callbackUrl: string;
  /** Number of pushes of it that failed. */
  readonly tries: number;
}

/** A TPP's report that it cannot process an event. */
export interface EventError {
  readonly id: string;
  readonly code: string;
  readonly description: string;
}

/** An event that was set aside because its TPP reported errors, with the last of them. */
export interface SetAsideEvent
  extends Pick<EventNotification, 'id' | 'type' | 'resourceId' | 'at'>, Omit<EventError, 'id'> {
  readonly clientId: string;
  /** Number of errors that the TPP reported. */
  readonly errors: number;
}

/** The state of a subscription and of its callback address. */
export interface EndpointHealth extends Pick<EventSubscription, 'id' | 'clientId' | 'callbackUrl'> {
  /** Time since which nothing is pushed, because pushes failed. Null if events are pushed. */
  readonly unresponsiveSince: Instant | null;
  /** Time at which the TPP last accepted a pushed event. */
  readonly succeededAt: Instant | null;
  /** Time at which a push last failed. */
  readonly failedAt: Instant | null;
  /** The reason of that failure. */
  readonly problem: string | null;
  /** Events that the TPP has not acknowledged. At most `MAX_BACKLOG_COUNTED`. */
  readonly backlog: number;
  /** Time of the oldest of them. Null if there are none. */
  readonly oldestAt: Instant | null;
}

/** The number up to which the events of one subscription are counted. */
export const MAX_BACKLOG_COUNTED = 1000;

/** Numbers of the events of all TPPs. */
export interface EventCounts {
  /** Events that were not acknowledged. At most `MAX_EVENTS_COUNTED`. */
  readonly open: number;
  /** Time of the oldest of them. Null if there are none. */
  readonly oldestAt: Instant | null;
  /** Events that were set aside. At most `MAX_EVENTS_COUNTED`. */
  readonly setAside: number;
  /** Callback addresses to which nothing is pushed, because pushes failed. */
  readonly unresponsive: number;
}

/** The number up to which events are counted. It limits the cost of the metrics. */
export const MAX_EVENTS_COUNTED = 10_000;

/** Time for which an event is kept, in milliseconds. */
export const EVENT_RETENTION_MS: Milliseconds = 30 * DAY_MS;

/** Minimum age of an acknowledged event at its deletion, in milliseconds. */
export const ACKNOWLEDGED_RETENTION_MS: Milliseconds = DAY_MS;

/**
 * Times in milliseconds after which an event is returned again if the TPP reported an error. After
 * one more error, the event is set aside.
 */
const RETRY_AFTER_ERROR_MS: readonly Milliseconds[] = [1, 5, 15, 60, 240].map(
  (minutes) => minutes * MINUTE_MS,
);

/**
 * Returns the time at which an event is returned again after the TPP has reported an error for it.
 * Returns null if it has to be set aside.
 *
 * @param earlier number of errors that the TPP reported before
 */
export function retryAfterError(earlier: number, now: Instant): Instant | null {
  const delay = RETRY_AFTER_ERROR_MS[earlier];
  return delay === undefined ? null : now + delay;
}

/**
 * Times in milliseconds after which a failed push is repeated. The actual time is between half of
 * it and all of it. After one more failure, the callback address is unresponsive.
 */
const PUSH_RETRY_MS: readonly Milliseconds[] = [5, 15, 45, 120, 360, 1080, 3240].map(
  (seconds) => seconds * SECOND_MS,
);

/** Number of times that an event is pushed before its callback address is unresponsive. */
export const MAX_PUSHES = PUSH_RETRY_MS.length + 1;

/**
 * Returns the time at which an event is pushed again after a failure. Returns null if its callback
 * address is unresponsive.
 *
 * @param earlier number of pushes that failed before
 * @param random from 0 to 1. It spreads the repetitions.
 */
export function retryAfterPush(earlier: number, now: Instant, random: number): Instant | null {
  const delay = PUSH_RETRY_MS[earlier];
  return delay === undefined ? null : now + Math.round(delay * (0.5 + random / 2));
}

/** The last segment of every address to which events are pushed. */
const CALLBACK_SEGMENT = 'event-notifications';

/** Returns the address to which the events of a subscription are pushed. */
export function pushAddress(callbackUrl: string): string {
  const url = new URL(callbackUrl);
  const path = url.pathname.replace(/\/$/, '');
  const isComplete = path.endsWith(`/${CALLBACK_SEGMENT}`);
  url.pathname = isComplete ? path : `${path}/${CALLBACK_SEGMENT}`;
  return url.href;
}

/** The point from which events are returned again. */
export interface ReplayStart {
  /** Only events of this time or later. */
  readonly from: Instant;
  /** Only events after the one with this id. Null for no such limit. */
  readonly after: string | null;
}

/** The events that a TPP receives again. */
export interface ReplayedEvents {
  readonly replayed: number;
  /** Id of the last of them if there are more, to continue after it. Otherwise null. */
  readonly next: string | null;
}
