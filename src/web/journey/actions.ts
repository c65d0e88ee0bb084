import type { Attempt } from '../../auth/sign-in/attempt.ts';
import { lapseRefusal } from '../../domain/lifecycle/lapse.ts';
import type { NewApproval } from '../../domain/ports/approval-store.ts';
import type { IdentifiedSession } from '../../domain/ports/sign-in-store.ts';
import { actorOf, type Act } from '../../domain/records/audit.ts';
import { REJECTED_BY_CUSTOMER } from '../../use-cases/index.ts';
import { expectDefined } from '../../shared/assert.ts';
import { Refusal } from '../../shared/errors.ts';
import { factorIn, problemWith } from '../components/factor.tsx';
import { browserTokenIn } from '../known-browser.ts';
import type { ProblemName } from '../problems.ts';
import { addressOf, type Step } from '../page-context.tsx';
import { onlyAccount, type InteractionPages } from './interaction.ts';

/** Result of a form: the address to redirect to, and a new session id if one was created. */
export interface FormResult {
  readonly location: string;
  readonly newSessionId: string | null;
}

type Fields = URLSearchParams;

const STEPS: Readonly<
  Record<Step, (visit: InteractionPages, fields: Fields) => Promise<FormResult>>
> = {
  password: identify,
  account: chooseAccount,
  approve: takeApproval,
  reject,
  return: goBack,
};

export function isStep(name: string): name is Step {
  return Object.hasOwn(STEPS, name);
}

/** Performs the action of a submitted form. */
export function takeStep(visit: InteractionPages, step: Step, fields: Fields): Promise<FormResult> {
  return STEPS[step](visit, fields);
}

/** Checks the password. It identifies the customer, and approves nothing (docs/decisions, 95). */
async function identify(visit: InteractionPages, fields: Fields): Promise<FormResult> {
  const { parts, interaction, consent, browserSessions, browserSession } = visit;
  const userId = (fields.get('user') ?? '').trim();
  const password = fields.get('password') ?? '';
  if (userId === '') return toPage(visit, 'noUser');
  if (password === '') return toPage(visit, 'noPassword');
  const act = actOf(visit, userId);
  const attempt = { ...attemptOf(visit, userId), userId };
  const { id, session, replaces } = browserSessions.next(browserSession, interaction.uid);
  const found = await parts.signIn.identify(session, replaces, attempt, password);
  if (found !== 'right') return toPage(visit, found === 'busy' ? 'busy' : 'password');
  // Rejects the consent at once if the bank would refuse it anyway. The next page says why.
  const user = expectDefined(await parts.store.findUser(userId), 'the user');
  const refused = await parts.engine.refuseConsent(consent, { user, chosenAccount: null }, act);
  if (refused === undefined) {
    const choice = await parts.engine.choiceOfAccount({ consent, user }, parts.clock());
    const only = onlyAccount(choice);
    if (only !== undefined) await browserSessions.chooseAccount(session, only);
  }
  return { ...toPage(visit), newSessionId: id };
}

async function chooseAccount(visit: InteractionPages, fields: Fields): Promise<FormResult> {
  const { browserSessions } = visit;
  const { session } = visit;
  if (session === undefined) return toPage(visit, 'ended');
  const choice = await visit.choice();
  const chosen = choice?.eligible.find(({ number }) => number === fields.get('account'));
  if (chosen === undefined) return toPage(visit, 'account');
  await browserSessions.chooseAccount(session, chosen.number);
  return toPage(visit);
}

/**
 * Approves exactly what the page showed. The factor is not checked if the amount, the payee or the
 * account has changed since (dynamic linking: SCA-RTS, article 5).
 */
async function takeApproval(visit: InteractionPages, fields: Fields): Promise<FormResult> {
  const { parts, consent, session } = visit;
  if (session === undefined) return toPage(visit, 'ended');
  const { dynamicLinkingHash } = await visit.summary(session);
  if (await visit.isApproved())
    return approve(visit, session, { factor: null, dynamicLinkingHash });
  // Nothing can be approved in this status, so no page shows this form.
  if (consent.status !== 'AwaitingAuthorisation') return toPage(visit);
  if (fields.get('linked') !== dynamicLinkingHash) return toPage(visit, 'changed');
  if (session.account === null && (await visit.choice()) !== null) return toPage(visit, 'account');
  const given = factorIn(fields);
  if (given === undefined) return toApprove(visit, 'noCode');
  const attempt = attemptOf(visit, session.userId);
  const found = await parts.signIn.proveFactor(session, given, dynamicLinkingHash, attempt);
  if (found === 'gone') return toPage(visit, 'ended');
  if (found !== 'right') return toApprove(visit, problemWith(given, found));
  return approve(visit, session, { factor: given.factor, dynamicLinkingHash });
}

/** Proof for an approval. The factor is null if the consent has been approved before. */
type GivenProof = Pick<NewApproval, 'factor' | 'dynamicLinkingHash'>;

/**
 * Approves the consent and returns to the TPP. The grant is stored in the session before it is
 * stored with the approval. A second click, another tab or a restart after a crash therefore
 * leads to the same approval.
 */
async function approve(
  visit: InteractionPages,
  session: IdentifiedSession,
  proof: GivenProof,
): Promise<FormResult> {
  const { parts, context, interaction, consent } = visit;
  const { store, interactions, engine } = parts;
  const { userId, account: chosenAccount } = session;
  const user = await visit.user();
  const prepared = session.grantId ?? (await interactions.prepareGrant(consent, userId));
  const grantId = await store.claimGrant(session.hash, prepared);
  const decision = { user, chosenAccount, approval: { grantId }, ...proof };
  const decided = await engine.decideConsent(consent, decision, actOf(visit, userId));
  const isDone = !(decided instanceof Refusal) && decided.status === 'Authorised';
  // The consent may have been approved before with this grant.
  if (!isDone && !(await visit.isApprovedBy(grantId))) return toPage(visit);
  const { incoming, outgoing } = context.env;
  const approval = { userId, grantId };
  const location = await interactions.approve(incoming, outgoing, interaction, approval);
  return { location, newSessionId: null };
}

/** Rejects the consent. No second factor is needed, because nothing is paid. */
async function reject(visit: InteractionPages): Promise<FormResult> {
  const { parts, consent, session } = visit;
  if (session === undefined) return toPage(visit, 'ended');
  const { userId, account: chosenAccount } = session;
  const user = await visit.user();
  const { dynamicLinkingHash } = await visit.summary(session);
  const decision = { user, chosenAccount, approval: null, factor: null, dynamicLinkingHash };
  const decided = await parts.engine.decideConsent(consent, decision, actOf(visit, userId));
  return decided instanceof Refusal ? toPage(visit) : refuse(visit, REJECTED_BY_CUSTOMER);
}

/** Returns to the TPP, with the approval if the consent has been approved. */
async function goBack(visit: InteractionPages): Promise<FormResult> {
  const { session } = visit;
  if (session !== undefined && (await visit.isApproved())) {
    const { dynamicLinkingHash } = await visit.summary(session);
    return approve(visit, session, { factor: null, dynamicLinkingHash });
  }
  const { consent } = visit;
  const isBanks = consent.refusedBy === 'bank';
  const reason = isBanks ? 'The bank refused the payment.' : 'Nothing was approved.';
  return refuse(visit, lapseRefusal(consent) ?? reason, await errorFor(visit));
}

/** Returns the OAuth error for a request that nobody could approve. Otherwise undefined. */
async function errorFor(visit: InteractionPages): Promise<'invalid_request' | undefined> {
  const { parts, consent, session } = visit;
  if (session === undefined || consent.refusedBy === 'customer') return undefined;
  return parts.engine.errorForTpp({ consent, user: await visit.user() }, parts.clock());
}

/** Returns to the TPP with a refusal. The reason is in a URL, so it has no customer data. */
async function refuse(
  { parts, context }: InteractionPages,
  reason: string,
  error?: 'invalid_request',
): Promise<FormResult> {
  const { incoming, outgoing } = context.env;
  const location = await parts.interactions.refuse(incoming, outgoing, reason, error);
  return { location, newSessionId: null };
}

function toPage({ interaction }: InteractionPages, problem?: ProblemName, rest = ''): FormResult {
  const query = problem === undefined ? '' : `?problem=${problem}`;
  return { location: addressOf(interaction.uid, `${rest}${query}`), newSessionId: null };
}

function toApprove(visit: InteractionPages, problem: ProblemName): FormResult {
  return toPage(visit, problem, '/approve');
}

/** Returns the keys for counting failures, with the known-browser token and the actor. */
function attemptOf(visit: InteractionPages, userId: string): Attempt {
  const { consent, interaction } = visit;
  const browserToken = browserTokenIn(visit, userId);
  const act = actOf(visit, userId);
  return { consentId: consent.id, clientId: interaction.clientId, browserToken, act };
}

function actOf({ parts, context }: InteractionPages, userId: string): Act {
  const address = parts.addressOf(context.env.incoming);
  return { at: parts.clock(), by: actorOf({ kind: 'customer', id: userId }, { address }) };
}
