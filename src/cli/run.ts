import { constants, setPriority } from 'node:os';
import { bucketIn } from '../config/bucket.ts';
import { problemsOfSettings } from '../config/config.ts';
import { problemOfDataFolder } from '../config/data-folder.ts';
import { storeIn } from '../config/store.ts';
import {
  EXIT_NOT_DONE,
  HELP,
  HelpRequested,
  formatError,
  CliError,
  type Program,
} from './program.ts';

// Files are readable by this user only: they contain customers' data, keys and secrets.
process.umask(0o077);

/**
 * Commands by name. Each module is loaded on demand, so a command needs only its own dependencies.
 */
const PROGRAMS: Readonly<Record<string, () => Promise<Program>>> = {
  audit: async () => (await import('./commands/audit.ts')).audit,
  backup: async () => (await import('./commands/backup.ts')).backup,
  bank: async () => (await import('./commands/bank.ts')).bank,
  'check-file': async () => (await import('./commands/check-file.ts')).checkFile(process.env),
  clock: async () => (await import('./commands/clock.ts')).clock,
  keys: async () => (await import('./commands/keys.ts')).keys(process.env['PIS_SIGNING_KEYS_FILE']),
  migrate: async () => (await import('./commands/migrate.ts')).migrate(process.env),
  move: async () => (await import('./commands/move.ts')).move(process.env),
  password: async () => (await import('./commands/password.ts')).password,
  pki: async () => {
    const ports = { https: process.env['PIS_HTTPS_PORT'], pages: process.env['PIS_PAGES_PORT'] };
    return (await import('./commands/pki.ts')).pki(ports);
  },
  restore: async () => (await import('./commands/restore.ts')).restore,
  'shared-keys': async () => (await import('./commands/shared-keys.ts')).sharedKeys,
  work: async () => (await import('./commands/work.ts')).work,
};

// Let a running service go first: its payments have priority.
setPriority(constants.priority.PRIORITY_LOW);

// The reader may have closed the pipe (`… | head`). The command continues, and the exit code
// reports its result. Any other write error is a failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exitCode = EXIT_NOT_DONE;
  });
}
process.on('uncaughtException', fail);

const [name = '', ...args] = process.argv.slice(2);
await run().catch(fail);

async function run(): Promise<void> {
  const load = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  if (load === undefined) {
    const listed = `Available commands: ${Object.keys(PROGRAMS).join(', ')}.`;
    if (name === HELP) throw new HelpRequested(listed);
    throw new CliError(name === '' ? listed : `Unknown command \`${name}\`. ${listed}`);
  }
  const problems = args.includes(HELP) ? [] : problemsOf(process.env);
  if (problems.length > 0) throw new CliError(`Not done: ${problems.join(' ')}`);
  const dataDirectory = process.env['PIS_DATA_DIR'] ?? './data';
  const keysDirectory = process.env['PIS_KEYS_DIR'];
  const program = await load();
  const [store, bucket] = [() => storeIn(process.env), () => bucketIn(process.env)];
  const [machineClock, print] = [Date.now, console.log];
  await program(args, { dataDirectory, keysDirectory, store, bucket, machineClock, print });
}

/** Returns the problems of the settings, and of the data folder if PIS_DATA_DIR names one. */
function problemsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  const problems = problemsOfSettings(environment);
  const named = environment['PIS_DATA_DIR'];
  if (problems.length > 0 || named === undefined) return problems;
  const problem = problemOfDataFolder(named);
  return problem === undefined ? [] : [problem];
}

/** Prints why a command failed and sets the exit code. */
function fail(error: unknown): void {
  if (error instanceof HelpRequested) console.log(error.message);
  else console.error(formatError(error));
  // The stack trace is printed at log level debug or trace.
  if (['debug', 'trace'].includes(process.env['PIS_LOG_LEVEL'] ?? '')) console.error(error);
  process.exitCode = error instanceof CliError ? error.exitCode : EXIT_NOT_DONE;
}
