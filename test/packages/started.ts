import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A service that a test started. */
export interface Started {
  /** Origin of the internal listener. */
  readonly origin: string;
  /** Sends SIGTERM and returns the exit code. */
  readonly stop: () => Promise<number | null>;
}

/** The output of a program that ended, and its exit code. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/**
 * Starts the service by a command, and waits until it is ready. If it ends before, returns its
 * output and exit code.
 */
export async function start(command: readonly string[]): Promise<Started | Ended> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const closed = once(child, 'close');
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  for await (const line of createInterface(child.stdout)) {
    output += `${line}\n`;
    if (!line.includes('"msg":"ready"')) continue;
    const { address } = JSON.parse(line) as { address: string };
    child.stdout.resume();
    const stop = async () => {
      child.kill('SIGTERM');
      return exit;
    };
    return { origin: address, stop };
  }
  await closed;
  return { code: await exit, output };
}

/** Returns the service that `start` started, or throws an Error with the output of its failure. */
export async function startReady(command: readonly string[]): Promise<Started> {
  const started = await start(command);
  if ('origin' in started) return started;
  throw new Error(`The service ended with code ${String(started.code)}: ${started.output}`);
}
