import type { Pence } from '../../shared/money.ts';

/** Number of users of the customer who must approve, from an amount on. */
export interface MandateTier {
  readonly fromPence: Pence;
  readonly approvals: number;
}

/**
 * Tiers of an account in ascending order of amounts. Below the first tier, one approval suffices.
 */
export type Mandate = readonly MandateTier[];

/** Amount that is paid from an account, with the mandate of the account. */
export interface MandatedShare {
  readonly mandate: Mandate;
  readonly amountPence: Pence;
}

/**
 * Returns the number of approvals that a payment requires: the maximum of the mandates of all
 * accounts that pay it, each for its share (rules, 5.15).
 */
export function approvalsRequired(shares: readonly MandatedShare[]): number {
  return shares.reduce((required, share) => Math.max(required, requiredOf(share)), 1);
}

function requiredOf({ mandate, amountPence }: MandatedShare): number {
  const tiers = mandate.filter(({ fromPence }) => fromPence <= amountPence);
  return tiers.at(-1)?.approvals ?? 1;
}

/**
 * Returns true if a payment of at most `maxPence` may require more than one approval. Null: of any
 * amount.
 */
export function needsMoreThanOne(mandate: Mandate, maxPence: Pence | null): boolean {
  return mandate.some(
    ({ fromPence, approvals }) => approvals > 1 && (maxPence === null || fromPence <= maxPence),
  );
}
