import { MISUSED, readCommandLine } from '../helpers/command-line.ts';
import { startDatabase } from './database.ts';
import { failOver, type Failover } from './failover.ts';
import { whatIsMissing } from './programs.ts';
import { failOverServed } from './served.ts';

/**
 * Kills the primary's machine in each round while rows are written. Counts the writes that were
 * lost.
 */
const { values } = readCommandLine(
  {
    command: 'npm run failover --',
    about:
      'Starts three machines of the database with the files of deploy/ on loopback, kills the ' +
      "primary's (kill -9) under load, and counts lost writes.",
    options: { rounds: { kind: 'number', default: 2, least: 1, about: 'losses of a primary' } },
  },
  process.argv.slice(2),
);
const missing = whatIsMissing(['etcd', 'patroni', 'postgres', 'haproxy', 'pgbackrest', 'openssl']);
if (missing !== null) {
  console.error(missing);
  process.exit(MISUSED);
}
const begun = performance.now();
const database = await startDatabase();
console.log(`Three machines after ${seconds(performance.now() - begun)}, in ${database.folder}.`);
let isWhole = true;
try {
  for (let round = 1; round <= values.rounds; round += 1) {
    const failover = await failOver(database);
    tell(round, failover);
    isWhole &&= failover.lost.length === 0;
  }
  const served = await failOverServed(database);
  console.log(
    `beneath the service: ${served.from} was lost; ` +
      `${served.acknowledged.map(String).join(' + ')} payments acknowledged, executed once, ` +
      `${String(served.repeats)} requests sent again; ` +
      `unavailable for ${seconds(served.unavailableMs)}`,
  );
  console.log(isWhole ? 'Nothing acknowledged was lost.' : 'Acknowledged writes were lost.');
} catch (error) {
  isWhole = false;
  console.error(error);
} finally {
  await database.stop(!isWhole);
  if (!isWhole) {
    process.exitCode = 1;
    console.error(`The logs and the data are in ${database.folder}.`);
  }
}

function tell(round: number, { from, to, acknowledged, lost, ...came }: Failover): void {
  console.log(
    `round ${String(round)}: ${from} was lost, ${to} took over; ` +
      `${acknowledged.map(String).join(' + ')} writes acknowledged, ${String(lost.length)} of them lost, ` +
      `${String(came.unanswered)} unanswered; unavailable for ${seconds(came.unavailableMs)}; ` +
      `${from} was a standby again after ${seconds(came.rejoinedMs)}`,
  );
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
