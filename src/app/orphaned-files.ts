import { FILES_OWNER, type FileStore } from '../domain/ports/files.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Observe } from '../domain/records/events.ts';
import { DAY_MS, HOUR_MS, type Stopwatch } from '../shared/time.ts';

/** Interval in milliseconds at which orphaned files are deleted. */
const ORPHAN_CHECK_MS = DAY_MS;

/** Interval in milliseconds at which a node checks if it must delete orphaned files. */
const CHECK_INTERVAL_MS = HOUR_MS;

/**
 * Deletes orphaned files once a day, if several nodes share the storage. Other storage is cleaned
 * when the service starts. Stop this before the store closes, because it queries the store.
 *
 * @param isOurs returns true if this node performs the task
 */
export function deleteOrphansDaily({
  files,
  store,
  observe,
  stopwatch,
  isOurs,
}: {
  readonly files: FileStore;
  readonly store: Pick<Store, 'isFileStored' | 'readSetting'>;
  readonly observe: Observe;
  readonly stopwatch: Stopwatch;
  readonly isOurs: () => boolean;
}): { stop(): Promise<void> } {
  if (!files.isShared) return { stop: () => Promise.resolve() };
  const stopping = new AbortController();
  let underWay: Promise<void> | undefined;
  let lastQuery: Promise<unknown> = Promise.resolve();
  let sweptAt = -Infinity;
  const query = <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    stopping.signal.throwIfAborted();
    const answer = ask();
    lastQuery = answer;
    return answer;
  };
  const sweep = async (): Promise<void> => {
    try {
      const owner = (await query(() => store.readSetting(FILES_OWNER))) ?? null;
      await files.sweep((sha256) => query(() => store.isFileStored(sha256)), owner);
      sweptAt = stopwatch();
    } catch (error) {
      if (stopping.signal.aborted) return;
      observe({ kind: 'failure', what: 'deleting orphaned payment files', error });
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
      // This waits only for the last query. It does not wait for the object store, which may be
      // unavailable.
      await lastQuery.catch(() => undefined);
    },
  };
}
