import { parseArgs } from 'node:util';
import type { BucketSetting } from '../config/bucket.ts';
import type { CopyProgress } from '../domain/ports/store-admin.ts';
import { reveal } from '../shared/unsafe-unicode.ts';
import { closestMatch } from '../shared/suggest.ts';
import { shorten } from '../shared/text.ts';
import type { Clock } from '../shared/time.ts';
import { DatabaseInUse, isSchemaMismatch } from '../store/sqlite/database/database.ts';

/** What a program of the operators works with. */
export interface CliContext {
  /** The data folder of the service. */
  readonly dataDirectory: string;
  /** The folder of keys, where it is a folder of its own. */
  readonly keysDirectory?: string | undefined;
  /**
   * The address of the database that nodes share; null, or not there: the data folder has its own.
   * Throws with a sentence.
   */
  readonly store?: () => Promise<string | null>;
  /** The bucket for kept files; null, or not there: the folder has them. Throws with a sentence. */
  readonly bucket?: () => BucketSetting | null;
  readonly machineClock: Clock;
  /** Says a line to whoever sits at the terminal. */
  readonly say: (line: string) => void;
}

/** Does what its arguments ask for. Throws `Trouble` when that cannot be done. */
export type Program = (args: readonly string[], context: CliContext) => Promise<void>;

/** What is asked before anything else, and answered whatever else there is. */
export const HELP = '--help';

/** Exit codes of the operators' programs (docs/operations.md). */
const EXIT_FOUND = 1;
export const EXIT_NOT_DONE = 2;

/** Why something was not done, and what the operator can do about it. */
export class CliError extends Error {
  override readonly name: string = 'Trouble';
  readonly exitCode: number = EXIT_NOT_DONE;
}

/** What was asked for: how the program is used. */
export class HelpRequested extends CliError {
  override readonly name = 'Help';
  override readonly exitCode = 0;
}

/** What was looked at is not as it must be. */
export class IntegrityError extends CliError {
  override readonly name = 'Damage';
  override readonly exitCode = EXIT_FOUND;
}

/** What happens to files and folders, by the codes of the operating system. */
const MISHAPS: Readonly<Record<string, string>> = {
  EACCES: 'may not be touched by this user: run this as the user of the service',
  EPERM: 'may not be touched by this user: run this as the user of the service',
  EROFS: 'lies on a disk that is read only',
  ENOSPC: 'finds no room: the disk is full',
  ENOENT: 'is not there',
  ENOTDIR: 'lies in something that is no folder',
  EISDIR: 'is a folder, where a file is needed',
  EEXIST: 'is there already',
};

/** What went wrong and what to do, for a terminal; never a stack. */
export function inWords(error: unknown): string {
  if (error instanceof CliError) return error.message;
  if (isSchemaMismatch(error)) {
    return (
      'Not done: the database is none of this service, or of an earlier version of it. Name the ' +
      'right data folder, or start the service of this version on it once.'
    );
  }
  if (error instanceof DatabaseInUse)
    return `Not done: ${error.message} Wait for that, or stop it.`;
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  const mishap = MISHAPS[code ?? ''];
  if (mishap !== undefined && path !== undefined) return `Not done: ${path} ${mishap}.`;
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\.?$/, '.');
  return `Not done: ${reason} With PIS_LOG_LEVEL=debug it is told where that happened.`;
}

/** Progress is told in steps of so many per cent. */
const TOLD_PERCENT = 20;

/** Tells how far something has come, a few times on its way. */
export function reportProgress(say: CliContext['say'], what: string): CopyProgress {
  let told = 0;
  return (done, of) => {
    const part = of === 0 ? 1 : done / of;
    const percent = Math.floor((100 * part) / TOLD_PERCENT) * TOLD_PERCENT;
    if (percent <= told) return;
    told = percent;
    say(`${what}: ${String(percent)} %`);
  };
}

/** The commands of a program, and what each takes: `{ retry: ['<id>'] }`. */
export type Commands = Readonly<Record<string, readonly string[]>>;

/** Why the words after a program's name are not done: what is missing, or what is too much. */
export function usageError(words: readonly string[], known: Commands, usage: string): CliError {
  const [command, ...given] = words;
  if (command === undefined) return notSo('Say what to do.', usage);
  const takes = Object.hasOwn(known, command) ? known[command] : undefined;
  if (takes === undefined) {
    const meant = closestMatch(command, Object.keys(known));
    const hint = meant === undefined ? '.' : `: did you mean \`${meant}\`?`;
    return notSo(`There is no ${quoted(command)}${hint}`, usage);
  }
  const missing = takes.slice(given.length);
  if (missing.length > 0) return notSo(`\`${command}\` needs ${missing.join(' and ')}.`, usage);
  const tooMuch = given.slice(takes.length).map(quoted);
  return notSo(`\`${command}\` does not take ${tooMuch.join(', ')}.`, usage);
}

function quoted(word: string): string {
  return `\`${shorten(reveal(word))}\``;
}

/** Why arguments are not taken: first what is wrong with them, then how the program is used. */
export function notSo(problem: string, usage: string): CliError {
  return new CliError(`${problem}\n${usage}`);
}

/** The options of a program by their names: each has a value, or several. */
type OptionTable = Readonly<Record<string, { readonly type: 'string'; readonly multiple?: true }>>;

/**
 * Arguments and options of a program. Throws with everything that is wrong with them, and with the
 * `usage`.
 */
export function parseArguments<Options extends OptionTable>(
  args: readonly string[],
  options: Options,
  usage: string,
) {
  if (args.includes(HELP)) throw new HelpRequested(usage);
  const problems = problemsOfOptions(args, options);
  if (problems.size > 0) throw notSo([...problems].join('\n'), usage);
  return parseArgs({ args: [...args], options, allowPositionals: true });
}

/** Node's own words would have the quotes that a shell needs, and no option that may be meant. */
function problemsOfOptions(args: readonly string[], options: OptionTable): ReadonlySet<string> {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const problems = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, value, inlineValue } = token;
    if (!Object.hasOwn(options, name)) {
      // Of `-count` each letter is an option: it is told as it was written.
      const [written = name] = (args[token.index] ?? name).split('=');
      const meant = closestMatch(written.replace(/^-+/, ''), Object.keys(options));
      const hint = meant === undefined ? '.' : `: did you mean --${meant}?`;
      problems.add(`There is no option ${shorten(reveal(written))}${hint}`);
    } else if (value === undefined) problems.add(`--${name} needs a value.`);
    else if (!inlineValue && /^-./.test(value)) {
      const inline = `--${name}=${shorten(reveal(value))}`;
      problems.add(`--${name} needs a value; one that begins with a dash is written ${inline}`);
    }
  }
  return problems;
}
