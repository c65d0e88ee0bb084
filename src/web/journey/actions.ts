import type { Attempt } from '../../auth/sign-in/failures.ts';
import { lapseRefusal } from '../../domain/lifecycle/lapse.ts';
import type { NewApproval } from '../../domain/ports/approval-store.ts';
import type { IdentifiedSession } from '../../domain/ports/sign-in-store.ts';
import type { Act } from '../../domain/records/audit.ts';
import { REJECTED_BY_CUSTOMER, type ApprovalSummary } from '../../use-cases/index.ts';
import { expectDefined } from '../../shared/assert.ts';
import { Refusal } from '../../shared/errors.ts';
import { endVisit, visitBank } from '../bank-visit.ts';
import { approvalDetails } from '../components/approval-summary.tsx';
import { isInApp } from '../components/bank-app.tsx';
import { factorIn, factorProblem } from '../components/factor.tsx';
import { actOf, type FormResult } from '../forms.ts';
import { browserTokenIn, type NextSession } from '../session.ts';
import type { ProblemName } from '../problems.ts';
import { addressOf, type Step } from '../page-context.tsx';
import { onlyAccount, type InteractionRequest } from './interaction.ts';

type Fields = URLSearchParams;

const STEPS: Readonly<
  Record<Step, (request: InteractionRequest, fields: Fields) => Promise<FormResult>>
> = {
  password: identify,
  account: chooseAccount,
  approve: submitApproval,
  reject,
  return: goBack,
};

export function isStep(name: string): name is Step {
  return Object.hasOwn(STEPS, name);
}

/** Performs the action of a submitted form. */
export function performStep(
  request: InteractionRequest,
  step: Step,
  fields: Fields,
): Promise<FormResult> {
  return STEPS[step](request, fields);
}

/**
 * Checks the password. The password identifies the customer but approves nothing (docs/decisions,
 * 95).
 */
async function identify(request: InteractionRequest, fields: Fields): Promise<FormResult> {
  const { parts, interaction, browserSessions, browserSession } = request;
  if (parts.bankSignIn !== undefined) return toBank(request);
  const userId = (fields.get('user') ?? '').trim();
  const password = fields.get('password') ?? '';
  if (userId === '') return toPage(request, 'noUser');
  if (password === '') return toPage(request, 'noPassword');
  const act = actOf(request, userId);
  const attempt = { ...attemptOf(request, userId), userId };
  const { id, session, replaces } = browserSessions.next(browserSession, interaction.uid);
  const found = await parts.signIn.identify(session, replaces, attempt, password);
  if (found !== 'right') return toPage(request, found === 'busy' ? 'busy' : 'password');
  return enter(request, userId, { id, session }, act);
}

/**
 * Continues with an identified user in a new session. If the bank would refuse the consent anyway,
 * rejects it at once. The next page shows the reason.
 */
async function enter(
  request: InteractionRequest,
  userId: string,
  { id, session }: Pick<NextSession, 'id' | 'session'>,
  act: Act,
): Promise<FormResult> {
  const { parts, consent, browserSessions } = request;
  const user = expectDefined(await parts.store.findUser(userId), 'the user');
  const refused = await parts.useCases.refuseConsent(consent, { user, chosenAccount: null }, act);
  if (refused === undefined) {
    const choice = await parts.useCases.choiceOfAccount({ consent, user }, parts.clock());
    const only = onlyAccount(choice);
    if (only !== undefined) await browserSessions.chooseAccount(session, only);
  }
  return { ...toPage(request), newSessionId: id };
}

async function chooseAccount(request: InteractionRequest, fields: Fields): Promise<FormResult> {
  const { browserSessions } = request;
  const { session } = request;
  if (session === undefined) return toPage(request, 'ended');
  const choice = await request.choice();
  const chosen = choice?.eligible.find(({ number }) => number === fields.get('account'));
  if (chosen === undefined) return toPage(request, 'account');
  await browserSessions.chooseAccount(session, chosen.number);
  return toPage(request);
}

/**
 * Approves exactly what the page showed. If the amount, the payee or the account has changed since,
 * the second factor is not even checked (dynamic linking: SCA-RTS, article 5).
 */
async function submitApproval(request: InteractionRequest, fields: Fields): Promise<FormResult> {
  const { parts, consent, session } = request;
  if (session === undefined) return toPage(request, 'ended');
  const summary = await request.summary(session);
  const { dynamicLinkingHash, payeeCheck } = summary;
  if (await request.isApproved())
    return approve(request, session, { factor: null, dynamicLinkingHash });
  // No page shows this form in this status, because there is nothing to approve.
  if (consent.status !== 'AwaitingAuthorisation') return toPage(request);
  if (fields.get('linked') !== dynamicLinkingHash) {
    return toPage(request, payeeCheck === null ? 'changed' : 'checkChanged');
  }
  if (session.account === null && (await request.choice()) !== null)
    return toPage(request, 'account');
  if (parts.bankSignIn !== undefined) {
    return toBank(request, { summary, inApp: isInApp(fields) });
  }
  const factorForm = factorIn(fields);
  if (factorForm === undefined) return toApprove(request, 'noCode');
  const attempt = attemptOf(request, session.userId);
  const found = await parts.signIn.proveFactor(session, factorForm, dynamicLinkingHash, attempt);
  if (found === 'gone') return toPage(request, 'ended');
  if (found !== 'right') return toApprove(request, factorProblem(factorForm, found));
  const { factor } = factorForm;
  return approve(request, session, { factor, dynamicLinkingHash, payeeCheck });
}

/** Evidence for an approval. The factor is null if the consent was already approved. */
type ApprovalProof = Pick<NewApproval, 'factor' | 'dynamicLinkingHash' | 'payeeCheck'>;

/**
 * Approves the consent and returns the customer to the TPP. The grant is stored in the session
 * before the approval is stored. Therefore a second click, another tab, or a new attempt after a
 * crash leads to the same approval.
 */
async function approve(
  request: InteractionRequest,
  session: IdentifiedSession,
  proof: ApprovalProof,
): Promise<FormResult> {
  const { parts, context, interaction, consent } = request;
  const { store, interactions, useCases } = parts;
  const { userId, account: chosenAccount } = session;
  const user = await request.user();
  const prepared = session.grantId ?? (await interactions.prepareGrant(consent, userId));
  const grantId = await store.claimGrant(session.hash, prepared);
  const decision = { user, chosenAccount, approval: { grantId }, ...proof };
  const decided = await useCases.decideConsent(consent, decision, actOf(request, userId));
  const isDone = !(decided instanceof Refusal) && decided.status === 'Authorised';
  // The consent may already have been approved with this grant.
  if (!isDone && !(await request.isApprovedBy(grantId))) return toPage(request);
  const { incoming, outgoing } = context.env;
  const approval = { userId, grantId };
  const location = await interactions.approve(incoming, outgoing, interaction, approval);
  return { location };
}

/** Rejects the consent. No second factor is needed, because nothing is paid. */
async function reject(request: InteractionRequest): Promise<FormResult> {
  const { parts, consent, session } = request;
  if (session === undefined) return toPage(request, 'ended');
  const { userId, account: chosenAccount } = session;
  const user = await request.user();
  const { dynamicLinkingHash } = await request.summary(session);
  const decision = { user, chosenAccount, approval: null, factor: null, dynamicLinkingHash };
  const decided = await parts.useCases.decideConsent(consent, decision, actOf(request, userId));
  return decided instanceof Refusal ? toPage(request) : refuse(request, REJECTED_BY_CUSTOMER);
}

/** Returns the customer to the TPP. If the consent was approved, the TPP receives the approval. */
async function goBack(request: InteractionRequest): Promise<FormResult> {
  const { session } = request;
  if (session !== undefined && (await request.isApproved())) {
    const { dynamicLinkingHash } = await request.summary(session);
    return approve(request, session, { factor: null, dynamicLinkingHash });
  }
  const { consent } = request;
  const isByBank = consent.refusedBy === 'bank';
  const reason = isByBank ? 'The bank refused the payment.' : 'Nothing was approved.';
  return refuse(request, lapseRefusal(consent) ?? reason, await errorFor(request));
}

/**
 * Returns the OAuth error for a consent that cannot be approved as requested. Otherwise undefined.
 */
async function errorFor(request: InteractionRequest): Promise<'invalid_request' | undefined> {
  const { parts, consent, session } = request;
  if (session === undefined || consent.refusedBy === 'customer') return undefined;
  return parts.useCases.errorForTpp({ consent, user: await request.user() }, parts.clock());
}

/**
 * Returns the customer to the TPP with a refusal. The reason must not contain data about the
 * customer, because it becomes part of a URL.
 */
async function refuse(
  { parts, context }: InteractionRequest,
  reason: string,
  error?: 'invalid_request',
): Promise<FormResult> {
  const { incoming, outgoing } = context.env;
  const location = await parts.interactions.refuse(incoming, outgoing, reason, error);
  return { location };
}

/**
 * Sends the customer to the bank's provider or its app, to approve exactly this summary. By
 * default, to sign in.
 */
async function toBank(
  request: InteractionRequest,
  approving?: { readonly summary: ApprovalSummary; readonly inApp: boolean },
): Promise<FormResult> {
  const { consent, interaction, pageContext } = request;
  const returnTo = addressOf(interaction.uid);
  const toProblem = (problem: ProblemName) => toPage(request, problem);
  if (approving === undefined) {
    const visit = { approval: null, isStrong: false, inApp: false, returnTo };
    return visitBank(request, interaction.uid, { visit, loginHint: null, toProblem });
  }
  const { summary, inApp } = approving;
  const user = await request.user();
  const details = approvalDetails(
    { provider: pageContext.tpp.name, read: summary },
    summary.dynamicLinkingHash,
  );
  const approval = { userId: user.id, subjectId: consent.id, details };
  const visit = { approval, isStrong: true, inApp, returnTo };
  return visitBank(request, interaction.uid, { visit, loginHint: user.subject, toProblem });
}

function toPage({ interaction }: InteractionRequest, problem?: ProblemName, rest = ''): FormResult {
  const query = problem === undefined ? '' : `?problem=${problem}`;
  return { location: addressOf(interaction.uid, `${rest}${query}`) };
}

function toApprove(request: InteractionRequest, problem: ProblemName): FormResult {
  return toPage(request, problem, '/approve');
}

/**
 * Returns the data for counting failed attempts: the keys, the known-browser token and the actor.
 */
function attemptOf(request: InteractionRequest, userId: string): Attempt {
  const { consent, interaction } = request;
  const browserToken = browserTokenIn(request, userId);
  const act = actOf(request, userId);
  return { consentId: consent.id, clientId: interaction.clientId, browserToken, act };
}

/**
 * Continues the interaction of a customer who came back from the bank's OpenID Provider, or who
 * answered in the bank's app. An approval counts only for exactly what the page showed, and only in
 * the session that began it.
 */
export async function returnFromBank(request: InteractionRequest): Promise<FormResult> {
  const { parts, interaction, consent, browserSessions, browserSession, session } = request;
  const returned = await endVisit(request, interaction.uid, (problem) => toPage(request, problem));
  if ('location' in returned) return returned;
  const { visit, userId, evidence } = returned;
  const act = actOf(request, userId);
  const now = parts.machineClock();
  const { approval } = visit;
  if (approval === null) {
    const { id, session: begun, replaces } = browserSessions.next(browserSession, interaction.uid);
    const user = { userId, evidence };
    await parts.store.beginProvenSession(begun, 'identified', user, replaces, act, now);
    return enter(request, userId, { id, session: begun }, act);
  }
  if (session === undefined) return toPage(request, 'ended');
  const { dynamicLinkingHash, payeeCheck } = await request.summary(session);
  if (consent.status !== 'AwaitingAuthorisation') return toPage(request);
  if (approval.details.linked_to !== dynamicLinkingHash) {
    return toPage(request, payeeCheck === null ? 'changed' : 'checkChanged');
  }
  const taken = { hash: session.hash, userId, dynamicLinkingHash, evidence };
  if (!(await parts.store.takeProvenApproval(taken, act, now))) return toPage(request, 'ended');
  return approve(request, session, { factor: 'provider', dynamicLinkingHash, payeeCheck });
}
