import { UnexpectedAnswer } from '../../test-client/answer.ts';
import { NoAnswer } from '../../test-client/transport.ts';
import { Latencies } from './latencies.ts';
import type { Thresholds } from './options.ts';

/**
 * Maximum number of different failure reasons that are counted separately. All others are counted
 * together.
 */
const MAX_REASONS = 50;

const OTHER = 'other reasons';

/** Results for requests of one kind, or for all requests. */
interface Step {
  requests: number;
  failed: number;
  readonly latencies: Latencies;
}

/** A row of the final table. */
export interface Row extends Readonly<Step> {
  readonly name: string;
}

/**
 * Collects the results of all requests. Successful requests and timeouts are included in the
 * histogram of response times. Without the timeouts, a service that hangs would look fast. Refused
 * requests are only counted, because a refusal may be the fastest response.
 */
export class Ledger {
  readonly #steps = new Map<string, Step>();
  readonly #all = newStep();
  readonly #reasons = new Map<string, number>();
  /** Time from the scheduled to the actual start of each journey. */
  readonly lateness = new Latencies();

  /** Records a response. `milliseconds` is the time since the request was scheduled. */
  answered(name: string, milliseconds: number): void {
    for (const step of this.#stepsOf(name)) {
      step.requests += 1;
      step.latencies.record(milliseconds);
    }
  }

  /** Records a failed request. `milliseconds` is the time since the request was scheduled. */
  failed(name: string, milliseconds: number, error: unknown): void {
    const isRefusal = error instanceof UnexpectedAnswer;
    for (const step of this.#stepsOf(name)) {
      step.requests += 1;
      step.failed += 1;
      if (!isRefusal) step.latencies.record(milliseconds);
    }
    this.#count(`${name}: ${reasonOf(error)}`);
  }

  /**
   * Records a journey that was not started because too many journeys were in progress. It counts as
   * a failed request.
   */
  dropped(): void {
    this.#all.requests += 1;
    this.#all.failed += 1;
    this.#count('not started: too many journeys were in progress');
  }

  /** The rows of the final table, grouped by journey. The steps of a journey are in order. */
  get rows(): readonly Row[] {
    const journeyOf = ({ name }: Row): string => name.split(':')[0] ?? '';
    return [...this.#steps]
      .map(([name, step]) => ({ name, ...step }))
      .toSorted((one, other) => journeyOf(one).localeCompare(journeyOf(other)));
  }

  get all(): Row {
    return { name: 'all requests', ...this.#all };
  }

  /** The reasons of failed requests, the most frequent first. */
  get reasons(): readonly (readonly [reason: string, count: number])[] {
    return [...this.#reasons].toSorted(([, one], [, other]) => other - one);
  }

  #count(reason: string): void {
    const known = this.#reasons.has(reason) || this.#reasons.size < MAX_REASONS;
    const counted = known ? reason : OTHER;
    this.#reasons.set(counted, (this.#reasons.get(counted) ?? 0) + 1);
  }

  #stepsOf(name: string): readonly Step[] {
    const step = this.#steps.get(name) ?? newStep();
    this.#steps.set(name, step);
    return [step, this.#all];
  }
}

/** Returns one sentence for each threshold that was missed. */
export function missedOf({ requests, failed, latencies }: Row, thresholds: Thresholds): string[] {
  const { p99Ms, errors } = thresholds;
  const p99 = latencies.percentile(99);
  const part = requests === 0 ? 1 : failed / requests;
  return [
    ...(requests === 0 ? ['No request was sent.'] : []),
    ...(part > errors
      ? [`${(part * 100).toFixed(2)} % failed; the maximum is ${String(errors * 100)} %.`]
      : []),
    ...(p99Ms !== null && p99 > p99Ms
      ? [`p99 is ${p99.toFixed(1)} ms; the maximum is ${String(p99Ms)} ms.`]
      : []),
  ];
}

function newStep(): Step {
  return { requests: 0, failed: 0, latencies: new Latencies() };
}

function reasonOf(error: unknown): string {
  if (error instanceof UnexpectedAnswer) return error.reason;
  if (!(error instanceof NoAnswer)) return String(error);
  if (error.isTimeout) return 'timed out';
  return error.code === '' ? error.message : error.code;
}
