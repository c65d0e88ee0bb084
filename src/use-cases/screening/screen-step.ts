import { decisionOf, endOfCase, isReleasedHold } from '../../domain/execution/screening.ts';
import type { SingleCredit } from '../../domain/execution/credit.ts';
import { KnownPayees } from '../../domain/parties/payees.ts';
import {
  MAX_SCREENED,
  ScreeningUnavailable,
  type Screening,
  type ScreenedPayment,
  type ScreeningContext,
  type ScreeningDecision,
} from '../../domain/ports/screening.ts';
import { serviceActor, type Act, type AuditEntry } from '../../domain/records/audit.ts';
import type { Approval, Batch, Payment, Work } from '../../domain/records/records.ts';
import type { NewCase, ScreeningCase, ScreeningReason } from '../../domain/records/screening.ts';
import { expectDefined } from '../../shared/assert.ts';
import { DAY_MS, SECOND_MS, type Instant, type Milliseconds } from '../../shared/time.ts';
import type { UseCaseParts } from '../dependencies.ts';

/** Time after which a step that the screening did not answer is tried again, in milliseconds. */
const SCREENING_RETRY_MS: Milliseconds = 10 * SECOND_MS;
/** Period of the velocity that the screening learns, in milliseconds. */
const VELOCITY_MS: Milliseconds = DAY_MS;
/**
 * Maximum number of held payments of a file that get a batch of their own in one step. If there are
 * more, the whole step is held.
 */
const MAX_SEPARATED = 100;

/** A payment to screen: one of an order or of a file. */
export type ScreenedCredit = Pick<SingleCredit, 'payment' | 'creditor' | 'instructed'>;

/** A booking step, with its payments. */
export interface ScreenedStep {
  readonly work: Work;
  readonly batch: Pick<Batch, 'number' | 'dueAt' | 'instrument' | 'payments'>;
  readonly credits: readonly ScreenedCredit[];
  readonly now: Instant;
}

type Parts = Pick<UseCaseParts, 'store' | 'holidays' | 'screening'>;

/** A decision about a payment of a step. `opened`: the case of a held payment of a file. */
export type StepDecision =
  | { readonly kind: 'accept' }
  | { readonly kind: 'reject' }
  | { readonly kind: 'hold'; readonly opened: NewCase };

/** The decisions about the payments of a step, in their order. */
export interface DecidedStep {
  readonly decisions: readonly StepDecision[];
  /** Entries for the audit log, which the transaction of the step must write. */
  readonly audited: readonly AuditEntry[];
}

/**
 * Follows the decision about a held step. Otherwise asks the bank's screening, if there is one,
 * about the payments that the step books. If the step is repeated, the same payments are screened
 * with the same ids. Returns undefined if the step has to wait, because it is held or the screening
 * did not answer. It is then deferred.
 */
export async function screenStep(
  parts: Parts,
  step: ScreenedStep,
): Promise<DecidedStep | undefined> {
  const { store } = parts;
  const { work, credits, now } = step;
  const known = await store.findCase(work);
  if (known === undefined) return askAbout(parts, step, false);
  let decision = decisionOf(known, now);
  if (decision !== null && known.decided === null) {
    decision = await store.endCase(known.id, screeningAct(now));
  }
  if (decision === null) {
    await store.openCase(work, known, now);
    return undefined;
  }
  if (isReleasedHold(known)) return askAbout(parts, step, false);
  if (decision === 'release' && !isAboutAll(known, credits)) return askAbout(parts, step, true);
  const kind = decision === 'release' ? 'accept' : 'reject';
  return { decisions: credits.map(() => ({ kind })), audited: [] };
}

const ACCEPT = { kind: 'accept' } as const satisfies StepDecision;

/** Returns true if the case is about all payments of its step, so none of them was rejected. */
function isAboutAll(
  { class: why, screeningId, payments }: ScreeningCase,
  { length }: ScreenedStep['credits'],
): boolean {
  return screeningId !== null || (why === 'unanswered' && payments === length);
}

/** @param isReleased true if persons have released the held payments of a case of the screening */
async function askAbout(
  parts: Parts,
  step: ScreenedStep,
  isReleased: boolean,
): Promise<DecidedStep | undefined> {
  const { screening, store } = parts;
  const { work, batch, credits, now } = step;
  if (screening === null) return { decisions: credits.map(() => ACCEPT), audited: [] };
  const payment = expectDefined(await store.findPayment(work.paymentId), work.paymentId);
  const context = await contextOf(parts, payment, step);
  const items = await itemsOf(parts, payment, step, context.approvals);
  const answered = await decideAll(screening, context, items);
  const missing = credits.length - answered.length;
  if (missing > 0) {
    // Persons have decided about held payments, but not about those that the screening rejects.
    const wanted = isReleased ? 'wait' : screening.whenUnanswered(context.family);
    const action = wanted === 'hold' && !mayHoldWhole(work) ? 'wait' : wanted;
    if (action === 'wait') await store.deferWork(work.id, now + SCREENING_RETRY_MS);
    if (action === 'hold') {
      await store.openCase(work, wholeCase(parts, step, context, answered), now);
    }
    if (action !== 'accept') return undefined;
  }
  const decisions = [...answered, ...Array<ScreeningDecision>(missing).fill(ACCEPT)];
  const held = decisions.filter(({ kind }) => kind === 'hold').length;
  const isWhole = batch.payments === 1 || (held > MAX_SEPARATED && mayHoldWhole(work));
  if (held > 0 && isWhole && !isReleased) {
    await store.openCase(work, wholeCase(parts, step, context, decisions), now);
    return undefined;
  }
  const decided = decisions.map((decision, index): StepDecision => {
    if (decision.kind === 'accept' || (decision.kind === 'hold' && isReleased)) return ACCEPT;
    if (decision.kind === 'reject') return { kind: 'reject' };
    const screeningId = expectDefined(items[index], 'the screened payment').id;
    const totalPence = expectDefined(credits[index], 'the held payment').payment.amountPence;
    const numbers = { payments: 1, totalPence, screeningId };
    return { kind: 'hold', opened: caseOf(parts, step, context, { ...decision, ...numbers }) };
  });
  const rejections = decisions.flatMap((decision, index) =>
    decision.kind === 'reject' ? [rejectionOf(step, index, decision)] : [],
  );
  const audited = missing === 0 ? rejections : [...rejections, unansweredOf(step, missing)];
  return { decisions: decided, audited };
}

/**
 * Returns true if the step may be held as a whole. Later steps of a BATCH file may not, because the
 * payments that earlier steps have debited would wait too.
 */
function mayHoldWhole({ cursor }: Work): boolean {
  return cursor === 0;
}

/**
 * Asks in requests of at most 1,000 payments, one after the other. Returns the decisions before the
 * first request without an answer.
 */
async function decideAll(
  screening: Screening,
  context: ScreeningContext,
  items: readonly ScreenedPayment[],
): Promise<readonly ScreeningDecision[]> {
  const decisions: ScreeningDecision[] = [];
  for (let from = 0; from < items.length; from += MAX_SCREENED) {
    try {
      decisions.push(...(await screening.screen(context, items.slice(from, from + MAX_SCREENED))));
    } catch (error) {
      if (!(error instanceof ScreeningUnavailable)) throw error;
      return decisions;
    }
  }
  return decisions;
}

/** Returns the entry about payments that the settings accept without a decision. */
function unansweredOf({ work }: ScreenedStep, payments: number): AuditEntry {
  const detail = { action: 'accept', batch: work.batch, cursor: work.cursor, payments };
  return { action: 'screeningUnanswered', subject: work.paymentId, detail };
}

/**
 * Returns the case of a whole step. Payments after the given decisions have none, because the
 * screening did not answer.
 */
function wholeCase(
  parts: Parts,
  step: ScreenedStep,
  context: ScreeningContext,
  decisions: readonly ScreeningDecision[],
): NewCase {
  const { work, credits } = step;
  const held = decisions.flatMap((decision) => (decision.kind === 'hold' ? [decision] : []));
  // Sanctions have no limit of time, so they decide about the limit of the whole step.
  const first = held.find((decision) => decision.class === 'sanctions') ?? held[0];
  const undecided = credits.filter((_, index) => (decisions[index]?.kind ?? 'hold') === 'hold');
  const [only, ...others] = credits;
  const isSingle = only !== undefined && others.length === 0;
  return caseOf(parts, step, context, {
    ...(first ?? UNANSWERED),
    ...(!isSingle && { bankCaseId: null, tellPayer: 'nothing' as const }),
    screeningId: isSingle ? idOf(work, only) : null,
    payments: undecided.length,
    totalPence: undecided.reduce((sum, { payment }) => sum + payment.amountPence, 0),
  });
}

/** The reasons of a case if the screening did not answer. */
const UNANSWERED: Pick<NewCase, 'class' | 'reasons' | 'bankCaseId' | 'tellPayer'> = {
  class: 'unanswered',
  reasons: [],
  bankCaseId: null,
  tellPayer: 'delay',
};

function caseOf(
  { holidays }: Parts,
  { batch }: ScreenedStep,
  { receivedAt }: ScreeningContext,
  held: Omit<NewCase, 'endsAt' | 'heldBy'>,
): NewCase {
  const { class: why, reasons, bankCaseId, tellPayer, screeningId, payments, totalPence } = held;
  const order = { class: why, receivedAt, instrument: batch.instrument };
  return {
    ...{ class: why, reasons, bankCaseId, tellPayer, screeningId, payments, totalPence },
    ...{ endsAt: endOfCase(order, holidays), heldBy: null },
  };
}

/** Returns the entry about a payment that the screening rejects. */
function rejectionOf(
  { work, credits }: ScreenedStep,
  index: number,
  { class: why, reasons, bankCaseId }: ScreeningReason,
): AuditEntry {
  const credit = expectDefined(credits[index], 'the rejected payment');
  const place = { batch: work.batch, index: credit.payment.index };
  const detail = { ...place, class: why, bankCaseId, reasons: reasons.join(' ') };
  return { action: 'screeningRejected', subject: work.paymentId, detail };
}

async function contextOf(
  { store }: Parts,
  payment: Payment,
  { batch, now }: ScreenedStep,
): Promise<ScreeningContext & { readonly approvals: readonly Approval[] }> {
  const { id: paymentId, family, clientId, customerId, consentId, risk } = payment;
  const [software, approvals, velocity] = await Promise.all([
    store.findSoftwareOf(clientId),
    store.approvalsOf(consentId),
    store.velocityOf(customerId, now - VELOCITY_MS, paymentId),
  ]);
  return {
    ...{ paymentId, family, clientId, organisationId: software?.organisation.id ?? null },
    ...{ customerId, receivedAt: Math.max(payment.releasedAt ?? payment.createdAt, batch.dueAt) },
    ...{ approvals, risk: risk === null ? null : (JSON.parse(risk) as unknown), velocity },
  };
}

async function itemsOf(
  { store }: Parts,
  { customerId, debtorAccount }: Payment,
  { work, credits }: ScreenedStep,
  approvals: readonly Approval[],
): Promise<readonly ScreenedPayment[]> {
  const names = credits.map(({ payment }) => payment.creditorName);
  const known = new KnownPayees();
  for (const paid of await store.paidPayees(customerId, names)) known.remember(paid);
  const answers = payeeAnswers(approvals);
  return credits.map((credit) => {
    const { payment, creditor, instructed } = credit;
    const { instrument, creditorName, creditor: creditorAccount, date: requestedDate } = payment;
    return {
      ...{ id: idOf(work, credit), instrument, amount: instructed, creditorName, creditorAccount },
      debtorAccount: expectDefined(payment.debtor ?? debtorAccount, 'the account to debit'),
      creditorCountry: creditor.country,
      reference: payment.unstructured || payment.reference || payment.endToEndIdentification,
      requestedDate,
      payeeAnswer: answers.get(`${creditorAccount} ${creditorName}`) ?? null,
      payeeNews: known.newsOf(payment),
    };
  });
}

/** Returns the results of the name checks that customers saw, by account and name. */
function payeeAnswers(
  approvals: readonly Approval[],
): ReadonlyMap<string, ScreenedPayment['payeeAnswer']> {
  const checked = approvals.flatMap(({ payeeCheck }) => payeeCheck?.payees ?? []);
  return new Map(
    checked.map(({ question: { account, name }, answer }) => [
      `${account} ${name}`,
      answer.outcome,
    ]),
  );
}

/** Returns the id of a payment for the screening. */
function idOf({ paymentId, batch }: Work, { payment }: ScreenedCredit): string {
  return `${paymentId}.${String(batch)}.${String(payment.index)}`;
}

function screeningAct(at: Instant): Act {
  return { at, by: serviceActor('screening') };
}
