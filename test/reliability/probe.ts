import { openSync, readdirSync, readSync, statSync, writeSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import type { Sample } from './probing.ts';

/**
 * A module that is loaded into the service with NODE_OPTIONS=--import. At an interval, it writes a
 * line of JSON with the process's memory, its file descriptors and the longest delay of the event
 * loop. It measures the delay by wall clock and by the thread's processor time. On a busy machine,
 * only a delay in processor time is the service's own fault.
 */

/** Interval at which the probe checks the event loop, in milliseconds. */
const LOOP_LOOK_MS = 20;

function probe(path: string, intervalMs: number): void {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  // Open the file once. The service may run out of descriptors, and the probe must not make it fail
  // then.
  const samples = openSync(path, 'a');
  const began = performance.now();
  let stall = new Stall();
  setInterval(() => {
    stall.look();
  }, LOOP_LOOK_MS).unref();
  setInterval(() => {
    const { wallMs, processorMs } = stall;
    collectGarbage();
    try {
      const seconds = (performance.now() - began) / 1000;
      const sample: Sample = { seconds, wallMs, processorMs, ...held() };
      writeSync(samples, `${JSON.stringify(sample)}\n`);
    } catch (error) {
      // Even memoryUsage opens a file. Skip the sample if the process has no descriptor left.
      if ((error as NodeJS.ErrnoException).code !== 'EMFILE') throw error;
    }
    // Start a new measurement, so that the probe's own time does not count.
    stall = new Stall();
  }, intervalMs).unref();
}

/** Returns the memory and other resources that the process uses, after garbage collection. */
function held() {
  const { rss, heapUsed, external } = process.memoryUsage();
  return {
    ...{ residentBytes: rss, heapBytes: heapUsed, externalBytes: external },
    descriptors: countIn('/proc/self/fd'),
    threads: countIn('/proc/self/task'),
    logBytes: sizeOf(`${data}/service.db-wal`),
    temporaryFiles: countIn(`${data}/files/tmp`),
  };
}

let schedule: number | undefined;
const scheduled = Buffer.alloc(100);

/** Measures the longest time between two checks of the event loop. */
class Stall {
  wallMs = 0;
  processorMs = 0;
  #wall = performance.now();
  #processor = processorTime();

  look(): void {
    const [wall, processor] = [performance.now(), processorTime()];
    this.wallMs = Math.max(this.wallMs, wall - this.#wall);
    this.processorMs = Math.max(this.processorMs, processor - this.#processor);
    [this.#wall, this.#processor] = [wall, processor];
  }
}

/** Returns the main thread's processor time, in milliseconds. */
function processorTime(): number {
  schedule ??= openSync('/proc/thread-self/schedstat', 'r');
  const length = readSync(schedule, scheduled, 0, scheduled.length, 0);
  return Number(scheduled.toString('latin1', 0, length).split(' ')[0]) / 1e6;
}

function countIn(folder: string): number {
  try {
    return readdirSync(folder).length;
  } catch {
    return 0;
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

const { PROBE_TO: to, PROBE_MS: everyMs, PIS_DATA_DIR: data = '' } = process.env;
// Only the main thread runs the probe. File worker threads load this module too.
if (isMainThread && to !== undefined) probe(to, Number(everyMs));
