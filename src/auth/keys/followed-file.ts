import { readFileSync } from 'node:fs';
import type { Observe } from '../../domain/records/events.ts';
import { SECOND_MS, type Milliseconds } from '../../shared/time.ts';
import { followFiles } from './follow-files.ts';

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
