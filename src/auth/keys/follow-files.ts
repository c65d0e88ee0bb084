import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Milliseconds } from '../../shared/time.ts';

export interface FollowOptions {
  /** Interval between two checks of the files, in milliseconds. */
  readonly everyMs: Milliseconds;
  /** Reloads the files. If they are invalid, throws and changes nothing. */
  readonly reload: () => void;
  /** Called with an error. An error that stays the same is reported once. */
  readonly reportError: (error: unknown) => void;
}

/** Separates the files' texts. It occurs in no PEM or JSON file. */
const SEPARATOR = '\0';

/**
 * Watches a group of small files and calls `reload` after their content changed. It waits until two
 * checks in a row read the same, because files that belong together are replaced one after the
 * other. The files are polled, because file system notifications can lose a file that is replaced.
 * Returns a function that stops the watch.
 */
export function followFiles(
  paths: readonly string[],
  { everyMs, reload, reportError }: FollowOptions,
): () => void {
  let loaded = paths.map((path) => readFileSync(path, 'utf8')).join(SEPARATOR);
  let lastRead = loaded;
  let lastError: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const check = async (): Promise<void> => {
    try {
      const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
      const current = texts.join(SEPARATOR);
      const isSettled = current === lastRead;
      lastRead = current;
      if (isStopped || !isSettled || current === loaded) return;
      // Remember the content even if it is invalid, so that it is not tried again.
      loaded = current;
      reload();
      lastError = undefined;
    } catch (error) {
      const message = String(error);
      if (message !== lastError) reportError(error);
      lastError = message;
    }
  };
  const scheduleCheck = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => void check().finally(scheduleCheck), everyMs).unref();
  };
  scheduleCheck();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
