import { formatNumber } from '../../../domain/messages/format.ts';
import {
  MAX_CORE_REQUESTS,
  type ConsentHistory,
  type PaymentHistory,
} from '../../../domain/ports/history-store.ts';
import type { SchemeStop } from '../../../domain/ports/hub-admin-store.ts';
import {
  TIMELINE_KINDS,
  type PaymentTimeline,
  type TimelineEntry,
} from '../../../domain/records/payment-timeline.ts';
import type { Instrument } from '../../../domain/schemes/schemes.ts';
import { familyNamed } from '../../../families/index.ts';
import type { Instant } from '../../../shared/time.ts';
import { withAudit } from './audit-sentences.ts';
import { auditBlocksIn, auditEntriesOf } from './audit-trail.ts';
import { consentEntries, eventEntries, paymentsEntries } from './consent-entries.ts';
import { executionEntries } from './execution-entries.ts';
import { hubEntries, type NamedExchange } from './hub-entries.ts';
import { nextSteps, type Pending } from './next-steps.ts';
import { factsOf } from './payment-facts.ts';
import type { DraftEntry } from './timeline-entry.ts';
import {
  findSubject,
  type TimelineParts,
  type TimelineSubject,
  type UnknownSubject,
} from './timeline-subject.ts';

/** Maximum number of rows of each kind, for example debits or messages, in one timeline. */
const MAX_TIMELINE_ROWS = 100;

/** A question about a payment. */
export interface TimelineRequest {
  /** Id of the consent or the payment. */
  readonly id: string;
  /** Number of the payment in its file or order, from 1. Null for the whole payment. */
  readonly row: number | null;
  /** The exchanges with payment hubs. */
  readonly exchanges: readonly NamedExchange[];
}

/**
 * Returns the facts, the history and the next steps of a payment, or of a consent without a
 * payment. Reads at most `MAX_TIMELINE_ROWS` rows of each kind, and reports which kinds have more.
 */
export async function paymentTimeline(
  parts: TimelineParts,
  request: TimelineRequest,
  now: Instant,
): Promise<PaymentTimeline | UnknownSubject> {
  const subject = await findSubject(parts, request, now);
  if (typeof subject === 'string') return subject;
  const found = await readRows(parts, subject, now);
  const { rows } = found;
  const { consent, payment, credit } = subject;
  const drafts: readonly DraftEntry[] = [
    ...consentEntries(subject, found.approvals),
    ...executionEntries(subject, rows.batches, rows),
    ...hubEntries(subject, rows, { recalls: rows.recalls, exchanges: request.exchanges }),
    ...paymentsEntries(found.payments),
    ...eventEntries(found.events),
  ];
  const own = [...(payment === null ? [] : [payment]), ...rows.messages, ...rows.recalls];
  // Many payments can be made under a VRP consent, so its entries are read last.
  const groups = [own.map(({ id }) => id), [consent.id]];
  const audit = await auditEntriesOf(parts.store, auditBlocksIn(parts), groups);
  const index = credit?.payment.index ?? null;
  const entries = withAudit(drafts, audit.entries, index);
  const outcome = rows.outcomes.find((one) => one.index === index) ?? null;
  const isParked = rows.steps.some(({ parkedAt }) => parkedAt !== null);
  return {
    facts: await factsOf(parts, subject, { held: rows.held, isParked, outcome }),
    entries: entries.map(published).toSorted(byTime),
    omitted: [...found.omitted, ...(audit.isComplete ? [] : [AUDIT_OMITTED])],
    next: nextSteps(subject, rows, now),
    isNextComplete: found.isNextComplete,
  };
}

const AUDIT_OMITTED = 'Old entries of the audit log are not searched. See: npx pisctl audit list';

const CORE_OMITTED = `Only the first ${formatNumber(MAX_CORE_REQUESTS)} requests for the core banking system are searched for the payment.`;

/** Returns an entry without the keys of its audit entries. */
function published({ at, kind, actor, text, code, links }: DraftEntry): TimelineEntry {
  return { at, kind, actor, text, code, links };
}

function byTime(one: TimelineEntry, other: TimelineEntry): number {
  const order = ({ kind }: TimelineEntry): number => TIMELINE_KINDS.indexOf(kind);
  return one.at - other.at || order(one) - order(other);
}

/** The rows of a timeline, and sentences about those that are left out. */
interface FoundRows {
  readonly rows: Pending;
  readonly payments: Awaited<ReturnType<TimelineParts['store']['paymentsUnder']>>;
  readonly approvals: ConsentHistory['approvals'];
  readonly events: ConsentHistory['events'];
  readonly omitted: readonly string[];
  /** False if rows are left out from which a next step may follow. */
  readonly isNextComplete: boolean;
}

const NO_HISTORY: PaymentHistory = {
  batches: [],
  recalls: [],
  outcomes: [],
  transfers: [],
  cases: [],
  steps: [],
  messages: [],
  answers: [],
  returns: [],
  enquiries: [],
  proposals: [],
  entries: [],
  problems: [],
  coreRequests: [],
  isCoreComplete: true,
  open: { messages: [], proposals: [], problems: [] },
};

async function readRows(
  parts: TimelineParts,
  subject: TimelineSubject,
  now: Instant,
): Promise<FoundRows> {
  const { store } = parts;
  const { consent, payment } = subject;
  const limit = MAX_TIMELINE_ROWS + 1;
  const omitted: string[] = [];
  const cut: string[] = [];
  const bounded = <Row>(
    names: string,
    rows: readonly Row[],
    which: 'first' | 'newest' = 'first',
  ): readonly Row[] => {
    if (rows.length > MAX_TIMELINE_ROWS) {
      omitted.push(`Only the ${which} ${formatNumber(MAX_TIMELINE_ROWS)} ${names} are shown.`);
      cut.push(names);
    }
    return rows.slice(0, MAX_TIMELINE_ROWS);
  };
  const { approvals, events: newest } = await store.consentHistoryOf(
    consent.id,
    payment?.id ?? null,
    limit,
  );
  const events = bounded('events', newest, 'newest');
  const isReusable = payment === null && !familyNamed(consent.family).consumesConsent;
  const under = isReusable ? await store.paymentsUnder(consent.id, limit) : [];
  const payments = bounded('payments', under, 'newest');
  const ofConsent = { approvals, payments, events, omitted };
  if (payment === null) {
    const rows = { ...NO_HISTORY, stops: new Map(), held: [] };
    return { rows, ...ofConsent, isNextComplete: true };
  }
  const history = boundedHistory(await readHistory(parts, subject, limit), bounded);
  const { steps, open } = history;
  const held = history.cases.filter(
    ({ decided, batch }) => decided === null && steps.some((one) => one.batch === batch),
  );
  const isWaiting = open.messages.some(({ handedOverAt }) => handedOverAt === null);
  const stops = isWaiting ? await stopsOf(parts, now) : new Map<Instrument, SchemeStop>();
  if (!history.isCoreComplete) omitted.push(CORE_OMITTED);
  return {
    rows: { ...history, held, stops },
    ...ofConsent,
    isNextComplete: history.isCoreComplete && cut.every((names) => ENDED_ROWS.has(names)),
  };
}

/**
 * Kinds of rows from which no next step follows. Open messages, proposals and problems are read
 * separately.
 */
const ENDED_ROWS: ReadonlySet<string> = new Set([
  'events',
  'payments',
  'batches',
  'results',
  'transfers',
  'messages',
  'answers',
  'enquiries',
  'proposals',
  'settlement rows',
  'problems',
]);

/** Names of the kinds of rows, for the sentence about those that are left out. */
const ROW_NAMES: Readonly<
  Record<Exclude<keyof PaymentHistory, 'open' | 'coreRequests' | 'isCoreComplete'>, string>
> = {
  batches: 'batches',
  recalls: 'recalls',
  outcomes: 'results',
  transfers: 'transfers',
  cases: 'screening cases',
  steps: 'steps',
  messages: 'messages',
  answers: 'answers',
  returns: 'returns',
  enquiries: 'enquiries',
  proposals: 'proposals',
  entries: 'settlement rows',
  problems: 'problems',
};

function boundedHistory(
  history: PaymentHistory,
  bounded: <Row>(names: string, rows: readonly Row[], which?: 'newest') => readonly Row[],
): PaymentHistory {
  const kinds = Object.keys(ROW_NAMES) as (keyof typeof ROW_NAMES)[];
  const rows = kinds.map((kind) => [
    kind,
    bounded<unknown>(ROW_NAMES[kind], history[kind], kind === 'batches' ? 'newest' : undefined),
  ]);
  const open = {
    messages: bounded('open messages', history.open.messages),
    proposals: bounded('open proposals', history.open.proposals),
    problems: bounded('open problems', history.open.problems),
  };
  return { ...history, ...(Object.fromEntries(rows) as Partial<PaymentHistory>), open };
}

function readHistory(
  { store }: TimelineParts,
  { payment, credit }: TimelineSubject,
  limit: number,
): Promise<PaymentHistory> {
  const paymentId = payment?.id ?? '';
  if (credit === null) return store.historyOf({ paymentId, credit: null }, limit);
  if (credit.batch === null) return Promise.resolve(NO_HISTORY);
  const one = { batch: credit.batch.number, index: credit.payment.index };
  return store.historyOf({ paymentId, credit: one }, limit);
}

async function stopsOf(
  { store }: TimelineParts,
  now: Instant,
): Promise<ReadonlyMap<Instrument, SchemeStop>> {
  const queues = await store.schemeQueues(now);
  return new Map(queues.flatMap(({ stop }) => (stop === null ? [] : [[stop.instrument, stop]])));
}
