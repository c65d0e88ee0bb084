import type { Pence } from '../../shared/money.ts';

/** The number of the customer's users who must approve a payment of at least `fromPence`. */
export interface MandateTier {
  readonly fromPence: Pence;
  readonly approvals: number;
}

/**
 * The tiers of an account, in ascending order of their amounts. A payment below the first tier
 * requires one approval.
 */
export type Mandate = readonly MandateTier[];

/** The amount that a payment debits from an account, with the mandate of that account. */
export interface MandatedShare {
  readonly mandate: Mandate;
  readonly amountPence: Pence;
}

/**
 * Returns the number of approvals that a payment requires. Each account's mandate is applied to the
 * amount that this account pays, and the highest number counts (rules, 5.15).
 */
export function approvalsRequired(shares: readonly MandatedShare[]): number {
  return shares.reduce((required, share) => Math.max(required, requiredOf(share)), 1);
}

function requiredOf({ mandate, amountPence }: MandatedShare): number {
  const tiers = mandate.filter(({ fromPence }) => fromPence <= amountPence);
  return tiers.at(-1)?.approvals ?? 1;
}

/**
 * Returns true if a payment of at most `maxPence` may require more than one approval. If `maxPence`
 * is null, payments may be of any amount.
 */
export function needsMoreThanOne(mandate: Mandate, maxPence: Pence | null): boolean {
  return mandate.some(
    ({ fromPence, approvals }) => approvals > 1 && (maxPence === null || fromPence <= maxPence),
  );
}
