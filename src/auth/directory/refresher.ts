import { hash } from 'node:crypto';
import type { DirectoryStore } from '../../domain/ports/directory-store.ts';
import { serviceActor } from '../../domain/records/audit.ts';
import type { Observe } from '../../domain/records/events.ts';
import type { Clock } from '../../kernel/time.ts';
import type { DirectoryListing } from './parts.ts';
import type { DirectorySource } from './source.ts';

export interface RefresherParts {
  readonly source: DirectorySource;
  /** Reads a document, apart from the event loop, or tells everything that is wrong with it. */
  readonly read: (
    written: string,
  ) => Promise<DirectoryListing | { readonly problems: readonly string[] }>;
  readonly store: Pick<DirectoryStore, 'replaceDirectory'>;
  /** The business clock, for the audit log. */
  readonly clock: Clock;
  readonly observe: Observe;
  /** Called when the store has a new state. */
  readonly changed: () => Promise<void>;
}

/** Keeps what the store knows of the directory fresh (docs/decisions, 41). */
export interface DirectoryRefresher {
  /**
   * Looks at the directory now, or waits for the look that is under way. False when it could not be
   * had or is not valid: then all stays as it was, and a failure is observed. So it is, but true,
   * when somebody was left out for what they say of themselves.
   */
  refresh(): Promise<boolean>;
  /** Looks at it again and again. */
  start(): void;
  /** Looks no more, once a look that is under way has ended. */
  stop(): Promise<void>;
}

/** A refresher that has not looked yet. */
export function createDirectoryRefresher(parts: RefresherParts): DirectoryRefresher {
  const { source, read: readDocument, store, clock, observe, changed } = parts;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<boolean> | undefined;
  let last: { readonly sha256: string; readonly problem: Error | undefined } | undefined;
  let lastFailure: string | undefined;
  let lastLeftOut = '';
  // A state may be in the store, in part or as a whole, without `changed` having heard of it.
  let isTellingOwed = false;
  const fail = (error: unknown): void => {
    observe({ kind: 'failure', what: 'refreshing the directory of TPPs', error });
  };
  const putInForce = async ({ organisations, leftOut }: DirectoryListing): Promise<void> => {
    const wasOwed = isTellingOwed;
    isTellingOwed = true;
    const by = serviceActor('directory');
    const change = await store.replaceDirectory(organisations, { at: clock(), by });
    const isOther = change.changed.length > 0;
    if (isOther || wasOwed) await changed();
    isTellingOwed = false;
    if (isOther) observe({ kind: 'directoryRefreshed', ...change });
    const left = leftOut.join(' ');
    if (left !== '' && left !== lastLeftOut) fail(new Error(left));
    lastLeftOut = left;
  };
  const take = async (text: string): Promise<void> => {
    const sha256 = hash('sha256', text);
    if (sha256 !== last?.sha256) {
      last = undefined;
      const read = await readDocument(text);
      if ('organisations' in read) await putInForce(read);
      const problem = 'problems' in read ? new Error(read.problems.join(' ')) : undefined;
      last = { sha256, problem };
    }
  };
  const look = async (): Promise<boolean> => {
    try {
      if (last === undefined || !(await source.isSame())) {
        await take(await source.read(stopping.signal));
      }
      if (last?.problem !== undefined) throw last.problem;
      lastFailure = undefined;
      return true;
    } catch (error) {
      // A directory that stays away, or stays wrong, is told of once.
      const failure = error instanceof Error ? error.message : String(error);
      if (failure !== lastFailure && !stopping.signal.aborted) fail(error);
      lastFailure = failure;
      return false;
    }
  };
  const refresh = (): Promise<boolean> => {
    underWay ??= look().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
  return {
    refresh,
    start: () => {
      timer ??= setInterval(() => void refresh(), source.lookEveryMs).unref();
    },
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await underWay;
    },
  };
}
