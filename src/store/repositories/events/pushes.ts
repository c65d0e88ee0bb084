import type { PushOutcome } from '../../../domain/ports/event-store.ts';
import {
  ACKNOWLEDGED_RETENTION_MS,
  type EventPush,
  type EventSubscription,
} from '../../../domain/records/event-notifications.ts';
import { shorten } from '../../../shared/text.ts';
import type { Instant } from '../../../shared/time.ts';
import { sql, type DbCommand } from '../engine.ts';
import { ACKNOWLEDGE, EVENT_COLUMNS, PUSH_AT_ONCE } from './event-statements.ts';

/** Number of the oldest open events of a subscription that are considered. It limits the cost. */
const CONSIDERED = 1000;

/** Maximum length of the stored problem of an event, in characters. */
const MAX_PROBLEM_CHARACTERS = 256;

/** The subscriptions whose events are pushed. TPPs that may not use the service receive none. */
const PUSHED = `event_subscription
    JOIN client ON client.id = event_subscription.client_id
    JOIN software ON software.id = client.software_id
    JOIN organisation ON organisation.id = software.organisation_id
  WHERE callback_url IS NOT NULL AND unresponsive_since IS NULL
    AND software.admitted = 1 AND organisation.admitted = 1`;

/** Events that are pushed to the callback addresses of TPPs. */
export class EventPushes {
  readonly subscriptions = (now: Instant) => SQL.subscriptions.all(now, now);

  readonly events = (subscriptionId: string, now: Instant, limit: number) =>
    SQL.events.all(subscriptionId, now, now, limit);

  /**
   * Changes the subscription before the event, in the same order as the command that replaces a
   * subscription.
   */
  *record({ event, problem, retryAt }: PushOutcome, now: Instant): DbCommand<boolean> {
    const { id, subscriptionId, callbackUrl, tries } = event;
    if (problem === null) {
      yield* SQL.succeed.write({ subscriptionId, now });
      const ids = JSON.stringify([id]);
      yield* SQL.acknowledge.write({
        ...{ subscriptionId, ids, now },
        kept: ACKNOWLEDGED_RETENTION_MS,
      });
      return false;
    }
    // A failure of a former callback address does not count.
    const failure = { subscriptionId, callbackUrl, now, problem };
    if ((yield* SQL.fail.run(failure)) === 0) return false;
    // Nor does a failure that ends after the pushes were resumed.
    const postponed = { id, subscriptionId, tries, now, pushAt: retryAt ?? now };
    if ((yield* SQL.postpone.run(postponed)) === 0 || retryAt !== null) return false;
    const refused = { id, subscriptionId, description: shorten(problem, MAX_PROBLEM_CHARACTERS) };
    if ((yield* SQL.setAside.run(refused)) === 1) return false;
    yield* SQL.stop.write({ subscriptionId, now });
    return true;
  }

  *recordTest(
    { id: subscriptionId, callbackUrl }: Pick<EventSubscription, 'id' | 'callbackUrl'>,
    problem: string | null,
    now: Instant,
  ): DbCommand<void> {
    if (problem !== null) {
      yield* SQL.fail.run({ subscriptionId, callbackUrl, now, problem });
      return;
    }
    yield* SQL.succeed.write({ subscriptionId, now });
    yield* this.resume(subscriptionId);
  }

  *resume(subscriptionId: string): DbCommand<boolean> {
    const isResumed = (yield* SQL.resume.run(subscriptionId)) === 1;
    yield* SQL.pushAtOnce.write(subscriptionId);
    return isResumed;
  }
}

const SQL = {
  subscriptions: sql<[Instant, Instant], string>(`
    SELECT event_subscription.id FROM ${PUSHED} AND EXISTS (
      SELECT 1 FROM (
        SELECT retry_at, push_at FROM event
        WHERE subscription_id = event_subscription.id AND state = 'open'
        ORDER BY sequence LIMIT ${String(CONSIDERED)}) AS oldest
      WHERE retry_at <= ? AND push_at <= ?)`).pluck(),
  events: sql<[string, Instant, Instant, number], EventPush>(`
    SELECT ${EVENT_COLUMNS}, subscription_id AS "subscriptionId", client_id AS "clientId",
      callback_url AS "callbackUrl", push_tries AS tries
    FROM (
      SELECT due.*, ROW_NUMBER() OVER (PARTITION BY push_tries > 0 ORDER BY sequence) AS place
      FROM (
        SELECT oldest.*,
          ROW_NUMBER() OVER (PARTITION BY resource_id ORDER BY sequence) AS of_resource
        FROM (
          SELECT event.*, pushed.client_id, pushed.callback_url
          FROM (
            SELECT event_subscription.id, client_id, callback_url
            FROM ${PUSHED} AND event_subscription.id = ?) AS pushed
          JOIN event ON subscription_id = pushed.id AND state = 'open'
          ORDER BY sequence LIMIT ${String(CONSIDERED)}) AS oldest) AS due
      WHERE of_resource = 1 AND retry_at <= ? AND push_at <= ?) AS event
    WHERE place <= ? ORDER BY sequence`),
  succeed: sql<{ readonly subscriptionId: string; readonly now: Instant }>(
    'UPDATE event_subscription SET succeeded_at = @now WHERE id = @subscriptionId',
  ),
  acknowledge: ACKNOWLEDGE,
  fail: sql<{
    readonly subscriptionId: string;
    readonly callbackUrl: string | null;
    readonly now: Instant;
    readonly problem: string;
  }>(`
    UPDATE event_subscription SET failed_at = @now, problem = @problem
    WHERE id = @subscriptionId AND callback_url = @callbackUrl`),
  resume: sql<[string]>(`
    UPDATE event_subscription SET unresponsive_since = NULL
    WHERE id = ? AND unresponsive_since IS NOT NULL`),
  pushAtOnce: PUSH_AT_ONCE,
  postpone: sql<{
    readonly id: string;
    readonly subscriptionId: string;
    readonly tries: number;
    readonly now: Instant;
    readonly pushAt: Instant;
  }>(`
    UPDATE event SET push_tries = push_tries + 1, push_at = @pushAt,
      push_failed_at = CASE WHEN push_tries = 0 THEN @now ELSE push_failed_at END
    WHERE id = @id AND subscription_id = @subscriptionId AND state = 'open'
      AND push_tries = @tries`),
  // The callback address has accepted something since the event first failed.
  setAside: sql<{
    readonly id: string;
    readonly subscriptionId: string;
    readonly description: string;
  }>(`
    UPDATE event SET state = 'setAside', error = 'pushFailed', error_description = @description
    WHERE id = @id AND push_failed_at < (
      SELECT succeeded_at FROM event_subscription WHERE id = @subscriptionId)`),
  stop: sql<{ readonly subscriptionId: string; readonly now: Instant }>(`
    UPDATE event_subscription SET unresponsive_since = COALESCE(unresponsive_since, @now)
    WHERE id = @subscriptionId`),
};
