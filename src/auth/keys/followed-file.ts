import { readFileSync } from 'node:fs';
import type { Observe } from '../../domain/records/events.ts';
import { SECOND_MS } from '../../shared/time.ts';
import { followFiles } from './follow-files.ts';

/** How often the file is read again, in milliseconds; a change counts after two looks. */
const POLL_MS = 2 * SECOND_MS;

export interface FollowedOptions {
  readonly observe: Observe;
  readonly pollMs?: number;
}

/** Keys of a file, which is looked at again and again. */
export interface FollowedFile<Content> {
  readonly current: () => Content;
  /** Is told after every change, by whoever changed the file. */
  readonly onChange: (listener: () => void) => void;
  /** Looks at the file no longer. */
  readonly stop: () => void;
}

/**
 * What a small file says, read again when it has changed. Throws with what is wrong when it is not
 * fit to begin with; one that is not fit then changes nothing and is observed as a failure.
 *
 * @param what the keys in the file, as a failure names them
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
    take: () => {
      content = read();
      for (const listener of listeners) listener();
    },
    tell: (error) => {
      observe({ kind: 'failure', what: `reading ${what} again`, error });
    },
  });
  return {
    current: () => content,
    onChange: (listener) => {
      listeners.push(listener);
    },
    stop,
  };
}
