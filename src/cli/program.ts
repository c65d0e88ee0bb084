import { parseArgs } from 'node:util';
import type { BucketSetting } from '../config/bucket.ts';
import type { CopyProgress } from '../domain/ports/store-admin.ts';
import { reveal } from '../shared/unsafe-unicode.ts';
import { closestMatch } from '../shared/suggest.ts';
import { shorten } from '../shared/text.ts';
import type { Clock } from '../shared/time.ts';
import { DatabaseInUse, isSchemaMismatch } from '../store/sqlite/database/database.ts';

/** Environment of a command of the operators. */
export interface CliContext {
  /** Path of the service's data folder. */
  readonly dataDirectory: string;
  /** Path of the folder of keys, if it is not in the data folder. */
  readonly keysDirectory?: string | undefined;
  /**
   * Returns the address of the shared PostgreSQL database. Null or absent: the data folder contains
   * the database. Throws an error with a message for operators.
   */
  readonly store?: () => Promise<string | null>;
  /**
   * Returns the bucket of the payment files. Null or absent: the data folder contains them. Throws
   * an error with a message for operators.
   */
  readonly bucket?: () => BucketSetting | null;
  readonly machineClock: Clock;
  /** Prints a line on standard output. */
  readonly print: (line: string) => void;
}

/** A command of the operators. Throws `CliError` when it cannot be carried out. */
export type Program = (args: readonly string[], context: CliContext) => Promise<void>;

/** Option that prints the usage. It takes precedence over all other arguments. */
export const HELP = '--help';

/** Exit codes of the commands (docs/operations.md). 1: the checked data has errors. */
const EXIT_FOUND = 1;
export const EXIT_NOT_DONE = 2;

/** A command failed. The message says why and what the operator can do. */
export class CliError extends Error {
  override readonly name: string = 'CliError';
  readonly exitCode: number = EXIT_NOT_DONE;
}

/** Thrown to print the usage after `--help`. */
export class HelpRequested extends CliError {
  override readonly name = 'HelpRequested';
  override readonly exitCode = 0;
}

/** The checked data is damaged, incomplete or inconsistent. */
export class IntegrityError extends CliError {
  override readonly name = 'IntegrityError';
  override readonly exitCode = EXIT_FOUND;
}

/** Explanations of the operating system's error codes for files and folders. */
const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  EACCES: 'is not accessible for this user: run this command as the user of the service',
  EPERM: 'is not accessible for this user: run this command as the user of the service',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'cannot be written: the disk is full',
  ENOENT: 'does not exist',
  ENOTDIR: 'is inside something that is not a folder',
  EISDIR: 'is a folder, but a file is required',
  EEXIST: 'already exists',
};

/** Returns an error as a message for the terminal, without a stack trace. */
export function formatError(error: unknown): string {
  if (error instanceof CliError) return error.message;
  if (isSchemaMismatch(error)) {
    return (
      'Not done: the database does not belong to this service, or an earlier version created it. ' +
      'Name the right data folder, or start this version of the service on it once.'
    );
  }
  if (error instanceof DatabaseInUse)
    return `Not done: ${error.message} Wait until that process ends, or stop it.`;
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  const explanation = SYSTEM_ERRORS[code ?? ''];
  if (explanation !== undefined && path !== undefined) return `Not done: ${path} ${explanation}.`;
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\.?$/, '.');
  return `Not done: ${reason} Set PIS_LOG_LEVEL=debug to see the stack trace.`;
}

/** Progress is printed in steps of this many per cent. */
const PROGRESS_STEP_PERCENT = 20;

/** Returns a callback that prints the progress in steps of 20 per cent. */
export function reportProgress(print: CliContext['print'], what: string): CopyProgress {
  let reported = 0;
  return (done, of) => {
    const part = of === 0 ? 1 : done / of;
    const percent = Math.floor((100 * part) / PROGRESS_STEP_PERCENT) * PROGRESS_STEP_PERCENT;
    if (percent <= reported) return;
    reported = percent;
    print(`${what}: ${String(percent)} %`);
  };
}

/** Subcommands and the arguments that each takes, for example `{ retry: ['<id>'] }`. */
export type Commands = Readonly<Record<string, readonly string[]>>;

/** Returns an error that names the missing, unknown or extra argument, followed by the usage. */
export function usageError(words: readonly string[], commands: Commands, usage: string): CliError {
  const [command, ...passed] = words;
  if (command === undefined) return argumentError('The command is missing.', usage);
  const expectedArguments = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (expectedArguments === undefined) {
    const meant = closestMatch(command, Object.keys(commands));
    const hint = meant === undefined ? '.' : `: did you mean \`${meant}\`?`;
    return argumentError(`Unknown command ${quoted(command)}${hint}`, usage);
  }
  const missing = expectedArguments.slice(passed.length);
  if (missing.length > 0)
    return argumentError(`\`${command}\` needs ${missing.join(' and ')}.`, usage);
  const surplus = passed.slice(expectedArguments.length).map(quoted);
  return argumentError(`\`${command}\` does not take ${surplus.join(', ')}.`, usage);
}

function quoted(word: string): string {
  return `\`${shorten(reveal(word))}\``;
}

/** Returns an error with the problem, followed by the usage. */
export function argumentError(problem: string, usage: string): CliError {
  return new CliError(`${problem}\n${usage}`);
}

/** Options by name. Each takes one value, or several if `multiple` is set. */
type OptionTable = Readonly<Record<string, { readonly type: 'string'; readonly multiple?: true }>>;

/**
 * Parses arguments and options. Throws an error that lists every problem, followed by the usage.
 */
export function parseArguments<Options extends OptionTable>(
  args: readonly string[],
  options: Options,
  usage: string,
) {
  if (args.includes(HELP)) throw new HelpRequested(usage);
  const problems = problemsOfOptions(args, options);
  if (problems.size > 0) throw argumentError([...problems].join('\n'), usage);
  return parseArgs({ args: [...args], options, allowPositionals: true });
}

/**
 * Returns the problems of the options. Node's own messages assume shell quoting and suggest no
 * similar option.
 */
function problemsOfOptions(args: readonly string[], options: OptionTable): ReadonlySet<string> {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const problems = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, value, inlineValue } = token;
    if (!Object.hasOwn(options, name)) {
      // `-count` is parsed as one option per letter, so quote the argument as it was written.
      const [written = name] = (args[token.index] ?? name).split('=');
      const meant = closestMatch(written.replace(/^-+/, ''), Object.keys(options));
      const hint = meant === undefined ? '.' : `: did you mean --${meant}?`;
      problems.add(`Unknown option ${shorten(reveal(written))}${hint}`);
    } else if (value === undefined) problems.add(`--${name} needs a value.`);
    else if (!inlineValue && /^-./.test(value)) {
      const inline = `--${name}=${shorten(reveal(value))}`;
      problems.add(`--${name} needs a value. Write a value that begins with a dash as ${inline}`);
    }
  }
  return problems;
}
