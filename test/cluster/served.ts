import { setTimeout as sleep } from 'node:timers/promises';
import { startBalancer } from '../../demo/cluster/balancer.ts';
import { awaitExecution, checkBooks } from '../../demo/cluster/books.ts';
import { startNode } from '../../demo/cluster/node.ts';
import { Payer } from '../../demo/cluster/paying.ts';
import { shareAll } from '../../demo/cluster/shared.ts';
import type { Cleanups } from '../../demo/program.ts';
import { areThree, type ReplicatedDatabase } from './database.ts';

/** The measurements of a failover while nodes of the service accept payments. */
export interface ServedFailover {
  readonly from: string;
  /** Number of payments that were acknowledged before the loss, and after it. */
  readonly acknowledged: readonly [number, number];
  readonly repeats: number;
  /** The longest time between two acknowledged payments, in milliseconds. */
  readonly unavailableMs: number;
}

const NODES = ['node-1', 'node-2'];
const PAYERS = 8;
const LEASE_SECONDS = 5;

/**
 * Time for which payments are made before the loss, and after the first payment that follows it, in
 * milliseconds.
 */
const PAYING_MS = 5000;

/**
 * Maximum time until a payment is acknowledged by the new primary, and the interval of the checks
 * for it, in milliseconds.
 */
const PATIENCE_MS = 120_000;
const LOOK_MS = 50;

/**
 * Kills the primary while payments are made through nodes of the service. Throws unless every
 * acknowledged payment was executed once and the accounts contain no other entries.
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
  // The result is awaited below.
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
