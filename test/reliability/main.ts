import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MISUSED, readCommandLine } from '../helpers/command-line.ts';
import { backup } from './backup.ts';
import { CannotRun, Checks, type Campaign } from './campaign.ts';
import { clock } from './clock.ts';
import { disk } from './disk.ts';
import { fuzz } from './fuzz.ts';
import { nodes } from './nodes.ts';
import { overload } from './overload.ts';
import { poison } from './poison.ts';
import { signIn } from './sign-in.ts';
import { soak } from './soak.ts';
import { upgrade } from './upgrade.ts';

const COMMAND = 'npm run reliability --';

const CAMPAIGNS: Readonly<Record<string, Campaign>> = {
  ...{ disk, overload, fuzz, soak },
  ...{ clock, backup, upgrade, poison, nodes },
  'sign-in': signIn,
};

const [name = '', ...args] = process.argv.slice(2);
const campaign = CAMPAIGNS[name];
if (campaign === undefined) {
  const isHelp = name === '--help';
  const lines = Object.entries(CAMPAIGNS).map(([one, { about }]) => `  ${one.padEnd(10)}${about}`);
  const usage = `Usage: ${COMMAND} <${Object.keys(CAMPAIGNS).join('|')}> [--help]`;
  if (isHelp) console.log([usage, ...lines].join('\n'));
  else console.error(name === '' ? usage : `There is no campaign ${name}. ${usage}`);
  process.exit(isHelp ? 0 : MISUSED);
}
process.exitCode = await play(campaign);
// Exit explicitly, because open connections of a campaign would keep the process alive.
process.exit();

/** Runs a campaign and prints its results. Returns the exit code of this program. */
async function play({ commandLine, seconds, run }: Campaign): Promise<number> {
  const { values, operands } = readCommandLine(commandLine(`${COMMAND} ${name}`), args);
  const began = performance.now();
  const tell = (line: string): void => {
    const passed = Math.round((performance.now() - began) / 1000);
    console.log(`${String(passed).padStart(5)} s  ${line}`);
  };
  const checks = new Checks(tell);
  const folder = mkdtempSync(join(tmpdir(), `pis-${name}-`));
  const options = Object.entries(values).map(([option, value]) => `--${option} ${String(value)}`);
  console.log(`${name} ${[...operands, ...options].join(' ')}`);
  console.log(`It takes about ${String(Math.ceil(seconds(values) / 60))} min.`);
  const error = await run(values, { folder, operands, checks, tell }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const { made, failures } = checks;
  for (const failure of failures) console.error(`FAILED  ${failure}`);
  const cannotRun = error instanceof CannotRun;
  if (error !== undefined) console.error(cannotRun ? error.message : error);
  const isFine = failures.length === 0 && error === undefined;
  if (isFine || cannotRun) rmSync(folder, { recursive: true, force: true });
  else console.error(`Its data is in ${folder}`);
  if (cannotRun) return MISUSED;
  console.log(`${String(made)} checks, ${String(failures.length)} failed.`);
  return isFine ? 0 : 1;
}
