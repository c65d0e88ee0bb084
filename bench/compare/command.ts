import { spawn } from 'node:child_process';

/** Time that a command may take to end after its signal, before it is killed, in milliseconds. */
const END_MS = 10_000;

/** Maximum length of a failed command's output in the error message, in characters. */
const LAST_WORDS = 600;

/** Variables in which npm describes itself to its programs. They must not reach another npm. */
const OF_THIS_NPM = /^(npm_(package|lifecycle|command|config_local_prefix|config_prefix)|INIT_CWD)/;

interface Where {
  readonly cwd: string;
  /** Ends the command and all processes that it started. */
  readonly signal: AbortSignal;
}

/**
 * Runs a command to its end. Rejects with the end of its output if it fails. After an abort,
 * rejects once the command has ended.
 */
export async function run(
  file: string,
  args: readonly string[],
  { cwd, signal }: Where,
): Promise<void> {
  signal.throwIfAborted();
  const environment = Object.entries(process.env).filter(([name]) => !OF_THIS_NPM.test(name));
  // The command has its own process group, so that the signal ends all of its processes. A ^C at
  // the terminal reaches it through that signal.
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
