import { isCode } from '../auth/sign-in/one-time-codes.ts';
import { whyLapsed } from '../domain/lifecycle/lapse.ts';
import type { SignedInSession } from '../domain/ports/sign-in-store.ts';
import { actorOf, type Act } from '../domain/records/audit.ts';
import { isCustomersRejection, REJECTED_BY_CUSTOMER } from '../engine/index.ts';
import { present } from '../kernel/assert.ts';
import { Refusal } from '../kernel/errors.ts';
import { choiceFor, isApprovedBy, onlyAccount, signedInSession, type Call } from './call.ts';
import type { ProblemName } from './problems.ts';
import { addressOf, type Step } from './scene.tsx';

/** What came of a step: where the browser goes, and under which new id if it gets one. */
export interface Taken {
  readonly location: string;
  readonly newSessionId: string | null;
}

type Fields = URLSearchParams;

const STEPS: Readonly<Record<Step, (call: Call, fields: Fields) => Promise<Taken>>> = {
  password: checkPassword,
  code: checkCode,
  account: chooseAccount,
  decision: decide,
  return: goBack,
};

export function isStep(name: string): name is Step {
  return Object.hasOwn(STEPS, name);
}

/** Does what a form of a visit asks for. */
export function takeStep(call: Call, step: Step, fields: Fields): Promise<Taken> {
  return STEPS[step](call, fields);
}

/** Goes on to the code whatever the password is: that is told with the code, and never alone. */
async function checkPassword(call: Call, fields: Fields): Promise<Taken> {
  const { parts, interaction, consent, browserSessions, browserSession } = call;
  const userId = (fields.get('user') ?? '').trim();
  const password = fields.get('password') ?? '';
  if (userId === '') return toPage(call, 'noUser');
  if (password === '') return toPage(call, 'noPassword');
  const act = actOf(call, userId);
  const attempt = { userId, consentId: consent.id, act };
  const entered = await parts.signIn.checkPassword(attempt, password);
  if (entered === 'busy') return toPage(call, 'busy');
  const newSessionId = await browserSessions.begin(browserSession, interaction.uid, entered, act);
  return { ...toPage(call), newSessionId };
}

async function checkCode(call: Call, fields: Fields): Promise<Taken> {
  const { parts, consent, browserSessions, browserSession } = call;
  const { customer } = browserSession;
  if (customer === undefined) return toPage(call, 'ended');
  if (customer.stage === 'signedIn') return toPage(call);
  // People write codes with a space in the middle, as their authenticator shows them.
  const code = (fields.get('code') ?? '').replaceAll(/\s/g, '');
  if (!isCode(code)) return toPage(call, 'noCode');
  const { id: newSessionId, ...successor } = browserSessions.nextId();
  const act = actOf(call, customer.userId ?? '');
  const attempt = { consentId: consent.id, act };
  const ended = await parts.signIn.checkCode(customer, code, successor, attempt);
  if (ended !== 'right') return toPage(call, ended === 'gone' ? 'ended' : 'credentials');
  // What the bank must refuse anyway nobody has to read first; the page tells why.
  const userId = present(customer.userId, 'who');
  const user = present(await parts.store.findUser(userId), 'the user');
  const refused = await parts.pipeline.refuseConsent(consent, { user, chosenAccount: null }, act);
  if (refused === undefined) {
    const only = onlyAccount(await choiceFor(call, { userId }));
    if (only !== undefined) await browserSessions.chooseAccount(successor, only);
  }
  return { ...toPage(call), newSessionId };
}

async function chooseAccount(call: Call, fields: Fields): Promise<Taken> {
  const { browserSessions } = call;
  const session = signedInSession(call);
  if (session === undefined) return toPage(call, 'ended');
  const choice = await choiceFor(call, session);
  const chosen = choice?.eligible.find(({ number }) => number === fields.get('account'));
  if (chosen === undefined) return toPage(call, 'account');
  await browserSessions.chooseAccount(session, chosen.number);
  return toPage(call);
}

async function decide(call: Call, fields: Fields): Promise<Taken> {
  const session = signedInSession(call);
  if (session === undefined) return toPage(call, 'ended');
  const decision = fields.get('decision');
  if (decision === 'reject') return reject(call, session);
  // Approved is what was read: with the account that the page showed.
  const isAsRead = fields.get('account') === (session.account ?? '');
  if (decision !== 'approve' || !isAsRead) return toPage(call, 'changed');
  if (await isApprovedBy(call, session)) return approve(call, session);
  // Nothing was read that could be approved: no page has this form then.
  if (call.consent.status !== 'AwaitingAuthorisation') return toPage(call);
  const isChoiceOwed = session.account === null && (await choiceFor(call, session)) !== null;
  return isChoiceOwed ? toPage(call, 'account') : approve(call, session);
}

/**
 * The grant is written into the session before it is written with the approval, so that a second
 * click, another tab or a new start after a crash ends up with the same approval.
 */
async function approve(call: Call, session: SignedInSession): Promise<Taken> {
  const { parts, context, interaction, consent } = call;
  const { store, interactions, pipeline } = parts;
  const { userId, account: chosenAccount } = session;
  const user = present(await store.findUser(userId), 'the user');
  const prepared = session.grantId ?? (await interactions.prepareGrant(interaction, userId));
  const grantId = await store.claimGrant(session.hash, prepared);
  const decision = { user, chosenAccount, approval: { grantId } };
  await pipeline.decideConsent(consent, decision, actOf(call, userId));
  if (!(await isApprovedBy(call, { grantId }))) return toPage(call);
  const { incoming, outgoing } = context.env;
  const approval = { userId, grantId };
  const location = await interactions.approve(incoming, outgoing, interaction, approval);
  return { location, newSessionId: null };
}

async function reject(call: Call, session: SignedInSession): Promise<Taken> {
  const { parts, consent } = call;
  const { userId, account: chosenAccount } = session;
  const user = present(await parts.store.findUser(userId), 'the user');
  const decision = { user, chosenAccount, approval: null };
  const decided = await parts.pipeline.decideConsent(consent, decision, actOf(call, userId));
  return decided instanceof Refusal ? toPage(call) : refuse(call, REJECTED_BY_CUSTOMER);
}

/** Back to the TPP: with the approval where there is one, otherwise without. */
async function goBack(call: Call): Promise<Taken> {
  const session = signedInSession(call);
  if (session !== undefined && (await isApprovedBy(call, session))) return approve(call, session);
  const { consent } = call;
  const isBanks = consent.status === 'Rejected' && !isCustomersRejection(consent);
  const reason = isBanks ? 'The bank refused the payment.' : 'Nothing was approved.';
  return refuse(call, whyLapsed(consent) ?? reason);
}

/** The reason goes through the browser's address: it tells nothing of the customer. */
async function refuse({ parts, context }: Call, reason: string): Promise<Taken> {
  const { incoming, outgoing } = context.env;
  const location = await parts.interactions.refuse(incoming, outgoing, reason);
  return { location, newSessionId: null };
}

function toPage({ interaction }: Call, problem?: ProblemName): Taken {
  const query = problem === undefined ? '' : `?problem=${problem}`;
  return { location: addressOf(interaction.uid, query), newSessionId: null };
}

function actOf({ parts, context }: Call, userId: string): Act {
  const address = parts.addressOf(context.env.incoming);
  return { at: parts.clock(), by: actorOf({ kind: 'customer', id: userId }, { address }) };
}
