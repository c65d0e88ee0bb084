import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const TOOLS = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** What is kept of what a program says, in characters: the last. */
const LAST_WORDS_CHARACTERS = 200_000;

/** How a program of the operators ended, and the last that it said. */
export interface Operated {
  /** Null: it was killed. */
  readonly code: number | null;
  readonly said: string;
}

/** Runs one on a data folder, as an operator would; it is killed after so long, where told to. */
export async function operate(
  dataDirectory: string,
  args: readonly string[],
  killedAfterMs: number | null = null,
): Promise<Operated> {
  const child = spawn(process.execPath, [TOOLS, ...args], {
    env: { PATH: process.env['PATH'], PIS_DATA_DIR: dataDirectory },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-LAST_WORDS_CHARACTERS);
    });
  }
  const kill = (): boolean => child.kill('SIGKILL');
  const timer = killedAfterMs === null ? undefined : setTimeout(kill, killedAfterMs);
  await once(child, 'close');
  clearTimeout(timer);
  return { code: child.exitCode, said: said.trim() };
}
