import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const TOOLS = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Maximum number of characters to store of a program's output. Older output is dropped. */
const LAST_WORDS_CHARACTERS = 200_000;

/** The result of an operator's program: its exit code and the end of its output. */
export interface Operated {
  /** The exit code. Null if the program was killed. */
  readonly code: number | null;
  readonly said: string;
}

/**
 * Runs a program for operators on a data folder. If `killedAfterMs` is given, kills it after that
 * time.
 */
export async function operate(
  dataDirectory: string,
  args: readonly string[],
  killedAfterMs: number | null = null,
): Promise<Operated> {
  const child = spawn(process.execPath, [TOOLS, ...args], {
    env: { PATH: process.env['PATH'], PIS_DATA_DIR: dataDirectory },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-LAST_WORDS_CHARACTERS);
    });
  }
  const kill = (): boolean => child.kill('SIGKILL');
  const timer = killedAfterMs === null ? undefined : setTimeout(kill, killedAfterMs);
  await once(child, 'close');
  clearTimeout(timer);
  return { code: child.exitCode, said: output.trim() };
}
