/** What a measurement has to reach. */
export interface Target {
  readonly kind: 'at most' | 'at least';
  readonly value: number;
}

/** What "flat" and "does not grow" are held to: at most a quarter more. */
export const FLAT: Target = { kind: 'at most', value: 1.25 };

/** What a durable POST is held to, of the rate of a hello world that is asked by GET. */
export const DURABLE_POST: Target = { kind: 'at least', value: 0.4 };

/** How the unit of a ratio begins: such figures can be compared between machines and days. */
export const RATIO_SIGN = '×';

export interface Measure {
  /** By this two runs are compared; never changes: `readers.fast.2 MB.ascii`. */
  readonly name: string;
  readonly label: string;
  readonly value: number;
  /** A ratio's says what 1 is: `× parse`. */
  readonly unit: string;
  readonly target?: Target;
}

/** Horizontal bars; a target is a line across them. */
export interface BarChart {
  readonly kind: 'bars';
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly { readonly label: string; readonly value: number; ours?: boolean }[];
  readonly target?: number;
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

export type Chart = BarChart | LineChart;

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

export interface Question {
  /** For `--only`. */
  readonly name: string;
  readonly title: string;
  /** In a sentence, what is measured and against what. */
  readonly about: string;
  readonly ask: (effort: Effort) => Promise<Answer>;
}

/** Undefined where nothing was to be reached. */
export function isMet({ value, target }: Measure): boolean | undefined {
  if (target === undefined) return undefined;
  return target.kind === 'at most' ? value <= target.value : value >= target.value;
}

/** A number for people: three significant digits, thousands apart. */
export function written(value: number): string {
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString('en-GB', {
    minimumFractionDigits: Math.min(2, digits),
    maximumFractionDigits: Math.min(2, digits),
  });
}

/** A count for people, all its digits. */
export function thousands(count: number): string {
  return count.toLocaleString('en-GB');
}
