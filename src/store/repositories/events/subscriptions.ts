import type { Act, AuditAction } from '../../../domain/records/audit.ts';
import type { EventSubscription } from '../../../domain/records/event-notifications.ts';
import type { Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { rowLock, sql, type DbCommand } from '../engine.ts';
import { PUSH_AT_ONCE } from './event-statements.ts';

const CLIENT_LOCK = rowLock('client', 'id');

/** A row of a subscription. The event types are a JSON array. */
interface SubscriptionRow extends Omit<EventSubscription, 'eventTypes'> {
  readonly eventTypes: string | null;
}

/** Subscriptions of TPPs to events. Each client has at most one. */
export class EventSubscriptions {
  readonly #auditLog: AuditLog;

  constructor(auditLog: AuditLog) {
    this.#auditLog = auditLog;
  }

  *find(clientId: string): DbCommand<EventSubscription | undefined> {
    const row = yield* SQL.find.get(clientId);
    if (row === undefined) return undefined;
    const { eventTypes, ...known } = row;
    if (eventTypes === null) return { ...known, eventTypes };
    return { ...known, eventTypes: JSON.parse(eventTypes) as readonly string[] };
  }

  *add(subscription: EventSubscription, act: Act): DbCommand<boolean> {
    const { clientId } = subscription;
    yield* CLIENT_LOCK.acquire([clientId]);
    if ((yield* this.find(clientId)) !== undefined) return false;
    yield* SQL.add.write({ ...rowOf(subscription), createdAt: act.at });
    yield* this.#record('eventSubscriptionCreated', subscription, act);
    return true;
  }

  /** Replaces a subscription. Its events are pushed to the new callback address at once. */
  *replace(subscription: EventSubscription, act: Act): DbCommand<boolean> {
    if ((yield* this.#findLocked(subscription)) === undefined) return false;
    yield* SQL.replace.write(rowOf(subscription));
    yield* SQL.pushAtOnce.write(subscription.id);
    yield* this.#record('eventSubscriptionChanged', subscription, act);
    return true;
  }

  /** Deletes a subscription. Its events are not returned any more, and expire. */
  *remove(id: string, clientId: string, act: Act): DbCommand<boolean> {
    const found = yield* this.#findLocked({ id, clientId });
    if (found === undefined) return false;
    yield* SQL.remove.write(id);
    yield* this.#record('eventSubscriptionDeleted', found, act);
    return true;
  }

  *#findLocked({
    id,
    clientId,
  }: Pick<EventSubscription, 'id' | 'clientId'>): DbCommand<EventSubscription | undefined> {
    yield* CLIENT_LOCK.acquire([clientId]);
    const found = yield* this.find(clientId);
    return found?.id === id ? found : undefined;
  }

  *#record(action: AuditAction, { id, callbackUrl }: EventSubscription, act: Act): DbCommand<void> {
    const host = callbackUrl === null ? null : new URL(callbackUrl).host;
    yield* this.#auditLog.append(act, { action, subject: id, detail: { callback: host } });
  }
}

function rowOf({ eventTypes, ...subscription }: EventSubscription): SubscriptionRow {
  return { ...subscription, eventTypes: eventTypes && JSON.stringify(eventTypes) };
}

const SQL = {
  find: sql<[string], SubscriptionRow>(`
    SELECT id, client_id AS clientId, version, callback_url AS callbackUrl,
      event_types AS eventTypes
    FROM event_subscription WHERE client_id = ?`),
  add: sql<SubscriptionRow & { readonly createdAt: Instant }>(`
    INSERT INTO event_subscription (id, client_id, version, callback_url, event_types, created_at)
    VALUES (@id, @clientId, @version, @callbackUrl, @eventTypes, @createdAt)`),
  replace: sql<SubscriptionRow>(`
    UPDATE event_subscription SET version = @version, callback_url = @callbackUrl,
      event_types = @eventTypes, unresponsive_since = NULL
    WHERE id = @id`),
  pushAtOnce: PUSH_AT_ONCE,
  remove: sql<[string]>('DELETE FROM event_subscription WHERE id = ?'),
};
