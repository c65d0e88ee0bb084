import type { ApiFiguresStore } from '../../../domain/ports/api-figures-store.ts';
import {
  daysOf,
  downtimesOf,
  figuresOf,
  type ApiMonth,
} from '../../../domain/records/api-figures.ts';
import { addDays, londonInstant, type LocalDate } from '../../../shared/time.ts';

/** Returns availability, response times and errors of the API on each day of a month. */
export async function apiMonth(
  { store }: { readonly store: Pick<ApiFiguresStore, 'apiCounts' | 'nodeRuns'> },
  month: string,
): Promise<ApiMonth> {
  const days = daysOf(month);
  const first = days[0] ?? '';
  const last = days.at(-1) ?? '';
  const from = londonInstant(first);
  const before = londonInstant(addDays(last, 1));
  const counts = await store.apiCounts(first, last);
  const runs = await store.nodeRuns(from, before);
  const figures = days.map((day) =>
    figuresOf(
      day,
      runs,
      counts.filter((one) => one.day === day),
    ),
  );
  const measured = ({ measuredSeconds, requests }: (typeof figures)[number]) =>
    measuredSeconds !== null || requests > 0;
  const downtimes = downtimesOf(runs).filter(({ start, end }) => end > from && start < before);
  return { month, days: figures.filter(measured), downtimes, queries: queriesOf(days) };
}

/** Returns the SQL of the figures by day, for PostgreSQL, or for a backup of SQLite. */
function queriesOf(days: readonly LocalDate[]): ApiMonth['queries'] {
  const where = `FROM api_day WHERE day BETWEEN '${days[0] ?? ''}' AND '${days.at(-1) ?? ''}'`;
  const errors = 'SUM(requests) AS requests, SUM(errors) AS errors';
  const percent = '100.0 * SUM(errors) / SUM(requests) AS percent';
  const byGroup = `${where} GROUP BY day, endpoints ORDER BY day, endpoints`;
  return {
    'Uptime in percent, measured time and downtime in seconds, by day': uptimeQuery(days),
    'Mean response time in milliseconds, by day and group':
      'SELECT day, endpoints, SUM(requests) AS requests, ' +
      `SUM(total_us) / 1000.0 / SUM(requests) AS mean_ms ${byGroup}`,
    'Error response rate in percent, by day and group': `SELECT day, endpoints, ${errors}, ${percent} ${byGroup}`,
    'Error response rate of all requests in percent, and answers after 30 seconds, by day': `SELECT day, ${errors}, ${percent}, SUM(late) AS late ${where} GROUP BY day ORDER BY day`,
  };
}

/**
 * Returns the SQL of uptime and downtime. It contains the milliseconds at which the days in London
 * start and end, because SQLite has no time zones.
 */
function uptimeQuery(days: readonly LocalDate[]): string {
  const bounds = days.map(
    (day) => `('${day}', ${String(londonInstant(day))}, ${String(londonInstant(addDays(day, 1)))})`,
  );
  // SQLite and PostgreSQL have no common function for the lesser of two values.
  const within = (from: string, until: string): string =>
    `CASE WHEN ${until} < ends THEN ${until} ELSE ends END - ` +
    `CASE WHEN ${from} > starts THEN ${from} ELSE starts END AS ms`;
  const seconds = (stopped: 0 | 1): string =>
    `COALESCE(SUM(CASE WHEN stopped = ${String(stopped)} THEN down.ms END), 0) / 1000.0`;
  return (
    `WITH days (day, starts, ends) AS (VALUES ${bounds.join(', ')}), ` +
    'ordered AS (SELECT LEAD(started_at) OVER (ORDER BY started_at, run) AS next, MAX(seen_at) ' +
    'OVER (ORDER BY started_at, run ROWS UNBOUNDED PRECEDING) AS seen FROM node_run), ' +
    'gaps AS (SELECT seen, next, (SELECT MAX(stopped) FROM node_run WHERE seen_at = seen) ' +
    'AS stopped FROM ordered WHERE next > seen), ' +
    'times AS (SELECT MIN(started_at) AS began, MAX(seen_at) AS seen FROM node_run), ' +
    `measured AS (SELECT day, ${within('began', 'seen')} FROM days, times ` +
    'WHERE began < ends AND seen > starts), ' +
    `down AS (SELECT day, stopped, ${within('seen', 'next')} FROM days, gaps ` +
    'WHERE seen < ends AND next > starts) ' +
    'SELECT measured.day, 100.0 - 100.0 * COALESCE(SUM(down.ms), 0) / measured.ms AS uptime, ' +
    `measured.ms / 1000.0 AS measured, ${seconds(1)} AS planned, ${seconds(0)} AS unplanned ` +
    'FROM measured LEFT JOIN down ON down.day = measured.day ' +
    'GROUP BY measured.day, measured.ms ORDER BY measured.day'
  );
}
