import { execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { NORTHWIND } from '../helpers/payment-file.ts';
import { useSecureService } from '../helpers/secure-service.ts';
import { balanceOf, sandboxProfile } from '../pis/sandbox.ts';
import { Dice } from './random.ts';

/** Number of kills of `pis pay`. Each file is killed several times until it is paid. */
const KILLS = Number(process.env['PIS_KILLS'] ?? 20);
const SEED = Number(process.env['PIS_SEED'] ?? 1);

/**
 * Longest time from the first message of pis to its kill, in milliseconds. pis writes it before it
 * sends the first request.
 */
const LONGEST_MS = 500;

/** Share of the kills while pis is starting. */
const EARLY = 0.1;

const PROGRAM = join(import.meta.dirname, '../../pis/bin/pis.js');

const service = useSecureService();

it(`pays each row once although pis is killed ${String(KILLS)} times`, async () => {
  const home = await sandboxProfile(service());
  const folder = await mkdtemp(join(tmpdir(), 'pis-kills-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const dice = new Dice(SEED, 'kills of pis');
  const before = await balanceOf(service(), NORTHWIND);
  let [kills, files, pence] = [0, 0, 0];
  const reached = new Set<string>();
  while (kills < KILLS) {
    files += 1;
    const path = join(folder, `${String(files)}.csv`);
    const rows = Array.from({ length: 3 }, (_, index) => {
      pence += files + index;
      const amount = ((files + index) / 100).toFixed(2);
      return `Harrow Steel,20-05-17,60000000,${amount},INV ${String(files)} ${String(index)}`;
    });
    await writeFile(path, ['Name,Sort code,Account number,Amount,Reference', ...rows].join('\n'));
    for (;;) {
      const pis = startPay(path, home);
      const ended = once(pis, 'exit');
      // The last runs are not killed, so that each file is paid.
      if (kills < KILLS) {
        const begun = dice.chance(EARLY) || pis.stderr === null ? [] : [once(pis.stderr, 'data')];
        const later = Promise.all(begun).then(() => pause(dice.between(0, LONGEST_MS)));
        await Promise.race([ended, later]);
      }
      if (kills < KILLS && pis.exitCode === null && pis.kill('SIGKILL')) kills += 1;
      const [code] = (await ended) as [number | null];
      reached.add(await stepOf(path));
      if (code === 0) break;
      expect(code, 'a run ends by a kill or with success').toBe(null);
    }
  }
  expect(before - (await balanceOf(service(), NORTHWIND))).toBe(pence);
  if (process.env['PIS_KILLS'] !== undefined) console.log({ kills, files, reached: [...reached] });
});

function startPay(path: string, home: string): ChildProcess {
  const args = ['pay', path, '--yes', '--approve-as', 'clara', '--debtor', NORTHWIND];
  return execFile(process.execPath, [PROGRAM, ...args], {
    env: { ...process.env, PISCLI_HOME: home },
  });
}

/** Returns the members of the newest attempt, which show how far it came. */
async function stepOf(path: string): Promise<string> {
  const text = await readFile(`${path}.pis/state.json`, 'utf8').catch(() => undefined);
  if (text === undefined) return 'nothing';
  const { attempts } = JSON.parse(text) as { attempts: readonly object[] };
  return Object.keys(attempts.at(-1) ?? {}).at(-1) ?? 'nothing';
}
