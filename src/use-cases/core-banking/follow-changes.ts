import { UnknownCursor } from '../../domain/ports/core-banking.ts';
import { CORE_CURSOR } from '../../domain/ports/core-store.ts';
import type { CoreParts } from './core-parts.ts';

/**
 * Applies the next changes of the bank's customers, users and accounts. Returns true if the core
 * has more. If the core does not know the position any more, begins again with all current data.
 *
 * @throws CoreUnavailable if the core does not answer
 */
export async function followChanges({
  store,
  coreBanking,
  clock,
  observe,
}: Pick<CoreParts, 'store' | 'coreBanking' | 'clock' | 'observe'>): Promise<boolean> {
  const cursor = (await store.readSetting(CORE_CURSOR)) ?? null;
  let isRepeat = false;
  const page = await coreBanking.changesAfter(cursor).catch(async (error: unknown) => {
    if (!(error instanceof UnknownCursor)) throw error;
    isRepeat = true;
    const first = await coreBanking.changesAfter(null);
    observe({ kind: 'failure', what: 'continuing the changes of the core banking system', error });
    return first;
  });
  const { changes, cursor: next, hasMore } = page;
  if (changes.length > 0 || next !== cursor) await store.applyBankChanges(changes, next, clock());
  // A core that knows no position is asked again after the usual pause.
  return hasMore && !isRepeat;
}
