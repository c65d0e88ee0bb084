import type { NodeReport } from '../../../domain/ports/api-figures-store.ts';
import {
  figuresKeptFrom,
  type DayCounts,
  type Downtime,
  type NodeRun,
  type RequestCounts,
} from '../../../domain/records/api-figures.ts';
import type { Act } from '../../../domain/records/audit.ts';
import {
  formatInstant,
  londonInstant,
  type Instant,
  type LocalDate,
} from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { sql, type DbCommand } from '../engine.ts';

/** Requests of the API by day, and the running times of the nodes. */
export class ApiFigures {
  readonly #auditLog: AuditLog;

  constructor(auditLog: AuditLog) {
    this.#auditLog = auditLog;
  }

  *add(report: NodeReport): DbCommand<void> {
    const { node, run, at, day, maxGapMs, stopped, counts, outages } = report;
    const since = at - maxGapMs;
    for (const { from, until } of outages) {
      if (until !== null) yield* SQL.beginAfter.write({ run, until });
      yield* SQL.drop.write({ run, from, until: until ?? at + 1 });
      yield* SQL.cut.write({ run, from });
    }
    const isDown = outages.at(-1)?.until === null;
    if (!isDown && (yield* SQL.extend.run({ run, at, since, stopped })) === 0) {
      yield* SQL.begin.write({ run, at, stopped });
    }
    for (const count of counts) yield* SQL.count.write({ ...count, node, day });
  }

  readonly counts = (from: LocalDate, to: LocalDate) => SQL.counts.all(from, to);

  readonly runs = (from: Instant, before: Instant) => SQL.runs.all({ from, before });

  /** Returns the downtime with this start. */
  *downtime(start: Instant): DbCommand<Downtime | undefined> {
    const gap = yield* SQL.gap.get({ start });
    if (gap === undefined || gap.stopped === null || gap.end === null) return undefined;
    return { start, end: gap.end, kind: gap.stopped === 1 ? 'planned' : 'unplanned' };
  }

  /** Changes the kind of a downtime. Returns false if there is no such downtime of another kind. */
  *mark(
    start: Instant,
    kind: Downtime['kind'],
    detail: Readonly<Record<string, string>>,
    act: Act,
  ): DbCommand<boolean> {
    if ((yield* this.downtime(start)) === undefined) return false;
    const stopped = kind === 'planned' ? 1 : 0;
    if ((yield* SQL.mark.run({ start, stopped })) === 0) return false;
    const entry = { action: 'downtimeMarked', subject: formatInstant(start) } as const;
    yield* this.#auditLog.append(act, { ...entry, detail: { kind, ...detail } });
    return true;
  }

  /** Deletes up to `limit` runs, and as many counts, of days whose figures are not kept. */
  *clearExpired(now: Instant, limit: number): DbCommand<number> {
    const first = figuresKeptFrom(now);
    const runs = yield* SQL.clearRuns.run(londonInstant(first), limit);
    return Math.max(runs, yield* SQL.clearCounts.run(first, limit));
  }
}

type Counted = RequestCounts & { readonly node: string; readonly day: LocalDate };

const SQL = {
  extend: sql<{ run: string; at: Instant; since: Instant; stopped: 0 | 1 }>(`
    UPDATE node_run SET seen_at = @at, stopped = @stopped
    WHERE run = @run AND seen_at BETWEEN @since AND @at
      AND started_at = (SELECT MAX(started_at) FROM node_run WHERE run = @run)`),
  begin: sql<{ run: string; at: Instant; stopped: 0 | 1 }>(`
    INSERT INTO node_run (run, started_at, seen_at, stopped) VALUES (@run, @at, @at, @stopped)
    ON CONFLICT (run, started_at) DO NOTHING`),
  // The node may have reported since the outage, so that its run has continued.
  beginAfter: sql<{ run: string; until: Instant }>(`
    INSERT INTO node_run (run, started_at, seen_at, stopped)
    SELECT @run, @until, COALESCE(MAX(seen_at), @until), 0 FROM node_run
    WHERE run = @run AND started_at < @until AND seen_at > @until
    ON CONFLICT (run, started_at) DO NOTHING`),
  drop: sql<{ run: string; from: Instant; until: Instant }>(
    'DELETE FROM node_run WHERE run = @run AND started_at > @from AND started_at < @until',
  ),
  cut: sql<{ run: string; from: Instant }>(`
    UPDATE node_run SET seen_at = @from
    WHERE run = @run AND started_at <= @from AND seen_at > @from`),
  count: sql<Counted>(`
    INSERT INTO api_day AS kept (day, node, endpoints, requests, errors, late, total_us)
    VALUES (@day, @node, @endpoints, @requests, @errors, @late, @totalUs)
    ON CONFLICT (day, node, endpoints) DO UPDATE SET requests = kept.requests + excluded.requests,
      errors = kept.errors + excluded.errors, late = kept.late + excluded.late,
      total_us = kept.total_us + excluded.total_us`),
  counts: sql<[LocalDate, LocalDate], DayCounts>(`
    SELECT day, endpoints, CAST(SUM(requests) AS BIGINT) AS requests,
      CAST(SUM(errors) AS BIGINT) AS errors, CAST(SUM(late) AS BIGINT) AS late,
      CAST(SUM(total_us) AS BIGINT) AS "totalUs"
    FROM api_day WHERE day BETWEEN ? AND ? GROUP BY day, endpoints ORDER BY day, endpoints`),
  gap: sql<{ start: Instant }, { stopped: 0 | 1 | null; end: Instant | null }>(`
    SELECT MAX(stopped) AS stopped,
      (SELECT MIN(started_at) FROM node_run WHERE started_at > @start) AS "end"
    FROM node_run WHERE seen_at = @start AND NOT EXISTS (
      SELECT 1 FROM node_run WHERE started_at <= @start AND seen_at > @start)`),
  mark: sql<{ start: Instant; stopped: 0 | 1 }>(
    'UPDATE node_run SET stopped = @stopped WHERE seen_at = @start AND stopped <> @stopped',
  ),
  clearRuns: sql<[Instant, number]>(`
    DELETE FROM node_run WHERE (run, started_at) IN (
      SELECT run, started_at FROM node_run WHERE seen_at < ? ORDER BY seen_at LIMIT ?)`),
  clearCounts: sql<[LocalDate, number]>(`
    DELETE FROM api_day WHERE (day, node, endpoints) IN (
      SELECT day, node, endpoints FROM api_day WHERE day < ? ORDER BY day LIMIT ?)`),
  runs: sql<{ from: Instant; before: Instant }, NodeRun>(`
    SELECT started_at AS "startedAt", seen_at AS "seenAt", stopped FROM node_run
    WHERE started_at <= COALESCE(
        (SELECT MIN(started_at) FROM node_run WHERE started_at >= @before), @before)
      AND seen_at >= COALESCE((SELECT MAX(seen_at) FROM node_run WHERE seen_at < @from), 0)
    ORDER BY started_at, run`),
};
