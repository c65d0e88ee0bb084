import type { CommandLine, Options, Values } from '../helpers/command-line.ts';

/** Thrown if a campaign cannot run on this machine. The message says what the machine lacks. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
}

/** Records the checks of a campaign and which of them failed. */
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

  /** The descriptions of the failed checks, each with the value found. */
  get failures(): readonly string[] {
    return this.#failures;
  }

  /** Records a check. If the check fails, the campaign still continues. */
  holds(what: string, isSo: boolean, found: unknown = ''): void {
    this.#made += 1;
    const seen = typeof found === 'string' ? found : JSON.stringify(found);
    // For a successful check, print only the last line of the found text.
    const detail = isSo ? (seen.split('\n').at(-1) ?? '') : seen;
    const line = detail === '' ? what : `${what}: ${detail}`;
    if (!isSo) this.#failures.push(line);
    this.#tell(`${isSo ? 'holds' : 'FAILS'}  ${line}`);
  }
}

/** The inputs of a running campaign. */
export interface CliContext {
  /** A folder for the campaign. It is removed at the end, unless a check fails. */
  readonly folder: string;
  readonly operands: readonly string[];
  readonly checks: Checks;
  /** Prints a line of progress or a measured value. */
  readonly tell: (line: string) => void;
}

/** A campaign, without the types of its options. */
export interface Campaign {
  /** A description in one sentence. */
  readonly about: string;
  /** Returns the definition of the campaign's command line. */
  readonly commandLine: (command: string) => CommandLine<Options>;
  /** Returns the campaign's estimated duration on two cores, in seconds. */
  readonly seconds: (values: Values<Options>) => number;
  readonly run: (values: Values<Options>, surroundings: CliContext) => Promise<void>;
}

/** Defines a campaign. Its own code sees the exact types of its options, which `Campaign` hides. */
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
    // The caller has parsed the values with this campaign's command line, so they have its types.
    seconds: (values) => campaign.seconds(values as Values<Given>),
    run: (values, surroundings) => campaign.run(values as Values<Given>, surroundings),
  };
}
