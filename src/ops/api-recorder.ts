import type { ApiFiguresStore } from '../domain/ports/api-figures-store.ts';
import {
  LATE_MS,
  type EndpointGroup,
  type Outage,
  type RequestCounts,
} from '../domain/records/api-figures.ts';
import type { Observe } from '../domain/records/events.ts';
import { logFirstFailure } from '../domain/records/log-first-failure.ts';
import { startInterval } from '../shared/interval.ts';
import type { UnansweredRequests } from './unanswered-requests.ts';
import { londonDate, SECOND_MS, type Clock, type Milliseconds } from '../shared/time.ts';

/** Interval in milliseconds at which a node stores its counts. A crash loses those since then. */
const REPORT_INTERVAL_MS: Milliseconds = 10 * SECOND_MS;

/** Lowest HTTP status that counts as an error of the bank. */
const SERVER_ERROR = 500;

const US_PER_MS = 1000;

/** Counts the answered requests of a node since the last report. */
export class ApiCounter {
  #counts = new Map<EndpointGroup, RequestCounts>();

  /** Counts a request. Ignores all other events. */
  readonly observe: Observe = (event) => {
    if (event.kind !== 'requestAnswered') return;
    this.#add({
      endpoints: groupOf(event.operation),
      requests: 1,
      errors: event.status >= SERVER_ERROR ? 1 : 0,
      late: event.milliseconds > LATE_MS ? 1 : 0,
      totalUs: Math.round(event.milliseconds * US_PER_MS),
    });
  };

  /** Returns the counts and begins again at zero. */
  take(): readonly RequestCounts[] {
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    return counts;
  }

  /** Adds counts that could not be stored. */
  putBack(counts: readonly RequestCounts[]): void {
    for (const count of counts) this.#add(count);
  }

  #add(count: RequestCounts): void {
    const {
      requests = 0,
      errors = 0,
      late = 0,
      totalUs = 0,
    } = this.#counts.get(count.endpoints) ?? {};
    this.#counts.set(count.endpoints, {
      endpoints: count.endpoints,
      requests: requests + count.requests,
      errors: errors + count.errors,
      late: late + count.late,
      totalUs: totalUs + count.totalUs,
    });
  }
}

/** Returns the group of an operation, for example `file-payments.uploadFile`. */
function groupOf(operation: string): EndpointGroup {
  if (/^(events|extensions)\./.test(operation)) return 'other';
  return /\.(confirmFunds|confirmAmount)$/.test(operation) ? 'funds' : 'payments';
}

interface Parts {
  readonly store: Pick<ApiFiguresStore, 'addNodeReport'>;
  readonly counter: Pick<ApiCounter, 'take' | 'putBack'>;
  readonly unanswered: Pick<UnansweredRequests, 'take'>;
  /** Name of this node. */
  readonly node: string;
  /** Unique identifier of this process. */
  readonly run: string;
  readonly machineClock: Clock;
  readonly observe: Observe;
}

/**
 * Stores at once, and then every 10 seconds, that this node runs, with the requests that it
 * answered since, and the times in which it did not answer. Stop this just before the store closes.
 */
export function startApiRecorder(parts: Parts): { stop(): Promise<void> } {
  const { store, counter, unanswered, node, run, machineClock, observe } = parts;
  const attempt = logFirstFailure(observe, 'storing the figures of the API');
  let unstored: readonly Outage[] = [];
  const report = async (stopped: 0 | 1): Promise<void> => {
    const at = machineClock();
    const counts = counter.take();
    const outages = [...unstored, ...unanswered.take(at)];
    unstored = [];
    const about = { node, run, at, day: londonDate(at), maxGapMs: LATE_MS };
    await attempt(() => store.addNodeReport({ ...about, stopped, counts, outages })).catch(() => {
      counter.putBack(counts);
      unstored = outages.filter(({ until }) => until !== null);
    });
  };
  const reports = startInterval(REPORT_INTERVAL_MS, () => report(0));
  reports.now();
  return {
    stop: async () => {
      await reports.stop();
      await report(1);
    },
  };
}
