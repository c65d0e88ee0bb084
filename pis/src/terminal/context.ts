import type { Progress } from '../input/source.ts';

/** A stream of the terminal. */
export interface Output {
  /** True if people read it, and no program. */
  readonly isTerminal: boolean;
  /** True if colours are allowed. */
  readonly hasColours: boolean;
  readonly write: (text: string) => void;
}

/** The surroundings of a command. */
export interface Context {
  /** Data only. */
  readonly out: Output;
  /** Everything else: questions, progress, errors. */
  readonly err: Output;
  /** Asks a question on the terminal. The signal withdraws it. Absent if there is none. */
  readonly ask?: (question: string, withdrawn?: AbortSignal) => Promise<string>;
  /** The present day in London, for example `2026-12-01`. */
  readonly today: string;
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** Folder of the profiles and logs. */
  readonly folder: string;
  /** Aborted when the user interrupts the command. */
  readonly signal: AbortSignal;
}

const BAR = 30;

/** Returns a function that draws a progress bar. It does nothing without a terminal. */
export function progressBar({ err, signal }: Context): Progress & { readonly end: () => void } {
  let drawn = -1;
  const draw = (share: number): void => {
    signal.throwIfAborted();
    const percent = Math.floor(100 * Math.min(1, share));
    if (!err.isTerminal || percent === drawn) return;
    drawn = percent;
    const full = Math.round((BAR * percent) / 100);
    err.write(`\r[${'#'.repeat(full)}${' '.repeat(BAR - full)}] ${String(percent)} %`);
  };
  const end = (): void => {
    if (drawn >= 0) err.write(`\r${' '.repeat(BAR + 8)}\r`);
    drawn = -1;
  };
  return Object.assign(draw, { end });
}
