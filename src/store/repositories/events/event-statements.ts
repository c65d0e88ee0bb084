import type { AccountNumber } from '../../../domain/parties/accounts.ts';
import {
  EVENT_RETENTION_MS,
  MAX_EVENTS_COUNTED,
  type EventCounts,
  type EventNotification,
  type SetAsideEvent,
} from '../../../domain/records/event-notifications.ts';
import type { Consent } from '../../../domain/records/records.ts';
import type { Instant, Milliseconds } from '../../../shared/time.ts';
import { clearExpired, sql } from '../engine.ts';

/** An event about a new status of a payment. */
export type PaymentUpdate = Pick<EventNotification, 'id' | 'resourceId' | 'at'>;

/** An event about a new status of a consent. */
export type ConsentUpdate = PaymentUpdate & Pick<Consent, 'clientId' | 'family'>;

/** An event about a consent, of any type. */
export type ConsentEvent = ConsentUpdate & Pick<EventNotification, 'type' | 'txn' | 'reason'>;

interface EventSql {
  readonly type?: string;
  readonly family: string;
  readonly resource: EventNotification['resource'];
  readonly txn?: string;
  readonly reason?: string;
  readonly from: string;
}

/**
 * Returns SQL that writes an event if the TPP of the resource has a subscription to its type. It
 * looks up the subscription by its primary key. There are few parameters, because binding them
 * costs more than the look-up.
 */
const insert = ({
  type = `'resource-update'`,
  family,
  resource,
  txn = '@id',
  reason = 'NULL',
  from,
}: EventSql): string =>
  `INSERT INTO event (id, subscription_id, type, family, resource, resource_id, txn, at, reason,
     expires_at)
   SELECT @id, event_subscription.id, ${type}, ${family}, '${resource}', @resourceId, ${txn},
     CAST(@at AS BIGINT), ${reason}, CAST(@at AS BIGINT) + ${String(EVENT_RETENTION_MS)}
   FROM ${from}
     AND (event_types IS NULL OR event_types LIKE '%:' || ${type} || '"%')`;

const OF_CONSENT = 'event_subscription WHERE client_id = @clientId';
const OF_PAYMENT = `payment JOIN event_subscription
     ON event_subscription.client_id = payment.client_id WHERE payment.id = @resourceId`;

const PAYMENT = { family: 'payment.family', resource: 'payment' } as const;
const CONSENT = { family: '@family', resource: 'consent', from: OF_CONSENT } as const;

/** SQL that counts the events in a state, without those of deleted subscriptions. */
const countOf = (state: string): string =>
  `(SELECT COUNT(*) FROM (
     SELECT 1 FROM event_subscription JOIN event ON subscription_id = event_subscription.id
     WHERE state = '${state}' LIMIT ${String(MAX_EVENTS_COUNTED)}) AS counted)`;

/** The columns of an event, of a table or subquery `event`. */
export const EVENT_COLUMNS = `event.id, type, family, resource, resource_id AS "resourceId", txn, at,
  reason, COALESCE((SELECT api_version FROM consent WHERE id = resource_id),
    (SELECT api_version FROM payment WHERE id = resource_id)) AS "apiVersion"`;

/** Acknowledges events. */
export const ACKNOWLEDGE = sql<{
  readonly now: Instant;
  readonly kept: Milliseconds;
  readonly subscriptionId: string;
  readonly ids: string;
}>(`
    UPDATE event SET state = 'acknowledged',
      expires_at = CASE WHEN at + @kept < @now THEN @now ELSE at + @kept END
    WHERE subscription_id = @subscriptionId AND state <> 'acknowledged'
      AND id IN (SELECT value FROM json_each(@ids))`);

/** Makes the postponed pushes of a subscription due at once. */
export const PUSH_AT_ONCE = sql<[string]>(`
    UPDATE event SET push_tries = 0, push_at = 0
    WHERE subscription_id = ? AND state = 'open' AND push_tries > 0`);

/** The statements that write events, read them and store the answers to them. */
export const SQL = {
  consentUpdate: sql<ConsentUpdate>(insert(CONSENT)),
  consentEvent: sql<ConsentEvent>(
    insert({ ...CONSENT, type: '@type', txn: '@txn', reason: '@reason' }),
  ),
  paymentUpdate: sql<PaymentUpdate>(insert({ ...PAYMENT, from: OF_PAYMENT })),
  firstPaid: sql<PaymentUpdate & { readonly batch: number }>(
    insert({
      ...PAYMENT,
      from: `${OF_PAYMENT} AND payment.family = 'domestic-standing-orders' AND @batch = (
         SELECT MIN(number) FROM batch
         WHERE payment_id = payment.id AND state = 'answered' AND rejected < payments)`,
    }),
  ),
  vrpConsents: sql<[string, AccountNumber], Pick<Consent, 'id' | 'clientId' | 'family'>>(`
    SELECT id, client_id AS clientId, family FROM consent
    WHERE customer_id = ? AND debtor_account = ? AND status = 'Authorised'
      AND family = 'domestic-vrps'
    ORDER BY id`),

  // An event that is postponed also postpones the later events about the same resource.
  open: sql<[string, Instant, Instant, number], EventNotification>(`
    SELECT ${EVENT_COLUMNS}
    FROM event_subscription JOIN event ON subscription_id = event_subscription.id
    WHERE client_id = ? AND state = 'open' AND retry_at <= ? AND NOT EXISTS (
      SELECT 1 FROM event AS earlier
      WHERE earlier.subscription_id = event.subscription_id
        AND earlier.resource_id = event.resource_id AND earlier.sequence < event.sequence
        AND earlier.state = 'open' AND earlier.errors > 0 AND earlier.retry_at > ?)
    ORDER BY sequence LIMIT ?`),
  subscriptionOf: sql<[string], string>(`
    SELECT id FROM event_subscription WHERE client_id = ?`).pluck(),
  acknowledge: ACKNOWLEDGE,
  countErrors: sql<[string, string], { id: string; errors: number }>(`
    SELECT id, errors FROM event
    WHERE subscription_id = ? AND state = 'open' AND id IN (SELECT value FROM json_each(?))`),
  fail: sql<{
    readonly id: string;
    readonly state: 'open' | 'setAside';
    readonly retryAt: Instant;
    readonly code: string;
    readonly description: string;
  }>(`
    UPDATE event SET state = @state, retry_at = @retryAt, errors = errors + 1, error = @code,
      error_description = @description
    WHERE id = @id`),
  listSetAside: sql<[number], SetAsideEvent>(`
    SELECT event.id, client_id AS clientId, type, resource_id AS resourceId, at, errors,
      error AS code, error_description AS description
    FROM event JOIN event_subscription ON event_subscription.id = subscription_id
    WHERE state = 'setAside' ORDER BY sequence LIMIT ?`),
  replay: sql<[Instant, string]>(`
    UPDATE event SET state = 'open', errors = 0, retry_at = 0, push_tries = 0, push_at = 0,
      expires_at = ?
    WHERE id = ? AND state = 'setAside'`),
  count: sql<[], EventCounts>(`
    SELECT ${countOf('open')} AS open, ${countOf('setAside')} AS "setAside",
      (SELECT COUNT(*) FROM event_subscription WHERE unresponsive_since IS NOT NULL)
        AS unresponsive,
      (SELECT MIN((
        SELECT at FROM event
        WHERE subscription_id = event_subscription.id AND state = 'open'
        ORDER BY sequence LIMIT 1)) FROM event_subscription) AS "oldestAt"`),
  clear: clearExpired('event', 'sequence'),
};
