import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHub } from '../../src/hub-simulator/hub.ts';
import { printReport } from '../../src/hub-simulator/report.ts';
import { SCENARIOS, type Scenario } from '../../src/hub-simulator/scenario.ts';

/** The hub's own record of a credit. */
export interface HubCredit {
  readonly id: string;
  readonly status: 'ACSC' | 'RJCT';
  readonly reason: string | null;
  readonly returned: string;
  readonly returnReason: string | null;
}

/** The hub's own record of a message. */
export interface HubMessage {
  readonly id: string;
  readonly instrument: string;
  readonly waiting: number;
  readonly repeats: number;
  readonly conflicts: number;
  readonly credits: readonly HubCredit[];
}

/** A hub simulator that runs in this process and exchanges files in a temporary folder. */
export class TestHub {
  readonly folder = mkdtempSync(join(tmpdir(), 'hub-'));
  readonly lines: string[] = [];
  readonly #data = join(this.folder, 'hub-data');
  #stopping = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  start(scenario: Partial<Scenario> & { readonly mood?: 'calm' | 'rough' | 'hostile' } = {}): void {
    const { mood = 'calm', ...changes } = scenario;
    this.#stopping = new AbortController();
    this.#running = runHub(
      {
        ...{ folder: this.folder, data: this.#data, once: false, clock: Date.now },
        scenario: { ...SCENARIOS[mood], ...QUICK, ...changes },
        print: (line) => this.lines.push(line),
      },
      this.#stopping.signal,
    );
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Returns the hub's own record of all messages. */
  messages(): readonly HubMessage[] {
    const lines: string[] = [];
    printReport(this.#data, (line) => lines.push(line));
    return (JSON.parse(lines.join('\n')) as { messages: readonly HubMessage[] }).messages;
  }

  /** Returns true if every document was delivered and taken. */
  isQuiet(): boolean {
    const left = readdirSync(join(this.folder, 'from-hub')).length;
    return left === 0 && this.messages().every(({ waiting }) => waiting === 0);
  }

  async end(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true });
  }
}

/** Short times, so that the tests do not wait long. */
const QUICK: Partial<Scenario> = {
  pendingMs: { from: 200, to: 400 },
  returnAfterMs: { from: 200, to: 400 },
  lateMs: { from: 200, to: 600 },
};
