import { Gauge, type Registry } from 'prom-client';
import { StoreUnavailable } from '../domain/ports/storage-errors.ts';
import type { Store } from '../domain/ports/store.ts';
import { SECOND_MS, type Clock, type Instant, type Seconds } from '../shared/time.ts';

/** Commands of the store that gauges call, and business time. */
export interface Sources<Calls extends keyof Store> {
  readonly store: Pick<Store, Calls>;
  readonly clock: Clock;
}

/** Labels of a gauge, with the value that it has for them. */
type Labelled = readonly [labels: Readonly<Record<string, string>>, value: number];

/** Reads a value, or returns undefined while the store is unavailable. */
async function unlessUnavailable<Value>(
  read: () => Value | Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  }
}

/**
 * Returns functions that add gauges, which are read at each scrape. While the store is unavailable,
 * they have no value. The other metrics stay readable then, when they are needed most.
 */
export function gaugesOf(registry: Registry) {
  const registers = [registry];
  return {
    /** Adds a gauge without labels. It has no value while `read` returns null. */
    single: (
      name: string,
      help: string,
      read: () => number | null | Promise<number | null>,
    ): void => {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          const value = (await unlessUnavailable(read)) ?? null;
          if (value === null) this.remove();
          else this.set(value);
        },
      });
    },
    /** Adds a gauge with labels. */
    labelled: (
      name: string,
      help: string,
      labelNames: string[],
      read: () => readonly Labelled[] | Promise<readonly Labelled[]>,
    ): void => {
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          const values = (await unlessUnavailable(read)) ?? [];
          this.reset();
          for (const [labels, value] of values) this.set(labels, value);
        },
      });
    },
  };
}

/** Returns a function that reads a value once for all calls that overlap. */
export function sharedWhileRunning<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined;
  return () => {
    running ??= read().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** Returns the seconds since a time. 0 if there is none. */
export function secondsSince(at: Instant | null, now: Instant): Seconds {
  return at === null ? 0 : Math.max(0, now - at) / SECOND_MS;
}
