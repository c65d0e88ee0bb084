import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { dataFolder } from '../../src/config/data-folder.ts';
import { contentPath } from '../../src/store/files/content.ts';
import { ServiceProcess } from '../crash/service-process.ts';
import { Tpp } from '../helpers/tpp.ts';
import { auditImage, type Fact } from '../power/facts.ts';
import { LOAD_SETTINGS } from '../power/load.ts';
import { restartOn } from '../power/restart.ts';
import { bringPayments } from './acknowledging.ts';
import { defineCampaign, type CliContext } from './campaign.ts';
import { endCleanly } from './shutdown.ts';
import { operate } from './operators.ts';

/** Time under load between two backups, in milliseconds. */
const BETWEEN_MS = 4000;
/** Time after which one running backup is killed, in milliseconds. */
const KILLED_AFTER_MS = 1200;
const CLIENTS = 4;

/**
 * Makes backups of a service under load. Restores and audits each one, and starts the service on
 * it.
 */
export const backup = defineCampaign({
  about: 'backups under load: restored, audited and served; one is killed, one has a damaged file',
  options: {
    backups: { kind: 'number', default: 3, least: 1, about: 'number of backups' },
  },
  seconds: ({ backups }) => 15 + 20 * backups,
  run: async ({ backups }, surroundings) => {
    const { folder, checks, tell } = surroundings;
    const data = `${folder}/data`;
    const service = await ServiceProcess.start({ dataDirectory: data, settings: LOAD_SETTINGS });
    const tpp = await Tpp.signIn(service.origin);
    const facts: Fact[] = [];
    const surprises: string[] = [];
    let isOver = false;
    const load = bringPayments({
      ...{ tpp, count: CLIENTS, facts, retried: [] },
      isOver: () => isOver,
      onSurprise: (what) => surprises.push(what),
    });
    for (let number = 1; number <= backups; number += 1) {
      await wait(BETWEEN_MS);
      tell(`backup ${String(number)} of ${String(backups)}; ${String(facts.length)} facts so far`);
      await tryBackup(number, facts, surroundings);
    }
    await tryKilled(surroundings);
    isOver = true;
    await load;
    checks.holds('clients notice nothing of backups', surprises.length === 0, surprises[0]);
    await endCleanly(service, data, checks);
    await tryDamaged(facts, surroundings);
  },
});

/**
 * Makes a backup and restores it. Checks that it contains the facts that were acknowledged before
 * it began.
 */
async function tryBackup(
  number: number,
  facts: readonly Fact[],
  { folder, checks }: CliContext,
): Promise<void> {
  const before = [...facts];
  const [made, restored] = [
    `${folder}/backup${String(number)}`,
    `${folder}/again${String(number)}`,
  ];
  const backedUp = await operate(`${folder}/data`, ['backup', made]);
  checks.holds('a backup is made', backedUp.code === 0, backedUp.said);
  const restoring = await operate(`${folder}/data`, ['restore', made, restored]);
  checks.holds('and restored', restoring.code === 0, restoring.said);
  const audited = await operate(`${folder}/data`, ['audit', 'verify', '--data', restored]);
  checks.holds('its audit log is unbroken', audited.code === 0, audited.said);
  const { lost, broken } = await auditImage(restored, before);
  const isWhole = lost.length + broken.length === 0;
  const [finding = `${String(before.length)} facts`] = [...lost, ...broken];
  checks.holds('it has what was acknowledged before it began', isWhole, finding);
  const [missing = ''] = await restartOn({ folder: restored, facts: before });
  checks.holds('the service goes on from it', missing === '', missing);
}

async function tryKilled({ folder, checks }: CliContext): Promise<void> {
  const target = `${folder}/killed`;
  const first = await operate(`${folder}/data`, ['backup', target], KILLED_AFTER_MS);
  const again = await operate(`${folder}/data`, ['backup', target]);
  // If the backup was complete before the kill, the second attempt fails because the backup already
  // exists.
  const isFine = first.code === 0 ? again.code === 2 : again.code === 0;
  checks.holds('a killed backup can be made again', isFine, again.said);
}

/** Checks that a backup fails if the disk has changed the content of a payment file. */
async function tryDamaged(facts: readonly Fact[], { folder, checks }: CliContext): Promise<void> {
  const fact = facts.find(({ kind }) => kind === 'file');
  if (fact?.kind !== 'file') return;
  writeFileSync(contentPath(dataFolder(`${folder}/data`).files, fact.sha256), 'damaged');
  const { code, said: output } = await operate(`${folder}/data`, ['backup', `${folder}/damaged`]);
  checks.holds(
    'a damaged file makes no backup',
    code === 1 && output.includes(fact.sha256),
    output,
  );
}
