import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { CopyProgress } from '../domain/store.ts';
import type { Clock } from '../kernel/time.ts';

/** What a program of the operators works with. */
export interface Surroundings {
  /** The data folder of the service. */
  readonly dataDirectory: string;
  readonly machineClock: Clock;
  /** Says a line to whoever sits at the terminal. */
  readonly say: (line: string) => void;
}

/** Does what its arguments ask for. Throws `Trouble` when that cannot be done. */
export type Program = (args: readonly string[], surroundings: Surroundings) => Promise<void>;

/** Exit codes of the operators' programs (docs/operations.md). */
const EXIT_FOUND = 1;
export const EXIT_NOT_DONE = 2;

/** Why something was not done, and what the operator can do about it. */
export class Trouble extends Error {
  override readonly name: string = 'Trouble';
  readonly exitCode: number = EXIT_NOT_DONE;
}

/** What was looked at is not as it must be. */
export class Damage extends Trouble {
  override readonly name = 'Damage';
  override readonly exitCode = EXIT_FOUND;
}

/** Progress is told in steps of so many per cent. */
const TOLD_PERCENT = 20;

/** Tells how far something has come, a few times on its way. */
export function tellProgress(say: Surroundings['say'], what: string): CopyProgress {
  let told = 0;
  return (done, of) => {
    const percent = Math.floor((100 * done) / of / TOLD_PERCENT) * TOLD_PERCENT;
    if (percent <= told) return;
    told = percent;
    say(`${what}: ${String(percent)} %`);
  };
}

/** Why a command is not done: it is none of the `known`, or does not fit the `usage`. */
export function misuse(
  command: string | undefined,
  known: readonly string[],
  usage: string,
): Trouble {
  const isKnown = command === undefined || known.includes(command);
  return new Trouble(isKnown ? usage : `There is no \`${command}\`.\n${usage}`);
}

/** Arguments and options of a program; whatever it does not know is met with its `usage`. */
export function readArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new Trouble(`${problem}\n${usage}`, { cause });
  }
}
