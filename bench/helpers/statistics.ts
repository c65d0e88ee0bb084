import { expectDefined } from '../../src/shared/assert.ts';

/** The smallest value that so great a part (0 to 1) of the values does not exceed. */
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

/** What is told of several rounds, and what each of them found. */
export interface Figure {
  readonly value: number;
  readonly samples: readonly number[];
}

/** The median of what the rounds found. */
export function figure(samples: readonly number[]): Figure {
  return { value: median(samples), samples };
}

/**
 * How many times `base` the values are: each is compared with its neighbour of the same round, so
 * that a machine that slows down for a while slows both, and the median of those is taken.
 */
export function ratio(values: readonly number[], base: readonly number[]): Figure {
  return figure(values.map((value, round) => value / expectDefined(base[round], 'the same round')));
}

export interface Rounds {
  readonly rounds: number;
  /** Rounds before them that are thrown away. */
  readonly warmUp: number;
  readonly onRound: (round: number) => void;
}

/**
 * Measures several things in turn, round after round, so that whatever else the machine does
 * meets all of them alike.
 *
 * @returns for each what it measured, once a round
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

/** Milliseconds that an action takes. */
export async function timed(action: () => unknown): Promise<number> {
  const started = performance.now();
  await action();
  return performance.now() - started;
}

/** Milliseconds of CPU that an action takes in this process, its garbage collection included. */
export function cpuTimed(action: () => void): number {
  const before = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
