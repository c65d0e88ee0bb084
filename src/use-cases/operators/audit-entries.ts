import type { StoredAuditEntry } from '../../domain/records/audit.ts';
import type { TimelineKind } from '../../domain/records/payment-timeline.ts';
import { entryOf, type DraftEntry } from './timeline-entry.ts';

type Detail = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Sentences about audit entries that no table describes, by their actions. */
const SENTENCES: Readonly<Record<string, readonly [TimelineKind, (detail: Detail) => string]>> = {
  fileAttached: ['consent', () => 'The TPP uploaded the payment file.'],
  consentMigrated: [
    'consent',
    () => 'The TPP changed the consent to another version of the standard.',
  ],
  consentRestricted: ['consent', () => 'The customer changed the limits of the permission.'],
  screeningRejected: ['screening', () => 'The screening rejected the payment.'],
  screeningUnanswered: [
    'screening',
    ({ action }) => `The screening did not answer. The settings say: ${text(action)}.`,
  ],
  screeningHeld: [
    'screening',
    ({ caseId }) => `The screening held the payment (case ${text(caseId)}).`,
  ],
  screeningProposed: [
    'screening',
    ({ caseId, decision }) => `An operator proposed to ${text(decision)} case ${text(caseId)}.`,
  ],
  screeningDecided: [
    'screening',
    ({ caseId, decision }) => `The decision about case ${text(caseId)} is to ${text(decision)} it.`,
  ],
  screeningWithdrawn: [
    'screening',
    ({ caseId, decision }) =>
      `An operator withdrew the proposal to ${text(decision)} case ${text(caseId)}.`,
  ],
  screeningEnded: ['screening', ({ caseId }) => `Case ${text(caseId)} ended at its time limit.`],
  workResumed: [
    'operator',
    ({ step, batch }) =>
      `An operator let the step ${text(step)} of batch ${text(batch)} run again.`,
  ],
  workAbandoned: [
    'operator',
    ({ step, batch }) => `An operator abandoned the step ${text(step)} of batch ${text(batch)}.`,
  ],
  hubEnquired: ['enquiry', () => 'An operator asked the hub for the answers to the message.'],
  hubRecalled: ['recall', () => 'Somebody asked for the money back.'],
  creditReturned: ['return', () => 'A credit was returned by the payee’s bank.'],
};

function text(value: Detail[string]): string {
  return String(value ?? 'unknown');
}

/**
 * Adds audit entries to the history. An audit entry about the same action and time as an entry of
 * the history gives it its actor and its sequence number. Other audit entries are added. Entries
 * about other payments of the file are left out.
 *
 * @param index of the payment in its file or order, from 0. Null for the whole payment
 */
export function withAudit(
  drafts: readonly DraftEntry[],
  audited: readonly StoredAuditEntry[],
  index: number | null,
): readonly DraftEntry[] {
  const entries = [...drafts];
  for (const one of audited) {
    const detail = detailOf(one);
    const keys = keysOf(one, detail);
    const links = { auditEntry: one.sequence };
    const actor = { kind: one.by.kind, id: one.by.id };
    const place = entries.findIndex(
      ({ at, audited: own = [] }) => at === one.at && own.some((key) => keys.has(key)),
    );
    const same = entries[place];
    if (same !== undefined) {
      entries[place] = { ...same, audited: [], actor, links: { ...same.links, ...links } };
      continue;
    }
    const isOther = index !== null && detail['index'] !== undefined && detail['index'] !== index;
    if (isOther) continue;
    const [kind, sentence] = SENTENCES[one.action] ?? ['operator', () => `${one.action}.`];
    entries.push(entryOf({ at: one.at, kind, actor, text: sentence(detail), links }));
  }
  return entries;
}

function detailOf({ detail }: StoredAuditEntry): Detail {
  return detail === null ? {} : (JSON.parse(detail) as Detail);
}

/** Returns the keys with which entries of the history name an action. */
function keysOf({ action, subject, by }: StoredAuditEntry, { caseId, index }: Detail): Set<string> {
  const discriminators = [by.id, subject, caseId, index].filter((one) => one !== undefined);
  return new Set([action, ...discriminators.map((one) => `${action} ${String(one)}`)]);
}
