import { expectDefined } from '../../src/shared/assert.ts';

/**
 * Returns a percentile: the smallest value that at least this fraction (0 to 1) of the values do
 * not exceed.
 */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const place = Math.max(0, Math.ceil(sorted.length * part) - 1);
  return expectDefined(sorted[place], 'a value');
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.slice(
    Math.floor((sorted.length - 1) / 2),
    Math.floor(sorted.length / 2) + 1,
  );
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

/** A value that was measured in several rounds, with the value of each round. */
export interface Figure {
  readonly value: number;
  readonly samples: readonly number[];
}

/** Returns the median of all rounds. */
export function figure(samples: readonly number[]): Figure {
  return { value: median(samples), samples };
}

/**
 * Returns the median of the ratios of `values` to `base`. The two values of a ratio come from the
 * same round, so that a temporary slowdown of the machine affects both.
 */
export function ratio(values: readonly number[], base: readonly number[]): Figure {
  return figure(values.map((value, round) => value / expectDefined(base[round], 'the same round')));
}

export interface Rounds {
  readonly rounds: number;
  /** Number of rounds before the measurement. Their results are discarded. */
  readonly warmUp: number;
  readonly onRound: (round: number) => void;
}

/**
 * Measures several things in turn, round after round, so that background load affects all of them
 * equally.
 *
 * @returns for each of them, the value of each round
 */
export async function interleaved<Name extends string, Value>(
  subjects: Readonly<Record<Name, () => Value | Promise<Value>>>,
  { rounds, warmUp, onRound }: Rounds,
): Promise<Readonly<Record<Name, readonly Value[]>>> {
  const names = Object.keys(subjects) as Name[];
  const values = Object.fromEntries(names.map((name) => [name, [] as Value[]]));
  for (let round = -warmUp; round < rounds; round += 1) {
    onRound(round);
    for (const name of names) {
      const value = await subjects[name]();
      if (round >= 0) values[name]?.push(value);
    }
  }
  return values as Record<Name, Value[]>;
}

/** Returns the duration of an action in milliseconds. */
export async function timed(action: () => unknown): Promise<number> {
  const started = performance.now();
  await action();
  return performance.now() - started;
}

/**
 * Returns the CPU time of an action in this process in milliseconds, including garbage collection.
 */
export function cpuTimed(action: () => void): number {
  const before = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
