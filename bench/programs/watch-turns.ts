import { closeSync, openSync, readSync } from 'node:fs';
import { performance, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import type Sqlite from 'better-sqlite3';
import { LATE_MS, LOOK_EVERY_MS, type Pause, type Turn } from '../helpers/turns.ts';

/**
 * A module that the bench loads into a service with `--import`. The service is not changed for it.
 * It checks the event loop every millisecond and records late turns. The bench requests the records
 * with a message.
 */

const NS_PER_MS = 1e6;

/** Time in milliseconds until garbage collection pauses are reported. It takes a turn or two. */
const PAUSES_TOLD_MS = 20;

if (isMainThread) await watch();

async function watch(): Promise<void> {
  const { default: Database } = await import('better-sqlite3');
  const scheduled = openScheduled();
  const commits = { commit: 0, commitRan: 0 };
  watchCommits(Database, (run) => {
    // The clock encloses the counters, or a wait between the two would be subtracted in vain.
    const [begun, before] = [performance.now(), scheduled()];
    const result = run();
    const [after, ended] = [scheduled(), performance.now()];
    commits.commit += ended - begun - (after.waited - before.waited);
    commits.commitRan += after.ran - before.ran;
    return result;
  });
  let pauses: Pause[] = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      pauses.push({ startedAt: startTime, took: duration });
    }
  }).observe({ entryTypes: ['gc'] });
  let turns: Turn[] = [];
  const look = () => ({ endedAt: performance.now(), ...scheduled(), ...commits });
  let last = look();
  setInterval(() => {
    const now = look();
    const took = now.endedAt - last.endedAt;
    if (took > LATE_MS) {
      turns.push({
        endedAt: now.endedAt,
        took,
        ran: now.ran - last.ran,
        waited: now.waited - last.waited,
        commit: now.commit - last.commit,
        commitRan: now.commitRan - last.commitRan,
      });
    }
    last = now;
  }, LOOK_EVERY_MS).unref();
  process.on('message', (request) => {
    if (request !== 'turns') return;
    void sleep(PAUSES_TOLD_MS).then(() => {
      process.send?.({ turns, pauses });
      [turns, pauses] = [[], []];
    });
  });
}

/**
 * Returns a function that reports how long the main thread has run and has waited for a core, in
 * milliseconds.
 */
function openScheduled(): () => { readonly ran: number; readonly waited: number } {
  const file = openSync(`/proc/self/task/${String(process.pid)}/schedstat`, 'r');
  process.on('exit', () => {
    closeSync(file);
  });
  const bytes = Buffer.alloc(100);
  return () => {
    const length = readSync(file, bytes, 0, bytes.length, 0);
    const [ran, waited] = bytes.toString('latin1', 0, length).split(' ');
    return { ran: Number(ran) / NS_PER_MS, waited: Number(waited) / NS_PER_MS };
  };
}

/** Replaces the function that executes COMMIT with one that also measures it. */
function watchCommits(
  Database: typeof Sqlite,
  around: <Result>(run: () => Result) => Result,
): void {
  const { prototype } = Database;
  const prepare = Reflect.get(prototype, 'prepare') as (source: string) => Sqlite.Statement;
  Reflect.set(prototype, 'prepare', function prepared(this: Sqlite.Database, source: string) {
    const statement = prepare.call(this, source);
    if (!/^\s*COMMIT/i.test(source)) return statement;
    const run = statement.run.bind(statement);
    statement.run = (...parameters: unknown[]) => around(() => run(...parameters));
    return statement;
  });
}
