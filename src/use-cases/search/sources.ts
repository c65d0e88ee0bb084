import type { NewSearchSource, SearchField } from '../../domain/ports/search-index.ts';
import { auditDetail, type StoredAuditEntry } from '../../domain/records/audit.ts';
import type { Instant } from '../../shared/time.ts';
import { fileReference } from '../files/file-metadata.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { fileTexts, orderTexts } from './texts.ts';

/** Maximum number of audit entries that one source of the index covers. */
export const AUDIT_BLOCK_ENTRIES = 64;

/** Maximum number of characters of a text in the detail of an audit entry that is indexed. */
const MAX_DETAIL_CHARACTERS = 128;

export type SourceParts = Pick<UseCaseParts, 'store' | 'paymentSource'>;

/** A source of the index, and the time of its consent or payment. */
export interface TimedSource {
  readonly source: NewSearchSource;
  readonly at: Instant;
}

/**
 * Returns the source that an audit entry adds to the index. Undefined if it adds none. A payment
 * file is added when it is uploaded, a payment of another type with its consent, and a payment
 * under a VRP consent when it is submitted. An approval adds the account that the customer chose.
 */
export async function paymentSource(
  parts: SourceParts,
  { action, subject }: Pick<StoredAuditEntry, 'action' | 'subject'>,
): Promise<TimedSource | undefined> {
  const { store, paymentSource } = parts;
  if (action === 'paymentSubmitted') {
    const payment = await store.findPayment(subject);
    const consent = payment && (await store.findConsent(payment.consentId));
    if (payment === undefined || consent === undefined) return undefined;
    if (paymentSource.ofConsent(consent).kind !== 'none') return undefined;
    const instruction = paymentSource.ofPayment(payment);
    if (instruction.kind === 'file') return undefined;
    const texts = orderTexts(instruction.order, payment.debtorAccount);
    return { source: { kind: 'payment', id: subject, texts }, at: payment.createdAt };
  }
  const isApproval = action === 'consentAuthorised';
  if (action !== 'consentCreated' && action !== 'fileAttached' && !isApproval) return undefined;
  const consent = await store.findConsent(subject);
  if (consent === undefined) return undefined;
  const { createdAt: at, debtorAccount } = consent;
  const instruction = paymentSource.ofConsent(consent);
  if (instruction.kind === 'none') return undefined;
  if (isApproval) {
    const fields: SearchField[] = [{ name: 'account', text: debtorAccount ?? '' }];
    return { source: { kind: 'consent', id: subject, texts: { fields, names: [] } }, at };
  }
  if (instruction.kind === 'order') {
    const texts = orderTexts(instruction.order, debtorAccount);
    return { source: { kind: 'consent', id: subject, texts }, at };
  }
  const facts = action === 'fileAttached' ? await store.findFile(subject) : undefined;
  if (facts === undefined) return undefined;
  const texts = fileTexts({ facts, debtorAccount, reference: fileReference(consent) });
  return { source: { kind: 'file', id: subject, facts, texts }, at };
}

/** Returns the source for a block of audit entries. It is found for the ids in these entries. */
export function auditSource(entries: readonly StoredAuditEntry[]): NewSearchSource {
  const ids = new Set(entries.flatMap(idsOf));
  const fields = [...ids].map((text) => ({ name: 'subject', text }) as const);
  const [first] = entries;
  return { kind: 'audit', id: String(first?.sequence ?? 0), texts: { fields, names: [] } };
}

/** Returns the subject of an audit entry, and the ids and other short texts in its detail. */
export function idsOf(entry: StoredAuditEntry): readonly string[] {
  const texts = Object.values(auditDetail(entry)).filter((value) => typeof value === 'string');
  return [entry.subject, ...texts.filter((text) => text.length <= MAX_DETAIL_CHARACTERS)];
}
