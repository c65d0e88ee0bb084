import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MISUSED, readCommandLine, seedOption } from '../helpers/command-line.ts';
import { MOODS } from '../../src/simulators/hub/moods.ts';
import { EXCHANGES } from './hub/exchange.ts';
import { coreFolderOf } from './core/core-side.ts';
import { hubFolderOf, runCampaign, type Progress } from './campaign.ts';

/** Estimated duration of a round on two cores, in seconds. */
const SECONDS_A_ROUND = 5;

/** The value of `--hub` with which the service simulates the schemes. */
const NO_HUB = 'none';

/** Runs the crash campaign: kills the service under load in every round, and audits its data. */
const { values } = readCommandLine(
  {
    command: 'npm run crash --',
    about: 'Kills the service at random moments, and audits its data each time.',
    options: {
      rounds: { kind: 'number', default: 100, least: 1, about: 'number of kills and stops' },
      hub: {
        kind: 'text',
        default: NO_HUB,
        about: `hands payments over to a payment hub and kills it too: ${MOODS.join(', ')}`,
      },
      exchange: {
        kind: 'text',
        default: EXCHANGES[0],
        about: `exchange with the payment hub: ${EXCHANGES.join(', ')}`,
      },
      core: {
        kind: 'flag',
        about: 'keeps the accounts in the reference core, which has faults and is killed too',
      },
      operators: { kind: 'flag', about: 'lets operators use the console' },
      seed: seedOption(),
    },
  },
  process.argv.slice(2),
);
const { rounds, seed, core, operators } = values;
const hub = oneOf(MOODS, values.hub, '--hub', NO_HUB);
const exchange = oneOf(EXCHANGES, values.exchange, '--exchange');
const dataDirectory = mkdtempSync(join(tmpdir(), 'pis-crash-'));
const minutes = Math.ceil((rounds * SECONDS_A_ROUND) / 60);
console.log(
  `${String(rounds)} rounds with seed ${String(seed)} on ${dataDirectory}: about ${String(minutes)} min`,
);
try {
  await runCampaign({ rounds, seed, dataDirectory, hub, exchange, core, operators, tell });
  for (const folder of [dataDirectory, hubFolderOf(dataDirectory), coreFolderOf(dataDirectory)]) {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log('Nothing acknowledged was lost, nothing happened twice, the books balance.');
} catch (error) {
  console.error(error);
  console.error(
    `A check failed. Repeat with --rounds ${String(rounds)} --seed ${String(seed)} --hub ${values.hub} --exchange ${values.exchange}${core ? ' --core' : ''}${operators ? ' --operators' : ''}`,
  );
  console.error(`The data is in ${dataDirectory}`);
  process.exitCode = 1;
}

/** Returns the value of an option. Returns undefined for the value that means none. */
function oneOf<Value extends string>(
  values: readonly Value[],
  name: string,
  option: string,
  none?: string,
): Value | undefined {
  const value = values.find((one) => one === name);
  if (value !== undefined || name === none) return value;
  console.error(
    `${option} takes ${[...(none === undefined ? [] : [none]), ...values].join(', ')}.`,
  );
  return process.exit(MISUSED);
}

function tell({
  round,
  ended,
  kills,
  consents,
  payments,
  hub: atHub,
  core: inCore,
  operators: ofOperators,
  ...came
}: Progress): void {
  const counts = [
    `${String(kills)} kills`,
    `${String(consents)} consents acknowledged`,
    `${String(payments)} payments`,
    `${String(came.finished)} finished`,
    `${String(came.cancelled)} cancelled`,
    `${String(came.tooLate)} too late for that`,
    `${String(came.revoked)} revoked`,
  ];
  if (atHub !== undefined) {
    const labels = {
      hubKills: 'kills of the hub',
      messages: 'messages',
      repeated: 'messages handed over again',
      documents: 'documents',
      reports: 'reports of the settlement account',
      entries: 'entries',
      enquiries: 'enquiries',
      recalls: 'recalls',
      recalled: 'credits back after a recall',
      refused: 'recalls refused',
      credits: 'credits',
      rejected: 'rejected',
      returned: 'returned',
      setAside: 'returns set aside',
      acceptedFirst: 'accepted before their rejection',
    } as const satisfies Record<keyof typeof atHub, string>;
    for (const name of Object.keys(labels) as (keyof typeof labels)[]) {
      counts.push(`${String(atHub[name])} ${labels[name]}`);
    }
  }
  if (inCore !== undefined) {
    const { coreKills, ...counted } = inCore;
    counts.push(`${String(coreKills)} kills of the core`);
    for (const [name, count] of Object.entries(counted)) counts.push(`${String(count)} ${name}`);
  }
  for (const [name, count] of Object.entries(ofOperators ?? {})) {
    counts.push(`${String(count)} ${name} by operators`);
  }
  console.log(`round ${String(round)}: ${ended}; so far: ${counts.join(', ')}`);
}
