import type { Milliseconds } from '../../../shared/time.ts';
import { createDice } from '../dice.ts';
import { drawTime } from '../plan.ts';
import type { Scenario } from '../scenario.ts';

/** The fault of one request, if it has one. */
export interface Fault {
  readonly kind: 'none' | 'lostRequest' | 'unavailable' | 'lostAnswer';
  /** Additional time until the answer, in milliseconds. */
  readonly delayMs: Milliseconds;
}

/** Returns the fault of the next request. */
export type Faults = () => Fault;

/** Creates the faults of the HTTPS API. They depend on the seed and the order of requests. */
export function createFaults(scenario: Scenario): Faults {
  const dice = createDice(scenario.seed, 'requests');
  return () => {
    const kinds = ['lostRequest', 'unavailable', 'lostAnswer'] as const;
    // All decisions are drawn, so that a probability does not change the others.
    const drawn = kinds.filter((kind) => dice.chance(scenario[kind]));
    const slowMs = drawTime(scenario.slowMs, dice);
    return { kind: drawn[0] ?? 'none', delayMs: dice.chance(scenario.slow) ? slowMs : 0 };
  };
}
