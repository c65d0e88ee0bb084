import type { Instant } from '../../../shared/time.ts';
import { clearExpired, sql, type DbCommand } from '../engine.ts';

/** The traces that caused later jobs and messages, by the id of a consent, payment or message. */
export class TraceContexts {
  *save(subjects: readonly string[], traceparent: string, expiresAt: Instant): DbCommand<void> {
    for (const subject of subjects) yield* SQL.save.write(subject, traceparent, expiresAt);
  }

  *of(subjects: readonly string[]): DbCommand<readonly string[]> {
    const rows = yield* SQL.of.all(JSON.stringify(subjects));
    return rows.map(({ traceparent }) => traceparent);
  }

  readonly clearExpired = (now: Instant, limit: number) => SQL.clearExpired.run(now, limit);
}

const SQL = {
  save: sql<[subject: string, traceparent: string, expiresAt: Instant]>(`
    INSERT INTO trace_context (subject, traceparent, expires_at) VALUES (?, ?, ?)
    ON CONFLICT (subject) DO UPDATE
      SET traceparent = excluded.traceparent, expires_at = excluded.expires_at`),
  of: sql<[string], { traceparent: string }>(`
    SELECT DISTINCT traceparent FROM trace_context
    WHERE subject IN (SELECT value FROM json_each(?))`),
  clearExpired: clearExpired('trace_context', 'subject'),
};
