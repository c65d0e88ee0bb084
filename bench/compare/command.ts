import { spawn } from 'node:child_process';

/** Time in milliseconds that a command gets to end after it was signalled. Then it is killed. */
const END_MS = 10_000;

/** Number of characters of a failed command's output that the error message contains. */
const LAST_WORDS = 600;

/**
 * Environment variables that npm sets for the programs that it starts. Another npm must not inherit
 * them.
 */
const OF_THIS_NPM = /^(npm_(package|lifecycle|command|config_local_prefix|config_prefix)|INIT_CWD)/;

interface Where {
  readonly cwd: string;
  /** Environment variables in addition to those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** When it aborts, the command and all processes that it started are ended. */
  readonly signal: AbortSignal;
}

/**
 * Runs a command to its end. If it fails, rejects with the end of its output. If it is aborted,
 * rejects once the command has ended.
 */
export async function run(
  file: string,
  args: readonly string[],
  { cwd, environment = {}, signal }: Where,
): Promise<void> {
  signal.throwIfAborted();
  const inherited = Object.entries(process.env).filter(([name]) => !OF_THIS_NPM.test(name));
  // The command runs in its own process group, so that a signal ends all its processes. If the user
  // presses Ctrl-C, the abort signal passes this on to the group.
  const child = spawn(file, args, {
    cwd,
    detached: true,
    env: { ...Object.fromEntries(inherited), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-LAST_WORDS);
    });
  }
  const tell = (how: NodeJS.Signals): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, how);
  };
  let killing: NodeJS.Timeout | undefined;
  const end = (): void => {
    tell('SIGTERM');
    killing = setTimeout(tell, END_MS, 'SIGKILL');
  };
  signal.addEventListener('abort', end, { once: true });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  signal.removeEventListener('abort', end);
  clearTimeout(killing);
  signal.throwIfAborted();
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} failed in ${cwd}:\n${words.trim()}`);
}
