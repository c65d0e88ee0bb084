import { existsSync, writeFileSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mood } from '../../../src/simulators/hub/moods.ts';
import { SCENARIOS } from '../../../src/simulators/hub/scenario.ts';
import { PeerProcess } from '../peer-process.ts';
import { hubDataOf, type HubExchange } from './exchange.ts';

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

/** Maximum time to wait for a change in a folder, in milliseconds. */
const CHANGE_WITHIN_MS = 1000;

/** The behaviour of the hub, the folder of its data, and its exchange with the service. */
export interface HubOptions {
  readonly folder: string;
  readonly exchange: HubExchange;
  readonly mood: Mood;
  readonly seed: number;
}

/** Runs the hub simulator as a separate process, kills it, and starts it again. */
export class HubProcess extends PeerProcess {
  readonly exchange: HubExchange;
  readonly data: string;

  constructor({ folder, exchange, mood, seed }: HubOptions) {
    const data = hubDataOf(folder);
    const path = join(folder, 'scenario.json');
    const options = ['--data', data, '--scenario', path];
    super('hub', () => ['hub-simulator', ...exchange.options, ...options]);
    this.exchange = exchange;
    this.data = data;
    const scenario = { ...SCENARIOS[mood], ...TIMES, ...reportsOf(seed), seed };
    writeFileSync(path, JSON.stringify(scenario));
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
