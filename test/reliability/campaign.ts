import type { CommandLine, Options, Values } from '../helpers/command-line.ts';

/** Thrown if a campaign cannot run on this machine. The message says what is missing. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
}

/** The checks of a campaign and their failures. */
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

  /** Descriptions of the failed checks, each with the value that was found. */
  get failures(): readonly string[] {
    return this.#failures;
  }

  /** Records a check. A failed check does not end the campaign. */
  holds(what: string, isSo: boolean, found: unknown = ''): void {
    this.#made += 1;
    const seen = typeof found === 'string' ? found : JSON.stringify(found);
    // For a successful check, the last line of the output is enough.
    const detail = isSo ? (seen.split('\n').at(-1) ?? '') : seen;
    const line = detail === '' ? what : `${what}: ${detail}`;
    if (!isSo) this.#failures.push(line);
    this.#tell(`${isSo ? 'holds' : 'FAILS'}  ${line}`);
  }
}

/** The environment of a running campaign. */
export interface CliContext {
  /** The campaign's folder. It is removed afterwards, unless a check fails. */
  readonly folder: string;
  readonly operands: readonly string[];
  readonly checks: Checks;
  /** Prints progress or a figure. */
  readonly tell: (line: string) => void;
}

/** A campaign with options of any type. */
export interface Campaign {
  /** A description in one sentence. */
  readonly about: string;
  /** Returns the definition of its command line. */
  readonly commandLine: (command: string) => CommandLine<Options>;
  /** Returns the estimated duration on two cores, in seconds. */
  readonly seconds: (values: Values<Options>) => number;
  readonly run: (values: Values<Options>, surroundings: CliContext) => Promise<void>;
}

/** Defines a campaign. The types of its options are only known inside. */
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
    // The caller has read the values with the command line above.
    seconds: (values) => campaign.seconds(values as Values<Given>),
    run: (values, surroundings) => campaign.run(values as Values<Given>, surroundings),
  };
}
