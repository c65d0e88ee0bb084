import type { Instant } from '../../shared/time.ts';
import type { Act } from '../records/audit.ts';
import type {
  EndpointHealth,
  EventCounts,
  EventError,
  EventNotification,
  EventPush,
  EventSubscription,
  SetAsideEvent,
  ReplayedEvents,
  ReplayStart,
} from '../records/event-notifications.ts';

/** Reports of a TPP about events that it has received. */
export interface EventAnswers {
  /** Ids of the events that it acknowledges. */
  readonly acknowledged: readonly string[];
  readonly errors: readonly EventError[];
}

export interface PushOutcome {
  readonly event: Pick<EventPush, 'id' | 'subscriptionId' | 'callbackUrl' | 'tries'>;
  /** The reason why the TPP has not accepted the event. Null if it has. */
  readonly problem: string | null;
  /** Time at which a failed push is repeated. Null after the last attempt. */
  readonly retryAt: Instant | null;
}

/**
 * Subscriptions of TPPs and the events for them (docs/decisions, 143). The commands that change a
 * consent or a payment write its events themselves, in the same transaction.
 */
export interface EventStore {
  findSubscription(clientId: string): Promise<EventSubscription | undefined>;
  /** Returns false, and stores nothing, if the TPP already has a subscription. */
  addSubscription(subscription: EventSubscription, act: Act): Promise<boolean>;
  /** Returns false, and stores nothing, if the TPP has no subscription with this id. */
  replaceSubscription(subscription: EventSubscription, act: Act): Promise<boolean>;
  /**
   * Deletes a subscription and discards its events. Returns false if the TPP has no subscription
   * with this id.
   */
  removeSubscription(id: string, clientId: string, act: Act): Promise<boolean>;
  /** Returns the events that a TPP has to receive, oldest first. */
  openEvents(clientId: string, now: Instant, limit: number): Promise<readonly EventNotification[]>;
  /**
   * Ends the acknowledged events, and postpones or sets aside those with an error. Ignores ids of
   * other TPPs and unknown ids.
   */
  answerEvents(clientId: string, answers: EventAnswers, now: Instant): Promise<void>;
  /**
   * Returns the ids of the subscriptions whose events are pushed now and that have a due event.
   * TPPs that may not use the service are left out.
   */
  subscriptionsToPush(now: Instant): Promise<readonly string[]>;
  /**
   * Returns events to push: of each resource the oldest one, unless it is postponed. Returns up to
   * `limit` events that were never pushed, and as many whose earlier pushes failed. Considers the
   * oldest 1,000 events of the subscription.
   */
  eventsToPush(subscriptionId: string, now: Instant, limit: number): Promise<readonly EventPush[]>;
  /**
   * Acknowledges an event that was pushed, or postpones it. After the last try, sets it aside if
   * the callback address accepted another event since it first failed. Otherwise the address is
   * unresponsive, and this returns true.
   */
  recordPush(outcome: PushOutcome, now: Instant): Promise<boolean>;
  /**
   * Stores the outcome of a test event. If the TPP accepted it, events are pushed again.
   *
   * @param problem the reason why the TPP did not accept it, or null
   */
  recordTest(
    subscription: Pick<EventSubscription, 'id' | 'callbackUrl'>,
    problem: string | null,
    now: Instant,
  ): Promise<void>;
  /** Pushes events again. Returns false if no callback address with this id is unresponsive. */
  resumePush(subscriptionId: string): Promise<boolean>;
  /** Returns the state of a TPP's subscription. */
  endpointHealth(clientId: string): Promise<EndpointHealth | undefined>;
  /** Returns the states of all subscriptions, those whose pushes fail first. */
  listEndpoints(limit: number): Promise<readonly EndpointHealth[]>;
  /**
   * Returns up to `limit` acknowledged and set aside events of a subscription to its TPP again,
   * oldest first.
   */
  replayFrom(
    subscriptionId: string,
    start: ReplayStart,
    limit: number,
    now: Instant,
  ): Promise<ReplayedEvents>;
  /** Returns events that were set aside, oldest first. */
  listSetAsideEvents(limit: number): Promise<readonly SetAsideEvent[]>;
  /**
   * Returns an event that was set aside to its TPP again, as if there had been no error. Returns
   * false if no event with this id is set aside.
   */
  replayEvent(id: string, now: Instant): Promise<boolean>;
  countEvents(): Promise<EventCounts>;
  /** Deletes up to `limit` events whose retention has ended. Returns their number. */
  clearEvents(now: Instant, limit: number): Promise<number>;
}
