import {
  EVENT_RETENTION_MS,
  MAX_BACKLOG_COUNTED,
  type EndpointHealth,
} from '../../../domain/records/event-notifications.ts';
import type { Instant } from '../../../shared/time.ts';
import type { DbCommand, Engine } from '../engine.ts';

/** The callback addresses of TPPs, and the repetition of events that TPPs received before. */
export class Endpoints {
  readonly #sql: ReturnType<typeof prepare>;

  constructor(engine: Engine) {
    this.#sql = prepare(engine);
  }

  *health(clientId: string): DbCommand<EndpointHealth | undefined> {
    return yield* this.#sql.health.get(clientId);
  }

  *list(limit: number): DbCommand<readonly EndpointHealth[]> {
    return yield* this.#sql.list.all(limit);
  }

  *replayFrom(
    subscriptionId: string,
    from: Instant,
    limit: number,
    now: Instant,
  ): DbCommand<number> {
    const asked = { subscriptionId, from, limit, until: now + EVENT_RETENTION_MS };
    const acknowledged = yield* this.#sql.replayAcknowledged.run(asked);
    return acknowledged + (yield* this.#sql.replaySetAside.run(asked));
  }
}

interface Replay {
  readonly subscriptionId: string;
  readonly from: Instant;
  readonly limit: number;
  readonly until: Instant;
}

const replay = (state: 'acknowledged' | 'setAside'): string =>
  `UPDATE event SET state = 'open', errors = 0, retry_at = 0, push_tries = 0, push_at = 0,
     expires_at = @until
   WHERE subscription_id = @subscriptionId AND state = '${state}' AND sequence IN (
     SELECT found.sequence FROM event AS found
     WHERE found.subscription_id = @subscriptionId AND found.state = '${state}' AND found.at >= @from
     ORDER BY found.sequence LIMIT @limit)`;

const OPEN_EVENTS = `event WHERE subscription_id = event_subscription.id AND state = 'open'`;

const HEALTH = `SELECT id, client_id AS "clientId", callback_url AS "callbackUrl",
     unresponsive_since AS "unresponsiveSince", succeeded_at AS "succeededAt",
     failed_at AS "failedAt", problem,
     (SELECT COUNT(*) FROM (
       SELECT 1 FROM ${OPEN_EVENTS} LIMIT ${String(MAX_BACKLOG_COUNTED)}) AS counted) AS backlog,
     (SELECT at FROM ${OPEN_EVENTS} ORDER BY sequence LIMIT 1) AS "oldestAt"
   FROM event_subscription`;

function prepare(engine: Engine) {
  return {
    health: engine.prepare<[string], EndpointHealth>(`${HEALTH} WHERE client_id = ?`),
    list: engine.prepare<[number], EndpointHealth>(
      `${HEALTH} ORDER BY unresponsive_since IS NULL, client_id LIMIT ?`,
    ),
    replayAcknowledged: engine.prepare<Replay>(replay('acknowledged')),
    replaySetAside: engine.prepare<Replay>(replay('setAside')),
  };
}
