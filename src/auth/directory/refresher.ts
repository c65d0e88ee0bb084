import { hash } from 'node:crypto';
import type { DirectoryStore } from '../../domain/ports/directory-store.ts';
import { serviceActor } from '../../domain/records/audit.ts';
import type { Observe } from '../../domain/records/events.ts';
import type { Clock } from '../../shared/time.ts';
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
  /** Whether it is this node that puts new states in force, and not another. */
  readonly isOurs: () => boolean;
  /** Called when the store has a new state. */
  readonly changed: () => Promise<void>;
}

/** Keeps what the store knows of the directory fresh (docs/decisions, 41). */
export interface DirectoryRefresher {
  /**
   * Looks at the directory now, or waits for the look that is under way; where another node puts it
   * in force, only whether it is valid. False when it could not be
   * had or is not valid: then all stays as it was, and a failure is observed. So it is, but true,
   * when somebody was left out for what they say of themselves.
   */
  refresh(): Promise<boolean>;
  /** Looks at it again and again, for as long as it is this node that does. */
  start(): void;
  /** The next look takes it as one that was never seen: others may have changed what is kept. */
  forget(): void;
  /** Looks no more, once a look that is under way has ended. */
  stop(): Promise<void>;
}

/** A refresher that has not looked yet. */
export function createDirectoryRefresher(parts: RefresherParts): DirectoryRefresher {
  const { source, read: readDocument, isOurs } = parts;
  const stopping = new AbortController();
  const putInForce = createPutInForce(parts);
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<boolean> | undefined;
  let last: { readonly sha256: string; readonly problem: Error | undefined } | undefined;
  let lastFailure: string | undefined;
  let timesForgotten = 0;
  const take = async (text: string): Promise<void> => {
    const sha256 = hash('sha256', text);
    if (sha256 !== last?.sha256) {
      last = undefined;
      const read = await readDocument(text);
      // What another has put in force since is not known here.
      if ('organisations' in read && !isOurs()) return;
      if ('organisations' in read) await putInForce(read);
      const problem = 'problems' in read ? new Error(read.problems.join(' ')) : undefined;
      last = { sha256, problem };
    }
  };
  const look = async (): Promise<boolean> => {
    const forgottenBefore = timesForgotten;
    try {
      if (last === undefined || !(await source.isSame())) {
        await take(await source.read(stopping.signal));
      }
      const problem = last?.problem;
      if (timesForgotten > forgottenBefore) last = undefined;
      if (problem !== undefined) throw problem;
      lastFailure = undefined;
      return true;
    } catch (error) {
      // A directory that stays away, or stays wrong, is told of once.
      const failure = error instanceof Error ? error.message : String(error);
      if (failure !== lastFailure && !stopping.signal.aborted) fail(parts, error);
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
  const forget = (): void => {
    last = undefined;
    timesForgotten += 1;
  };
  return {
    refresh,
    start: () => {
      timer ??= setInterval(() => {
        if (isOurs()) void refresh();
        else forget();
      }, source.lookEveryMs).unref();
    },
    forget,
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await underWay;
    },
  };
}

/** What puts a state in force, and tells of it. */
function createPutInForce(parts: RefresherParts) {
  const { store, clock, observe, changed } = parts;
  // A state may be in the store, in part or as a whole, without `changed` having heard of it.
  let shouldLog = false;
  let lastLeftOut = '';
  return async ({ organisations, leftOut }: DirectoryListing): Promise<void> => {
    const wasOwed = shouldLog;
    shouldLog = true;
    const by = serviceActor('directory');
    const change = await store.replaceDirectory(organisations, { at: clock(), by });
    const isOther = change.changed.length > 0;
    if (isOther || wasOwed) await changed();
    shouldLog = false;
    if (isOther) observe({ kind: 'directoryRefreshed', ...change });
    const left = leftOut.join(' ');
    if (left !== '' && left !== lastLeftOut) fail(parts, new Error(left));
    lastLeftOut = left;
  };
}

function fail({ observe }: Pick<RefresherParts, 'observe'>, error: unknown): void {
  observe({ kind: 'failure', what: 'refreshing the directory of TPPs', error });
}
