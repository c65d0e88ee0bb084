import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Observe } from '../../domain/records/events.ts';
import { SECOND_MS, type Milliseconds } from '../../shared/time.ts';

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

/**
 * Interval between two checks of the file, in milliseconds. A change takes effect after two checks.
 */
const POLL_MS: Milliseconds = 2 * SECOND_MS;

export interface FollowedOptions {
  readonly observe: Observe;
  readonly pollMs?: Milliseconds;
}

/** The content of a file that is reloaded when it changes. */
export interface FollowedFile<Content> {
  readonly current: () => Content;
  /**
   * Registers a listener that is called after every change of the file, by this or another process.
   */
  readonly onChange: (listener: () => void) => void;
  /** Stops watching the file. */
  readonly stop: () => void;
}

/**
 * Reads a small file and reloads it when it changes. Throws if the file is invalid at first. If a
 * later version is invalid, the previous content stays in use and a failure is reported.
 *
 * @param what name of the keys in the file, for failure messages
 */
export function followFile<Content>(
  file: string,
  parse: (text: string, file: string) => Content,
  what: string,
  { observe, pollMs = POLL_MS }: FollowedOptions,
): FollowedFile<Content> {
  const read = (): Content => parse(readFileSync(file, 'utf8'), file);
  let content = read();
  const listeners: (() => void)[] = [];
  const stop = followFiles([file], {
    everyMs: pollMs,
    reload: () => {
      content = read();
      for (const listener of listeners) listener();
    },
    reportError: (error) => observe({ kind: 'failure', what: `reading ${what} again`, error }),
  });
  return {
    current: () => content,
    onChange: (listener) => listeners.push(listener),
    stop,
  };
}
