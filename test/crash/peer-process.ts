import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Dice } from './random.ts';
import { Violation } from './story.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Minimum and maximum time for which the process runs until it is killed, in milliseconds. */
const RUNNING_MS = [50, 900] as const;
/** Minimum and maximum time until a killed process is started again, in milliseconds. */
const AWAY_MS = [0, 600] as const;
/** Maximum number of characters of the output in an error message. */
const OUTPUT_CHARACTERS = 2000;

/**
 * Runs a simulator of another system as a separate process, kills it, and starts it again.
 */
export class PeerProcess {
  readonly #name: string;
  readonly #args: (kills: number) => readonly string[];
  #child: ChildProcess | undefined;
  #output = '';
  kills = 0;

  /**
   * @param name the system, for error messages
   * @param args returns the command of pisctl with its options, after a number of kills
   */
  constructor(name: string, args: (kills: number) => readonly string[]) {
    this.#name = name;
    this.#args = args;
  }

  /** Starts the process unless it runs. Does not wait until it is ready. */
  start(): void {
    if (this.#child !== undefined) return;
    const child = spawn(process.execPath, [PROGRAM, ...this.#args(this.kills)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'] },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-OUTPUT_CHARACTERS);
      });
    }
    this.#child = child;
  }

  /** Kills the process if it runs. Throws if it has ended by itself. */
  async kill(): Promise<void> {
    this.expectRunning();
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
    this.kills += 1;
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }

  /** Throws a Violation if the process has ended by itself. */
  expectRunning(): void {
    const code = this.#child?.exitCode ?? null;
    if (code === null) return;
    throw new Violation(`The ${this.#name} ended with ${String(code)}. ${this.#output}`);
  }

  /** Kills the process at random times and starts it again, until `isOver` returns true. */
  async killAtRandom(dice: Dice, maxKills: number, isOver: () => boolean): Promise<void> {
    for (let left = dice.between(0, maxKills); left > 0; left -= 1) {
      await wait(dice.between(...RUNNING_MS));
      if (isOver()) return;
      await this.kill();
      await wait(dice.between(...AWAY_MS));
      this.start();
    }
  }
}
