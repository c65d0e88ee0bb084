import type { Dice } from '../../crash/random.ts';
import { LEASE_SECONDS, type Cluster } from './cluster.ts';

/**
 * Minimum and maximum duration of a node's pause, in milliseconds. It is longer than the lease of
 * claimed work.
 */
const STILL_MS = [LEASE_SECONDS * 1000 + 300, LEASE_SECONDS * 1000 + 1500] as const;

/** The kinds of failures. In each round every kind happens once, in random order. */
export const LOSSES = [
  ...(['kill', 'pause', 'pause and kill'] as const),
  ...(['database', 'connection', 'objects'] as const),
] as const;
export type Loss = (typeof LOSSES)[number];

/** Returns all kinds of failures in random order, for one round. */
export function orderOf(dice: Dice): readonly Loss[] {
  const order: Loss[] = [];
  for (const loss of LOSSES) order.splice(dice.between(0, order.length), 0, loss);
  return order;
}

/**
 * Simulates a failure of the cluster.
 * @param awayMs outage of the object store, in milliseconds
 */
export async function befall(
  loss: Loss,
  cluster: Cluster,
  dice: Dice,
  awayMs: number,
): Promise<void> {
  const index = dice.between(0, cluster.size - 1);
  const stillMs = dice.between(...STILL_MS);
  switch (loss) {
    case 'kill':
      await cluster.kill(index);
      return cluster.heal();
    case 'pause':
      return cluster.pause(index, stillMs);
    case 'pause and kill':
      await Promise.all([cluster.pause(index, stillMs), cluster.kill((index + 1) % cluster.size)]);
      return cluster.heal();
    case 'database':
      return cluster.loseDatabase();
    case 'connection':
      return cluster.loseConnection();
    case 'objects':
      return cluster.loseObjects(dice.pick(['away', 'silent']), awayMs);
  }
}
