import type { Figure } from './statistics.ts';

/** The target of a measurement. */
export interface Target {
  readonly kind: 'at most' | 'at least';
  readonly value: number;
}

/** Target of measures that must not grow: at most a quarter more. */
export const FLAT: Target = { kind: 'at most', value: 1.25 };

/** Target of a durable POST: its rate as a fraction of the rate of a GET of hello world. */
export const DURABLE_POST: Target = { kind: 'at least', value: 0.4 };

export interface Measure extends Figure {
  /**
   * Identifies the measure when two runs are compared. It never changes: `readers.fast.2 MB.ascii`.
   */
  readonly name: string;
  readonly label: string;
  /** The unit of a ratio names its base: `× parse`. */
  readonly unit: string;
  readonly target?: Target;
  /**
   * The direction that `compare` reports as better. Absent if the figure does not rate the service.
   */
  readonly better?: 'less' | 'more';
}

/** Horizontal bars. A target is drawn at its bar. */
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

/** Lines over a logarithmic axis of sizes. */
export interface LineChart {
  readonly kind: 'lines';
  readonly title: string;
  readonly unit: string;
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

/** A histogram over a logarithmic axis. The height of a column is the logarithm of its count. */
export interface Histogram {
  readonly kind: 'histogram';
  readonly title: string;
  readonly unit: string;
  readonly columns: readonly Column[];
  /** Marked values, such as percentiles, in ascending order. */
  readonly marks: readonly { readonly label: string; readonly value: number }[];
}

export type Chart = BarChart | LineChart | Histogram;

/** The answer to one question of the bench. */
export interface Answer {
  readonly measures: readonly Measure[];
  readonly charts: readonly Chart[];
  /** Information needed to judge the numbers: sizes, and skipped measurements with the reason. */
  readonly notes: readonly string[];
}

export interface Effort {
  /**
   * Fewer rounds and smaller files, to check that everything works. The figures are not reliable.
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
  /** The name for `--only`. */
  readonly name: string;
  readonly title: string;
  /** One sentence: what is measured, and compared with what. */
  readonly about: string;
  /** Estimated duration on two cores. */
  readonly takes: Durations;
  readonly ask: (effort: Effort) => Promise<Answer>;
}

export type Judgement = 'met' | 'missed' | 'not judged';

/**
 * Returns whether a measure meets its target. Undefined without a target. A quick run is too short
 * to be judged.
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
