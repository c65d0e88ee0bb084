import type { AuditProof } from '../../../domain/records/audit-proof.ts';
import {
  auditDetail,
  type AuditAction,
  type StoredAuditEntry,
} from '../../../domain/records/audit.ts';
import { formatNumber } from '../../../domain/messages/format.ts';
import { familyNamed } from '../../../families/index.ts';
import type { UseCaseParts } from '../../dependencies.ts';
import { idsOf } from '../../search/sources.ts';
import { auditBlocksIn, auditEntriesOf } from '../timeline/audit-trail.ts';
import type { TimelineSubject } from '../timeline/timeline-subject.ts';

/** Maximum number of audit entries in a case file, the newest. */
const MAX_CASE_ENTRIES = 5000;

/** Actions whose entries name other payments. */
const ABOUT_OTHERS: ReadonlySet<string> = new Set<AuditAction>(['paymentsSearched']);

/**
 * Actions about all payments of a batch, with a reason in the words of an operator. The reason may
 * name other payments, and cannot be removed from a proven entry.
 */
const WITH_REASONS: ReadonlySet<string> = new Set<AuditAction>([
  'paymentHeld',
  'screeningProposed',
  'screeningDecided',
]);

/**
 * Returns the audit entries about a payment with the proof that the audit log contains them.
 *
 * @param ids of the messages and recalls of the payment
 */
export async function caseAudit(
  parts: Pick<UseCaseParts, 'store' | 'searchIndex' | 'observe'>,
  subject: TimelineSubject,
  ids: readonly string[],
): Promise<{ readonly proof: AuditProof; readonly omitted: readonly string[] }> {
  const { store } = parts;
  const { consent, payment } = subject;
  const head = await store.auditHead();
  const own = [...(payment === null ? [] : [payment.id]), ...ids];
  const trail = await auditEntriesOf(store, auditBlocksIn(parts), [own, [consent.id]]);
  const concerned = trail.entries.filter(
    (entry) => entry.sequence <= head.sequence && isConcerned(entry, subject, own),
  );
  const chosen = concerned.slice(-MAX_CASE_ENTRIES).map(({ sequence }) => sequence);
  const limit = formatNumber(MAX_CASE_ENTRIES);
  return {
    proof: await store.proveAuditEntries(head, chosen),
    omitted: [
      'audit.json: entries about searches, because they name other payments.',
      ...(subject.credit === null
        ? []
        : ['audit.json: entries about held payments, because their reasons may name other rows.']),
      ...(trail.isComplete ? [] : ['audit.json: old entries, which were not searched.']),
      ...(concerned.length <= MAX_CASE_ENTRIES
        ? []
        : [`audit.json: entries before the newest ${limit}.`]),
    ],
  };
}

/** Returns true if an entry is about the payment or its row, and about no other payment. */
function isConcerned(
  entry: StoredAuditEntry,
  { consent, payment, credit }: TimelineSubject,
  own: readonly string[],
): boolean {
  if (ABOUT_OTHERS.has(entry.action)) return false;
  const isOwn = entry.subject === consent.id || idsOf(entry).some((id) => own.includes(id));
  // Other payments under the same permission name the consent too.
  if (payment !== null && !familyNamed(consent.family).consumesConsent && !isOwn) return false;
  if (credit === null) return true;
  if (WITH_REASONS.has(entry.action)) return false;
  const { index, row } = auditDetail(entry);
  const entryIndex = index ?? (typeof row === 'number' ? row - 1 : undefined);
  return entryIndex === undefined || entryIndex === credit.payment.index;
}
