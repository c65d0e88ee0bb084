import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

/** An option of a command, with its default value. */
export type Option =
  | {
      readonly kind: 'number';
      readonly default: number;
      readonly least: number;
      readonly about: string;
    }
  | { readonly kind: 'text'; readonly default: string; readonly about: string }
  | { readonly kind: 'flag'; readonly about: string };

export type Options = Readonly<Record<string, Option>>;

/** The parsed values of a program's options, by option name. */
export type Values<Given extends Options> = {
  readonly [Name in keyof Given]: Given[Name]['kind'] extends 'number'
    ? number
    : Given[Name]['kind'] extends 'text'
      ? string
      : boolean;
};

/** Describes the command line of a development program. */
export interface CommandLine<Given extends Options> {
  /** The words that start the program, such as `npm run crash --`. */
  readonly command: string;
  /** A description of the program in one or two sentences. */
  readonly about: string;
  readonly options: Given;
  /** Names of the required operands, in order. */
  readonly operands?: readonly string[];
  /** Further lines to print at the end of the help text. */
  readonly more?: readonly string[];
}

type Read<Given extends Options> =
  | { readonly kind: 'given'; readonly values: Values<Given>; readonly operands: readonly string[] }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'problem'; readonly text: string };

/** Exclusive upper bound of random seeds. It is low so that seeds are short and easy to type. */
const SEEDS = 1_000_000;

/** Returns the option `--seed`. Its default is a new random seed for each run. */
export function seedOption() {
  const about = 'the same seed makes the same choices';
  return { kind: 'number', default: randomInt(SEEDS), least: 0, about } as const;
}

/** Exit code of a program that was called with wrong arguments or in a wrong environment. */
export const MISUSED = 2;

/** Reads the arguments. Prints the help for `--help`, or one line for a usage error, and exits. */
export function readCommandLine<Given extends Options>(
  program: CommandLine<Given>,
  args: readonly string[],
): { readonly values: Values<Given>; readonly operands: readonly string[] } {
  const read = parseCommandLine(program, args);
  if (read.kind === 'given') return read;
  const isHelp = read.kind === 'help';
  (isHelp ? process.stdout : process.stderr).write(`${read.text}\n`);
  process.exit(isHelp ? 0 : MISUSED);
}

/** Reads the arguments without printing or exiting. */
export function parseCommandLine<Given extends Options>(
  program: CommandLine<Given>,
  args: readonly string[],
): Read<Given> {
  const { options, operands: names = [] } = program;
  const problem = (what: string): Read<Given> => ({
    kind: 'problem',
    text: `${what} ${usageOf(program)}`,
  });
  const parsed = parse(options, args);
  if (typeof parsed === 'string') return problem(parsed);
  const { values: given, positionals: operands } = parsed;
  if (given['help'] === true) return { kind: 'help', text: helpOf(program) };
  if (operands.length !== names.length) {
    const expected = names.length === 0 ? 'Expected options alone.' : `Expected ${wordsOf(names)}.`;
    return problem(expected);
  }
  const values: Record<string, string | number | boolean> = {};
  for (const [name, option] of Object.entries(options)) {
    const value = valueOf(option, given[name]);
    if (value === undefined) return problem(`--${name} takes ${expectationOf(option)}.`);
    values[name] = value;
  }
  return { kind: 'given', values: values as Values<Given>, operands };
}

/** Parses the arguments into texts and flags. Returns an error message if they are invalid. */
function parse(options: Options, args: readonly string[]) {
  const entries = Object.entries(options).map(([name, { kind }]) => {
    return [name, { type: kind === 'flag' ? 'boolean' : 'string' }] as const;
  });
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...Object.fromEntries(entries), help: { type: 'boolean' } },
      allowPositionals: true,
    });
    return { values: values as Readonly<Record<string, string | boolean>>, positionals };
  } catch (error) {
    // Node.js adds advice about arguments that begin with a dash. The message keeps only the first
    // sentence.
    const [first = ''] = (error instanceof Error ? error.message : String(error)).split(/\.|\n/);
    return `${first}.`;
  }
}

function valueOf(
  option: Option,
  value: string | boolean | undefined,
): string | number | boolean | undefined {
  if (option.kind === 'flag') return value === true;
  if (value === undefined) return option.default;
  if (option.kind === 'text') return value;
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : NaN;
  return Number.isSafeInteger(number) && number >= option.least ? number : undefined;
}

function expectationOf(option: Option): string {
  return option.kind === 'number' && option.least > 0
    ? `a whole number, at least ${String(option.least)}`
    : 'a whole number';
}

function usageOf({ command, options, operands = [] }: CommandLine<Options>): string {
  const signatures = Object.entries(options).map(
    ([name, option]) => `[${signatureOf(name, option)}]`,
  );
  return ['Usage:', command, ...wordsOf(operands).split(' '), ...signatures]
    .filter((word) => word !== '')
    .join(' ');
}

function helpOf(program: CommandLine<Options>): string {
  const rows = Object.entries(program.options).map(([name, option]) => {
    const usually = option.kind === 'flag' || option.default === '' ? '' : option.default;
    const signature = signatureOf(name, option);
    return [signature, usually === '' ? option.about : `${option.about} (${String(usually)})`];
  });
  const width = Math.max(0, ...rows.map(([signature = '']) => signature.length));
  const lines = rows.map(
    ([signature = '', about = '']) => `  ${signature.padEnd(width)}  ${about}`,
  );
  const { about, more = [] } = program;
  const end = more.length === 0 ? [] : ['', ...more];
  return [about, '', usageOf(program), ...lines, ...end].join('\n');
}

function signatureOf(name: string, { kind }: Option): string {
  const placeholder = { number: ' N', text: ' TEXT', flag: '' };
  return `--${name}${placeholder[kind]}`;
}

function wordsOf(operands: readonly string[]): string {
  return operands.map((name) => `<${name}>`).join(' ');
}
