import type { Figure } from './statistics.ts';

/** The target value of a measure. */
export interface Target {
  readonly kind: 'at most' | 'at least';
  readonly value: number;
}

/**
 * Target for a cost that must not grow with the size: the largest size may cost at most a quarter
 * more.
 */
export const FLAT: Target = { kind: 'at most', value: 1.25 };

/**
 * Target for a durable POST. Its rate must be at least this fraction of the rate of a hello-world
 * GET.
 */
export const DURABLE_POST: Target = { kind: 'at least', value: 0.4 };

export interface Measure extends Figure {
  /**
   * Name of the measure, for example `readers.fast.2 MB.ascii`. It identifies the measure when two
   * runs are compared, so it must never change.
   */
  readonly name: string;
  readonly label: string;
  /**
   * Unit of the value. The unit of a ratio names what the value is divided by, for example `×
   * parse`.
   */
  readonly unit: string;
  readonly target?: Target;
  /**
   * Direction that `compare` reports as an improvement. Absent if the value says nothing about the
   * quality of the service.
   */
  readonly better?: 'less' | 'more';
}

/** A chart with horizontal bars. A target is drawn as a mark at its bar. */
export interface BarChart {
  readonly kind: 'bars';
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly {
    readonly label: string;
    readonly value: number;
    readonly ours?: boolean;
    readonly target?: number;
  }[];
}

/** A chart with lines. Its horizontal axis shows sizes on a logarithmic scale. */
export interface LineChart {
  readonly kind: 'lines';
  readonly title: string;
  readonly unit: string;
  /** True for times, which have equal distances. Sizes and rates have a logarithmic scale. */
  readonly isLinear?: boolean;
  readonly xUnit: string;
  readonly lines: readonly {
    readonly label: string;
    readonly points: readonly (readonly [x: number, y: number])[];
  }[];
  readonly target?: number;
}

/** Number of values between two limits, in the chart's unit. */
export interface Column {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/**
 * A histogram with a logarithmic horizontal axis. The height of a column is the logarithm of its
 * count.
 */
export interface Histogram {
  readonly kind: 'histogram';
  readonly title: string;
  readonly unit: string;
  readonly columns: readonly Column[];
  /** Marked values, such as percentiles, in ascending order. */
  readonly marks: readonly { readonly label: string; readonly value: number }[];
}

export type Chart = BarChart | LineChart | Histogram;

/** The result of one benchmark. */
export interface Answer {
  readonly measures: readonly Measure[];
  readonly charts: readonly Chart[];
  /**
   * Notes for judging the values, for example sizes and the reason why a measurement was skipped.
   */
  readonly notes: readonly string[];
}

/** Returns the answer of a benchmark that cannot run here. The reason ends with a full stop. */
export function skipped(reason: string): Answer {
  return { measures: [], charts: [], notes: [`Skipped: ${reason}`] };
}

export interface Effort {
  /**
   * True for fewer rounds and smaller files, to check that everything works. The values are not
   * reliable.
   */
  readonly isQuick: boolean;
  /** Prints the progress at the terminal. */
  readonly say: (progress: string) => void;
}

/** Durations in seconds. */
interface Durations {
  readonly full: number;
  readonly quick: number;
}

export interface Question {
  /** Name of the benchmark for the option `--only`. */
  readonly name: string;
  readonly title: string;
  /** One sentence that says what is measured and what it is compared with. */
  readonly about: string;
  /** Estimated duration on two cores. */
  readonly takes: Durations;
  readonly ask: (effort: Effort) => Promise<Answer>;
}

export type Judgement = 'met' | 'missed' | 'not judged';

/**
 * Returns whether a measure meets its target. Returns undefined if there is no target, or if the
 * run was quick, because a quick run is too short to be judged.
 */
export function judgementOf({ value, target }: Measure, isQuick: boolean): Judgement | undefined {
  if (target === undefined) return undefined;
  if (isQuick) return 'not judged';
  const isMet = target.kind === 'at most' ? value <= target.value : value >= target.value;
  return isMet ? 'met' : 'missed';
}

/** Formats a number with three significant digits and thousands separators. */
export function written(value: number): string {
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString('en-GB', {
    minimumFractionDigits: Math.min(2, digits),
    maximumFractionDigits: Math.min(2, digits),
  });
}

/** Formats a duration in seconds, or in minutes from 90 seconds on. */
export function spokenSeconds(seconds: number): string {
  const rounded = Math.round(seconds);
  if (rounded < 90) return `${String(rounded)} s`;
  return `${String(Math.round(rounded / 60))} minutes`;
}

/** Formats a count with all its digits and thousands separators. */
export function thousands(count: number): string {
  return count.toLocaleString('en-GB');
}
