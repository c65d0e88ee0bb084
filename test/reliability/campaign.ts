import type { CommandLine, Options, Values } from '../helpers/command-line.ts';

/** Why a campaign cannot be run here, and what to do about it. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
}

/** What must hold, as a campaign finds it out. */
export class Checks {
  readonly #tell: (line: string) => void;
  readonly #failures: string[] = [];
  #made = 0;

  constructor(tell: (line: string) => void) {
    this.#tell = tell;
  }

  get made(): number {
    return this.#made;
  }

  /** What does not hold, each with what was found instead. */
  get failures(): readonly string[] {
    return this.#failures;
  }

  /** States what must hold, and what was found; a campaign goes on when it does not. */
  holds(what: string, isSo: boolean, found: unknown = ''): void {
    this.#made += 1;
    const seen = typeof found === 'string' ? found : JSON.stringify(found);
    // Of what is as it should be, the last line is enough.
    const told = isSo ? (seen.split('\n').at(-1) ?? '') : seen;
    const line = told === '' ? what : `${what}: ${told}`;
    if (!isSo) this.#failures.push(line);
    this.#tell(`${isSo ? 'holds' : 'FAILS'}  ${line}`);
  }
}

/** What a campaign works with. */
export interface CliContext {
  /** A folder of its own, gone afterwards unless something does not hold. */
  readonly folder: string;
  readonly operands: readonly string[];
  readonly checks: Checks;
  /** Tells how far it has come, or a figure. */
  readonly tell: (line: string) => void;
}

/** A campaign, whatever its options are. */
export interface Campaign {
  /** What it does, in a sentence. */
  readonly about: string;
  /** How it is called, for whoever reads its arguments. */
  readonly commandLine: (command: string) => CommandLine<Options>;
  /** About how long it takes on two cores, in seconds. */
  readonly seconds: (values: Values<Options>) => number;
  readonly run: (values: Values<Options>, surroundings: CliContext) => Promise<void>;
}

/** A campaign with its options: their types stay in here. */
export function defineCampaign<Given extends Options>(campaign: {
  readonly about: string;
  readonly options: Given;
  readonly operands?: readonly string[];
  readonly seconds: (values: Values<Given>) => number;
  readonly run: (values: Values<Given>, surroundings: CliContext) => Promise<void>;
}): Campaign {
  const { about, options, operands = [] } = campaign;
  return {
    about,
    commandLine: (command) => ({ command, about, options, operands }),
    // Whoever calls has read them by the command line above.
    seconds: (values) => campaign.seconds(values as Values<Given>),
    run: (values, surroundings) => campaign.run(values as Values<Given>, surroundings),
  };
}
