import { hash } from 'node:crypto';
import type { DirectoryStore } from '../../domain/ports/directory-store.ts';
import { serviceActor } from '../../domain/records/audit.ts';
import type { Observe } from '../../domain/records/events.ts';
import { messageOf } from '../../shared/text.ts';
import type { Clock } from '../../shared/time.ts';
import type { DirectoryListing } from './parts.ts';
import type { DirectorySource } from './source.ts';

export interface RefresherParts {
  readonly source: DirectorySource;
  /** Parses a directory document in a worker thread. Returns all problems if it is invalid. */
  readonly read: (
    text: string,
  ) => Promise<DirectoryListing | { readonly problems: readonly string[] }>;
  readonly store: Pick<DirectoryStore, 'replaceDirectory'>;
  /** The business clock, whose time appears in the audit log. */
  readonly clock: Clock;
  readonly observe: Observe;
  /**
   * Returns true if this node applies new versions of the directory. Only one node does so at a
   * time.
   */
  readonly isOurs: () => boolean;
  /** Called after the store's copy of the directory has changed. */
  readonly changed: () => Promise<void>;
}

/** Keeps the store's copy of the directory up to date (docs/decisions, 41). */
export interface DirectoryRefresher {
  /**
   * Refreshes the copy now, or waits for a refresh that is already running. If another node applies
   * the directory, it only validates the document. Returns false if the directory is unavailable or
   * invalid. The copy then stays unchanged, and a failure is reported. If only some TPPs have
   * invalid fields, these TPPs are excluded and a failure is reported, but the result is true.
   */
  refresh(): Promise<boolean>;
  /**
   * Starts to refresh the copy at the interval of the source. While another node is responsible,
   * nothing is applied.
   */
  start(): void;
  /**
   * Makes the next refresh apply the document even if it has not changed, because another node may
   * have changed the copy.
   */
  forget(): void;
  /** Stops refreshing. Resolves when a refresh that is running has ended. */
  stop(): Promise<void>;
}

/** Creates a refresher. It does nothing until `refresh` or `start` is called. */
export function createDirectoryRefresher(parts: RefresherParts): DirectoryRefresher {
  const { source, read: readDocument, isOurs } = parts;
  const stopping = new AbortController();
  const applyListing = createApplyListing(parts);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<boolean> | undefined;
  let last: { readonly sha256: string; readonly problem: Error | undefined } | undefined;
  let lastFailure: string | undefined;
  let forgetCount = 0;
  const processText = async (text: string): Promise<void> => {
    const sha256 = hash('sha256', text);
    if (sha256 !== last?.sha256) {
      last = undefined;
      const parsed = await readDocument(text);
      // Another node may have taken over and applied a different version since then.
      if ('organisations' in parsed && !isOurs()) return;
      if ('organisations' in parsed) await applyListing(parsed);
      const problem = 'problems' in parsed ? new Error(parsed.problems.join(' ')) : undefined;
      last = { sha256, problem };
    }
  };
  const runRefresh = async (): Promise<boolean> => {
    const forgetCountBefore = forgetCount;
    try {
      if (last === undefined || !(await source.isSame())) {
        await processText(await source.read(stopping.signal));
      }
      const problem = last?.problem;
      if (forgetCount > forgetCountBefore) last = undefined;
      if (problem !== undefined) throw problem;
      lastFailure = undefined;
      return true;
    } catch (error) {
      // If the same failure is repeated, it is reported only once.
      const failure = messageOf(error);
      if (failure !== lastFailure && !stopping.signal.aborted) fail(parts, error);
      lastFailure = failure;
      return false;
    }
  };
  const refresh = (): Promise<boolean> => {
    running ??= runRefresh().finally(() => {
      running = undefined;
    });
    return running;
  };
  const forget = (): void => {
    last = undefined;
    forgetCount += 1;
  };
  return {
    refresh,
    start: () => {
      timer ??= setInterval(() => {
        if (isOurs()) void refresh();
        else forget();
      }, source.refreshIntervalMs).unref();
    },
    forget,
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

/** Returns a function that stores a new version of the directory and reports what changed. */
function createApplyListing(parts: RefresherParts) {
  const { store, clock, observe, changed } = parts;
  // True from the moment when a version may have been stored until `changed` has been called
  // successfully.
  let isNotificationDue = false;
  let lastExcluded = '';
  return async ({ organisations, leftOut }: DirectoryListing): Promise<void> => {
    const wasNotificationDue = isNotificationDue;
    isNotificationDue = true;
    const by = serviceActor('directory');
    const change = await store.replaceDirectory(organisations, { at: clock(), by });
    const hasChanged = change.changed.length > 0;
    if (hasChanged || wasNotificationDue) await changed();
    isNotificationDue = false;
    if (hasChanged) observe({ kind: 'directoryRefreshed', ...change });
    const excluded = leftOut.join(' ');
    if (excluded !== '' && excluded !== lastExcluded) fail(parts, new Error(excluded));
    lastExcluded = excluded;
  };
}

function fail({ observe }: Pick<RefresherParts, 'observe'>, error: unknown): void {
  observe({ kind: 'failure', what: 'refreshing the directory of TPPs', error });
}
