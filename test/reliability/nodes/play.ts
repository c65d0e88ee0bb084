import { setTimeout as wait } from 'node:timers/promises';
import { auditCounts } from '../../crash/audit-disk.ts';
import { Dice } from '../../crash/random.ts';
import { signIn } from '../../crash/journey.ts';
import { readClock } from '../../crash/load.ts';
import { Violation } from '../../crash/story.ts';
import { Witness, type Acknowledged } from '../../crash/witness.ts';
import { auditDatabase, countRows } from '../../helpers/postgres-audit.ts';
import { Balancer } from './balancer.ts';
import { APART_MS, Cluster, type ClusterOptions, type Tally } from './cluster.ts';
import { auditBucket } from './files.ts';
import { bringStories, leap } from './load.ts';
import { befall, orderOf, type Loss } from './losses.ts';

/** Minimum and maximum time between two failures, in milliseconds. */
const WELL_MS = [100, 900] as const;

/** One in this many rounds only moves the clock by days, without other load. */
const LEAP_EVERY = 2;

export interface Play extends ClusterOptions {
  readonly rounds: number;
  /** Number of clients that work in parallel. */
  readonly clients: number;
  /** Duration of the object store's outage in each round, in milliseconds. */
  readonly awayMs: number;
  /** Seed of the random choices. The same seed makes the same choices, but timing still differs. */
  readonly seed: number;
  readonly tell: (progress: NodesProgress) => void;
}

/** Progress after a round. All numbers count from the start of the campaign. */
export interface NodesProgress extends Acknowledged, Tally {
  readonly round: number;
  readonly losses: readonly Loss[];
  /** Number of requests that the balancer has sent again or to two nodes. */
  readonly repeats: number;
}

/**
 * Simulates failures of nodes, the database and the object store under load, with nodes whose
 * clocks differ. After each round, audits everything that the nodes acknowledged. Throws the first
 * Violation.
 */
export async function playNodes(play: Play): Promise<void> {
  const { rounds, clients, awayMs, seed, tell } = play;
  const cluster = await Cluster.start(play);
  const balancer = await Balancer.start(() => cluster.origins, new Dice(seed, 'repeats'));
  const witness = new Witness(seed, { apartMs: APART_MS });
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const isLeap = round % LEAP_EVERY === 0;
      const dice = diceOf(seed, 'losses', round);
      const forClock = diceOf(seed, 'clock', round);
      const stage = { cluster, balancer, witness, dice, forClock, clients, awayMs, isLeap };
      const losses = await playRound(stage);
      tell({
        ...{ round, losses, repeats: balancer.repeats },
        ...{ ...cluster.tally, ...witness.acknowledged },
      });
    }
    await witness.finish(await signIn(balancer.origin));
    await cluster.stop();
    await auditLeft(cluster, witness);
  } finally {
    await balancer.close();
    await cluster.end();
  }
}

function diceOf(seed: number, purpose: string, round: number): Dice {
  return new Dice(seed, `${purpose} of round ${String(round)}`);
}

interface Stage extends Pick<Play, 'clients' | 'awayMs'> {
  readonly cluster: Cluster;
  readonly balancer: Balancer;
  readonly witness: Witness;
  /** Makes the random choices of failures and of the stories to audit again. */
  readonly dice: Dice;
  readonly forClock: Dice;
  /** True if this round only moves the clock by days. */
  readonly isLeap: boolean;
}

async function playRound(stage: Stage): Promise<readonly Loss[]> {
  const { cluster, balancer, witness, dice, clients, isLeap } = stage;
  const tpps = await signIn(balancer.origin);
  for (const tpp of tpps.values()) witness.clockAcknowledged(await readClock(tpp));
  const over = new AbortController();
  const load = (isLeap ? leap : bringStories)({
    ...{ witness, tpps, clients, dice: stage.forClock, over: over.signal },
    idle: () => balancer.idle(),
  });
  const losses = orderOf(dice);
  try {
    for (const loss of losses) {
      await whileLoaded(load, wait(dice.between(...WELL_MS)));
      await befall(loss, cluster, dice, stage.awayMs);
    }
    await cluster.heal();
  } finally {
    over.abort();
    await load;
  }
  // A paused node may execute requests only now, so wait for them before the audit.
  await balancer.idle();
  await witness.audit(tpps, dice, () => {
    auditBucket(cluster.files, witness.stories);
  });
  const findings = await auditDatabase(cluster.url);
  if (findings.length > 0) throw new Violation(findings.join(' '));
  return losses;
}

/** Waits for `until`. If the load throws a Violation before, throws it at once. */
async function whileLoaded(load: Promise<void>, until: Promise<void>): Promise<void> {
  await Promise.race([until, load.then(() => until)]);
}

/** Audits the bucket, the accounts and the audit log, while no node writes. */
async function auditLeft({ url, files }: Cluster, witness: Witness): Promise<void> {
  auditBucket(files, witness.stories);
  const findings = await auditDatabase(url);
  const unsealed = await countRows(url, 'audit_inbox');
  if (unsealed > 0) findings.push(`${String(unsealed)} entries are not in the audit log.`);
  if (findings.length > 0) throw new Violation(findings.join(' '));
  await auditCounts((table) => countRows(url, table), witness.stories);
}
