import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CannotRun } from './campaign.ts';

/** One measurement that probe.ts took in the service. */
export interface Sample {
  /** Seconds since the probe was loaded. */
  readonly seconds: number;
  /** Longest delay of the event loop since the previous measurement, in milliseconds. */
  readonly wallMs: number;
  /** The same delay in the thread's processor time, which excludes delays caused by the machine. */
  readonly processorMs: number;
  readonly residentBytes: number;
  /** Size of the heap after garbage collection. */
  readonly heapBytes: number;
  readonly externalBytes: number;
  readonly descriptors: number;
  readonly threads: number;
  /** Size of the database's write-ahead log, in bytes. */
  readonly logBytes: number;
  /** Number of uploads that are stored in temporary files. */
  readonly temporaryFiles: number;
}

type Figure = Exclude<keyof Sample, 'seconds'>;

const PROBE = fileURLToPath(new URL('probe.ts', import.meta.url));

/** Loads the probe into a service and reads the file that it writes. */
export class Probe {
  readonly #path: string;
  readonly #everyMs: number;

  /** Throws CannotRun if the system has no /proc. */
  constructor(path: string, everyMs: number) {
    if (process.platform !== 'linux') throw new CannotRun('This campaign reads /proc, of Linux.');
    this.#path = path;
    this.#everyMs = everyMs;
  }

  /** The settings that load the probe into a service. */
  get settings(): Readonly<Record<string, string>> {
    return {
      NODE_OPTIONS: `--import=${PROBE}`,
      PROBE_TO: this.#path,
      PROBE_MS: String(this.#everyMs),
    };
  }

  /**
   * Returns all measurements so far, oldest first. Omits the first one, because it includes the
   * start.
   */
  get samples(): readonly Sample[] {
    const lines = readFileSync(this.#path, 'utf8').trim().split('\n');
    return lines.slice(1).map((line) => JSON.parse(line) as Sample);
  }

  /** Returns the highest value of a figure so far. */
  most(figure: Figure): number {
    return Math.max(0, ...this.samples.map((sample) => sample[figure]));
  }

  /** Returns how much a figure has grown since the first measurement. */
  growth(figure: Figure): number {
    return this.last(figure) - (this.samples[0]?.[figure] ?? 0);
  }

  /** Waits for a measurement whose interval began after this call. */
  async next(): Promise<void> {
    const wanted = this.samples.length + 2;
    while (this.samples.length < wanted) await wait(this.#everyMs / 10);
  }

  last(figure: Figure): number {
    return this.samples.at(-1)?.[figure] ?? 0;
  }
}

/** Returns the median of the values. Returns 0 if there are none. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/**
 * Returns the smallest value that this share of the values does not exceed. Returns 0 if there are
 * no values.
 */
export function percentileOf(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

export function inMebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
