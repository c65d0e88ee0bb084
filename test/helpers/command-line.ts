import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

/** What an option takes, and what it is when it is not given. */
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

/** What the given options came to. */
export type Values<Given extends Options> = {
  readonly [Name in keyof Given]: Given[Name]['kind'] extends 'number'
    ? number
    : Given[Name]['kind'] extends 'text'
      ? string
      : boolean;
};

/** A development program, as it is called at a terminal. */
export interface CommandLine<Given extends Options> {
  /** What is typed before anything else, such as `npm run crash --`. */
  readonly command: string;
  /** What it does, in a sentence or two. */
  readonly about: string;
  readonly options: Given;
  /** Names of what must be given besides options, in their order. */
  readonly operands?: readonly string[];
  /** Further lines of its help. */
  readonly more?: readonly string[];
}

type Read<Given extends Options> =
  | { readonly kind: 'given'; readonly values: Values<Given>; readonly operands: readonly string[] }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'problem'; readonly text: string };

/** Seeds that nobody chose are below this: short enough to be typed again. */
const SEEDS = 1_000_000;

/** The seed of all choices that a program makes: another one each time, unless it is given. */
export function seedOption() {
  const about = 'the same one makes the same choices';
  return { kind: 'number', default: randomInt(SEEDS), least: 0, about } as const;
}

/** Exit code of a program that was called in a way, or at a place, where it cannot be run. */
export const MISUSED = 2;

/** What the arguments ask for; `--help` prints it all, a mistake one line, and both end here. */
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

/** As above, without ending anything. */
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

/** What was given as texts and flags, or what is wrong with it. */
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
    // The rest of the message is about arguments that begin with a dash.
    const [first = ''] = (error instanceof Error ? error.message : String(error)).split(/\.|\n/);
    return `${first}.`;
  }
}

function valueOf(
  option: Option,
  given: string | boolean | undefined,
): string | number | boolean | undefined {
  if (option.kind === 'flag') return given === true;
  if (given === undefined) return option.default;
  if (option.kind === 'text') return given;
  const number = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : NaN;
  return Number.isSafeInteger(number) && number >= option.least ? number : undefined;
}

function expectationOf(option: Option): string {
  return option.kind === 'number' && option.least > 0
    ? `a whole number, at least ${String(option.least)}`
    : 'a whole number';
}

function usageOf({ command, options, operands = [] }: CommandLine<Options>): string {
  const given = Object.entries(options).map(([name, option]) => `[${signatureOf(name, option)}]`);
  return ['Usage:', command, ...wordsOf(operands).split(' '), ...given]
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
  const taken = { number: ' N', text: ' TEXT', flag: '' };
  return `--${name}${taken[kind]}`;
}

function wordsOf(operands: readonly string[]): string {
  return operands.map((name) => `<${name}>`).join(' ');
}
