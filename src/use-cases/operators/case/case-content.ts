import { formatNumber } from '../../../domain/messages/format.ts';
import { formatTimeline } from '../../../domain/messages/timeline-text.ts';
import type { CaseContent, CaseMember } from '../../../domain/records/case-file.ts';
import type { PaymentTimeline } from '../../../domain/records/payment-timeline.ts';
import type { Approval } from '../../../domain/records/records.ts';
import type { Instant } from '../../../shared/time.ts';
import { paymentTimeline, type TimelineRequest } from '../timeline/payment-timeline.ts';
import {
  findSubject,
  type TimelineParts,
  type TimelineSubject,
  type UnknownSubject,
} from '../timeline/timeline-subject.ts';
import { caseAudit } from './case-audit.ts';
import { CaseDocuments, jsonMember, type DocumentParts } from './case-documents.ts';

type CaseParts = TimelineParts & DocumentParts;

/**
 * Returns everything about a payment, or about one row of its file or order, for its case file. It
 * contains no data of other payments. Reads at most `MAX_CASE_BYTES` of files and messages.
 */
export async function collectCase(
  parts: CaseParts,
  request: TimelineRequest,
  now: Instant,
): Promise<CaseContent | UnknownSubject> {
  const subject = await findSubject(parts, request, now);
  if (typeof subject === 'string') return subject;
  const complete = await paymentTimeline(parts, request, now);
  if (typeof complete === 'string') return complete;
  const timeline = request.row === null ? complete : withoutHoldReasons(complete);
  const documents = new CaseDocuments(parts, subject);
  const messages = await documents.addMessages(timeline);
  await documents.addFile();
  await documents.addReport(now);
  const audit = await caseAudit(parts, subject, [...messages, ...recallsIn(timeline)]);
  const omitted = [
    ...timeline.omitted.map((one) => `timeline: ${one}`),
    ...documents.omitted,
    ...audit.omitted,
  ];
  const { consentId, paymentId, row } = timeline.facts;
  const { head, entries } = audit.proof;
  return {
    subject: { consentId, paymentId, row },
    at: now,
    auditHead: head,
    auditEntries: entries.map(({ sequence }) => sequence),
    omitted,
    members: [
      textMember('README.txt', readme(timeline, omitted)),
      jsonMember('timeline.json', timeline),
      textMember('timeline.txt', formatTimeline(timeline)),
      ...(await recordMembers(parts, subject)),
      ...documents.members,
      jsonMember('audit.json', audit.proof),
    ],
  };
}

/** Returns a history without the reasons of holds. They may name other payments of the file. */
export function withoutHoldReasons(timeline: PaymentTimeline): PaymentTimeline {
  const entries = timeline.entries.map((entry) =>
    entry.kind === 'screening'
      ? { ...entry, text: entry.text.replace(/ Reason: [^]*$/, '') }
      : entry,
  );
  return { ...timeline, entries };
}

/** Returns the stored consent, payment and approvals, and the payment of the row. */
async function recordMembers(
  { store }: TimelineParts,
  { consent, payment, file, credit }: TimelineSubject,
): Promise<readonly CaseMember[]> {
  const approvals = await store.approvalsOf(consent.id);
  // The name checks of a file contain other payees.
  const shown =
    credit === null || file === null
      ? approvals
      : approvals.map((one): Approval => ({ ...one, payeeCheck: null }));
  return [
    jsonMember('consent.json', consent),
    ...(payment === null ? [] : [jsonMember('payment.json', payment)]),
    jsonMember('approvals.json', shown),
    ...(credit === null ? [] : [jsonMember('row.json', credit.payment)]),
  ];
}

function recallsIn({ entries }: PaymentTimeline): readonly string[] {
  return [...new Set(entries.flatMap(({ links }) => links.recallId ?? []))];
}

function readme({ facts }: PaymentTimeline, omitted: readonly string[]): readonly string[] {
  const { consentId, paymentId, row } = facts;
  const of = row === null ? '' : `row ${formatNumber(row)} of `;
  return [
    `Case file of ${of}${paymentId === null ? `consent ${consentId}` : `payment ${paymentId}`}`,
    '',
    'manifest.json   SHA-256 of each file, time of the export, and the end of the audit log',
    'manifest.jws    detached JWS of the bank over manifest.json',
    'keys.json       public key of the signature. Compare it with the JWKS that the bank publishes.',
    'timeline.txt    the facts, what happened and the next steps. timeline.json: the same as data',
    'consent.json    the consent. data and risk: of the request, as they are stored',
    'payment.json    the payment, if it was submitted',
    'approvals.json  the decisions of the customers',
    'row.json        the payment of the row, if the case file is about one row',
    'file.json       SHA-256 of the payment file. Its content is in the folder file, if included',
    'pain.002.xml    the status of each payment of a whole file, in ISO 20022',
    'messages/       messages to payment schemes. messages.json: their SHA-256',
    'documents.json  SHA-256 of documents of the payment hub. Their answers are in the timeline.',
    'audit.json      audit entries about the payment, with the proof that the log contains them',
    '',
    'Verify: pisctl case verify <file> --jwks <published keys of the bank>',
    ...(omitted.length === 0 ? [] : ['', 'Left out:', ...omitted.map((one) => `- ${one}`)]),
  ];
}

/** Returns a member with lines of text. */
function textMember(name: string, lines: readonly string[]): CaseMember {
  return { name, bytes: Buffer.from(`${lines.join('\n')}\n`) };
}
