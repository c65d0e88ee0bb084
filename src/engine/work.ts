import type { Observe } from '../domain/events.ts';
import type { Store } from '../domain/ports.ts';
import type { Work } from '../domain/records.ts';
import { SECOND_MS, type Clock, type Instant } from '../kernel/time.ts';

/** Steps that are under way at once. */
const MAX_STEPS_AT_ONCE = 16;
/** A step that failed is tried again after this. */
const RETRY_MS = SECOND_MS;
/** The longest sleep: clocks may be set, and timers cannot wait for months. */
const MAX_SLEEP_MS = 60 * SECOND_MS;

export interface WorkRunner {
  /** Begins to do what falls due, what a former process left over first. */
  start(): void;
  /** Something new may be due: look now. */
  wake(): void;
  /** Does all that falls due within so many milliseconds from now, and answers when it is done. */
  drain(withinMs: number): Promise<void>;
  /** Lets the steps under way end and begins no more. */
  stop(): Promise<void>;
}

/**
 * Does the work that falls due. The work lies in the store and each step deletes its own row in
 * the transaction that does it, so that a crash, a restart or a second runner repeats nothing.
 */
export function createWorkRunner(parts: {
  readonly store: Pick<Store, 'dueWork' | 'nextWorkAt'>;
  readonly execute: (work: Work, now: Instant) => Promise<void>;
  readonly clock: Clock;
  readonly observe: Observe;
}): WorkRunner {
  const { store, execute, clock, observe } = parts;
  const underWay = new Map<number, Promise<void>>();
  const failedAt = new Map<number, Instant>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = true;
  let isLooking = false;
  let isWoken = false;

  const run = (work: Work): void => {
    const step = execute(work, clock())
      .then(() => failedAt.delete(work.id))
      .catch((error: unknown) => {
        failedAt.set(work.id, clock());
        observe({ kind: 'failure', what: `${work.step} of ${work.paymentId}`, error });
      })
      .then(() => {
        underWay.delete(work.id);
        wake();
      });
    underWay.set(work.id, step);
  };

  const look = async (): Promise<void> => {
    const now = clock();
    const due = await store.dueWork(now, MAX_STEPS_AT_ONCE + underWay.size + failedAt.size);
    for (const work of due) {
      if (underWay.size >= MAX_STEPS_AT_ONCE) break;
      const isResting = now - (failedAt.get(work.id) ?? -Infinity) < RETRY_MS;
      if (!underWay.has(work.id) && !isResting) run(work);
    }
    const next = await store.nextWorkAt();
    if (next === undefined || underWay.size > 0) return;
    sleep(failedAt.size > 0 ? RETRY_MS : next - clock());
  };

  const sleep = (delayMs: number): void => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(wake, Math.min(MAX_SLEEP_MS, Math.max(0, delayMs)));
  };

  function wake(): void {
    if (isStopped) return;
    isWoken = true;
    if (isLooking) return;
    isLooking = true;
    void (async () => {
      while (isWoken) {
        isWoken = false;
        try {
          await look();
        } catch (error) {
          observe({ kind: 'failure', what: 'looking for due work', error });
          sleep(RETRY_MS);
        }
      }
      isLooking = false;
    })();
  }

  return {
    start() {
      isStopped = false;
      wake();
    },
    wake,
    async drain(withinMs) {
      for (;;) {
        wake();
        await Promise.all(underWay.values());
        const next = await store.nextWorkAt();
        if (underWay.size === 0 && (next === undefined || next > clock() + withinMs)) return;
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await Promise.all(underWay.values());
    },
  };
}
