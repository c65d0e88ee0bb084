import type { Pence } from '../../shared/money.ts';

/** From an amount on, so many users of the customer must approve. */
export interface MandateTier {
  readonly fromPence: Pence;
  readonly approvals: number;
}

/** The tiers of an account, in the order of their amounts; below the first one suffices. */
export type Mandate = readonly MandateTier[];

/** What is paid from an account that has a mandate. */
export interface MandatedShare {
  readonly mandate: Mandate;
  readonly amountPence: Pence;
}

/**
 * How many must approve a payment, by the mandates of the accounts that pay it and what each pays:
 * where they differ, the strictest counts (rules, 5.15).
 */
export function approvalsRequired(shares: readonly MandatedShare[]): number {
  return shares.reduce((most, share) => Math.max(most, requiredOf(share)), 1);
}

function requiredOf({ mandate, amountPence }: MandatedShare): number {
  const tiers = mandate.filter(({ fromPence }) => fromPence <= amountPence);
  return tiers.at(-1)?.approvals ?? 1;
}

/**
 * Whether some payment needs more than one approval, of those that come to at most so much; null:
 * to anything.
 */
export function needsMoreThanOne(mandate: Mandate, maxPence: Pence | null): boolean {
  return mandate.some(
    ({ fromPence, approvals }) => approvals > 1 && (maxPence === null || fromPence <= maxPence),
  );
}
