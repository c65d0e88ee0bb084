import { expectDefined } from '../../src/shared/assert.ts';
import { written } from '../helpers/answer.ts';
import type { KnownMeasure } from '../helpers/results.ts';
import { median } from '../helpers/statistics.ts';
import { signedRankInterval, type Interval } from './interval.ts';

/** Minimum confidence of the intervals. */
export const CONFIDENCE = 0.95;

/** The values of one measure for both sides, in the order of the turns. */
export interface Pairs {
  readonly measure: KnownMeasure;
  readonly base: readonly number[];
  readonly head: readonly number[];
}

type Outcome = 'no difference' | 'better' | 'WORSE' | 'worse, within tolerance' | 'differs';

export interface Verdict extends Pairs {
  /** The ratio `head / base`. Null if a value was zero or negative. */
  readonly ratio: Interval | null;
  readonly outcome: Outcome | 'not compared';
}

/**
 * Returns the verdict on a measure. If the interval of the ratio contains 1, there is no
 * significant difference. If the whole interval is beyond the tolerance, the measure is worse.
 *
 * @param tolerance as a fraction: 0.02 allows 2 %
 */
export function judge(pairs: Pairs, tolerance: number): Verdict {
  const logarithms = pairs.head.map((value, turn) =>
    Math.log(value / expectDefined(pairs.base[turn], 'the same turn')),
  );
  const isPositive = [...pairs.base, ...pairs.head].every((value) => value > 0);
  if (!isPositive) return { ...pairs, ratio: null, outcome: 'not compared' };
  const { estimate, low, high, confidence } = signedRankInterval(logarithms, CONFIDENCE);
  const ratio = {
    estimate: Math.exp(estimate),
    low: Math.exp(low),
    high: Math.exp(high),
    confidence,
  };
  return { ...pairs, ratio, outcome: outcomeOf(ratio, betterOf(pairs.measure), tolerance) };
}

export function isWorse({ outcome }: Verdict): boolean {
  return outcome === 'WORSE';
}

/** Headings of the table of verdicts. */
export const VERDICT_HEADINGS = ['', 'base', 'head', 'unit', 'change', 'interval', ''] as const;

export function verdictRow({ measure, base, head, ratio, outcome }: Verdict): string[] {
  return [
    measure.label,
    written(median(base)),
    written(median(head)),
    measure.unit,
    ratio === null ? '' : percent(ratio.estimate),
    ratio === null ? '' : `${percent(ratio.low)} to ${percent(ratio.high)}`,
    outcome,
  ];
}

function outcomeOf({ low, high }: Interval, better: Better, tolerance: number): Outcome {
  if (low <= 1 && high >= 1) return 'no difference';
  if (better === null) return 'differs';
  if ((better === 'more') === low > 1) return 'better';
  const isBeyond = better === 'more' ? high < 1 - tolerance : low > 1 + tolerance;
  return isBeyond ? 'WORSE' : 'worse, within tolerance';
}

type Better = 'less' | 'more' | null;

function betterOf({ better, target }: KnownMeasure): Better {
  if (better !== undefined) return better;
  if (target === undefined) return null;
  return target.kind === 'at most' ? 'less' : 'more';
}

/** Formats a ratio as a change in per cent. */
function percent(ratio: number): string {
  const change = (ratio - 1) * 100;
  const digits = Math.abs(change) < 10 ? 1 : 0;
  return `${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(digits)} %`;
}

/**
 * Returns the conclusion in one sentence. It says nothing about measures that were not compared.
 */
export function conclusion(worse: readonly string[], untold: number, judged: number): string {
  if (worse.length > 0) return `Worse: ${worse.join('; ')}.`;
  if (judged === 0) return 'Nothing could be compared.';
  return untold > 0 ? 'No regression in what could be compared.' : 'No regression.';
}
