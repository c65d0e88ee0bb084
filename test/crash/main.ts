import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCampaign, type Progress } from './campaign.ts';

/** Kills the service under load, again and again, and audits what is left of it each time. */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
if (!Number.isSafeInteger(rounds) || rounds < 1 || !Number.isSafeInteger(seed)) {
  console.error('Expected --rounds N, N at least 1, and --seed S, both whole numbers.');
  process.exit(2);
}
const dataDirectory = mkdtempSync(join(tmpdir(), 'pis-crash-'));
console.log(`${String(rounds)} rounds with seed ${String(seed)} on ${dataDirectory}`);
try {
  await runCampaign({ rounds, seed, dataDirectory, tell });
  rmSync(dataDirectory, { recursive: true, force: true });
  console.log('Nothing acknowledged was lost, nothing happened twice, the books balance.');
} catch (error) {
  console.error(error);
  console.error(`Violated. Repeat with --rounds ${String(rounds)} --seed ${String(seed)}`);
  console.error(`The data is left in ${dataDirectory}`);
  process.exitCode = 1;
}

function tell({ round, ended, consents, payments, finished }: Progress): void {
  const counts = [
    `${String(consents)} consents`,
    `${String(payments)} payments`,
    `${String(finished)} finished`,
  ];
  console.log(`round ${String(round)}: ${ended}; acknowledged so far: ${counts.join(', ')}`);
}
