import type { Figure } from './statistics.ts';

/** What a measurement has to reach. */
export interface Target {
  readonly kind: 'at most' | 'at least';
  readonly value: number;
}

/** What "flat" and "does not grow" are held to: at most a quarter more. */
export const FLAT: Target = { kind: 'at most', value: 1.25 };

/** What a durable POST is held to, of the rate of a hello world that is asked by GET. */
export const DURABLE_POST: Target = { kind: 'at least', value: 0.4 };

export interface Measure extends Figure {
  /** By this two runs are compared; never changes: `readers.fast.2 MB.ascii`. */
  readonly name: string;
  readonly label: string;
  /** A ratio's says what 1 is: `× parse`. */
  readonly unit: string;
  readonly target?: Target;
  /** What `compare` calls better. Absent where the figure is no merit of the service's. */
  readonly better?: 'less' | 'more';
}

/** Horizontal bars; a target stands beside the bar that it is of. */
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

/** How many values lie between two, in the chart's unit. */
export interface Column {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** A histogram over a logarithmic axis; a column is as high as the logarithm of its count. */
export interface Histogram {
  readonly kind: 'histogram';
  readonly title: string;
  readonly unit: string;
  readonly columns: readonly Column[];
  /** Values that are pointed out, such as percentiles, from the smallest to the largest. */
  readonly marks: readonly { readonly label: string; readonly value: number }[];
}

export type Chart = BarChart | LineChart | Histogram;

/** The answer to one question of the bench. */
export interface Answer {
  readonly measures: readonly Measure[];
  readonly charts: readonly Chart[];
  /** What a reader must know to believe the numbers: sizes, what was skipped and why. */
  readonly notes: readonly string[];
}

export interface Effort {
  /** Fewer rounds and smaller files: to see that everything works, not for figures to keep. */
  readonly isQuick: boolean;
  /** Tells the person at the terminal what is being done. */
  readonly say: (progress: string) => void;
}

/** Seconds. */
interface Durations {
  readonly full: number;
  readonly quick: number;
}

export interface Question {
  /** For `--only`. */
  readonly name: string;
  readonly title: string;
  /** In a sentence, what is measured and against what. */
  readonly about: string;
  /** About how long it takes on two cores. */
  readonly takes: Durations;
  readonly ask: (effort: Effort) => Promise<Answer>;
}

export type Judgement = 'met' | 'missed' | 'not judged';

/**
 * How a measure stands to its target; undefined where nothing was to be reached. A quick run is too
 * short to judge by.
 */
export function judgementOf({ value, target }: Measure, isQuick: boolean): Judgement | undefined {
  if (target === undefined) return undefined;
  if (isQuick) return 'not judged';
  const isMet = target.kind === 'at most' ? value <= target.value : value >= target.value;
  return isMet ? 'met' : 'missed';
}

/** A number for people: three significant digits, thousands apart. */
export function written(value: number): string {
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString('en-GB', {
    minimumFractionDigits: Math.min(2, digits),
    maximumFractionDigits: Math.min(2, digits),
  });
}

/** Seconds for people: minutes where they are many. */
export function spokenSeconds(seconds: number): string {
  const rounded = Math.round(seconds);
  if (rounded < 90) return `${String(rounded)} s`;
  return `${String(Math.round(rounded / 60))} minutes`;
}

/** A count for people, all its digits. */
export function thousands(count: number): string {
  return count.toLocaleString('en-GB');
}
