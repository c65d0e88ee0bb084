import type { z } from 'zod';
import { valueAt } from '../contract/faults.ts';
import { refuseRepeats } from '../contract/problems.ts';
import { formatAmount, type Pence } from '../shared/money.ts';
import { shorten } from '../shared/text.ts';

/** A valid tier of a mandate, with its path in the file. */
interface TierWithPath {
  readonly path: readonly (string | number)[];
  readonly fromPence: Pence;
  readonly approvals: number;
}

/**
 * Checks the mandates in the bank's file (rules, 5.15). The tiers of an account must be unique. A
 * larger amount must not require fewer approvals. For each tier, the customer must have enough
 * users who may approve it. Invalid fields are left to the schema.
 *
 * @param users undefined if the file has no list of users
 */
export function checkMandates(
  accounts: readonly unknown[],
  users: readonly unknown[] | undefined,
  context: z.core.$RefinementCtx,
): void {
  const limits = users && limitsByCustomer(users);
  for (const [place, account] of accounts.entries()) {
    const tiers = tiersOf(account, ['accounts', place, 'mandate']);
    const amounts = tiers.map(({ path, fromPence }) => ({
      path: [...path, 'from'],
      value: formatAmount(fromPence),
    }));
    refuseRepeats(amounts, context);
    const customerId = valueAt(account, ['customerId']);
    for (const tier of tiers) {
      const message =
        fallingProblem(tier, tiers) ??
        (limits && typeof customerId === 'string'
          ? approversProblem(tier, customerId, limits.get(customerId) ?? [])
          : undefined);
      if (message === undefined) continue;
      context.addIssue({ code: 'custom', path: [...tier.path, 'approvals'], message });
    }
  }
}

function tiersOf(account: unknown, base: TierWithPath['path']): readonly TierWithPath[] {
  const written = valueAt(account, ['mandate']);
  if (!Array.isArray(written)) return [];
  return written.flatMap((tier: unknown, place): TierWithPath[] => {
    // If the amount is still text, the schema has rejected it.
    const fromPence = valueAt(tier, ['from']);
    const approvals = valueAt(tier, ['approvals']);
    if (typeof fromPence !== 'number' || typeof approvals !== 'number') return [];
    return [{ path: [...base, place], fromPence, approvals }];
  });
}

function fallingProblem(tier: TierWithPath, tiers: readonly TierWithPath[]): string | undefined {
  const below = tiers.filter(({ fromPence }) => fromPence < tier.fromPence);
  const strictest = below.find(
    ({ approvals }) => approvals === Math.max(...below.map((other) => other.approvals)),
  );
  if (strictest === undefined || strictest.approvals <= tier.approvals) return undefined;
  const most = String(strictest.approvals);
  return (
    `Found ${String(tier.approvals)} from ${formatAmount(tier.fromPence)}. Expected at least ` +
    `${most}, as ${formatAmount(strictest.fromPence)} already needs ${most}`
  );
}

/**
 * Returns the limits of each customer's users, in pence. A user without a limit counts as Infinity.
 */
function limitsByCustomer(users: readonly unknown[]): ReadonlyMap<unknown, readonly Pence[]> {
  const limits = new Map<unknown, Pence[]>();
  for (const user of users) {
    const customerId = valueAt(user, ['customerId']);
    const limit = valueAt(user, ['userLimit']);
    const known = limits.get(customerId) ?? [];
    limits.set(customerId, known);
    known.push(typeof limit === 'number' ? limit : Infinity);
  }
  return limits;
}

/**
 * Returns the problem of a tier with too few approvers. Users whose limit is below the tier cannot
 * approve its payments (rules, 5.17).
 */
function approversProblem(
  { fromPence, approvals }: TierWithPath,
  customerId: string,
  limits: readonly Pence[],
): string | undefined {
  const approvers = limits.filter((limit) => limit >= fromPence).length;
  if (approvals <= Math.max(1, approvers)) return undefined;
  return (
    `Found ${String(approvals)}. Expected at most ${String(approvers)}, the number of users of ` +
    `${shorten(customerId)} who may approve ${formatAmount(fromPence)}`
  );
}
