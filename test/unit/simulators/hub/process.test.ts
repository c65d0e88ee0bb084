import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDice } from '../../../../src/simulators/hub/dice.ts';
import { answersIn } from './documents.ts';
import { createExchange, type ReportedMessage } from './fixtures.ts';
import { pacs008 } from './messages.ts';

const MAIN = fileURLToPath(new URL('../../../../dist/cli/main.js', import.meta.url));

interface Started {
  readonly child: ChildProcess;
  /** Resolves when the process has ended. */
  readonly ended: Promise<{
    readonly code: number | null;
    readonly out: string;
    readonly err: string;
  }>;
}

/** Starts `pisctl hub-simulator` with these arguments. */
function start(...args: readonly string[]): Started {
  const child = spawn(process.execPath, [MAIN, 'hub-simulator', ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (err += text.toString()));
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, out, err }));
  return { child, ended };
}

describe('pisctl hub-simulator', () => {
  it('answers until SIGTERM, and reports what it executed', async () => {
    const exchange = createExchange();
    const hub = start('--folder', exchange.folder);
    exchange.send('FIRST.xml', pacs008('FIRST', [{}, { account: '99999900000004', minor: 250 }]));
    await expect.poll(() => exchange.fromHub().length).toBe(1);
    const report = await start('report', '--data', exchange.data).ended;
    const { messages } = JSON.parse(report.out) as { messages: readonly ReportedMessage[] };
    expect(messages).toMatchObject([
      {
        id: 'FIRST',
        credits: [
          { status: 'ACSC', returned: '0.00' },
          { id: 'FIRST-1', status: 'RJCT', reason: 'AC04', amount: '2.50' },
        ],
      },
    ]);
    hub.child.kill('SIGTERM');
    const { code, out, err } = await hub.ended;
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('Message FIRST: 2 credits by FPS, 12.50 GBP. 1 rejected.');
    expect(out).toMatch(/Delivered pacs\.002-H[0-9A-F]{23}\.xml: answer to FIRST, 2 credits\./);
    expect(out).toContain('Ended. Files taken: 1. Documents delivered: 1.');
  });

  it('executes each credit once, although it is killed again and again', async () => {
    const exchange = createExchange();
    const ids = Array.from({ length: 12 }, (_, index) => `MESSAGE-${String(index)}`);
    const content = (id: string) => pacs008(id, [{}, { account: '99999900000070' }, {}]);
    for (const id of ids) exchange.send(`${id}.xml`, content(id));
    const dice = createDice(1, 'kills');
    const documents: string[] = [];
    const options = ['--folder', exchange.folder, '--mood', 'rough', '--seed', '3'];
    for (let round = 0; round < 8; round += 1) {
      const hub = start(...options);
      await sleep(dice.between(200, 900));
      hub.child.kill('SIGKILL');
      await hub.ended;
      documents.push(...exchange.collect());
      const again = ids[dice.between(0, ids.length - 1)] ?? '';
      exchange.send(`${again}.xml`, content(again));
    }
    expect(await start(...options, '--once').ended).toMatchObject({ code: 0, err: '' });
    documents.push(...exchange.collect());
    const report = exchange.report();
    expect(report.map(({ id, waiting }) => `${id} ${String(waiting)}`).sort()).toEqual(
      ids.map((id) => `${id} 0`).sort(),
    );
    for (const { credits } of report) {
      expect(credits.map(({ returned }) => returned)).toEqual(['0.00', '10.00', '0.00']);
    }
    const returns = new Set(
      documents
        .filter((xml) => xml.includes('pacs.004'))
        .flatMap((xml) => {
          return answersIn(xml).map(({ id }) => id);
        }),
    );
    expect([...returns].sort()).toEqual(ids.map((id) => `${id}-1`).sort());
  });

  it('says what to do if an option or a scenario is wrong', async () => {
    const exchange = createExchange();
    const scenario = join(exchange.folder, 'scenario.json');
    writeFileSync(scenario, '{"late": 2, "laet": 1}');
    const failures = {
      'Name the folder that the bank and the hub share': [],
      'late: Expected at most 1.\n  Unknown field laet.': [
        ...['--folder', exchange.folder, '--scenario', scenario],
      ],
      'Check the path.': ['--folder', exchange.folder, '--scenario', '/nowhere.json'],
      'calm, rough, hostile': ['--folder', exchange.folder, '--mood', 'angry'],
      'Expected a whole number such as 7.': ['--folder', exchange.folder, '--seed', 'x'],
      'is not the data folder of a hub simulator': ['report', '--data', exchange.folder],
    };
    for (const [message, args] of Object.entries(failures)) {
      const { code, err } = await start(...args).ended;
      expect(err).toContain(message);
      expect(code).toBe(2);
    }
  });
});
