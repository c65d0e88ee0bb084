import type { Instant } from '../../shared/time.ts';
import type { Act } from '../records/audit.ts';
import type {
  EventCounts,
  EventError,
  EventNotification,
  EventSubscription,
  SetAsideEvent,
} from '../records/event-notifications.ts';

/** Reports of a TPP about events that it has received. */
export interface EventAnswers {
  /** Ids of the events that it acknowledges. */
  readonly acknowledged: readonly string[];
  readonly errors: readonly EventError[];
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
