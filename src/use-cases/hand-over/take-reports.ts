import type { Store } from '../../domain/ports/store.ts';
import type { AccountReport } from '../../domain/schemes/account-reports.ts';
import type { AnswerSlice } from '../../domain/schemes/answers.ts';
import type { Delivery } from '../../domain/schemes/hand-over.ts';
import type { TakenReport } from '../../domain/schemes/reconciliation.ts';
import type { Clock } from '../../shared/time.ts';
import { findSentCredits, type FindParts, type Places } from './find-sent-credits.ts';
import { matchEntry, namesIn } from './match-entries.ts';

interface Parts extends FindParts {
  readonly store: FindParts['store'] & Pick<Store, 'takeReport'>;
  readonly clock: Clock;
}

/**
 * Matches and stores the entries of a part of a camt.053 or camt.054 from a position on. Returns
 * null if another node has taken this part.
 */
export async function takeReport(
  parts: Parts,
  delivery: Delivery,
  slice: AnswerSlice & { readonly report: AccountReport },
  { from, places }: { readonly from: number; readonly places: Places },
): Promise<(TakenReport & { readonly to: number }) | null> {
  const { store, clock } = parts;
  const { report, isLast } = slice;
  const entries = report.entries.filter(({ position }) => position >= from);
  const to = (entries.at(-1)?.position ?? from - 1) + 1;
  if (to === from && !isLast) return { to, added: 0, unexpected: 0 };
  const names = namesIn(slice, { ...report, entries });
  const sent = await findSentCredits(parts, names, places);
  const matched = entries.map((entry) => {
    return matchEntry(entry, { ...sent, instruments: delivery.instruments });
  });
  const { statements } = report;
  const part = { from, to, entries: matched, statements, isLast };
  const numbers = await store.takeReport(delivery, part, clock());
  return numbers === null ? null : { ...numbers, to };
}
