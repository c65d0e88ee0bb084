import { CORE_CURSOR } from '../../domain/ports/core-store.ts';
import type { CoreParts } from './core-parts.ts';

/**
 * Applies the next changes of the bank's customers, users and accounts. Returns true if the core
 * has more.
 *
 * @throws CoreUnavailable if the core does not answer
 */
export async function followChanges({
  store,
  coreBanking,
  clock,
}: Pick<CoreParts, 'store' | 'coreBanking' | 'clock'>): Promise<boolean> {
  const cursor = (await store.readSetting(CORE_CURSOR)) ?? null;
  const { changes, cursor: next, hasMore } = await coreBanking.changesAfter(cursor);
  if (changes.length > 0 || next !== cursor) await store.applyBankChanges(changes, next, clock());
  return hasMore;
}
