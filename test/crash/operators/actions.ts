import { ACTION_NAMES, type ProposedAction } from '../../../src/domain/records/action-proposals.ts';
import { INSTRUMENTS } from '../../../src/domain/schemes/schemes.ts';
import { tokenIn, wordsOf } from '../../web/http-browser.ts';
import { settleAll } from '../requests.ts';
import { Violation, type Story } from '../story.ts';
import { decideAnyCase, heldPayments, holdAny } from './hold-actions.ts';
import {
  expectProblem,
  pickOperator,
  pickStory,
  valuesOf,
  type Shift,
  type SignedInOperator,
} from './shift.ts';

/** An action of operators. `act` does nothing if there is no subject for it. */
interface OperatorAction {
  /** Frequency of this action, relative to the weights of the other actions. */
  readonly weight: number;
  readonly act: (shift: Shift) => Promise<void>;
}

/** All actions of the operators. The operators choose them at random by their weights. */
const ACTIONS: readonly OperatorAction[] = [
  { weight: 4, act: viewPayment },
  { weight: 2, act: search },
  { weight: 2, act: stopScheme },
  { weight: 4, act: (shift) => proposeAny(shift, 'abandonWork') },
  { weight: 3, act: (shift) => proposeAny(shift, 'endPermission') },
  { weight: 2, act: (shift) => proposeAny(shift, 'resumeScheme') },
  { weight: 12, act: holdAny },
  { weight: 10, act: decideAnyCase },
  { weight: 2, act: (shift) => proposeAny(shift, 'releaseCases') },
  { weight: 1, act: (shift) => proposeAny(shift, 'rejectCases') },
  { weight: 4, act: recallAny },
  { weight: 1, act: suspendTpp },
  { weight: 2, act: (shift) => proposeAny(shift, 'resumeTpp') },
  { weight: 8, act: confirmAny },
  { weight: 2, act: confirmOwn },
  { weight: 1, act: withdrawAny },
];

/** A TPP without stories, whose requests the campaign does not need. */
const SUSPENDED = 'tpp-aisp';

const DECISIONS = '/decisions';
const CONFIRM = '/decisions/actions/confirm';
const WITHDRAW = '/decisions/actions/withdraw';

/** Performs a random action. Throws a Violation if the console gives an unexpected answer. */
export async function actAtRandom(shift: Shift): Promise<void> {
  let left = shift.dice.roll() * ACTIONS.reduce((sum, { weight }) => sum + weight, 0);
  for (const { weight, act } of ACTIONS) {
    left -= weight;
    if (left < 0) return act(shift);
  }
}

/** Performs all actions of a kind that are possible now, as two operators. */
export async function completeAll(shift: Shift, action: ProposedAction): Promise<void> {
  for (const subject of await subjectsOf(shift, action)) {
    await propose(shift, action, subject);
  }
  for (const operator of shift.operators) {
    for (const { id, name } of (await openDecisions(operator)).confirmable) {
      if (name === ACTION_NAMES[action]) await confirm(shift, [operator], id);
    }
  }
}

async function viewPayment(shift: Shift): Promise<void> {
  const { consentId } = pickStory(shift) ?? {};
  if (consentId === undefined) return;
  const { id, browser } = pickOperator(shift);
  const { status, text } = await browser.open(`/payments/${consentId}`);
  if (status !== 200 || !text.includes(consentId)) {
    throw new Violation(`The page about ${consentId} has status ${String(status)}.`);
  }
  shift.acknowledged.addView(id, consentId);
}

/** Searches for a payment by the id of its consent. */
async function search(shift: Shift): Promise<void> {
  const { consentId } = pickStory(shift) ?? {};
  if (consentId === undefined) return;
  const { browser } = pickOperator(shift);
  const { text } = await browser.send('/payments', '/payments', {
    ...{ search: consentId, first: '', last: '' },
  });
  if (!text.includes(`/payments/`)) throw new Violation(`A search does not find ${consentId}.`);
  shift.acknowledged.searches += 1;
}

async function stopScheme(shift: Shift): Promise<void> {
  const { acknowledged, dice } = shift;
  const { browser } = pickOperator(shift);
  const { text } = await browser.open('/actions');
  const scheme = INSTRUMENTS[dice.between(0, INSTRUMENTS.length - 1)] ?? '';
  const reason = acknowledged.nextReason();
  const [once = ''] = valuesOf(text, 'once');
  const { location } = await browser.post('/actions/stop', {
    ...{ token: tokenIn(text), once, scheme, reason },
  });
  if (location.endsWith('done=done')) acknowledged.stops.push(reason);
  else expectProblem(location, ['notOpen']);
}

/** Suspends a TPP. Two operators end the suspension. */
async function suspendTpp(shift: Shift): Promise<void> {
  const { acknowledged } = shift;
  const { browser } = pickOperator(shift);
  const { text } = await browser.open(`/tpps/${SUSPENDED}`);
  const [once] = valuesOf(text, 'once');
  // The TPP may be suspended already.
  if (once === undefined) return;
  const reason = acknowledged.nextReason();
  const { location } = await browser.post('/actions/suspend-tpp', {
    ...{ token: tokenIn(text), once, tpp: SUSPENDED, reason },
  });
  if (location.endsWith('done=done')) acknowledged.suspensions.push(reason);
  else expectProblem(location, ['notOpen']);
}

/** Proposes to recall a credit. Without a payment hub, there is nothing to recall. */
async function recallAny(shift: Shift): Promise<void> {
  const { acknowledged, dice } = shift;
  const { taken = [] } = pickStory(shift) ?? {};
  const { paymentId: payment, planned } =
    taken[dice.between(0, Math.max(0, taken.length - 1))] ?? {};
  if (payment === undefined) return;
  const row = String(dice.between(1, Math.max(1, planned?.sent().length ?? 1)));
  const { id: by, browser } = pickOperator(shift);
  const fields = { payment, row, code: 'DUPL', note: '' };
  const { text } = await browser.send(DECISIONS, '/recall/facts', fields);
  const [seen] = valuesOf(text, 'seen');
  // The credit cannot be recalled at the moment.
  if (seen === undefined) return;
  const reason = acknowledged.nextReason();
  const { location } = await browser.post('/recall', {
    ...{ token: tokenIn(text), ...fields, seen, reason },
  });
  if (location.endsWith('done=proposed')) {
    const subject = `${payment}/${row}`;
    acknowledged.proposals.push({ action: 'recallCredit', subject, reason, by });
  } else {
    const meanwhile = ['cameBack', 'recalled', 'notAccepted', 'notPossible'];
    expectProblem(location, ['alreadyProposed', 'changed', ...meanwhile]);
  }
}

async function proposeAny(shift: Shift, action: ProposedAction): Promise<void> {
  const subjects = await subjectsOf(shift, action);
  const subject = subjects[shift.dice.between(0, Math.max(0, subjects.length - 1))];
  if (subject !== undefined) await propose(shift, action, subject);
}

/** Returns the subjects for which an action can be proposed. */
async function subjectsOf(
  { operators, stories }: Shift,
  action: ProposedAction,
): Promise<readonly string[]> {
  const [operator] = operators;
  if (operator === undefined) return [];
  switch (action) {
    case 'abandonWork':
      return subjectsOn(await operator.browser.open('/work'), action);
    case 'resumeScheme':
      return subjectsOn(await operator.browser.open('/actions'), action);
    case 'endPermission':
      return stories.filter(isToEnd).map(({ consentId = '' }) => consentId);
    case 'releaseCases':
    case 'rejectCases':
      return heldPayments(operator);
    case 'resumeTpp':
      return subjectsOn(await operator.browser.open(`/tpps/${SUSPENDED}`), action);
    default:
      return [];
  }
}

/** Returns the subjects of the forms of a page that ask for the facts of an action. */
function subjectsOn({ text }: { readonly text: string }, action: ProposedAction): string[] {
  const form = new RegExp(
    `name="action" value="${action}"/?><input[^>]*name="subject" value="([^"]+)"`,
    'g',
  );
  return [...text.matchAll(form)].map(([, subject = '']) => subject);
}

function isToEnd({ plan, status, asked, isSubmitted }: Story): boolean {
  if (plan.isEndedByOperators !== true || asked !== undefined) return false;
  return status === 'Authorised' && isSubmitted;
}

async function propose(shift: Shift, action: ProposedAction, subject: string): Promise<void> {
  const { acknowledged } = shift;
  const { id: by, browser } = pickOperator(shift);
  const { text } = await browser.send('/actions', '/actions/facts', { action, subject });
  const [seen] = valuesOf(text, 'seen');
  // Another operator may have performed the action meanwhile.
  if (seen === undefined) return;
  const reason = acknowledged.nextReason();
  const { location } = await browser.post('/actions/propose', {
    ...{ token: tokenIn(text), action, subject, seen, reason },
  });
  if (location.endsWith('done=proposed')) {
    acknowledged.proposals.push({ action, subject, reason, by });
  } else expectProblem(location, ['alreadyProposed', 'changed', 'notPossible']);
}

/** Confirms a proposal of another operator, sometimes as two operators at the same time. */
async function confirmAny(shift: Shift): Promise<void> {
  const operator = pickOperator(shift);
  const { confirmable } = await openDecisions(operator);
  const proposal = confirmable[shift.dice.between(0, Math.max(0, confirmable.length - 1))];
  if (proposal === undefined) return;
  const other = pickOperator(shift);
  await confirm(shift, [...new Set([operator, other])], proposal.id);
}

/** Sends the confirmation of a proposal as several operators at the same time. */
async function confirm(
  { acknowledged, stories }: Shift,
  operators: readonly SignedInOperator[],
  id: number,
): Promise<void> {
  const [first] = operators;
  const subject = first && (await openDecisions(first)).subjects.get(id);
  const ended = stories.find((story) => story.consentId === subject && isToEnd(story));
  if (ended !== undefined) ended.asked = 'Revoked';
  const send = async ({ id: by, browser }: SignedInOperator): Promise<void> => {
    const { text } = await browser.open(DECISIONS);
    acknowledged.addConfirmation();
    const { location } = await browser.post(CONFIRM, { token: tokenIn(text), id: String(id) });
    if (location.endsWith('done=confirmed')) {
      acknowledged.ends.push({ id, ending: 'confirmed', by });
      if (ended === undefined) return;
      ended.status = 'Revoked';
      ended.asked = undefined;
    } else if (location.endsWith('problem=sameOperator')) acknowledged.refusedOwn += 1;
    else expectProblem(location, ['notOpen', 'changed', 'notPossible']);
  };
  await settleAll(operators.map(send));
  // The console gives the same answer to a form that an operator sends twice.
  const ends = acknowledged.ends.filter((end) => end.id === id);
  if (new Set(ends.map((end) => `${end.ending} ${end.by}`)).size > 1) {
    throw new Violation(`Action ${String(id)} ended twice.`);
  }
}

/** Tries to confirm an own proposal. The console must refuse it. */
async function confirmOwn(shift: Shift): Promise<void> {
  const { id: by, browser } = pickOperator(shift);
  const { own } = await openDecisions({ id: by, browser });
  const [id] = own;
  if (id === undefined) return;
  const { location } = await browser.send(DECISIONS, CONFIRM, { id: String(id) });
  expectProblem(location, ['sameOperator', 'notOpen']);
  if (location.endsWith('sameOperator')) shift.acknowledged.refusedOwn += 1;
}

async function withdrawAny(shift: Shift): Promise<void> {
  const { id: by, browser } = pickOperator(shift);
  const { own, confirmable } = await openDecisions({ id: by, browser });
  const ids = [...own, ...confirmable.map(({ id }) => id)];
  const id = ids[shift.dice.between(0, Math.max(0, ids.length - 1))];
  if (id === undefined) return;
  const { location } = await browser.send(DECISIONS, WITHDRAW, { id: String(id) });
  if (location.endsWith('done=withdrawn')) {
    shift.acknowledged.ends.push({ id, ending: 'withdrawn', by });
  } else expectProblem(location, ['notOpen']);
}

interface OpenDecisions {
  /** Proposals that the operator can confirm. */
  readonly confirmable: readonly { readonly id: number; readonly name: string }[];
  /** Ids of the operator's own proposals. */
  readonly own: readonly number[];
  /** Subjects of all proposals. */
  readonly subjects: ReadonlyMap<number, string>;
}

/** Reads the open proposals from the page of decisions. */
async function openDecisions({ browser }: SignedInOperator): Promise<OpenDecisions> {
  const { status, text } = await browser.open(DECISIONS);
  if (status !== 200) throw new Violation(`The decisions have status ${String(status)}.`);
  const confirmable: { id: number; name: string }[] = [];
  const own: number[] = [];
  const subjects = new Map<number, string>();
  for (const section of text.split('<section class="entry"').slice(1)) {
    const words = wordsOf(section);
    const [, name = '', number] = /(\w[\w ]*), action (\d+)/.exec(words) ?? [];
    if (number === undefined) continue;
    const id = Number(number);
    subjects.set(id, /Subject ([\w-]+)/.exec(words)?.[1] ?? '');
    if (words.includes('You proposed this.')) own.push(id);
    else if (words.includes(`Confirm action ${number}`)) confirmable.push({ id, name });
  }
  return { confirmable, own, subjects };
}
