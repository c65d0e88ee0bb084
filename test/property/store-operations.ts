import fc from 'fast-check';

export const PAYMENTS_PER_BATCH = 4;

/** A command that the property test of the store executes. */
export type Operation =
  | { readonly kind: 'submit'; readonly delays: readonly number[]; readonly follows: number }
  | {
      readonly kind: 'work';
      readonly choices: readonly number[];
      readonly sliced: boolean;
      /** Number of payments whose steps are committed in one transaction. */
      readonly together: number;
    }
  | { readonly kind: 'park' }
  | { readonly kind: 'decide'; readonly isGivenUp: boolean }
  /** The creditor's bank returns a credit, selected by two numbers. */
  | { readonly kind: 'return'; readonly payment: number; readonly index: number }
  | { readonly kind: 'repeat' }
  | { readonly kind: 'crash' }
  | { readonly kind: 'wait'; readonly minutes: number };

const delays = fc.array(fc.nat(3), { minLength: 1, maxLength: 3 });
const choices = fc.array(fc.nat(6), {
  minLength: PAYMENTS_PER_BATCH,
  maxLength: PAYMENTS_PER_BATCH,
});
const submission = fc.record({
  kind: fc.constant('submit' as const),
  delays,
  follows: fc.nat(2),
});
const work = fc.record({
  kind: fc.constant('work' as const),
  choices,
  sliced: fc.boolean(),
  together: fc.integer({ min: 1, max: 4 }),
});
const decision = fc.record({ kind: fc.constant('decide' as const), isGivenUp: fc.boolean() });
const returned = fc.record({
  kind: fc.constant('return' as const),
  payment: fc.nat(4),
  index: fc.nat(2 * PAYMENTS_PER_BATCH),
});
/** A random sequence of commands. */
export const operations: fc.Arbitrary<Operation[]> = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: submission },
    { weight: 8, arbitrary: work },
    { weight: 2, arbitrary: fc.constant({ kind: 'park' as const }) },
    { weight: 1, arbitrary: decision },
    { weight: 3, arbitrary: returned },
    { weight: 1, arbitrary: fc.constant({ kind: 'repeat' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'crash' as const }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.nat(3) }) },
  ),
  { minLength: 10, maxLength: 40 },
);
