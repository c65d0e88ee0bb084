import {
  EVENT_RETENTION_MS,
  MAX_BACKLOG_COUNTED,
  type EndpointHealth,
  type ReplayedEvents,
  type ReplayStart,
} from '../../../domain/records/event-notifications.ts';
import type { Instant } from '../../../shared/time.ts';
import { sql, type DbCommand } from '../engine.ts';

/** The callback addresses of TPPs, and the repetition of events that TPPs received before. */
export class Endpoints {
  readonly health = (clientId: string) => SQL.health.get(clientId);

  readonly list = (limit: number) => SQL.list.all(limit);

  *replayFrom(
    subscriptionId: string,
    { from, after }: ReplayStart,
    limit: number,
    now: Instant,
  ): DbCommand<ReplayedEvents> {
    const asked = { subscriptionId, from, after, limit: limit + 1 };
    const found = yield* SQL.toReplay.all(asked);
    const ids = found.slice(0, limit);
    const until = now + EVENT_RETENTION_MS;
    if (ids.length > 0) {
      yield* SQL.replay.write({ subscriptionId, ids: JSON.stringify(ids), until });
    }
    return { replayed: ids.length, next: found.length > limit ? (ids.at(-1) ?? null) : null };
  }
}

/** Returns the SQL for the first events of a state from a start on. */
const toReplay = (state: 'acknowledged' | 'setAside'): string =>
  `SELECT * FROM (
     SELECT id, sequence FROM event
     WHERE subscription_id = @subscriptionId AND state = '${state}' AND at >= @from
       AND sequence > COALESCE((
         SELECT earlier.sequence FROM event AS earlier
         WHERE earlier.id = @after AND earlier.subscription_id = @subscriptionId), 0)
     ORDER BY sequence LIMIT @limit) AS ${state}`;

const OPEN_EVENTS = `event WHERE subscription_id = event_subscription.id AND state = 'open'`;

const HEALTH = `SELECT id, client_id AS "clientId", callback_url AS "callbackUrl",
     unresponsive_since AS "unresponsiveSince", succeeded_at AS "succeededAt",
     failed_at AS "failedAt", problem,
     (SELECT COUNT(*) FROM (
       SELECT 1 FROM ${OPEN_EVENTS} LIMIT ${String(MAX_BACKLOG_COUNTED)}) AS counted) AS backlog,
     (SELECT at FROM ${OPEN_EVENTS} ORDER BY sequence LIMIT 1) AS "oldestAt"
   FROM event_subscription`;

const SQL = {
  health: sql<[string], EndpointHealth>(`${HEALTH} WHERE client_id = ?`),
  list: sql<[number], EndpointHealth>(`
    ${HEALTH} ORDER BY unresponsive_since IS NULL, client_id LIMIT ?`),
  toReplay: sql<ReplayStart & { readonly subscriptionId: string; readonly limit: number }, string>(`
    SELECT id FROM (${toReplay('acknowledged')} UNION ALL ${toReplay('setAside')}) AS found
    ORDER BY sequence LIMIT @limit`).pluck(),
  replay: sql<{
    readonly subscriptionId: string;
    readonly ids: string;
    readonly until: Instant;
  }>(`
    UPDATE event SET state = 'open', errors = 0, retry_at = 0, push_tries = 0, push_at = 0,
      expires_at = @until
    WHERE subscription_id = @subscriptionId AND state <> 'open'
      AND id IN (SELECT value FROM json_each(@ids))`),
};
