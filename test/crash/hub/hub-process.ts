import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Mood } from '../../../src/simulators/hub/moods.ts';
import { SCENARIOS } from '../../../src/simulators/hub/scenario.ts';
import type { Dice } from '../random.ts';
import { Violation } from '../story.ts';
import { hubDataOf, type HubExchange } from './exchange.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

/** Times of the hub in milliseconds. They are short, so that a round does not wait long. */
const TIMES = {
  pendingMs: { from: 200, to: 400 },
  returnAfterMs: { from: 200, to: 600 },
  lateMs: { from: 200, to: 800 },
};

/**
 * Reports of the settlement account. Campaigns with an odd seed also answer Bacs submissions by
 * reports of Bacs.
 */
const reportsOf = (seed: number) => ({
  ...{ notifications: true, statementEveryMs: 500, statementTwice: 0.3 },
  bacsReports: seed % 2 === 1,
});

/** Minimum and maximum time for which the hub runs until it is killed, in milliseconds. */
const RUNNING_MS = [50, 900] as const;
/** Minimum and maximum time until a killed hub is started again, in milliseconds. */
const AWAY_MS = [0, 600] as const;
/** Maximum time to wait for a change in a folder, in milliseconds. */
const CHANGE_WITHIN_MS = 1000;
/** Maximum number of characters of the hub's output in an error message. */
const OUTPUT_CHARACTERS = 2000;

/** The behaviour of the hub, the folder of its data, and its exchange with the service. */
export interface HubOptions {
  readonly folder: string;
  readonly exchange: HubExchange;
  readonly mood: Mood;
  readonly seed: number;
}

/** Runs the hub simulator as a separate process, kills it, and starts it again. */
export class HubProcess {
  readonly exchange: HubExchange;
  readonly data: string;
  readonly #scenario: string;
  #child: ChildProcess | undefined;
  #output = '';
  kills = 0;

  constructor({ folder, exchange, mood, seed }: HubOptions) {
    this.exchange = exchange;
    this.data = hubDataOf(folder);
    this.#scenario = join(folder, 'scenario.json');
    const scenario = { ...SCENARIOS[mood], ...TIMES, ...reportsOf(seed), seed };
    writeFileSync(this.#scenario, JSON.stringify(scenario));
  }

  /** Starts the hub unless it runs. Does not wait until it is ready. */
  start(): void {
    if (this.#child !== undefined) return;
    const { exchange, data } = this;
    const options = [...exchange.options, '--data', data, '--scenario', this.#scenario];
    const child = spawn(process.execPath, [PROGRAM, 'hub-simulator', ...options], {
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

  /** Kills the hub if it runs. Throws if it has ended by itself. */
  async kill(): Promise<void> {
    this.expectRunning();
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
    this.kills += 1;
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }

  /** Throws a Violation if the hub has ended by itself. */
  expectRunning(): void {
    const code = this.#child?.exitCode ?? null;
    if (code === null) return;
    throw new Violation(`The hub ended with ${String(code)}. ${this.#output}`);
  }

  /** Kills the hub at random times and starts it again each time, until `isOver` returns true. */
  async killAtRandom(dice: Dice, maxKills: number, isOver: () => boolean): Promise<void> {
    for (let left = dice.between(0, maxKills); left > 0; left -= 1) {
      await wait(dice.between(...RUNNING_MS));
      if (isOver()) return;
      await this.kill();
      await wait(dice.between(...AWAY_MS));
      this.start();
    }
  }

  /**
   * Waits until a file is created, renamed or deleted in a folder of the exchange, or for a second.
   * A kill at this moment interrupts the exchange of a message or a document.
   *
   * @param isTemporary true if a change of a temporary file is sufficient
   */
  async changeIn(name: 'to-hub' | 'from-hub', isTemporary: boolean): Promise<void> {
    const signal = AbortSignal.timeout(CHANGE_WITHIN_MS);
    try {
      for await (const { filename } of watch(this.exchange.folders[name], { signal })) {
        if (isTemporary || filename?.startsWith('.') === false) return;
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** True after the hub has created its data. */
  get hasData(): boolean {
    return existsSync(join(this.data, 'hub.db'));
  }
}
