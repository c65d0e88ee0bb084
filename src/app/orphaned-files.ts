import type { FileStore } from '../domain/ports/files.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Observe } from '../domain/records/events.ts';
import { DAY_MS, HOUR_MS } from '../shared/time.ts';

/** How often kept files that nobody has are looked for, in milliseconds. */
const ORPHAN_CHECK_MS = DAY_MS;

/** How often it is looked whether that is due, in milliseconds: it may be another's turn. */
const CHECK_INTERVAL_MS = HOUR_MS;

/**
 * Sweeps files that nobody has out of a place where others keep files as well, once a day; of
 * a place that is this service's own nothing is left to sweep after its start. To be stopped before
 * the store closes: a sweep that is under way asks it nothing more.
 *
 * @param isOurs whether it is this node that sweeps, and not another
 */
export function deleteOrphansDaily({
  files,
  store,
  observe,
  stopwatch,
  isOurs,
}: {
  readonly files: FileStore;
  readonly store: Pick<Store, 'isFileStored'>;
  readonly observe: Observe;
  readonly stopwatch: () => number;
  readonly isOurs: () => boolean;
}): { stop(): Promise<void> } {
  if (!files.isShared) return { stop: () => Promise.resolve() };
  const stopping = new AbortController();
  let underWay: Promise<void> | undefined;
  let lastQuery: Promise<unknown> = Promise.resolve();
  let sweptAt = -Infinity;
  const sweep = async (): Promise<void> => {
    try {
      await files.sweep((sha256) => {
        stopping.signal.throwIfAborted();
        const answer = store.isFileStored(sha256);
        lastQuery = answer;
        return answer;
      });
      sweptAt = stopwatch();
    } catch (error) {
      if (stopping.signal.aborted) return;
      observe({ kind: 'failure', what: 'sweeping payment files that nobody has', error });
    }
  };
  const begin = (): void => {
    if (!isOurs() || stopwatch() - sweptAt < ORPHAN_CHECK_MS) return;
    underWay ??= sweep().finally(() => {
      underWay = undefined;
    });
  };
  const timer = setInterval(begin, CHECK_INTERVAL_MS);
  timer.unref();
  begin();
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      // Not for the object store, which may be away; what failed is told of by the sweep.
      await lastQuery.catch(() => undefined);
    },
  };
}
