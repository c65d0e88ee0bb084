import { LATE_MS, type BeginRequest, type Outage } from '../domain/records/api-figures.ts';
import type { Instant, Milliseconds, Stopwatch } from '../shared/time.ts';

/** Number of consecutive unanswered requests that count as downtime (EBA/GL/2018/07, 2.4 c). */
const CONSECUTIVE = 5;

/** Lowest status of a request that did not succeed. */
const CLIENT_ERROR = 400;

/**
 * Operations that do not count: events and extensions do not access payments, and the time of an
 * upload contains that of the TPP.
 */
const NOT_COUNTED = /^(events|extensions)\.|\.uploadFile$/;

/** An operation that does not count. */
const UNCOUNTED: ReturnType<BeginRequest> = { receive: (body) => body, end: () => undefined };

/** A request that waits for its answer, or was answered too late. */
interface Received {
  at: Milliseconds;
  /** True after its late answer. */
  isAnswered: boolean;
  /** Time of the first success of a later request, before the next one in the list arrived. */
  successAt: Milliseconds;
}

/**
 * Detects when a node does not answer: five consecutive requests, in the order of their arrival,
 * without a reply within 30 seconds, and without a successful request in between. Downtime begins
 * at the arrival of the first of them. It ends when a later request succeeds within 30 seconds, or
 * when no request waits for an answer. A refusal or an error within 30 seconds changes nothing.
 */
export class UnansweredRequests {
  readonly #stopwatch: Stopwatch;
  /** In the order of arrival, without those that were answered in time. */
  #requests: Received[] = [];
  /** Time of the last answer, also of one in time. */
  #lastAnswerAt: Milliseconds = 0;

  constructor(stopwatch: Stopwatch) {
    this.#stopwatch = stopwatch;
  }

  /** Adds a request that arrived now. If it has a body, it arrives with the end of its body. */
  readonly begin: BeginRequest = (operation) => {
    if (NOT_COUNTED.test(operation)) return UNCOUNTED;
    let request = this.#add();
    return {
      receive: async (body) => {
        if (this.#isLate(request)) return body;
        this.#remove(request, Infinity);
        return body.finally(() => {
          request = this.#add();
        });
      },
      end: (status) => {
        const now = this.#stopwatch();
        this.#lastAnswerAt = now;
        if (this.#isLate(request)) request.isAnswered = true;
        else this.#remove(request, status < CLIENT_ERROR ? now : Infinity);
      },
    };
  };

  #add(): Received {
    const request = { at: this.#stopwatch(), isAnswered: false, successAt: Infinity };
    this.#requests.push(request);
    return request;
  }

  readonly #isLate = ({ at }: Received): boolean => this.#stopwatch() - at > LATE_MS;

  /** Removes a request that is not late. A success ends the series of the requests before it. */
  #remove(request: Received, successAt: Milliseconds): void {
    const index = this.#requests.indexOf(request);
    const before = this.#requests[index - 1];
    this.#requests.splice(index, 1);
    if (before === undefined) return;
    before.successAt = Math.min(before.successAt, request.successAt, successAt);
  }

  /**
   * Returns the downtimes that were detected since the last call, in order. The last one is
   * returned again by the next call if it goes on (`until` is null).
   *
   * @param at the time now, of the clock of the downtimes
   */
  take(at: Instant): readonly Outage[] {
    const now = this.#stopwatch();
    // Rounded down, so that an outage begins more than LATE_MS ago.
    const instantOf = (ms: Milliseconds): Instant => Math.floor(at - (now - ms));
    const isLate = ({ at: since }: Received): boolean => now - since > LATE_MS;
    const outages: Outage[] = [];
    const end = (until: Milliseconds | null): void => {
      const [first] = series;
      if (first !== undefined && series.length >= CONSECUTIVE) {
        outages.push({
          from: instantOf(first.at),
          until: until === null ? null : instantOf(until),
        });
      }
    };
    let series: Received[] = [];
    for (const request of this.#requests.filter(isLate)) {
      series.push(request);
      if (request.successAt === Infinity) continue;
      end(request.successAt);
      series = [];
    }
    const recent = this.#requests.filter((request) => !isLate(request));
    const isOver = recent.length === 0 && series.every(({ isAnswered }) => isAnswered);
    end(isOver ? this.#lastAnswerAt : null);
    if (isOver && series.length >= CONSECUTIVE) series = [];
    const isNeeded = ({ isAnswered }: Received, index: number): boolean =>
      !isAnswered || index < CONSECUTIVE;
    this.#requests = [...series.filter(isNeeded), ...recent];
    return outages;
  }
}
