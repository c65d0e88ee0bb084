import { UnexpectedAnswer } from '../../client/answer.ts';
import { NoAnswer } from '../../client/transport.ts';
import { Latencies } from './latencies.ts';
import type { Thresholds } from './options.ts';

/** Reasons that are told apart; further ones are counted together. */
const MAX_REASONS = 50;

const OTHER = 'other reasons';

/** Requests of one kind, or all of them. */
interface Step {
  requests: number;
  failed: number;
  readonly latencies: Latencies;
}

/** A line of the table at the end. */
export interface Row extends Readonly<Step> {
  readonly name: string;
}

/**
 * What became of requests. Those that succeeded are timed, and those that were given up, with the
 * time until then: without them a service that hangs would look fast. A refusal is only counted;
 * it may be the fastest of answers.
 */
export class Ledger {
  readonly #steps = new Map<string, Step>();
  readonly #all = newStep();
  readonly #reasons = new Map<string, number>();
  /** How long after the schedule had it a journey was begun. */
  readonly lateness = new Latencies();

  /** A request was answered so many milliseconds after it should have been sent. */
  answered(name: string, milliseconds: number): void {
    for (const step of this.#stepsOf(name)) {
      step.requests += 1;
      step.latencies.record(milliseconds);
    }
  }

  /** A request failed so many milliseconds after it should have been sent. */
  failed(name: string, milliseconds: number, error: unknown): void {
    const isRefusal = error instanceof UnexpectedAnswer;
    for (const step of this.#stepsOf(name)) {
      step.requests += 1;
      step.failed += 1;
      if (!isRefusal) step.latencies.record(milliseconds);
    }
    this.#count(`${name}: ${reasonOf(error)}`);
  }

  /** A journey could not be begun: too many were under way. It counts as a request that failed. */
  dropped(): void {
    this.#all.requests += 1;
    this.#all.failed += 1;
    this.#count('not begun: too many journeys were under way');
  }

  /** By journey; the steps of one in their order. */
  get rows(): readonly Row[] {
    const journeyOf = ({ name }: Row): string => name.split(':')[0] ?? '';
    return [...this.#steps]
      .map(([name, step]) => ({ name, ...step }))
      .toSorted((one, other) => journeyOf(one).localeCompare(journeyOf(other)));
  }

  get all(): Row {
    return { name: 'all requests', ...this.#all };
  }

  /** Why requests failed, the most frequent first. */
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

/** What was missed of the thresholds, a sentence each. */
export function missedOf({ requests, failed, latencies }: Row, thresholds: Thresholds): string[] {
  const { p99Ms, errors } = thresholds;
  const p99 = latencies.percentile(99);
  const part = requests === 0 ? 1 : failed / requests;
  return [
    ...(requests === 0 ? ['Nothing was sent.'] : []),
    ...(part > errors
      ? [`${(part * 100).toFixed(2)} % failed; ${String(errors * 100)} % may.`]
      : []),
    ...(p99Ms !== null && p99 > p99Ms
      ? [`p99 is ${p99.toFixed(1)} ms; it may be ${String(p99Ms)}.`]
      : []),
  ];
}

function newStep(): Step {
  return { requests: 0, failed: 0, latencies: new Latencies() };
}

function reasonOf(error: unknown): string {
  if (error instanceof UnexpectedAnswer) return error.reason;
  if (!(error instanceof NoAnswer)) return String(error);
  if (error.isTimeout) return 'given up';
  return error.code === '' ? error.message : error.code;
}
