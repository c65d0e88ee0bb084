import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommandLine, seedOption } from '../helpers/command-line.ts';
import { runCampaign, type Progress } from './campaign.ts';

/** Estimated duration of a round on two cores, in seconds. */
const SECONDS_A_ROUND = 5;

/** Runs the crash campaign: kills the service under load in every round, and audits its data. */
const { values } = readCommandLine(
  {
    command: 'npm run crash --',
    about: 'Kills the service at random moments, and audits its data each time.',
    options: {
      rounds: { kind: 'number', default: 100, least: 1, about: 'number of kills and stops' },
      seed: seedOption(),
    },
  },
  process.argv.slice(2),
);
const { rounds, seed } = values;
const dataDirectory = mkdtempSync(join(tmpdir(), 'pis-crash-'));
const minutes = Math.ceil((rounds * SECONDS_A_ROUND) / 60);
console.log(
  `${String(rounds)} rounds with seed ${String(seed)} on ${dataDirectory}: about ${String(minutes)} min`,
);
try {
  await runCampaign({ rounds, seed, dataDirectory, tell });
  rmSync(dataDirectory, { recursive: true, force: true });
  console.log('Nothing acknowledged was lost, nothing happened twice, the books balance.');
} catch (error) {
  console.error(error);
  console.error(`A check failed. Repeat with --rounds ${String(rounds)} --seed ${String(seed)}`);
  console.error(`The data is in ${dataDirectory}`);
  process.exitCode = 1;
}

function tell({ round, ended, kills, consents, payments, ...came }: Progress): void {
  const counts = [
    `${String(kills)} kills`,
    `${String(consents)} consents acknowledged`,
    `${String(payments)} payments`,
    `${String(came.finished)} finished`,
    `${String(came.cancelled)} cancelled`,
    `${String(came.tooLate)} too late for that`,
    `${String(came.revoked)} revoked`,
  ];
  console.log(`round ${String(round)}: ${ended}; so far: ${counts.join(', ')}`);
}
