import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Milliseconds } from '../../shared/time.ts';

export interface FollowOptions {
  /** Interval between two checks of the files, in milliseconds. */
  readonly everyMs: Milliseconds;
  /** Reloads the files. Throws if they are invalid, and then changes nothing. */
  readonly reload: () => void;
  /** Called with an error of `reload`. If the same error is repeated, it is called only once. */
  readonly reportError: (error: unknown) => void;
}

/** Separates the texts of the files when they are compared. It occurs in no PEM or JSON file. */
const SEPARATOR = '\0';

/**
 * Watches a group of small files and calls `reload` after their content changed. Files that belong
 * together are replaced one after the other. It therefore waits until two consecutive checks read
 * the same content. The files are polled, because file system notifications can lose track of a
 * file that is replaced. Returns a function that stops the watch.
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
      // The content is remembered even if it is invalid, so that it is not reloaded again and
      // again.
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
