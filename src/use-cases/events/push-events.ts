import type { Callbacks } from '../../domain/ports/callbacks.ts';
import type { DirectoryStore } from '../../domain/ports/directory-store.ts';
import type { EventStore } from '../../domain/ports/event-store.ts';
import {
  MAX_PUSHES,
  pushAddress,
  retryAfterPush,
  type EventPush,
} from '../../domain/records/event-notifications.ts';
import type { Observe } from '../../domain/records/events.ts';
import { logFirstFailure, type FailureLogger } from '../../domain/records/log-first-failure.ts';
import type { Interval } from '../../shared/interval.ts';
import { severalAtOnce } from '../../shared/concurrency.ts';
import { SECOND_MS, type Clock, type Milliseconds } from '../../shared/time.ts';
import { startTasks } from '../repeated-task.ts';
import { callbackProblem } from './subscriptions.ts';
import { signEvents, type LinksOf, type SigningParts } from './token.ts';

/** Interval at which the pusher queries events, in milliseconds. Other nodes may write them. */
const LOOK_INTERVAL_MS: Milliseconds = 500;

/** Maximum number of subscriptions whose events are read at the same time. */
const LOOKS_AT_ONCE = 8;

/**
 * Maximum numbers of concurrent pushes. Events that failed before use only a part of those of a
 * TPP, so that they do not delay its other events.
 */
export const PUSHES_AT_ONCE = { perTpp: 4, failedPerTpp: 2, inAll: 256 } as const;

/**
 * Number of failures in a row after which a callback address gets no event for a while, and that
 * time in milliseconds. Otherwise a dead address with many events would keep the node busy.
 */
const MANY_FAILURES = { count: MAX_PUSHES, pauseMs: 5 * SECOND_MS } as const;

/** Time before an event is pushed again if its outcome could not be stored, in milliseconds. */
const UNSTORED_PAUSE_MS: Milliseconds = 5 * SECOND_MS;

export interface PushParts {
  readonly store: Pick<EventStore, 'subscriptionsToPush' | 'eventsToPush' | 'recordPush'> &
    Pick<DirectoryStore, 'findSoftwareOf'>;
  readonly callbacks: Callbacks;
  readonly signing: SigningParts;
  readonly linksOf: LinksOf;
  readonly clock: Clock;
  readonly observe: Observe;
  /** Returns true if this node pushes events. */
  readonly isOurs: () => boolean;
}

/** The pushes of one subscription that are in progress. */
interface Progress {
  /** Resources with an event that is being pushed, and whether it failed before. */
  readonly busy: Map<string, { readonly isRepeated: boolean }>;
  /**
   * Resources whose push ended while the store was queried. The result of the query about them is
   * outdated.
   */
  readonly ended: Set<string>;
  isLooking: boolean;
  /** Number of failures since the last success. */
  failures: number;
  /** Time by `performance.now` until which nothing is pushed. */
  pausedUntil: number;
}

/**
 * Pushes events to the callback addresses of TPPs. At most one event of a resource is pushed at a
 * time, so that their order is kept. An event is pushed again until the TPP accepts it, also if the
 * process ends before it has stored that.
 */
class EventPusher {
  readonly #parts: PushParts;
  readonly #progress = new Map<string, Progress>();
  readonly #running = new Set<Promise<void>>();
  readonly #store: FailureLogger;
  #isStopped = false;

  constructor(parts: PushParts) {
    this.#parts = parts;
    this.#store = logFirstFailure(parts.observe, 'storing the outcome of a pushed event');
  }

  /** Starts as many pushes as the limits allow. */
  async look(): Promise<void> {
    const ids = await this.#parts.store.subscriptionsToPush(this.#parts.clock());
    for (const [id, { busy, pausedUntil }] of this.#progress) {
      const isIdle = busy.size === 0 && performance.now() >= pausedUntil;
      if (isIdle && !ids.includes(id)) this.#progress.delete(id);
    }
    await severalAtOnce(ids, LOOKS_AT_ONCE, (id) => this.#fill(id));
  }

  /** Waits for the pushes in progress, and starts no more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running);
  }

  async #fill(id: string): Promise<void> {
    const progress = this.#progressOf(id);
    if (progress.isLooking || progress.busy.size >= PUSHES_AT_ONCE.perTpp) return;
    if (performance.now() < progress.pausedUntil) return;
    progress.isLooking = true;
    progress.ended.clear();
    const { store, clock } = this.#parts;
    const limit = 2 * PUSHES_AT_ONCE.perTpp;
    const found = await store.eventsToPush(id, clock(), limit).finally(() => {
      progress.isLooking = false;
    });
    for (const event of found) {
      if (this.#mayStart(event, progress)) this.#start(event, progress);
    }
  }

  #progressOf(id: string): Progress {
    const known = this.#progress.get(id);
    if (known !== undefined) return known;
    const progress: Progress = {
      busy: new Map(),
      ended: new Set(),
      isLooking: false,
      failures: 0,
      pausedUntil: 0,
    };
    this.#progress.set(id, progress);
    return progress;
  }

  #mayStart({ resourceId, tries }: EventPush, { busy, ended }: Progress): boolean {
    if (this.#isStopped || !this.#parts.isOurs()) return false;
    if (busy.has(resourceId) || ended.has(resourceId)) return false;
    const repeated = [...busy.values()].filter(({ isRepeated }) => isRepeated).length;
    if (tries > 0 && repeated >= PUSHES_AT_ONCE.failedPerTpp) return false;
    return busy.size < PUSHES_AT_ONCE.perTpp && this.#running.size < PUSHES_AT_ONCE.inAll;
  }

  #start(event: EventPush, progress: Progress): void {
    const { subscriptionId, resourceId, tries } = event;
    progress.busy.set(resourceId, { isRepeated: tries > 0 });
    const running = this.#push(event).then((isAccepted) => {
      progress.failures = isAccepted ? 0 : progress.failures + 1;
      if (progress.failures >= MANY_FAILURES.count) {
        progress.pausedUntil = performance.now() + MANY_FAILURES.pauseMs;
      }
      progress.busy.delete(resourceId);
      progress.ended.add(resourceId);
      this.#running.delete(running);
      // The interval repeats a query that fails, and reports the failure.
      if (!this.#isStopped) this.#fill(subscriptionId).catch(() => undefined);
    });
    this.#running.add(running);
  }

  /** Returns true if the TPP accepted the event. */
  async #push(event: EventPush): Promise<boolean> {
    const { store, callbacks, signing, linksOf, clock, observe } = this.#parts;
    try {
      return await this.#store(async () => {
        const { id, clientId, tries } = event;
        const signingRequest = { clientId, events: [event] };
        const [token = ''] = await signEvents({ store }, signingRequest, linksOf, signing);
        const problem =
          (await callbackProblem({ store }, event)) ??
          (await callbacks.send(pushAddress(event.callbackUrl), token));
        // A push that the end of the service interrupts does not count as a failure of the TPP.
        if (problem !== null && this.#isStopped) return false;
        const retryAt = retryAfterPush(tries, clock(), Math.random());
        const isUnresponsive = await store.recordPush({ event, problem, retryAt }, clock());
        if (problem === null) return true;
        observe({ kind: 'pushFailed', event: id, clientId, tries, isUnresponsive, problem });
        return false;
      });
    } catch {
      await this.#pause();
      return false;
    }
  }

  async #pause(): Promise<void> {
    const until = performance.now() + UNSTORED_PAUSE_MS;
    while (!this.#isStopped && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL_MS).unref());
    }
  }
}

/** Pushes events until it is stopped. */
export function startPushing(parts: PushParts): Pick<Interval, 'stop'> {
  const pusher = new EventPusher(parts);
  const step = () => pusher.look().then(() => false);
  const looking = startTasks(parts, [
    { what: 'looking for events to push', everyMs: LOOK_INTERVAL_MS, step },
  ]);
  return {
    stop: async () => {
      const stopped = pusher.stop();
      parts.callbacks.close();
      await Promise.all([stopped, looking.stop()]);
    },
  };
}
