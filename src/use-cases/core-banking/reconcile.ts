import type { CoreBanking, CoreEntry, CoreTotal } from '../../domain/ports/core-banking.ts';
import type { CoreDifference, CoreReconciliation } from '../../domain/ports/core-store.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { LocalDate } from '../../shared/time.ts';

/** Number of stored entries that are read at a time. */
const PAGE = 1000;
/** Maximum number of differences that are listed. All are counted. */
const MAX_LISTED = 1000;

/**
 * Compares the core's bookings of a day with the operations that it had confirmed to this service.
 * Entries are compared only if the totals differ.
 *
 * @throws CoreUnavailable if the core does not answer
 */
export async function reconcile(
  parts: {
    readonly store: Pick<Store, 'coreTotalsOf' | 'coreEntriesOf'>;
    coreBanking: CoreBanking;
  },
  day: LocalDate,
): Promise<CoreReconciliation> {
  const { store, coreBanking } = parts;
  const { totals: inCore, isFinal } = await coreBanking.totalsOf(day);
  const here = await store.coreTotalsOf(day);
  const common = { day, isFinal, here, inCore };
  if (isEqual(here, inCore)) return { ...common, differences: [], count: 0 };
  const ours = new Map<string, CoreEntry>();
  const theirs = new Map<string, CoreEntry>();
  for (let after = ''; ;) {
    const page = await store.coreEntriesOf(day, after, PAGE);
    for (const entry of page) ours.set(entry.id, entry);
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  for (let cursor: string | null = null; ;) {
    const page: Awaited<ReturnType<typeof coreBanking.entriesOf>> = await coreBanking.entriesOf(
      day,
      cursor,
    );
    for (const entry of page.entries) theirs.set(entry.id, entry);
    if (page.next === null) break;
    cursor = page.next;
  }
  const differences = differencesOf(ours, theirs);
  return { ...common, differences: differences.slice(0, MAX_LISTED), count: differences.length };
}

function differencesOf(
  ours: ReadonlyMap<string, CoreEntry>,
  theirs: ReadonlyMap<string, CoreEntry>,
): readonly CoreDifference[] {
  const ids = [...new Set([...ours.keys(), ...theirs.keys()])].sort();
  return ids.flatMap((id): readonly CoreDifference[] => {
    const here = ours.get(id) ?? null;
    const inCore = theirs.get(id) ?? null;
    if (here === null) return [{ id, kind: 'onlyInCore', here, inCore }];
    if (inCore === null) return [{ id, kind: 'onlyHere', here, inCore }];
    const isSame =
      here.type === inCore.type &&
      here.account === inCore.account &&
      here.amountPence === inCore.amountPence;
    return isSame ? [] : [{ id, kind: 'differs', here, inCore }];
  });
}

function isEqual(here: readonly CoreTotal[], inCore: readonly CoreTotal[]): boolean {
  const textOf = (totals: readonly CoreTotal[]): string =>
    totals
      .map(({ type, count, sumPence }) => `${type} ${String(count)} ${String(sumPence)}`)
      .sort()
      .join('\n');
  return textOf(here) === textOf(inCore);
}
