import { formatDay, formatNumber, formatScheme } from '../../../domain/messages/format.ts';
import { formatRecallRefusal } from '../../../domain/messages/recall-text.ts';
import type {
  HistoryAnswer,
  HistoryEnquiry,
  HistoryEntry,
  HistoryMessage,
  HistoryProblem,
  HistoryReturn,
  PaymentHistory,
} from '../../../domain/ports/history-store.ts';
import type { ListedRecall } from '../../../domain/ports/recall-store.ts';
import type { ActionProposal } from '../../../domain/records/action-proposals.ts';
import type { TimelineActor } from '../../../domain/records/payment-timeline.ts';
import { describeProblem } from '../../../domain/schemes/hub-problems.ts';
import { parseCreditId } from '../../../domain/schemes/messages.ts';
import type { SchemeReason } from '../../../domain/schemes/proposals.ts';
import { RECALL_REASONS } from '../../../domain/schemes/recalls.ts';
import { ENTRY_PROBLEMS, type EntryProblem } from '../../../domain/schemes/reconciliation.ts';
import type { Instrument } from '../../../domain/schemes/schemes.ts';
import { expectDefined } from '../../../shared/assert.ts';
import { counted } from '../../../shared/text.ts';
import type { TimelineSubject } from './timeline-subject.ts';
import {
  component,
  creditName,
  entryOf,
  money,
  operator,
  reasonOf,
  scheme,
  type DraftEntry,
} from './timeline-entry.ts';

/** An exchange with a payment hub, and the schemes that use it. */
export interface NamedExchange {
  readonly name: string;
  readonly instruments: readonly Instrument[];
}

/** Returns the entries about the exchange with a payment hub. */
export function hubEntries(
  subject: TimelineSubject,
  history: PaymentHistory,
  {
    recalls,
    exchanges,
  }: {
    readonly recalls: readonly ListedRecall[];
    readonly exchanges: readonly NamedExchange[];
  },
): readonly DraftEntry[] {
  return [
    ...history.messages.flatMap((message) => messageEntries(message, exchanges)),
    ...history.enquiries.flatMap((enquiry) => enquiryEntries(enquiry)),
    ...history.answers.flatMap((answer) => {
      return answerEntries(subject, answer, schemeOf(history, answer.messageId));
    }),
    ...history.returns.map((returned) => returnEntry(subject, returned)),
    ...recalls.flatMap((recall) => recallEntries(subject, recall)),
    ...history.proposals.flatMap((proposal) => proposalEntries(subject, proposal)),
    ...history.entries.map((entry) => {
      return settlementEntry(entry, schemeOf(history, entry.messageId));
    }),
    ...history.problems.flatMap((problem) => problemEntries(problem)),
  ];
}

/** Returns the scheme of a message as an actor. If the message is not listed: the hub. */
function schemeOf({ messages }: PaymentHistory, messageId: string | null): TimelineActor {
  const message = messages.find(({ id }) => id === messageId);
  return message === undefined ? component('hub') : scheme(message.instrument);
}

function messageEntries(
  { id, instrument, createdAt, transactions, total, handedOverAt }: HistoryMessage,
  exchanges: readonly NamedExchange[],
): readonly DraftEntry[] {
  const links = { messageId: id };
  const credits = `${counted(transactions, 'credit')}, ${money(total)}`;
  const written = entryOf({
    at: createdAt,
    kind: 'message',
    actor: component('hub'),
    links,
    text: `The service wrote message ${id} for ${formatScheme(instrument)} (${credits}).`,
  });
  if (handedOverAt === null) return [written];
  const exchange = exchanges.find(({ instruments }) => instruments.includes(instrument));
  const through = exchange === undefined ? '' : ` through the exchange ${exchange.name}`;
  const text = `The service handed message ${id} over to the hub${through}.`;
  return [
    written,
    entryOf({ at: handedOverAt, kind: 'message', actor: component('hub'), text, links }),
  ];
}

function enquiryEntries(enquiry: HistoryEnquiry): readonly DraftEntry[] {
  const { id, messageId, createdAt, handedOverAt } = enquiry;
  const text =
    handedOverAt === null
      ? `The service wrote enquiry ${id} about message ${messageId}.`
      : `The service asked the hub for the answers to message ${messageId} (enquiry ${id}).`;
  const links = { messageId, enquiryId: id };
  const at = handedOverAt ?? createdAt;
  return [entryOf({ at, kind: 'enquiry', actor: component('hub'), text, links })];
}

/** Operators decided an answer without a document. The entry about their proposal reports this. */
function answerEntries(
  subject: TimelineSubject,
  { index, messageId, answer, reason, document }: HistoryAnswer,
  actor: TimelineActor,
): readonly DraftEntry[] {
  if (document === null) return [];
  const isPending = answer === 'pending';
  const text = `${creditName(subject, index)} ${isPending ? 'is pending' : 'is rejected'}.`;
  const code = isPending ? null : reasonOf(reason);
  const links = { messageId, document: document.sha256 };
  return [entryOf({ at: document.receivedAt, kind: 'answer', actor, text, code, links })];
}

function returnEntry(subject: TimelineSubject, returned: HistoryReturn): DraftEntry {
  const { index, messageId, returnId, instrument, amount, reason, receivedAt, document } = returned;
  const name = creditName(subject, index);
  const text = `${name} came back from the payee’s bank: ${money(amount)} (return ${returnId}).`;
  const links = { messageId, ...(document !== null && { document: document.sha256 }) };
  const code = reasonOf(reason);
  const actor = scheme(instrument);
  return entryOf({ at: receivedAt, kind: 'return', actor, text, code, links });
}

function recallEntries(subject: TimelineSubject, recall: ListedRecall): readonly DraftEntry[] {
  const { id, index, messageId, amount, requestedAt, requestedBy, requestedByKind } = recall;
  const links = { recallId: id, messageId };
  const name = creditName(subject, index);
  const by = requestedByKind === 'customer' ? 'The customer' : 'An operator';
  const requested = entryOf({
    at: requestedAt,
    kind: 'recall',
    links,
    actor: { kind: requestedByKind, id: requestedBy },
    text: `${by} asked for the money back: ${name.toLowerCase()}, ${money(amount)} (recall ${id}).`,
    code: { code: recall.reason, meaning: RECALL_REASONS[recall.reason] },
    audited: [`hubRecalled ${id}`],
  });
  const { handedOverAt, answeredAt, instrument } = recall;
  const text = `The service handed recall ${id} over to the hub.`;
  const handed = { kind: 'recall', actor: component('hub'), text, links } as const;
  return [
    requested,
    ...(handedOverAt === null ? [] : [entryOf({ ...handed, at: handedOverAt })]),
    ...(answeredAt === null ? [] : [answerOfRecall(recall, answeredAt, scheme(instrument))]),
  ];
}

const RECALL_ANSWERS: Readonly<Record<ListedRecall['state'], string>> = {
  open: 'has not answered',
  pending: 'has not decided yet',
  accepted: 'agreed to send the money back',
  refused: 'refused to send the money back',
  returned: 'sent the money back',
};

function answerOfRecall(recall: ListedRecall, at: number, actor: TimelineActor): DraftEntry {
  const { id, messageId, state, answerCode } = recall;
  const text = `The payee’s bank ${RECALL_ANSWERS[state]} (recall ${id}).`;
  const meaning = formatRecallRefusal(answerCode) ?? '';
  const code = answerCode === null ? null : { code: answerCode, meaning };
  return entryOf({ at, kind: 'recall', actor, text, code, links: { recallId: id, messageId } });
}

/** Returns the entries about a proposed outcome. Its facts name the credit, outcome and code. */
function proposalEntries(timeline: TimelineSubject, proposal: ActionProposal) {
  const { id, subject, facts, reason, proposedAt, proposedBy, end } = proposal;
  const { Row: row, Outcome: outcome, 'Reason code': code } = facts;
  const { messageId } = expectDefined(parseCreditId(subject), 'the credit of a proposal');
  const links = { proposalId: id, messageId };
  const name = creditName(timeline, Number(row) - 1).toLowerCase();
  const audited = ['Proposed', 'Confirmed', 'Withdrawn'].map((one) => `action${one} ${subject}`);
  const proposed = entryOf({
    at: proposedAt,
    kind: 'proposal',
    actor: operator(proposedBy),
    links,
    audited,
    text: `An operator proposed that ${name} is ${String(outcome)} (proposal ${String(id)}): ${reason}`,
    code: code === null ? null : reasonOf(code as SchemeReason),
  });
  const by = end?.by ?? null;
  if (end === null || by === null) return [proposed];
  const text = `An operator ${end.ending === 'confirmed' ? 'confirmed' : 'withdrew'} proposal ${String(id)}.`;
  const ended = { at: end.at, kind: 'proposal', actor: operator(by) } as const;
  return [proposed, entryOf({ ...ended, text, links, audited })];
}

function settlementEntry(entry: HistoryEntry, actor: TimelineActor): DraftEntry {
  const { messageId, account, reference, direction, amount, bookingDate, problem } = entry;
  const what = direction === 'DBIT' ? 'a debit' : 'a credit';
  const on = bookingDate === null ? '' : `, booked on ${formatDay(bookingDate)}`;
  return entryOf({
    at: entry.receivedAt,
    kind: 'settlement',
    actor,
    text: `The settlement account ${account} shows ${what} of ${money(amount)} (${reference})${on}.`,
    code: problem === null ? null : { code: problem, meaning: meaningOf(problem) },
    links: { messageId, document: entry.delivery },
  });
}

function meaningOf(problem: string): string {
  return Object.hasOwn(ENTRY_PROBLEMS, problem) ? ENTRY_PROBLEMS[problem as EntryProblem] : '';
}

/** A problem without a document belongs to a return that operators decided. It has no time. */
function problemEntries(problem: HistoryProblem): readonly DraftEntry[] {
  const { id, kind, code, messageId, receivedAt, delivery, endedAt, endedBy, ending } = problem;
  const links = { problemId: id, messageId, ...(delivery !== null && { document: delivery }) };
  const subject = kind === 'return' ? 'A return' : 'An answer';
  const found = entryOf({
    at: receivedAt ?? 0,
    kind: 'problem',
    actor: component('hub'),
    links,
    text: `${subject} was set aside for an operator (problem ${formatNumber(id)}).`,
    code: { code, meaning: describeProblem(kind, code).meaning },
  });
  const text = `An operator ${ending === 'dismissed' ? 'dismissed' : 'repeated'} problem ${formatNumber(id)}.`;
  return [
    ...(receivedAt === null ? [] : [found]),
    ...(endedAt === null || endedBy === null
      ? []
      : [entryOf({ at: endedAt, kind: 'problem', actor: operator(endedBy), text, links })]),
  ];
}
