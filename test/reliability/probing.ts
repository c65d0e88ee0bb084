import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CannotRun } from './campaign.ts';

/** What probe.ts saw of the service at a moment. */
export interface Sample {
  /** Since the probe was loaded. */
  readonly seconds: number;
  /** The longest that the event loop stood still since the sample before, in milliseconds. */
  readonly wallMs: number;
  /** The same by the processor time of its thread: what is not the machine's doing. */
  readonly processorMs: number;
  readonly residentBytes: number;
  /** Once garbage was away. */
  readonly heapBytes: number;
  readonly externalBytes: number;
  readonly descriptors: number;
  readonly threads: number;
  /** Of the database's write-ahead log. */
  readonly logBytes: number;
  /** Uploads that lie in temporary files. */
  readonly temporaryFiles: number;
}

type Figure = Exclude<keyof Sample, 'seconds'>;

const PROBE = fileURLToPath(new URL('probe.ts', import.meta.url));

/** A probe in a service, by the file that it writes to. */
export class Probe {
  readonly #path: string;
  readonly #everyMs: number;

  /** Throws CannotRun where there is nothing that it can look at. */
  constructor(path: string, everyMs: number) {
    if (process.platform !== 'linux') throw new CannotRun('This campaign reads /proc, of Linux.');
    this.#path = path;
    this.#everyMs = everyMs;
  }

  /** The settings with which a service has the probe in it. */
  get settings(): Readonly<Record<string, string>> {
    return {
      NODE_OPTIONS: `--import=${PROBE}`,
      PROBE_TO: this.#path,
      PROBE_MS: String(this.#everyMs),
    };
  }

  /** All samples so far, oldest first; without the first, which has the start in it. */
  get samples(): readonly Sample[] {
    const lines = readFileSync(this.#path, 'utf8').trim().split('\n');
    return lines.slice(1).map((line) => JSON.parse(line) as Sample);
  }

  /** The largest of a figure so far. */
  most(figure: Figure): number {
    return Math.max(0, ...this.samples.map((sample) => sample[figure]));
  }

  /** How much more of a figure there is now than there was at first. */
  growth(figure: Figure): number {
    return this.last(figure) - (this.samples[0]?.[figure] ?? 0);
  }

  /** Waits for the next sample but one: all of its time lies after now. */
  async next(): Promise<void> {
    const wanted = this.samples.length + 2;
    while (this.samples.length < wanted) await wait(this.#everyMs / 10);
  }

  last(figure: Figure): number {
    return this.samples.at(-1)?.[figure] ?? 0;
  }
}

/** The middle one of some values; 0 of none. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The value that this share of some values does not exceed; 0 of none. */
export function percentileOf(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

export function inMebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
