import type { AuditListing, AuditListQuery } from '../../domain/records/audit-listing.ts';
import type { StoredAuditEntry } from '../../domain/records/audit.ts';
import { familyNamed } from '../../families/index.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { idsOf } from '../search/sources.ts';
import { auditBlocksIn, auditEntriesOf } from './timeline/audit-trail.ts';

/** Number of entries that one query reads. */
const READ_ENTRIES = 1000;

/** Maximum number of entries that are searched for one page of an action. */
const MAX_SEARCHED = 20_000;

/**
 * Returns a page of the audit log, newest first. With an action alone, a page may contain fewer
 * entries although there are more, because at most `MAX_SEARCHED` entries are searched at once.
 */
export async function listAudit(
  parts: Pick<UseCaseParts, 'store' | 'searchIndex' | 'observe'>,
  query: AuditListQuery,
): Promise<AuditListing> {
  const { store } = parts;
  const { before, subject, action, limit } = query;
  const isWanted = (one: StoredAuditEntry) => action === null || one.action === action;
  if (subject !== null) {
    const payment = await store.findPayment(subject);
    const consentId = payment?.consentId ?? null;
    const groups = [[subject], consentId === null ? [] : [consentId]];
    const trail = await auditEntriesOf(store, auditBlocksIn(parts), groups);
    // Other payments under the same permission name the consent too.
    const isOnly = payment !== undefined && familyNamed(payment.family).consumesConsent;
    const isAbout = (one: StoredAuditEntry) =>
      isOnly || one.subject === consentId || idsOf(one).includes(subject);
    const earlier = trail.entries
      .filter((one) => isAbout(one) && isWanted(one))
      .filter((one) => before === null || one.sequence < before)
      .toReversed();
    const entries = earlier.slice(0, limit);
    const last = earlier.length > limit ? entries.at(-1) : undefined;
    return { entries, nextBefore: last?.sequence ?? null, isComplete: trail.isComplete };
  }
  const { sequence } = await store.auditHead();
  const first = Math.min(before ?? Infinity, sequence + 1);
  const entries: StoredAuditEntry[] = [];
  let next = first;
  while (next > 1 && first - next < MAX_SEARCHED) {
    const from = Math.max(1, next - READ_ENTRIES);
    const page = await store.listAuditEntries({ from, limit: next - from });
    const found = page.filter(isWanted).reverse();
    const missing = limit - entries.length;
    entries.push(...found.slice(0, missing));
    const last = found.length > missing ? entries.at(-1) : undefined;
    if (last !== undefined) return { entries, nextBefore: last.sequence, isComplete: true };
    next = from;
  }
  return { entries, nextBefore: next > 1 ? next : null, isComplete: true };
}
