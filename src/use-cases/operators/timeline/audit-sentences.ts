import {
  auditDetail,
  type AuditAction,
  type StoredAuditEntry,
} from '../../../domain/records/audit.ts';
import type { TimelineKind } from '../../../domain/records/payment-timeline.ts';
import { entryOf, reasonText, type DraftEntry } from './timeline-entry.ts';

/**
 * Actions that change nothing and are not part of the history. A command is recorded before it
 * runs, also if it is refused. A change that it makes has an entry of its own.
 */
const VIEWS: ReadonlySet<string> = new Set<AuditAction>([
  'paymentViewed',
  'fileViewed',
  'paymentsSearched',
  'customerViewed',
  'listViewed',
  'operatorCommand',
]);

type Detail = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Sentences about audit entries that no table describes, keyed by action. */
const SENTENCES: Readonly<
  Record<string, readonly [TimelineKind, (detail: Detail, subject: string) => string]>
> = {
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
  paymentHeld: [
    'screening',
    ({ cases }) => `An operator held parts of the payment (cases ${text(cases)}).`,
  ],
  screeningHeld: [
    'screening',
    ({ caseId }) => `The screening held the payment (case ${text(caseId)}).`,
  ],
  screeningProposed: [
    'screening',
    ({ caseId, decision, reason }) =>
      `An operator proposed to ${text(decision)} case ${text(caseId)}.${reasonText(reason)}`,
  ],
  screeningDecided: [
    'screening',
    ({ caseId, cases, decision, reason }) => {
      const [about, them] =
        caseId === undefined
          ? [`the cases ${text(cases)}`, 'them']
          : [`case ${text(caseId)}`, 'it'];
      return `The decision about ${about} is to ${text(decision)} ${them}.${reasonText(reason)}`;
    },
  ],
  screeningWithdrawn: [
    'screening',
    ({ caseId, decision, cause }) =>
      `The proposal to ${text(decision)} case ${text(caseId)} was withdrawn${causeText(cause)}.`,
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
  actionProposed: [
    'proposal',
    (detail, subject) => `An operator proposed to ${actionText(detail, subject)}.`,
  ],
  actionConfirmed: [
    'proposal',
    (detail, subject) => `An operator confirmed the proposal to ${actionText(detail, subject)}.`,
  ],
  actionWithdrawn: [
    'proposal',
    (detail, subject) =>
      `The proposal to ${actionText(detail, subject)} was withdrawn${causeText(detail['cause'])}.`,
  ],
  caseExported: ['operator', () => 'An operator exported its case file.'],
  tokenIssued: ['consent', () => 'The TPP got an access token for it.'],
  hubEnquired: ['enquiry', () => 'An operator asked the hub for the answers to the message.'],
  hubRecalled: ['recall', () => 'Somebody asked for the money back.'],
  creditReturned: ['return', () => 'A credit was returned by the payee’s bank.'],
};

function text(value: Detail[string]): string {
  return String(value ?? 'unknown');
}

/** Returns the words for a proposed action, with the number of its proposal. */
function actionText({ action, proposal }: Detail, subject: string): string {
  const verbs: Readonly<Record<string, string>> = {
    abandonWork: `abandon step ${subject}`,
    decideOutcome: 'decide the outcome of a credit',
    endPermission: 'end the permission',
    recallCredit: `recall row ${subject.split('/')[1] ?? ''}`,
    rejectCases: 'reject all held parts',
    releaseCases: 'release all held parts',
    retryReturn: `book the returned credit of problem ${subject} again`,
  };
  const verb = verbs[text(action)] ?? text(action);
  return `${verb} (proposal ${text(proposal)})`;
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
  const shown = audited.filter(({ action }) => !VIEWS.has(action));
  for (const one of shown) {
    const detail = auditDetail(one) as Detail;
    const keys = keysOf(one, detail);
    const links = { auditEntry: one.sequence };
    const actor = { kind: one.by.kind, id: one.by.id };
    const place = entries.findIndex(
      ({ at, audited: own = [] }) => at === one.at && own.some((key) => keys.has(key)),
    );
    const same = entries[place];
    if (same !== undefined) {
      // The reason of the second operator is only in the audit log.
      const reason = one.action === 'screeningDecided' ? reasonText(detail['reason']) : '';
      const text = `${same.text}${reason}`;
      entries[place] = { ...same, text, audited: [], actor, links: { ...same.links, ...links } };
      continue;
    }
    if (isElsewhere(one, detail, index)) continue;
    const [kind, sentence] = SENTENCES[one.action] ?? ['operator', () => `${one.action}.`];
    entries.push(entryOf({ at: one.at, kind, actor, text: sentence(detail, one.subject), links }));
  }
  return entries;
}

/**
 * Returns true if an action is about another payment under the consent, or about another or no
 * certain payment of the file.
 */
function isElsewhere({ action }: StoredAuditEntry, detail: Detail, index: number | null): boolean {
  if (action === 'paymentSubmitted') return true;
  if (index === null) return false;
  return detail['index'] !== undefined && detail['index'] !== index;
}

/** Returns the keys with which entries of the history name an action. */
function keysOf({ action, subject, by }: StoredAuditEntry, { caseId, index }: Detail): Set<string> {
  const discriminators = [by.id, subject, caseId, index].filter((one) => one !== undefined);
  return new Set([action, ...discriminators.map((one) => `${action} ${String(one)}`)]);
}

/** Returns why a proposal was withdrawn. Empty if an operator withdrew it. */
function causeText(cause: unknown): string {
  if (cause === 'operatorEnded') return ' because its operator ended';
  return cause === 'roleLost' ? ' because its operator lost the role' : '';
}
