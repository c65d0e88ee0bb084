import { isCode } from '../auth/sign-in/one-time-codes.ts';
import { whyLapsed } from '../domain/lifecycle/lapse.ts';
import type { SignedInSession } from '../domain/ports/sign-in-store.ts';
import { actorOf, type Act } from '../domain/records/audit.ts';
import { REJECTED_BY_CUSTOMER } from '../engine/index.ts';
import { Refusal } from '../kernel/errors.ts';
import type { ProblemName } from './problems.ts';
import { addressOf, type Step } from './scene.tsx';
import { onlyAccount, type Visit } from './visit.ts';

/** What came of a step: where the browser goes, and under which new id if it gets one. */
export interface Taken {
  readonly location: string;
  readonly newSessionId: string | null;
}

type Fields = URLSearchParams;

const STEPS: Readonly<Record<Step, (visit: Visit, fields: Fields) => Promise<Taken>>> = {
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
export function takeStep(visit: Visit, step: Step, fields: Fields): Promise<Taken> {
  return STEPS[step](visit, fields);
}

/** Goes on to the code whatever the password is: that is told with the code, and never alone. */
async function checkPassword(visit: Visit, fields: Fields): Promise<Taken> {
  const { parts, interaction, consent, browserSessions, browserSession } = visit;
  const userId = (fields.get('user') ?? '').trim();
  const password = fields.get('password') ?? '';
  if (userId === '') return toPage(visit, 'noUser');
  if (password === '') return toPage(visit, 'noPassword');
  const act = actOf(visit, userId);
  const attempt = { userId, consentId: consent.id, act };
  const entered = await parts.signIn.checkPassword(attempt, password);
  if (entered === 'busy') return toPage(visit, 'busy');
  const newSessionId = await browserSessions.begin(browserSession, interaction.uid, entered, act);
  return { ...toPage(visit), newSessionId };
}

async function checkCode(visit: Visit, fields: Fields): Promise<Taken> {
  const { parts, consent, browserSessions, browserSession } = visit;
  const { customer } = browserSession;
  if (customer === undefined) return toPage(visit, 'ended');
  if (customer.stage === 'signedIn') return toPage(visit);
  // People write codes with a space in the middle, as their authenticator shows them.
  const code = (fields.get('code') ?? '').replaceAll(/\s/g, '');
  if (!isCode(code)) return toPage(visit, 'noCode');
  const { id: newSessionId, ...successor } = browserSessions.nextId();
  const act = actOf(visit, customer.userId ?? '');
  const attempt = { consentId: consent.id, act };
  const ended = await parts.signIn.checkCode(customer, code, successor, attempt);
  if (ended !== 'right') return toPage(visit, ended === 'gone' ? 'ended' : 'credentials');
  // What the bank must refuse anyway nobody has to read first; the page tells why.
  const user = await visit.user();
  const refused = await parts.engine.refuseConsent(consent, { user, chosenAccount: null }, act);
  if (refused === undefined) {
    const only = onlyAccount(await visit.choice());
    if (only !== undefined) await browserSessions.chooseAccount(successor, only);
  }
  return { ...toPage(visit), newSessionId };
}

async function chooseAccount(visit: Visit, fields: Fields): Promise<Taken> {
  const { browserSessions } = visit;
  const { session } = visit;
  if (session === undefined) return toPage(visit, 'ended');
  const choice = await visit.choice();
  const chosen = choice?.eligible.find(({ number }) => number === fields.get('account'));
  if (chosen === undefined) return toPage(visit, 'account');
  await browserSessions.chooseAccount(session, chosen.number);
  return toPage(visit);
}

async function decide(visit: Visit, fields: Fields): Promise<Taken> {
  const { session } = visit;
  if (session === undefined) return toPage(visit, 'ended');
  const decision = fields.get('decision');
  if (decision === 'reject') return reject(visit, session);
  // Approved is what was read: with the account that the page showed.
  const isAsRead = fields.get('account') === (session.account ?? '');
  if (decision !== 'approve' || !isAsRead) return toPage(visit, 'changed');
  if (await visit.isApproved()) return approve(visit, session);
  // Nothing was read that could be approved: no page has this form then.
  if (visit.consent.status !== 'AwaitingAuthorisation') return toPage(visit);
  const isChoiceOwed = session.account === null && (await visit.choice()) !== null;
  return isChoiceOwed ? toPage(visit, 'account') : approve(visit, session);
}

/**
 * The grant is written into the session before it is written with the approval, so that a second
 * click, another tab or a new start after a crash ends up with the same approval.
 */
async function approve(visit: Visit, session: SignedInSession): Promise<Taken> {
  const { parts, context, interaction, consent } = visit;
  const { store, interactions, engine } = parts;
  const { userId, account: chosenAccount } = session;
  const user = await visit.user();
  const prepared = session.grantId ?? (await interactions.prepareGrant(consent, userId));
  const grantId = await store.claimGrant(session.hash, prepared);
  const proof = await visit.proof(chosenAccount);
  const decision = { user, chosenAccount, approval: { grantId }, ...proof };
  const decided = await engine.decideConsent(consent, decision, actOf(visit, userId));
  const isDone = !(decided instanceof Refusal) && decided.status === 'Authorised';
  // It may have been approved before, by this very grant.
  if (!isDone && !(await visit.isApprovedBy(grantId))) return toPage(visit);
  const { incoming, outgoing } = context.env;
  const approval = { userId, grantId };
  const location = await interactions.approve(incoming, outgoing, interaction, approval);
  return { location, newSessionId: null };
}

async function reject(visit: Visit, session: SignedInSession): Promise<Taken> {
  const { parts, consent } = visit;
  const { userId, account: chosenAccount } = session;
  const user = await visit.user();
  const proof = await visit.proof(chosenAccount);
  const decision = { user, chosenAccount, approval: null, ...proof };
  const decided = await parts.engine.decideConsent(consent, decision, actOf(visit, userId));
  return decided instanceof Refusal ? toPage(visit) : refuse(visit, REJECTED_BY_CUSTOMER);
}

/** Back to the TPP: with the approval where there is one, otherwise without. */
async function goBack(visit: Visit): Promise<Taken> {
  const { session } = visit;
  if (session !== undefined && (await visit.isApproved())) return approve(visit, session);
  const { consent } = visit;
  const isBanks = consent.refusedBy === 'bank';
  const reason = isBanks ? 'The bank refused the payment.' : 'Nothing was approved.';
  return refuse(visit, whyLapsed(consent) ?? reason, await errorFor(visit));
}

/** What the TPP is told, where nobody can approve what it asks as it asks it. */
async function errorFor(visit: Visit): Promise<'invalid_request' | undefined> {
  const { parts, consent, session } = visit;
  if (session === undefined || consent.refusedBy === 'customer') return undefined;
  return parts.engine.errorForTpp({ consent, user: await visit.user() }, parts.clock());
}

/** The reason goes through the browser's address: it tells nothing of the customer. */
async function refuse(
  { parts, context }: Visit,
  reason: string,
  error?: 'invalid_request',
): Promise<Taken> {
  const { incoming, outgoing } = context.env;
  const location = await parts.interactions.refuse(incoming, outgoing, reason, error);
  return { location, newSessionId: null };
}

function toPage({ interaction }: Visit, problem?: ProblemName): Taken {
  const query = problem === undefined ? '' : `?problem=${problem}`;
  return { location: addressOf(interaction.uid, query), newSessionId: null };
}

function actOf({ parts, context }: Visit, userId: string): Act {
  const address = parts.addressOf(context.env.incoming);
  return { at: parts.clock(), by: actorOf({ kind: 'customer', id: userId }, { address }) };
}
