import type { CaseDecision } from '../../../src/domain/records/screening.ts';
import { tokenIn, wordsOf } from '../../web/http-browser.ts';
import { settleAll } from '../requests.ts';
import { Violation } from '../story.ts';
import {
  expectProblem,
  pickOperator,
  valuesOf,
  type Shift,
  type SignedInOperator,
} from './shift.ts';

/* Operators hold payments, and two of them decide about each held payment. */

const DECISIONS = '/decisions';
const PROPOSE = '/decisions/cases/propose';
const CONFIRM = '/decisions/cases/confirm';
const WITHDRAW = '/decisions/cases/withdraw';

/** Share of the proposed decisions that are withdrawn. */
const SHARE_WITHDRAWN = 0.15;

/** Maximum number of times that the page with the decisions is read until no payment is held. */
const MAX_PASSES = 50;

/** A held payment, as an operator reads it. */
interface OpenCase {
  readonly id: number;
  readonly paymentId: string;
  /** The proposed decision. Undefined if there is none. */
  readonly proposed: CaseDecision | undefined;
  /** True if the operator proposed the decision. */
  readonly isOwn: boolean;
}

/** Holds a payment, sometimes as two operators at the same time. */
export async function holdAny(shift: Shift): Promise<void> {
  const { dice, stories } = shift;
  const unfinished = stories
    .filter(({ plan }) => plan.cancels?.when === 'held')
    .flatMap(({ taken }) => taken.filter(({ isFinished }) => !isFinished));
  const submission = unfinished[dice.between(0, Math.max(0, unfinished.length - 1))];
  if (submission === undefined) return;
  // From now on, two operators may reject the payment.
  if (submission.cancellation === 'no') submission.cancellation = 'asked';
  const { paymentId = '' } = submission;
  const operators = new Set([pickOperator(shift), pickOperator(shift)]);
  await settleAll([...operators].map((operator) => hold(shift, operator, paymentId)));
}

async function hold(
  { acknowledged }: Shift,
  { id: by, browser }: SignedInOperator,
  payment: string,
): Promise<void> {
  const { text } = await browser.open(`/payments/${payment}`);
  const [once] = valuesOf(text.split('id="hold"')[1] ?? '', 'once');
  // The payment was booked, or it is held already.
  if (once === undefined) return;
  const reason = acknowledged.nextReason();
  const { location } = await browser.post('/hold', {
    ...{ token: tokenIn(text), once, payment, reason },
  });
  if (location.endsWith('done=done')) acknowledged.holds.push({ paymentId: payment, reason, by });
  else expectProblem(location, ['booked', 'heldBefore']);
}

/** Proposes, confirms or withdraws a decision about a held payment. */
export async function decideAnyCase(shift: Shift): Promise<void> {
  const { dice } = shift;
  const operator = pickOperator(shift);
  const open = await openCases(operator);
  const held = open[dice.between(0, Math.max(0, open.length - 1))];
  if (held === undefined) return;
  const { id, proposed } = held;
  const operators = [...new Set([operator, pickOperator(shift)])];
  if (proposed === undefined) {
    // Two operators may propose different decisions at the same time.
    const decisions = operators.map(() => dice.pick<CaseDecision>(['release', 'reject']));
    const act = (one: SignedInOperator, index: number) =>
      propose(shift, one, id, decisions[index] ?? 'release');
    await settleAll(operators.map(act));
  } else if (dice.chance(SHARE_WITHDRAWN)) {
    await withdraw(shift, operator, id, proposed);
  } else await settleAll(operators.map((one) => confirm(shift, one, id, proposed)));
}

/** Decides about all held payments as two operators. */
export async function decideAllCases(shift: Shift): Promise<void> {
  const { dice, operators } = shift;
  for (let passes = 0; passes < MAX_PASSES; passes += 1) {
    let left = 0;
    for (const operator of operators) {
      for (const { id, proposed, isOwn } of await openCases(operator)) {
        left += 1;
        if (proposed === undefined) {
          await propose(shift, operator, id, dice.pick(['release', 'reject']));
        } else if (!isOwn) await confirm(shift, operator, id, proposed);
      }
    }
    if (left === 0) return;
  }
  throw new Violation('Some payments are still held.');
}

/** Returns the ids of the held payments. */
export async function heldPayments(operator: SignedInOperator): Promise<readonly string[]> {
  return [...new Set((await openCases(operator)).map(({ paymentId }) => paymentId))];
}

/** Reads the held payments from the page of decisions. */
async function openCases({ browser }: SignedInOperator): Promise<readonly OpenCase[]> {
  const { status, text } = await browser.open(DECISIONS);
  if (status !== 200) throw new Violation(`The decisions have status ${String(status)}.`);
  return text.split('<section class="entry"').flatMap((section) => {
    const id = /^ id="case-(\d+)"|Held payment, case (\d+)/.exec(section)?.slice(1).find(Boolean);
    if (id === undefined) return [];
    const words = wordsOf(section);
    const [, decision] = /Proposed (release|reject),/.exec(words) ?? [];
    return {
      id: Number(id),
      paymentId: /href="\/payments\/([\w-]+)"/.exec(section)?.[1] ?? '',
      proposed: decision as CaseDecision | undefined,
      isOwn: words.includes('You proposed this.'),
    };
  });
}

async function propose(
  { acknowledged }: Shift,
  { id: by, browser }: SignedInOperator,
  id: number,
  decision: CaseDecision,
): Promise<void> {
  const reason = acknowledged.nextReason();
  const form = { id: String(id), decision, reason };
  const { location } = await browser.send(DECISIONS, PROPOSE, form);
  const entry = { action: 'screeningProposed', caseId: id, decision, by, reason } as const;
  if (location.endsWith('done=proposed')) acknowledged.caseDecisions.push(entry);
  else expectProblem(location, ['notOpen']);
}

async function confirm(
  { acknowledged }: Shift,
  { id: by, browser }: SignedInOperator,
  id: number,
  decision: CaseDecision,
): Promise<void> {
  const reason = acknowledged.nextReason();
  const { text } = await browser.open(DECISIONS);
  acknowledged.addConfirmation();
  const { location } = await browser.post(CONFIRM, {
    ...{ token: tokenIn(text), id: String(id), decision, reason },
  });
  const entry = { action: 'screeningDecided', caseId: id, decision, by, reason } as const;
  if (location.endsWith('done=confirmed')) acknowledged.caseDecisions.push(entry);
  else if (location.endsWith('problem=sameOperator')) acknowledged.refusedOwn += 1;
  else expectProblem(location, ['notOpen']);
}

async function withdraw(
  { acknowledged }: Shift,
  { browser }: SignedInOperator,
  id: number,
  decision: CaseDecision,
): Promise<void> {
  const { location } = await browser.send(DECISIONS, WITHDRAW, { id: String(id), decision });
  if (location.endsWith('done=withdrawn')) acknowledged.caseWithdrawals += 1;
  else expectProblem(location, ['notOpen']);
}
