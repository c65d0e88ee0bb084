import { describe, expect, it } from 'vitest';
import type { RequestCounts } from '../../../src/domain/records/api-figures.ts';
import { DAY_MS, londonDate } from '../../../src/shared/time.ts';
import { apiMonth } from '../../../src/use-cases/operators/overview/api-month.ts';
import { inFolder, type OpenStore, type TestStore } from './fixtures.ts';

type Row = readonly unknown[];

/** Returns the rows of a query in the closed store of a folder. */
export type ReadRows = (directory: string, sql: string) => Promise<readonly Row[]>;

const GROUPS = ['funds', 'other', 'payments'] as const;

/** Adds a run of a process. The counts belong to the day on which it ended. */
async function addRun(
  store: TestStore,
  [started, ended]: readonly [string, string],
  { stopped = 0, counts = [] }: { stopped?: 0 | 1; counts?: readonly RequestCounts[] } = {},
): Promise<void> {
  const at = Date.parse(ended);
  const run = `${started} ${ended}`;
  const report = { node: run, run, day: londonDate(at), maxGapMs: 30 * DAY_MS, outages: [] };
  await store.addNodeReport({ ...report, at: Date.parse(started), stopped: 0, counts: [] });
  await store.addNodeReport({ ...report, at, stopped, counts });
}

const countsOf = (endpoints: RequestCounts['endpoints'], requests: number, errors: number) => ({
  ...{ endpoints, requests, errors },
  ...{ late: errors, totalUs: 1234 * requests + 1 },
});

/** Runs of March 2026. Summer time begins on the 29th, which has 23 hours. */
async function fillMarch(store: TestStore): Promise<void> {
  // Planned downtime begins in February and ends in March.
  await addRun(store, ['2026-02-27T12:00:00Z', '2026-02-28T23:00:00Z'], { stopped: 1 });
  const counts = [countsOf('payments', 7, 2), countsOf('other', 3, 0)];
  await addRun(store, ['2026-03-01T01:30:00Z', '2026-03-10T09:00:00Z'], { counts });
  // Another node covers its end. Both end together, and only one of them was stopped in order.
  const second = [countsOf('payments', 4, 1), countsOf('funds', 5, 4)];
  const end = '2026-03-10T10:00:00Z';
  await addRun(store, ['2026-03-05T00:00:00Z', end], { counts: second, stopped: 1 });
  await addRun(store, ['2026-03-06T00:00:00Z', end]);
  await addRun(store, ['2026-03-10T10:05:00.500Z', '2026-03-28T23:00:00Z']);
  await addRun(store, ['2026-03-29T11:00:00Z', '2026-03-31T21:00:00Z']);
  // Unplanned downtime begins in March and ends in April.
  await addRun(store, ['2026-04-01T02:00:00Z', '2026-04-01T05:00:00Z'], { stopped: 1 });
  // A later downtime of April.
  await addRun(store, ['2026-04-01T06:00:00Z', '2026-04-01T07:00:00Z']);
}

/** The SQL that is shown beside the figures of the API, against these figures. */
export function apiQueriesSuite(name: string, open: OpenStore, read: ReadRows): void {
  describe(`the queries of the API's figures over ${name}`, () => {
    it.each(['2026-02', '2026-03', '2026-04', '2026-05'])('return those of %s', (month) =>
      inFolder(async (directory) => {
        const store = await open(directory);
        await fillMarch(store);
        const { days, queries } = await apiMonth({ store }, month);
        await store.close();
        const rows = await Promise.all(Object.values(queries).map((sql) => read(directory, sql)));
        const answered = days.filter(({ requests }) => requests > 0);
        const groups = answered.flatMap((day) =>
          GROUPS.filter((group) => day[group].requests > 0).map((group) => ({
            ...{ head: [day.day, group, day[group].requests], figures: day[group] },
          })),
        );
        expect(rows.map((found) => found.map(rounded))).toEqual(
          [
            days.map((day) => [
              ...[day.day, day.uptimePercent, day.measuredSeconds],
              ...[day.plannedSeconds, day.unplannedSeconds],
            ]),
            groups.map(({ head, figures }) => [...head, figures.meanMs]),
            groups.map(({ head, figures: { requests, errorPercent } }) => [
              ...[...head, Math.round(((errorPercent ?? 0) * requests) / 100), errorPercent],
            ]),
            answered.map(({ day, requests, errors, errorPercent, late }) => [
              ...[day, requests, errors, errorPercent, late],
            ]),
          ].map((expected) => expected.map(rounded)),
        );
      }),
    );

    it('agree with downtimes that cross the start and the end of a month', () =>
      inFolder(async (directory) => {
        const store = await open(directory);
        await fillMarch(store);
        const { days, downtimes } = await apiMonth({ store }, '2026-03');
        const figuresOf = (date: string) => days.find(({ day }) => day === date);
        expect(days).toHaveLength(31);
        expect(figuresOf('2026-03-01')).toMatchObject({
          ...{ measuredSeconds: 86_400, plannedSeconds: 5400, unplannedSeconds: 0 },
          uptimePercent: 93.75,
        });
        expect(figuresOf('2026-03-10')).toMatchObject({ plannedSeconds: 300.5 });
        expect(figuresOf('2026-03-29')).toMatchObject({
          ...{ measuredSeconds: 82_800, unplannedSeconds: 39_600 },
        });
        // From 22:00 in London.
        expect(figuresOf('2026-03-31')).toMatchObject({
          ...{ measuredSeconds: 86_400, unplannedSeconds: 7200 },
        });
        expect(downtimes).toHaveLength(4);
        await store.close();
      }));
  });
}

/** Returns a row as text, with six digits. PostgreSQL returns numbers as text. */
function rounded(row: Row): readonly string[] {
  return row.map((value) =>
    Number.isNaN(Number(value)) ? String(value) : Number(value).toFixed(6),
  );
}
