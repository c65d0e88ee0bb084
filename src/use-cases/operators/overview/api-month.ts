import type { ApiFiguresStore } from '../../../domain/ports/api-figures-store.ts';
import {
  daysOf,
  downtimesOf,
  figuresOf,
  type ApiMonth,
} from '../../../domain/records/api-figures.ts';
import { addDays, londonInstant } from '../../../shared/time.ts';

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
  const downtimes = downtimesOf(runs).filter(({ end }) => end > from);
  const queries = queriesOf(first, last, from, before);
  return { month, days: figures.filter(measured), downtimes, queries };
}

/** Returns the SQL of the figures, for PostgreSQL, or for a backup of SQLite. */
function queriesOf(first: string, last: string, from: number, before: number) {
  const days = `WHERE day BETWEEN '${first}' AND '${last}'`;
  return {
    'Mean response time in milliseconds, by day and group':
      'SELECT day, endpoints, SUM(total_us) / 1000.0 / SUM(requests) ' +
      `FROM api_day ${days} GROUP BY day, endpoints`,
    'Error response rate in percent, by day':
      'SELECT day, 100.0 * SUM(errors) / SUM(requests), SUM(late) ' +
      `FROM api_day ${days} GROUP BY day`,
    'Downtime between runs of the month in seconds (stopped = 1: planned)':
      'SELECT stopped, SUM(until - latest) / 1000.0 AS seconds FROM (SELECT until, latest, ' +
      '(SELECT MAX(stopped) FROM node_run WHERE seen_at = latest) AS stopped FROM (SELECT ' +
      'LEAD(started_at) OVER (ORDER BY started_at, run) AS until, MAX(seen_at) OVER (ORDER BY ' +
      'started_at, run ROWS UNBOUNDED PRECEDING) AS latest FROM node_run ' +
      `WHERE seen_at >= ${String(from)} AND started_at < ${String(before)}) AS ordered) AS gap ` +
      'WHERE until > latest GROUP BY stopped',
  };
}
