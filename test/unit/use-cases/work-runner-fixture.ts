import { expect } from 'vitest';
import { StoreUnavailable } from '../../../src/domain/ports/storage-errors.ts';
import type { ServiceEvent } from '../../../src/domain/records/events.ts';
import type { Work } from '../../../src/domain/records/records.ts';
import { WorkRunner } from '../../../src/use-cases/execution/work-runner.ts';
import { MINUTE_MS } from '../../../src/shared/time.ts';

export const START = 1_000_000;

type Row = Work & { tryAt: number; parked: boolean; problem?: string };

/** Creates a runner over a list of work in memory. `execute` runs a step. */
export function runnerOver(
  due: readonly [id: number, dueAt: number, source?: Work['source']][],
  execute: (id: number) => Promise<void> | void = () => undefined,
  { leaseMs = MINUTE_MS, pollIntervalMs = MINUTE_MS } = {},
) {
  const rows = new Map<number, Row>();
  const add = (id: number, dueAt: number, source: Work['source'] = 'file'): void => {
    const named = { id, paymentId: `fp-${String(id)}`, batch: 0, source } as const;
    const step = { ...named, step: 'book', cursor: 0 } as const;
    rows.set(id, { ...step, dueAt, tryAt: dueAt, attempts: 0, parked: false });
  };
  for (const [id, dueAt, source] of due) add(id, dueAt, source);
  const condition = { isClockGood: true, isDiskFull: false };
  const renewed: (readonly number[])[] = [];
  /** Steps whose lease was lost by another node. */
  const lostBy = new Set<number>();
  const counts = { mostAtOnce: 0, checks: 0, renewed, lostBy };
  const state = { now: START, passedMs: 0, ...counts, ...condition };
  /** The order steps that were executed together, by group. */
  const groups: (readonly number[])[] = [];
  const found = (isFresh: boolean, from: number, to: number) =>
    [...rows.values()]
      .filter((row) => !row.parked && (row.attempts === 0) === isFresh)
      .filter(({ tryAt }) => tryAt > from && tryAt <= to)
      .sort((one, other) => one.tryAt - other.tryAt || one.id - other.id);
  const done: number[] = [];
  const events: ServiceEvent[] = [];
  const end = (id: number): void => {
    rows.delete(id);
    done.push(id);
  };
  let atOnce = 0;
  const held = new Map<number, string>();
  const parts = (owner: string): ConstructorParameters<typeof WorkRunner>[0] => ({
    owner,
    ...{ leaseMs, pollIntervalMs },
    store: {
      dueWork: (now, limit) => Promise.resolve(found(true, -Infinity, now).slice(0, limit)),
      claimWork: (which, now, limit, { owner }) => {
        if (which === 'files') state.checks += 1;
        const isOfKind = ({ source }: Row) => which === 'failed' || `${source}s` === which;
        const free = found(which !== 'failed', -Infinity, now)
          .filter(isOfKind)
          .filter(({ id }) => !held.has(id));
        const claimed = free.slice(0, limit);
        const lost = claimed.filter(({ id }) => state.lostBy.delete(id));
        for (const { id } of claimed) held.set(id, owner);
        return Promise.resolve(
          claimed.map((row) => (lost.includes(row) ? { ...row, takenFrom: 'lost' } : row)),
        );
      },
      renewWork: (works, { owner }) => {
        state.renewed.push(works.map(({ id }) => id));
        for (const { id } of works) expect(held.get(id)).toBe(owner);
        return Promise.resolve();
      },
      releaseWork: (works, owner) => {
        for (const { id } of works) {
          expect(held.get(id)).toBe(owner);
          held.delete(id);
        }
        return Promise.resolve();
      },
      nextWorkAt: (after = 0) => Promise.resolve(found(true, after, Infinity)[0]?.tryAt),
      nextRetryAt: (after) => Promise.resolve(found(false, after, Infinity)[0]?.tryAt),
      postponeWork: ({ id, attempts }, { problem, tryAt, isOutage = false }) => {
        if (state.isDiskFull) return Promise.reject(new StoreUnavailable('full'));
        const row = rows.get(id);
        if (row === undefined) return Promise.resolve();
        const counted = isOutage ? Math.max(1, attempts) : attempts + 1;
        const next = { attempts: counted, problem, parked: tryAt === null };
        rows.set(id, { ...row, ...next, tryAt: tryAt ?? row.tryAt });
        return Promise.resolve();
      },
    },
    execute: async ({ id }) => {
      atOnce += 1;
      state.mostAtOnce = Math.max(state.mostAtOnce, atOnce);
      try {
        await new Promise((resolve) => setImmediate(resolve));
        await execute(id);
      } finally {
        atOnce -= 1;
      }
      end(id);
    },
    executeOrders: async (works) => {
      groups.push(works.map(({ id }) => id));
      await new Promise((resolve) => setImmediate(resolve));
      const failures = works.map(async (work) => {
        try {
          await execute(work.id);
        } catch (error) {
          return { work, error };
        }
        end(work.id);
        return undefined;
      });
      return (await Promise.all(failures)).filter((one) => one !== undefined);
    },
    clock: () => state.now,
    stopwatch: () => state.passedMs,
    isClockGood: () => state.isClockGood,
    observe: (event) => {
      events.push(event);
    },
  });
  const [runner, another] = [new WorkRunner(parts('one')), new WorkRunner(parts('another'))];
  return { runner, another, rows, add, done, groups, held, events, state };
}
