import { expect, it, describe } from 'vitest';
import type { NodeReport } from '../../../src/domain/ports/api-figures-store.ts';
import type { RequestCounts } from '../../../src/domain/records/api-figures.ts';
import { actorOf } from '../../../src/domain/records/audit.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { formatInstant, HOUR_MS, londonInstant, SECOND_MS } from '../../../src/shared/time.ts';
import { apiMonth } from '../../../src/use-cases/operators/overview/api-month.ts';
import { NOW, withStore, type OpenStore, type TestStore } from './fixtures.ts';

const DAY = '2026-03-02';
const MIDNIGHT = londonInstant(DAY);

const by = (id: string) => ({ at: NOW, by: actorOf({ kind: 'operator', id }) });

const countsOf = (
  endpoints: RequestCounts['endpoints'],
  requests: number,
  totalUs: number,
): RequestCounts => ({ endpoints, requests, errors: 1, late: 0, totalUs });

/** Reports of a node, at seconds after midnight. */
function reporting(store: TestStore, node: string) {
  return (at: number, report: Partial<NodeReport> = {}): Promise<void> =>
    store.addNodeReport({
      ...{ node, run: `${node} 1`, at: MIDNIGHT + at * SECOND_MS, day: DAY },
      ...{ maxGapMs: 30 * SECOND_MS, stopped: 0, counts: [], outages: [] },
      ...report,
    });
}

async function dayOf(store: TestStore, day = DAY) {
  const { days } = await apiMonth({ store }, day.slice(0, 7));
  return expectDefined(
    days.find((one) => one.day === day),
    `the figures of ${day}`,
  );
}

export function apiFiguresSuite(open: OpenStore): void {
  describe('figures of the API', () => {
    it(
      'sums the requests of all nodes by group',
      withStore(open, async (store) => {
        const [one, two] = [reporting(store, 'one'), reporting(store, 'two')];
        await one(0, { counts: [countsOf('payments', 2, 3000), countsOf('other', 4, 90_000)] });
        await one(10, { counts: [countsOf('payments', 1, 5000)] });
        await two(10, { counts: [countsOf('payments', 1, 2000), countsOf('funds', 2, 500)] });
        expect(await dayOf(store)).toMatchObject({
          payments: { requests: 4, meanMs: 2.5, errorPercent: 75 },
          funds: { requests: 2, meanMs: 0.25, errorPercent: 50 },
          other: { requests: 4, meanMs: 22.5, errorPercent: 25 },
          ...{ requests: 10, errors: 5, errorPercent: 50, late: 0 },
          ...{ measuredSeconds: 10, uptimePercent: 100, plannedSeconds: 0, unplannedSeconds: 0 },
        });
        expect(await apiMonth({ store }, '2026-04')).toMatchObject({ days: [] });
      }),
    );

    it(
      'counts gaps between the runs of all nodes as downtime, planned after an orderly stop',
      withStore(open, async (store) => {
        const [one, two] = [reporting(store, 'one'), reporting(store, 'two')];
        await one(100);
        // A gap of at most 30 seconds continues the run.
        await one(130);
        await two(120);
        await two(150);
        // Unplanned from 150 on, because both nodes stopped reporting.
        await one(250);
        await one(260, { stopped: 1 });
        // Planned from 260 on. Another process of the same node begins a run of its own.
        await one(265, { run: 'one 2' });
        // Begins later and ends earlier than the other node.
        await two(270, { run: 'two 2' });
        await one(290, { run: 'one 2' });
        expect(await dayOf(store)).toMatchObject({
          ...{ measuredSeconds: 190, unplannedSeconds: 100, plannedSeconds: 5 },
          uptimePercent: 100 * (1 - 105 / 190),
        });
      }),
    );

    it(
      'counts the time in which a node did not answer as a gap of its run',
      withStore(open, async (store) => {
        const one = reporting(store, 'one');
        const outage = (from: number, until: number | null) => {
          const at = (second: number) => MIDNIGHT + second * SECOND_MS;
          return { outages: [{ from: at(from), until: until === null ? null : at(until) }] };
        };
        for (let at = 0; at <= 130; at += 10) await one(at);
        // It began in the past and goes on, so the node counts as down from then on.
        await one(140, outage(100, null));
        await one(150, { ...outage(100, null), counts: [countsOf('payments', 1, 1000)] });
        expect(await dayOf(store)).toMatchObject({ measuredSeconds: 100, unplannedSeconds: 0 });
        await one(160, outage(100, 152.5));
        expect(await dayOf(store)).toMatchObject({
          ...{ measuredSeconds: 160, unplannedSeconds: 52.5, payments: { requests: 1 } },
        });
        for (let at = 170; at <= 200; at += 10) await one(at);
        // It ended before it was detected. The node reported in the meantime. Stored twice.
        await one(210, outage(170, 171));
        await one(210, outage(170, 171));
        await one(220);
        expect(await dayOf(store)).toMatchObject({ measuredSeconds: 220, unplannedSeconds: 53.5 });
        // A stop during an outage is not orderly.
        await one(230, { ...outage(190, null), stopped: 1 });
        await one(240, { run: 'one 2' });
        expect(await dayOf(store)).toMatchObject({
          ...{ measuredSeconds: 240, unplannedSeconds: 103.5, plannedSeconds: 0 },
        });
        // The first request arrived before the first report of the process.
        await one(250, { run: 'one 3' });
        await one(260, { run: 'one 3', ...outage(245, null) });
        await one(270, { run: 'one 3', ...outage(245, 265) });
        expect(await dayOf(store)).toMatchObject({ measuredSeconds: 270, unplannedSeconds: 128.5 });
        // Another node that runs all the time covers the outages of the first one.
        for (let at = 0; at <= 240; at += 10) await reporting(store, 'two')(at);
        expect(await dayOf(store)).toMatchObject({ measuredSeconds: 270, unplannedSeconds: 25 });
      }),
    );

    it(
      'keeps a gap after an outage that is stored later',
      withStore(open, async (store) => {
        const one = reporting(store, 'one');
        for (const at of [0, 20, 40, 60]) await one(at);
        // The node could not write between 60 and 100.
        await one(100);
        const outage = { from: MIDNIGHT + 20 * SECOND_MS, until: MIDNIGHT + 74 * SECOND_MS };
        await one(110, { outages: [outage] });
        expect(await dayOf(store)).toMatchObject({ measuredSeconds: 110, unplannedSeconds: 80 });
      }),
    );

    it(
      'removes a run that began in an outage which is found later',
      withStore(open, async (store) => {
        const one = reporting(store, 'one');
        for (const at of [0, 20, 40, 60]) await one(at);
        // The node could not write between 60 and 100, and did not answer from 20 on.
        await one(100);
        const from = MIDNIGHT + 20 * SECOND_MS;
        await one(110, { outages: [{ from, until: null }] });
        const until = MIDNIGHT + 115 * SECOND_MS;
        await one(120, { outages: [{ from, until }] });
        await one(130);
        expect(await dayOf(store)).toMatchObject({ measuredSeconds: 130, unplannedSeconds: 95 });
        expect((await apiMonth({ store }, '2026-03')).downtimes).toEqual([
          { start: from, end: until, kind: 'unplanned' },
        ]);
      }),
    );

    it(
      'deletes the figures after five complete years',
      withStore(open, async (store) => {
        const counts = [countsOf('payments', 1, 1000)];
        const report = async (day: string, seconds: number) => {
          const at = londonInstant(day) + seconds * SECOND_MS;
          const process = { node: 'one', run: `${day} ${String(seconds)}`, maxGapMs: 30_000 };
          await store.addNodeReport({ ...process, at, day, stopped: 0, counts, outages: [] });
        };
        const seconds = Array.from({ length: 599 }, (_, second) => second);
        await Promise.all(seconds.map((second) => report('2020-12-31', second)));
        await report('2021-01-01', 0);
        const newYear = londonInstant('2027-01-01');
        expect(await store.clearExpired(londonInstant('2026-01-01') - 1)).toBe(false);
        expect(await store.nodeRuns(0, newYear)).toHaveLength(600);
        // It deletes them in parts.
        expect(await store.clearExpired(londonInstant('2026-01-01'))).toBe(true);
        expect(await store.clearExpired(londonInstant('2026-01-01'))).toBe(false);
        expect(await store.nodeRuns(0, newYear)).toMatchObject([
          { startedAt: londonInstant('2021-01-01') },
        ]);
        expect(await store.apiCounts('2000-01-01', '2026-01-01')).toMatchObject([
          { day: '2021-01-01' },
        ]);
        expect(await store.clearExpired(newYear)).toBe(false);
        expect(await store.nodeRuns(0, newYear)).toEqual([]);
        expect(await store.apiCounts('2000-01-01', '2026-01-01')).toEqual([]);
      }),
    );

    it(
      'lets an operator mark a planned downtime as unplanned, and two operators the reverse',
      withStore(open, async (store) => {
        const one = reporting(store, 'one');
        const at = (second: number) => MIDNIGHT + second * SECOND_MS;
        const sums = async () => {
          const { plannedSeconds, unplannedSeconds } = await dayOf(store);
          return [plannedSeconds, unplannedSeconds];
        };
        await one(0);
        await one(10, { stopped: 1 });
        await one(15, { run: 'one 2' });
        await one(20, { run: 'one 2', stopped: 1 });
        await one(50, { run: 'one 3' });
        await one(100, { run: 'one 4' });
        expect(await sums()).toEqual([35, 50]);
        const mark = (second: number) => store.markUnplanned(at(second), 'No notice.', by('olga'));
        // Already unplanned, within a run, in a downtime, and without an end.
        for (const second of [50, 17, 11, 100]) expect(await mark(second)).toBe(false);
        expect(await mark(20)).toBe(true);
        expect(await mark(20)).toBe(false);
        expect(await sums()).toEqual([5, 80]);

        const propose = (subject: string) => {
          const request = {
            action: 'planDowntime',
            subject,
            reason: 'Notice.',
            seen: null,
          } as const;
          return store.proposeAction(request, by('olga'));
        };
        for (const subject of [formatInstant(at(10)), formatInstant(at(11)), 'now']) {
          expect(await propose(subject)).toEqual({ kind: 'notPossible' });
        }
        const subject = formatInstant(at(20));
        expect(await propose(subject)).toMatchObject({
          kind: 'proposed',
          proposal: { id: 1, facts: { Start: subject, End: formatInstant(at(50)), Seconds: 30 } },
        });
        expect(await store.confirmAction(1, null, by('olga'))).toEqual({ kind: 'sameOperator' });
        expect(await sums()).toEqual([5, 80]);
        expect(await store.confirmAction(1, null, by('oscar'))).toMatchObject({ kind: 'done' });
        expect(await sums()).toEqual([35, 50]);
        const entries = await store.listAuditEntries({ from: 1, limit: 100 });
        expect(entries.filter(({ action }) => action === 'downtimeMarked')).toMatchObject([
          { subject, by: { id: 'olga' }, detail: '{"kind":"unplanned","reason":"No notice."}' },
          { subject, by: { id: 'oscar' }, detail: '{"kind":"planned"}' },
        ]);
        // It is no downtime any more if another node ran.
        const two = reporting(store, 'two');
        for (const second of [0, 25]) await two(second);
        expect(await mark(10)).toBe(false);
      }),
    );

    it(
      'splits a gap over midnight between its days, and measures a day without any run',
      withStore(open, async (store) => {
        const one = reporting(store, 'one');
        await one(-3600);
        await one(24 * 3600 + 60, { run: 'one 2' });
        await one(24 * 3600 + 70, { run: 'one 2' });
        expect(await dayOf(store)).toMatchObject({
          ...{ measuredSeconds: 86_400, unplannedSeconds: 86_400, uptimePercent: 0 },
        });
        expect(await dayOf(store, '2026-03-03')).toMatchObject({
          ...{ measuredSeconds: 70, unplannedSeconds: 60 },
        });
        // The first instant of the next day is not part of the day.
        expect(await dayOf(store, '2026-03-01')).toMatchObject({
          ...{ measuredSeconds: HOUR_MS / SECOND_MS, unplannedSeconds: 3600 },
        });
      }),
    );
  });
}
