import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runHub, type HubOptions } from '../../../../src/simulators/hub/hub.ts';
import { printReport } from '../../../../src/simulators/hub/report.ts';
import { SCENARIOS, type Scenario } from '../../../../src/simulators/hub/scenario.ts';

const NOW = { from: 0, to: 0 };

/** No delay of any kind, for any scenario. */
export const NO_DELAYS = {
  ...{ pendingMs: NOW, returnAfterMs: NOW, lateMs: NOW },
  answerDelayMs: { FPS: NOW, CHAPS: NOW, BACS: NOW, SWIFT: NOW, SEPA: NOW, SameDayEUR: NOW },
};

/** The calm mood without any delay. */
export const AT_ONCE: Scenario = { ...SCENARIOS.calm, ...NO_DELAYS };

/** A credit in the report of the hub. */
export interface ReportedCredit {
  readonly id: string;
  readonly amount: string;
  readonly status: string;
  readonly reason: string | null;
  readonly returned: string;
}

export interface ReportedMessage {
  readonly id: string;
  readonly state: string;
  readonly instrument: string;
  readonly problem: string | null;
  readonly repeats: number;
  readonly conflicts: number;
  readonly waiting: number;
  readonly credits: readonly ReportedCredit[];
}

/** A folder that a bank and a hub share, with the bank's side of the exchange. */
export interface TestExchange {
  readonly folder: string;
  readonly data: string;
  /** Puts a file into `to-hub/` as the bank does. */
  readonly send: (name: string, content: string) => void;
  readonly toHub: () => readonly string[];
  readonly fromHub: () => readonly string[];
  /** Deletes all files in `from-hub/` and returns their contents, in the order of their names. */
  readonly collect: () => readonly string[];
  /** Runs a hub until it has no work. Returns the lines that it printed. */
  readonly run: (scenario?: Scenario, options?: Partial<HubOptions>) => Promise<readonly string[]>;
  readonly report: () => readonly ReportedMessage[];
}

/** Creates an exchange in a temporary folder, which is deleted after the test. */
export function createExchange(): TestExchange {
  const folder = mkdtempSync(join(tmpdir(), 'hub-simulator-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [toHub, fromHub, data] = [
    join(folder, 'to-hub'),
    join(folder, 'from-hub'),
    join(folder, 'hub-data'),
  ];
  for (const path of [toHub, fromHub]) mkdirSync(path);
  const list = (path: string) => readdirSync(path).filter((name) => !name.startsWith('.'));
  return {
    folder,
    data,
    send(name, text) {
      writeFileSync(join(toHub, `.${name}.new`), text);
      renameSync(join(toHub, `.${name}.new`), join(toHub, name));
    },
    toHub: () => list(toHub),
    fromHub: () => list(fromHub),
    collect: () =>
      list(fromHub).map((name) => {
        const text = readFileSync(join(fromHub, name), 'utf8');
        rmSync(join(fromHub, name));
        return text;
      }),
    async run(scenario = AT_ONCE, options = {}) {
      const lines: string[] = [];
      const clock = () => Math.floor(performance.timeOrigin + performance.now());
      const print = (line: string): void => void lines.push(line);
      const given = { folder, data, scenario, once: true, clock, print, ...options };
      await runHub(given, new AbortController().signal);
      return lines;
    },
    report() {
      const lines: string[] = [];
      printReport(data, (line) => lines.push(line));
      const read = JSON.parse(lines.join('\n')) as { messages: readonly ReportedMessage[] };
      return read.messages;
    },
  };
}
