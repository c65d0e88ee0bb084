import { spawn } from 'node:child_process';

/** How long a command that is told to end may take before it is killed, in milliseconds. */
const END_MS = 10_000;

/** So much of what a command said last is told when it fails, in characters. */
const LAST_WORDS = 600;

/** What npm tells the programs that it runs about themselves; another npm must not believe it. */
const OF_THIS_NPM = /^(npm_(package|lifecycle|command|config_local_prefix|config_prefix)|INIT_CWD)/;

interface Where {
  readonly cwd: string;
  /** Ends the command, and all that it started. */
  readonly signal: AbortSignal;
}

/**
 * Runs a command to its end. Rejects, with its last words, when it fails; and when it was told to
 * end, after it has.
 */
export async function run(
  file: string,
  args: readonly string[],
  { cwd, signal }: Where,
): Promise<void> {
  signal.throwIfAborted();
  const environment = Object.entries(process.env).filter(([name]) => !OF_THIS_NPM.test(name));
  // A group of its own: a ^C at the terminal comes to it through the signal, and to all of it.
  const child = spawn(file, args, {
    cwd,
    detached: true,
    env: Object.fromEntries(environment),
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
