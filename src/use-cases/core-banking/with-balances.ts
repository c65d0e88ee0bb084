import { CoreUnavailable } from '../../domain/ports/core-banking.ts';
import type { Account } from '../../domain/records/records.ts';
import type { UseCaseParts } from '../dependencies.ts';

/**
 * Returns accounts with the balances that are available now. If the core banking system keeps the
 * accounts and cannot be reached, they have no balances, and pages show none.
 */
export async function withBalances<Some extends Account>(
  { coreBanking }: Pick<UseCaseParts, 'coreBanking'>,
  accounts: readonly Some[],
): Promise<readonly Some[]> {
  if (coreBanking === null || accounts.length === 0) return accounts;
  try {
    const numbers = accounts.map(({ number }) => number);
    const available = await coreBanking.availableIn(numbers);
    return accounts.map((account) => ({
      ...account,
      balancePence: available.get(account.number) ?? null,
    }));
  } catch (error) {
    if (error instanceof CoreUnavailable) return accounts;
    throw error;
  }
}
