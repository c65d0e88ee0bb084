import { setTimeout as sleep } from 'node:timers/promises';
import { startBalancer } from '../../demo/cluster/balancer.ts';
import { awaitExecution, checkBooks } from '../../demo/cluster/books.ts';
import { startNode } from '../../demo/cluster/node.ts';
import { Payer } from '../../demo/cluster/paying.ts';
import { shareAll, type Cleanups } from '../../demo/cluster/shared.ts';
import { areThree, type ReplicatedDatabase } from './database.ts';

/** The result of the loss of a primary while nodes serve. */
export interface ServedFailover {
  readonly from: string;
  /** Numbers of payments acknowledged before the loss, and after it. */
  readonly acknowledged: readonly [number, number];
  readonly repeats: number;
  /** The longest time between two acknowledged payments, in milliseconds. */
  readonly unavailableMs: number;
}

const NODES = ['node-1', 'node-2'];
const PAYERS = 8;
const LEASE_SECONDS = 5;

/** Duration of payments before the loss, and after the first payment since, in milliseconds. */
const PAYING_MS = 5000;

/**
 * Maximum time until a payment is acknowledged with the new primary, and interval of the checks, in
 * milliseconds.
 */
const PATIENCE_MS = 120_000;
const LOOK_MS = 50;

/**
 * Kills the primary while payments run through nodes of the service. Checks that every acknowledged
 * payment is executed once and that the books contain nothing else. Throws if not.
 */
export async function failOverServed(database: ReplicatedDatabase): Promise<ServedFailover> {
  const cleanups: Cleanups = [];
  const interruption = new AbortController();
  try {
    const cluster = { store: database.verifiedUrl, leaseSeconds: LEASE_SECONDS };
    const settings = await shareAll(cluster, cleanups);
    const balancer = await startBalancer();
    cleanups.push(balancer.close);
    for (const name of NODES) {
      const node = await startNode(name, settings, interruption.signal);
      cleanups.push(node.stop);
      balancer.add(node);
    }
    const payer = await Payer.signIn(balancer.origin, interruption.signal);
    return await loseWhilePaid(database, payer);
  } finally {
    for (const cleanUp of cleanups.reverse()) await cleanUp();
  }
}

async function loseWhilePaid(database: ReplicatedDatabase, payer: Payer): Promise<ServedFailover> {
  const { primary: from } = await database.until('three members', areThree);
  const times: number[] = [];
  let [next, isStopping] = [0, false];
  const pay = async (): Promise<void> => {
    while (!isStopping) {
      await payer.payOne((next += 1));
      times.push(performance.now());
    }
  };
  const paying = Promise.all(Array.from({ length: PAYERS }, pay));
  // Its result is checked below.
  paying.catch(() => undefined);
  await sleep(PAYING_MS);
  await database.machine(from).kill();
  const before = payer.acknowledged.length;
  const since = performance.now();
  while (payer.acknowledged.length <= before + PAYERS) {
    if (performance.now() - since > PATIENCE_MS) throw new Error('No payment is acknowledged.');
    await Promise.race([paying, sleep(LOOK_MS)]);
  }
  await sleep(PAYING_MS);
  isStopping = true;
  await paying;
  database.machine(from).start();
  await awaitExecution(payer);
  await checkBooks(payer);
  const gaps = times.map((time, at) => time - (times[at - 1] ?? time));
  return {
    from,
    acknowledged: [before, payer.acknowledged.length - before],
    repeats: payer.repeats,
    unavailableMs: Math.max(...gaps),
  };
}
