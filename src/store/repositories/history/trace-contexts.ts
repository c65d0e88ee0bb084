import type { Instant } from '../../../shared/time.ts';
import type { DbCommand, Engine } from '../engine.ts';

/** The traces that caused later jobs and messages, by the id of a consent, payment or message. */
export class TraceContexts {
  readonly #sql: ReturnType<typeof prepare>;

  constructor(engine: Engine) {
    this.#sql = prepare(engine);
  }

  *save(subjects: readonly string[], traceparent: string, expiresAt: Instant): DbCommand<void> {
    for (const subject of subjects) yield* this.#sql.save.write(subject, traceparent, expiresAt);
  }

  *of(subjects: readonly string[]): DbCommand<readonly string[]> {
    const rows = yield* this.#sql.of.all(JSON.stringify(subjects));
    return rows.map(({ traceparent }) => traceparent);
  }

  readonly clearExpired = (now: Instant, limit: number) => this.#sql.clearExpired.run(now, limit);
}

function prepare(engine: Engine) {
  return {
    save: engine.prepare<[subject: string, traceparent: string, expiresAt: Instant]>(
      `INSERT INTO trace_context (subject, traceparent, expires_at) VALUES (?, ?, ?)
       ON CONFLICT (subject) DO UPDATE
         SET traceparent = excluded.traceparent, expires_at = excluded.expires_at`,
    ),
    of: engine.prepare<[string], { traceparent: string }>(
      `SELECT DISTINCT traceparent FROM trace_context
       WHERE subject IN (SELECT value FROM json_each(?))`,
    ),
    clearExpired: engine.prepareClearExpired('trace_context', 'subject'),
  };
}
