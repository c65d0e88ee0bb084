import { CommanderError } from 'commander';
import { constants, setPriority } from 'node:os';
import { bucketIn } from '../config/bucket.ts';
import { problemsOfSettings } from '../config/config.ts';
import { problemOfDataFolder } from '../config/data-folder.ts';
import { storeIn } from '../config/store.ts';
import { createProgram } from './pisctl.ts';
import { EXIT_NOT_DONE, formatError, CliError } from './program.ts';

// Files are readable by this user only: they contain customers' data, keys and secrets.
process.umask(0o077);

// Run with low priority, because the payments of a running service are more important.
setPriority(constants.priority.PRIORITY_LOW);

// The reader may have closed the pipe (`… | head`). The command continues, and the exit code
// reports its result. Any other write error is a failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exitCode = EXIT_NOT_DONE;
  });
}
process.on('uncaughtException', fail);

const { env: environment } = process;
const program = createProgram({
  environment,
  dataDirectory: environment['PIS_DATA_DIR'] ?? './data',
  keysDirectory: environment['PIS_KEYS_DIR'],
  store: () => storeIn(environment),
  bucket: () => bucketIn(environment),
  machineClock: Date.now,
  print: console.log,
  printData: console.log,
});
program.hook('preAction', (_, command) => {
  const problems = command.name() === 'completion' ? [] : problemsOf(environment);
  if (problems.length > 0) throw new CliError(`Not done: ${problems.join(' ')}`);
});
await program.parseAsync().catch(fail);

/** Returns the problems of the settings, and of the data folder if PIS_DATA_DIR names one. */
function problemsOf(settings: NodeJS.ProcessEnv): readonly string[] {
  const problems = problemsOfSettings(settings);
  const folder = settings['PIS_DATA_DIR'];
  if (problems.length > 0 || folder === undefined) return problems;
  const problem = problemOfDataFolder(folder);
  return problem === undefined ? [] : [problem];
}

/** Prints why a command failed and sets the exit code. */
function fail(error: unknown): void {
  if (error instanceof CommanderError) {
    // The message, or the help, is printed already.
    process.exitCode = error.exitCode === 0 ? 0 : EXIT_NOT_DONE;
    return;
  }
  console.error(formatError(error));
  // The stack trace is printed at log level debug or trace.
  if (['debug', 'trace'].includes(process.env['PIS_LOG_LEVEL'] ?? '')) console.error(error);
  process.exitCode = error instanceof CliError ? error.exitCode : EXIT_NOT_DONE;
}
