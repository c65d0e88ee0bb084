import type { BucketSetting } from '../config/bucket.ts';
import type { CopyProgress } from '../domain/ports/store-admin.ts';
import { messageOf } from '../shared/text.ts';
import type { Clock } from '../shared/time.ts';
import { DatabaseInUse, isSchemaMismatch } from '../store/sqlite/database/database.ts';

/** Environment of a command of the operators. */
export interface CliContext {
  readonly environment: NodeJS.ProcessEnv;
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
  /** Prints a line on standard output. With `--json`, the line is left out. */
  readonly print: (line: string) => void;
  /** Prints a line of data on standard output, also with `--json`. */
  readonly printData: (line: string) => void;
}

/** Exit codes of the commands (docs/operations.md). 1: the checked data has errors. */
const EXIT_FOUND = 1;
export const EXIT_NOT_DONE = 2;

/** Thrown when a command fails. The message contains the reason and what the operator can do. */
export class CliError extends Error {
  override readonly name: string = 'CliError';
  readonly exitCode: number = EXIT_NOT_DONE;
}

/** Returns a function that throws the reason of a failure as a CliError, after a text. */
export function failWith(text: string): (cause: unknown) => never {
  return (cause) => {
    throw new CliError(`${text} ${explanationOf(cause) ?? messageOf(cause)}`, { cause });
  };
}

/** The checked data is damaged, incomplete or inconsistent. */
export class IntegrityError extends CliError {
  override readonly name = 'IntegrityError';
  override readonly exitCode = EXIT_FOUND;
  /** Findings, for `--json`. */
  readonly result: unknown;

  constructor(message: string, options: ErrorOptions & { readonly result?: unknown } = {}) {
    super(message, options);
    this.result = options.result;
  }
}

const NOT_ACCESSIBLE =
  'is not accessible for this user. Run the command as the user of the service (the Debian package ' +
  'does this for root), and name files that this user can access';

/** Explanations of the operating system's error codes for files and folders. */
const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  EACCES: NOT_ACCESSIBLE,
  EPERM: NOT_ACCESSIBLE,
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
  const explanation = explanationOf(error);
  if (explanation !== undefined) return `Not done: ${explanation}`;
  const reason = messageOf(error).replace(/\.?$/, '.');
  return `Not done: ${reason} Set PIS_LOG_LEVEL=debug to see the stack trace.`;
}

/** Returns a sentence about an error of the operating system at a path, or undefined. */
function explanationOf(error: unknown): string | undefined {
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  const explanation = SYSTEM_ERRORS[code ?? ''];
  return explanation === undefined || path === undefined ? undefined : `${path} ${explanation}.`;
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
