import { assert, expectDefined } from '../../src/shared/assert.ts';
import { median } from '../helpers/statistics.ts';

/** Where a value lies, as far as the samples tell. */
export interface Interval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  /** How often an interval made in this way holds the value: at least what was asked for. */
  readonly confidence: number;
}

/**
 * Where the middle of these differences lies: the exact interval of Wilcoxon's signed-rank test,
 * with the estimate of Hodges and Lehmann. It asks of their distribution only that it is
 * symmetric, which differences between two that take turns are where the two do not differ; it
 * holds for few samples, where a bootstrap promises too much, and bears an outlier.
 *
 * @param confidence above 0, below 1; the differences must be enough for it (`fewestFor`)
 */
export function signedRankInterval(differences: readonly number[], confidence: number): Interval {
  const tail = tailOf(differences.length, (1 - confidence) / 2);
  assert(tail !== null, `${String(differences.length)} differences are too few`);
  const averages = differences
    .flatMap((one, place) => differences.slice(place).map((other) => (one + other) / 2))
    .toSorted((one, other) => one - other);
  return {
    estimate: median(averages),
    low: expectDefined(averages[tail.rank], 'the lower end'),
    high: expectDefined(averages[averages.length - 1 - tail.rank], 'the upper end'),
    confidence: 1 - 2 * tail.part,
  };
}

/** How many differences an interval of such confidence needs at least. */
export function fewestFor(confidence: number): number {
  let count = 1;
  while (tailOf(count, (1 - confidence) / 2) === null) count += 1;
  return count;
}

interface Tail {
  /** The largest sum of ranks that is still in the tail. */
  readonly rank: number;
  /** How likely such a sum, or a smaller one, is where nothing differs. */
  readonly part: number;
}

/** The lower tail of the sum of positive ranks that is no heavier than so; null where none is. */
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

/** For each sum, how many sets of the ranks 1 to `count` come to it. */
function waysToSum(count: number): readonly number[] {
  const ways = [1, ...Array.from({ length: (count * (count + 1)) / 2 }, () => 0)];
  for (let rank = 1; rank <= count; rank += 1) {
    for (let sum = ways.length - 1; sum >= rank; sum -= 1) {
      ways[sum] = (ways[sum] ?? 0) + (ways[sum - rank] ?? 0);
    }
  }
  return ways;
}
