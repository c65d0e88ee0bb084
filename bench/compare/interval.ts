import { assert, expectDefined } from '../../src/shared/assert.ts';
import { median } from '../helpers/statistics.ts';

/** A confidence interval of a value. */
export interface Interval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  /**
   * Probability that the interval contains the true value. It is at least the requested confidence.
   */
  readonly confidence: number;
}

/**
 * Returns a confidence interval for the median of the differences. It is the exact interval of
 * Wilcoxon's signed-rank test, with the estimate of Hodges and Lehmann. The test only requires a
 * symmetric distribution. This holds if two sides that are measured alternately do not differ. The
 * interval is also valid for few samples, for which a bootstrap is too optimistic, and it tolerates
 * an outlier.
 *
 * @param confidence above 0 and below 1. There must be enough differences for it (`fewestFor`).
 */
export function signedRankInterval(differences: readonly number[], confidence: number): Interval {
  const tail = tailOf(differences.length, (1 - confidence) / 2);
  assert(tail !== null, `${String(differences.length)} differences are too few`);
  const averages = differences
    .flatMap((one, index) => differences.slice(index).map((other) => (one + other) / 2))
    .toSorted((one, other) => one - other);
  return {
    estimate: median(averages),
    low: expectDefined(averages[tail.rank], 'the lower end'),
    high: expectDefined(averages[averages.length - 1 - tail.rank], 'the upper end'),
    confidence: 1 - 2 * tail.part,
  };
}

/** Returns the minimum number of differences for an interval of this confidence. */
export function fewestFor(confidence: number): number {
  let count = 1;
  while (tailOf(count, (1 - confidence) / 2) === null) count += 1;
  return count;
}

interface Tail {
  /** The largest sum of ranks in the tail. */
  readonly rank: number;
  /** Probability of this sum or a smaller one, if the sides do not differ. */
  readonly part: number;
}

/**
 * Returns the lower tail of the sum of positive ranks whose probability is at most `heaviest`. Null
 * if there is none.
 */
function tailOf(count: number, heaviest: number): Tail | null {
  let tail: Tail | null = null;
  let sum = 0;
  for (const [rank, ways] of waysToSum(count).entries()) {
    sum += ways;
    const part = sum / 2 ** count;
    if (part > heaviest) break;
    tail = { rank, part };
  }
  return tail;
}

/** Returns, for each sum, the number of subsets of the ranks 1 to `count` with that sum. */
function waysToSum(count: number): readonly number[] {
  const ways = [1, ...Array.from({ length: (count * (count + 1)) / 2 }, () => 0)];
  for (let rank = 1; rank <= count; rank += 1) {
    for (let sum = ways.length - 1; sum >= rank; sum -= 1) {
      ways[sum] = (ways[sum] ?? 0) + (ways[sum - rank] ?? 0);
    }
  }
  return ways;
}
