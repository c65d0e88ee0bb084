import { formatNumber, formatScheme } from '../../../domain/messages/format.ts';
import type {
  HistoryMessage,
  HistoryReturn,
  HistoryStep,
  PaymentHistory,
} from '../../../domain/ports/history-store.ts';
import type { SchemeStop } from '../../../domain/ports/hub-admin-store.ts';
import type { ListedRecall } from '../../../domain/ports/recall-store.ts';
import { ACTION_NAMES, type ActionProposal } from '../../../domain/records/action-proposals.ts';
import type { NextStep } from '../../../domain/records/payment-timeline.ts';
import type { Consent, Payment } from '../../../domain/records/records.ts';
import { CASE_DECISIONS, type ScreeningCase } from '../../../domain/records/screening.ts';
import { describeProblem } from '../../../domain/schemes/hub-problems.ts';
import type { Instrument } from '../../../domain/schemes/schemes.ts';
import { familyNamed } from '../../../families/index.ts';
import { counted } from '../../../shared/text.ts';
import type { Instant } from '../../../shared/time.ts';
import { batchName, creditName } from './timeline-entry.ts';
import type { TimelineSubject } from './timeline-subject.ts';

/** The rows from which the next steps follow. */
export interface Pending extends PaymentHistory {
  /** The open cases of the screening. */
  readonly held: readonly ScreeningCase[];
  /** The schemes to which nothing is handed over, with the stops of operators. */
  readonly stops: ReadonlyMap<Instrument, SchemeStop>;
}

/** Returns the steps that a payment or a consent waits for. Empty if it has ended. */
export function nextSteps(
  subject: TimelineSubject,
  pending: Pending,
  now: Instant,
): readonly NextStep[] {
  const { consent, payment } = subject;
  if (payment === null) return ofConsent(consent);
  return [
    ...ofApproval(payment),
    ...pending.steps.flatMap((step) => ofStep(subject, step, pending, now)),
    ...pending.open.messages.flatMap((message) => ofMessage(message, pending, now)),
    ...pending.returns.flatMap((returned) => ofReturn(subject, returned)),
    ...pending.recalls.flatMap((recall) => ofRecall(recall)),
    ...pending.open.proposals.flatMap((proposal) => ofProposal(proposal, pending, now)),
    ...pending.open.problems.flatMap((problem) => ofProblem(problem)),
    ...pending.coreRequests.map((one) => ofCoreRequest(one)),
  ];
}

type Described = Pick<NextStep, 'text' | 'waitsFor'> & Partial<NextStep>;

function nextOf(described: Described): NextStep {
  return { at: null, problem: null, command: null, ...described };
}

function ofConsent({ status, family, lapsesAt, expiresAt }: Consent): readonly NextStep[] {
  switch (status) {
    case 'AwaitingUpload':
      return [nextOf({ text: 'The TPP uploads the payment file.', at: lapsesAt, waitsFor: 'tpp' })];
    case 'AwaitingAuthorisation':
      return [nextOf({ text: 'The customer approves it.', at: lapsesAt, waitsFor: 'customer' })];
    case 'Authorised': {
      const isOnce = familyNamed(family).consumesConsent;
      const text = isOnce ? 'The TPP submits the payment.' : 'The TPP may submit payments.';
      return [nextOf({ text, at: isOnce ? lapsesAt : expiresAt, waitsFor: 'tpp' })];
    }
    default:
      return [];
  }
}

function ofApproval({ approval, id }: Payment): readonly NextStep[] {
  if (approval?.status !== 'waiting') return [];
  const { received, required, approveBy: at } = approval;
  const approvals = `${formatNumber(received)} of ${formatNumber(required)} approvals are given.`;
  const text = `Other users approve it: ${approvals}`;
  const command = `npx pisctl bank approvals ${id}`;
  return [nextOf({ text, at, waitsFor: 'customer', command })];
}

const STEPS: Readonly<Record<HistoryStep['step'], string>> = {
  book: 'debits',
  send: 'sends',
  collect: 'books the answers to',
};

function ofStep(
  subject: TimelineSubject,
  step: HistoryStep,
  { batches, held, open }: Pending,
  now: Instant,
): readonly NextStep[] {
  const batch = batches.find(({ number }) => number === step.batch);
  const name = batch === undefined ? `batch ${String(step.batch)}` : batchName(subject, batch);
  const by = batch === undefined ? '' : `, by ${formatScheme(batch.instrument)}`;
  const text = `The service ${STEPS[step.step]} ${name}${by}.`;
  const { id, tryAt, parkedAt, problem } = step;
  if (parkedAt !== null) {
    const parked = `Step ${String(id)} is parked. An operator retries or abandons it. ${text}`;
    const command = `npx pisctl work retry ${String(id)}`;
    return [nextOf({ text: parked, waitsFor: 'operator', problem, command })];
  }
  const onHold = step.step === 'book' && held.find((one) => one.batch === step.batch);
  if (onHold) return [ofCase(onHold)];
  // The step of the message describes it in more detail.
  const isHandedOver = open.messages.some((one) => one.batch === step.batch && isOpen(one));
  if (step.step === 'collect' && isHandedOver) return [];
  const waitsFor = tryAt <= now || step.attempts > 0 ? 'service' : waitsForOf(step);
  return [nextOf({ text, at: tryAt, waitsFor, problem })];
}

function waitsForOf({ step }: HistoryStep): NextStep['waitsFor'] {
  return step === 'collect' ? 'scheme' : 'day';
}

function ofCase({ id, endsAt: at, proposed, heldBy }: ScreeningCase): NextStep {
  const decides =
    proposed === null
      ? 'Two operators release or reject it.'
      : `Another operator confirms the proposal to ${proposed.decision} it.`;
  const rejected = at === null ? '' : ' Without a decision, the payment is rejected.';
  const text = `Held by ${heldBy ?? 'the screening'} (case ${String(id)}). ${decides}${rejected}`;
  const decisions = proposed === null ? CASE_DECISIONS : [proposed.decision];
  const commands = decisions.map(
    (one) => `npx pisctl screening ${one} ${String(id)} --reason <text>`,
  );
  const command = commands.join(' or ');
  const waitsFor = heldBy === null ? 'screening' : 'operator';
  return nextOf({ text, at, waitsFor, command, caseId: id });
}

function isOpen({ credits }: HistoryMessage): boolean {
  return credits.open + credits.pending > 0;
}

function ofMessage(
  message: HistoryMessage,
  { stops, steps }: Pending,
  now: Instant,
): readonly NextStep[] {
  const { id, instrument, handedOverAt, tryAt, problem, credits, enquireAt, attempts } = message;
  const name = formatScheme(instrument);
  if (handedOverAt !== null) {
    if (!isOpen(message)) return [];
    const { open, pending } = credits;
    const text = `${name} answers ${counted(open + pending, 'credit')} of message ${id}.`;
    const enquiryNote = enquireAt === null ? '' : ' If not, the service asks the hub.';
    return [nextOf({ text: text + enquiryNote, at: enquireAt, waitsFor: 'scheme' })];
  }
  // A message is handed over after its batch is sent. Until then, its step is the next one.
  if (steps.some(({ batch, step }) => batch === message.batch && step !== 'collect')) return [];
  const text = `The service hands message ${id} over to the hub.`;
  const stop = stops.get(instrument);
  if (stop !== undefined) {
    const stopped = `${text} ${name} is stopped by ${stop.stoppedBy}: ${stop.reason}`;
    const command = `npx pisctl hub resume ${instrument} --reason <text>`;
    return [nextOf({ text: stopped, waitsFor: 'operator', problem, command })];
  }
  const isClosed = attempts === 0 && tryAt > now;
  const opens = isClosed ? ` ${name} is closed until then.` : '';
  return [
    nextOf({ text: text + opens, at: tryAt, waitsFor: isClosed ? 'scheme' : 'service', problem }),
  ];
}

function ofReturn(subject: TimelineSubject, returned: HistoryReturn): readonly NextStep[] {
  const { index, bookedAt, problem } = returned;
  // The entry about the problem describes what to do.
  if (bookedAt !== null || problem !== null) return [];
  const text = `${creditName(subject, index)} is credited back to the debtor.`;
  return [nextOf({ text, waitsFor: 'service' })];
}

function ofRecall({ id, state, handedOverAt, problem }: ListedRecall): readonly NextStep[] {
  if (state === 'refused' || state === 'returned') return [];
  if (handedOverAt === null) {
    const text = `The service hands recall ${id} over to the hub.`;
    return [nextOf({ text, waitsFor: 'service', problem })];
  }
  const does = state === 'accepted' ? 'sends the money back' : 'answers';
  return [nextOf({ text: `The payee’s bank ${does} (recall ${id}).`, waitsFor: 'scheme' })];
}

function ofProposal(
  { id, action, subject, lapsesAt: at, end }: ActionProposal,
  { steps }: Pending,
  now: Instant,
): readonly NextStep[] {
  if (end !== null || at <= now) return [];
  // The step belongs to another credit, or does not exist any more.
  if (action === 'abandonWork' && !steps.some((step) => String(step.id) === subject)) return [];
  const text = `Another operator confirms proposal ${String(id)}: ${ACTION_NAMES[action]}.`;
  const command = `npx pisctl proposal confirm ${String(id)}`;
  return [nextOf({ text, at, waitsFor: 'operator', command })];
}

function ofProblem({
  id,
  kind,
  code,
  endedAt,
}: PaymentHistory['problems'][number]): readonly NextStep[] {
  if (endedAt !== null) return [];
  const { meaning, action } = describeProblem(kind, code);
  const text = `An operator solves problem ${String(id)}. ${action}`;
  return [
    nextOf({ text, waitsFor: 'operator', problem: meaning, command: 'npx pisctl hub problems' }),
  ];
}

function ofCoreRequest({ id, problem }: Pending['coreRequests'][number]): NextStep {
  const command = problem === null ? null : `npx pisctl core retry ${String(id)}`;
  const waitsFor = problem === null ? 'core banking' : 'operator';
  const text = `The core banking system performs request ${String(id)}.`;
  return nextOf({ text, waitsFor, problem, command });
}
