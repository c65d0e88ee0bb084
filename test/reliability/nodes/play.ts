import { setTimeout as wait } from 'node:timers/promises';
import { NoAnswer } from '../../../client/transport.ts';
import { auditCounts } from '../../crash/audit-disk.ts';
import { signIn } from '../../crash/campaign.ts';
import { Dice } from '../../crash/dice.ts';
import { advance, type Tpps } from '../../crash/journey.ts';
import { readClock } from '../../crash/load.ts';
import { TurnedAway, Violation } from '../../crash/story.ts';
import { Witness, type Acknowledged } from '../../crash/witness.ts';
import { auditDatabase, countRows } from '../../helpers/postgres-audit.ts';
import { Balancer } from './balancer.ts';
import { APART_MS, Cluster, LEASE_SECONDS } from './cluster.ts';

/** A client looks so often at payments before it goes on to its next story. */
const LOOKS = 20;
/** A client whom nobody answers waits before it goes on, in milliseconds. */
const REST_MS = 20;

/** How long all is well before something is lost, in milliseconds. */
const WELL_MS = [100, 900] as const;
/** How long a node stands still: past its lease, in milliseconds. */
const STILL_MS = [LEASE_SECONDS * 1000 + 300, LEASE_SECONDS * 1000 + 1500] as const;

/** Losses of a round, each once, in an order that is drawn. */
const LOSSES = ['kill', 'pause', 'database', 'pause and kill'] as const;
type Loss = (typeof LOSSES)[number];

export interface Play {
  readonly nodes: number;
  readonly rounds: number;
  /** Clients that bring stories, at once. */
  readonly clients: number;
  /** The same seed makes the same choices; the machine's timing is its own. */
  readonly seed: number;
  /** For the nodes' folders. */
  readonly folder: string;
  readonly tell: (progress: NodesProgress) => void;
}

/** Where it stands after a round, all numbers from the beginning. */
export interface NodesProgress extends Acknowledged {
  readonly round: number;
  readonly losses: string;
  /** Requests that the balancer sent again, or twice. */
  readonly repeats: number;
}

/**
 * Loses nodes, the database and time under load, again and again, and audits after each round what
 * all nodes acknowledged. Throws at the first Violation.
 */
export async function playNodes(play: Play): Promise<void> {
  const { nodes, rounds, clients, seed, folder, tell } = play;
  const cluster = await Cluster.start(nodes, folder);
  const balancer = await Balancer.start(() => cluster.origins, new Dice(seed, 'repeats'));
  const witness = new Witness(seed, APART_MS);
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const dice = new Dice(seed, `losses of round ${String(round)}`);
      const losses = await playRound({ cluster, balancer, witness, dice, clients });
      const { repeats } = balancer;
      tell({ round, losses: losses.join(', '), repeats, ...witness.acknowledged });
    }
    await witness.finish(await signIn(balancer.origin));
    await cluster.stop();
    await auditLeft(cluster, witness);
  } finally {
    await balancer.close();
    await cluster.end();
  }
}

interface Stage {
  readonly cluster: Cluster;
  readonly balancer: Balancer;
  readonly witness: Witness;
  readonly dice: Dice;
  readonly clients: number;
}

async function playRound(stage: Stage): Promise<readonly Loss[]> {
  const { cluster, balancer, witness, dice } = stage;
  const tpps = await signIn(balancer.origin);
  for (const tpp of tpps.values()) witness.clockAcknowledged(await readClock(tpp));
  const over = new AbortController();
  const bringing = Array.from({ length: stage.clients }, () => bring(witness, tpps, over.signal));
  const load = Promise.all(bringing);
  const losses = orderOf(dice);
  try {
    for (const loss of losses) {
      // Whoever finds a Violation ends the round.
      await Promise.race([wait(dice.between(...WELL_MS)), load]);
      await befall(loss, cluster, dice);
    }
    await cluster.heal();
  } finally {
    over.abort();
    await load;
  }
  // What a node that stood still was asked for may be done only now.
  await balancer.idle();
  await witness.audit(tpps, dice);
  const findings = await auditDatabase(cluster.url);
  if (findings.length > 0) throw new Violation(findings.join(' '));
  return losses;
}

function orderOf(dice: Dice): readonly Loss[] {
  const order: Loss[] = [];
  for (const loss of LOSSES) order.splice(dice.between(0, order.length), 0, loss);
  return order;
}

async function befall(loss: Loss, cluster: Cluster, dice: Dice): Promise<void> {
  const place = dice.between(0, cluster.size - 1);
  const stillMs = dice.between(...STILL_MS);
  switch (loss) {
    case 'kill':
      await cluster.kill(place);
      return cluster.heal();
    case 'pause':
      return cluster.pause(place, stillMs);
    case 'database':
      return cluster.loseDatabase();
    case 'pause and kill':
      await Promise.all([cluster.pause(place, stillMs), cluster.kill((place + 1) % cluster.size)]);
      return cluster.heal();
  }
}

/** Brings stories until it is over; what gets no answer is left to the audit. */
async function bring(witness: Witness, tpps: Tpps, over: AbortSignal): Promise<void> {
  const isOver = (): boolean => over.aborted;
  while (!isOver()) {
    const story = witness.nextStory();
    try {
      for (let looks = 0; looks < LOOKS && !story.isOver && !isOver();) {
        await advance(story, tpps);
        if (story.isSubmitted) looks += 1;
      }
    } catch (error) {
      if (!(error instanceof NoAnswer || error instanceof TurnedAway)) throw error;
      await wait(REST_MS);
    }
  }
}

/** While nobody writes any more. */
async function auditLeft({ url }: Cluster, witness: Witness): Promise<void> {
  const findings = await auditDatabase(url);
  const unsealed = await countRows(url, 'audit_inbox');
  if (unsealed > 0) findings.push(`${String(unsealed)} entries are not in the audit log.`);
  if (findings.length > 0) throw new Violation(findings.join(' '));
  await auditCounts((table) => countRows(url, table), witness.stories);
}
