import { createDice, type Dice } from '../hub/dice.ts';

/** The faults of the reference core. Each applies to a request with operations. */
export const FAULTS = [
  'delay',
  'unavailable',
  'lostAnswer',
  'duplicate',
  'notDone',
  'restart',
] as const;

export type FaultKind = (typeof FAULTS)[number];

/** Probabilities of faults, from 0 to 1. */
export type FaultRates = Readonly<Partial<Record<FaultKind, number>>>;

/** Returns the faults of the next request, and random decisions. */
export type Faults = () => { readonly kinds: ReadonlySet<FaultKind>; readonly dice: Dice };

/** Creates faults that depend only on the seed and the order of the requests. */
export function createFaults(rates: FaultRates, seed: number): Faults {
  const dice = createDice(seed, 'core');
  return () => {
    const drawn = FAULTS.filter((kind) => dice.chance(rates[kind] ?? 0));
    return { kinds: new Set(drawn), dice };
  };
}
