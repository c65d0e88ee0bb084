import { expect, test } from 'vitest';
import { CoreUnavailable, type CoreEntry } from '../../../../src/domain/ports/core-banking.ts';
import type { CoreDay } from '../../../../src/domain/ports/core-store.ts';
import type { ServiceEvent } from '../../../../src/domain/records/events.ts';
import { HOUR_MS } from '../../../../src/shared/time.ts';
import type { CoreParts } from '../../../../src/use-cases/core-banking/core-parts.ts';
import { reconcileDays } from '../../../../src/use-cases/core-banking/core-runner.ts';

/** A core whose days are final before a day, and a store. Only the core has the entries. */
class Days {
  /** In summer, so that a day in London begins at 23:00 UTC. */
  now = Date.parse('2026-07-10T00:00:00Z');
  isAway = false;
  firstOpenDay = '2026-07-31';
  readonly stored = new Map<string, CoreDay>();
  readonly inCore = new Map<string, CoreEntry>();
  readonly events: ServiceEvent[] = [];

  /** Reconciles until nothing is left to do. Returns the days that were stored. */
  async reconcile(): Promise<readonly string[]> {
    const before = this.events.length;
    while (await reconcileDays(this.#parts()));
    return this.events.slice(before).map((event) => ('day' in event ? event.day : event.kind));
  }

  #parts(): CoreParts {
    const newest = () => [...this.stored.values()].sort((a, b) => (a.day < b.day ? 1 : -1));
    const entriesOf = (day: string) => [...this.inCore].filter(([on]) => on === day);
    const parts = {
      store: {
        coreDays: (limit: number) => Promise.resolve(newest().slice(0, limit)),
        saveCoreDay: (day: CoreDay) => Promise.resolve(void this.stored.set(day.day, day)),
        coreTotalsOf: () => Promise.resolve([]),
        coreEntriesOf: () => Promise.resolve([]),
      },
      coreBanking: {
        totalsOf: (day: string) => {
          if (this.isAway) return Promise.reject(new CoreUnavailable('no answer'));
          const totals = entriesOf(day).map(() => ({ type: 'post', count: 1, sumPence: 5 }));
          return Promise.resolve({ totals, isFinal: day < this.firstOpenDay });
        },
        entriesOf: (day: string) => {
          return Promise.resolve({ entries: entriesOf(day).map(([, one]) => one), next: null });
        },
      },
      clock: () => this.now,
      observe: (event: ServiceEvent) => this.events.push(event),
    };
    return parts as unknown as CoreParts;
  }
}

const ENTRY: CoreEntry = { id: 'p', type: 'post', account: '11280001234567', amountPence: 5 };

test('a day is compared once, an hour after its end in London', async () => {
  const days = new Days();
  days.now -= 1;
  expect(await days.reconcile()).toEqual(['2026-07-08']);
  days.now += 1;
  expect(await days.reconcile()).toEqual(['2026-07-09']);
  expect(await days.reconcile()).toEqual([]);
  expect(days.events[1]).toEqual({ kind: 'coreReconciled', day: '2026-07-09', differences: 0 });
  expect(days.stored.get('2026-07-09')).toEqual({
    ...{ day: '2026-07-09', checkedAt: days.now, differences: 0 },
  });
});

test('no day is skipped while the core is away or books on an earlier one', async () => {
  const days = new Days();
  await days.reconcile();
  days.now += 72 * HOUR_MS;
  days.isAway = true;
  await expect(days.reconcile()).rejects.toThrow('no answer');
  days.isAway = false;
  days.firstOpenDay = '2026-07-11';
  expect(await days.reconcile()).toEqual(['2026-07-10']);
  days.firstOpenDay = '2026-07-31';
  expect(await days.reconcile()).toEqual(['2026-07-11', '2026-07-12']);
});

test('a day with differences is compared again after an hour, after the days that ended', async () => {
  const days = new Days();
  days.inCore.set('2026-07-09', ENTRY);
  expect(await days.reconcile()).toEqual(['2026-07-09']);
  expect(days.events).toMatchObject([{ differences: 1 }]);
  days.now += HOUR_MS - 1;
  expect(await days.reconcile()).toEqual([]);
  days.now += 24 * HOUR_MS;
  expect(await days.reconcile()).toEqual(['2026-07-10', '2026-07-09']);
  days.inCore.clear();
  days.now += HOUR_MS;
  expect(await days.reconcile()).toEqual(['2026-07-09']);
  expect(days.stored.get('2026-07-09')?.differences).toBe(0);
});
