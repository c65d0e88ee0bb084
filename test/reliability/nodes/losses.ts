import type { Dice } from '../../crash/random.ts';
import { LEASE_SECONDS, type Cluster } from './cluster.ts';

/** Duration of a pause in milliseconds: longer than the lease. */
const STILL_MS = [LEASE_SECONDS * 1000 + 300, LEASE_SECONDS * 1000 + 1500] as const;

/** The failures of a round. Each occurs once, in random order. */
export const LOSSES = [
  ...(['kill', 'pause', 'pause and kill'] as const),
  ...(['database', 'connection', 'objects'] as const),
] as const;
export type Loss = (typeof LOSSES)[number];

/** Returns the failures of a round in random order. */
export function orderOf(dice: Dice): readonly Loss[] {
  const order: Loss[] = [];
  for (const loss of LOSSES) order.splice(dice.between(0, order.length), 0, loss);
  return order;
}

/**
 * Simulates a failure.
 *
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
