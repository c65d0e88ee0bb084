import type { WantedApproval } from '../../auth/identity-provider/visits.ts';
import type { RichText } from '../../domain/messages/rich-text.ts';
import type { NewApproval } from '../../domain/ports/approval-store.ts';
import type { ProvenUser } from '../../domain/ports/proven-sign-in-store.ts';
import type { Payment } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import { Refusal } from '../../shared/errors.ts';
import type { WaitingReview } from '../../use-cases/index.ts';
import { visitBank } from '../bank-visit.ts';
import { approvalDetails } from '../components/approval-summary.tsx';
import { isInApp } from '../components/bank-app.tsx';
import { factorIn, factorProblem } from '../components/factor.tsx';
import { actOf, type FormResult } from '../forms.ts';
import { requestingTppOf } from '../journey/requesting-tpp.ts';
import type { ProblemName } from '../problems.ts';
import { PORTAL_UID } from '../session.ts';
import {
  attemptsOf,
  SIGNED_OUT,
  type PortalContext,
  type SignedInRequest,
} from './portal-context.ts';

/** Data for pages about a payment that needs or needed several approvals. */
export interface PendingApproval {
  readonly pageContext: PortalContext;
  readonly review: WaitingReview;
  readonly provider: RichText;
}

/** `retry`: asks again about names that could not be checked. */
interface ReadOptions {
  readonly id?: string;
  readonly retry?: boolean;
}

/** Reads a payment that needs or needed several approvals. By default, that of the address. */
export async function readPendingApproval(
  request: SignedInRequest,
  { id = request.context.req.param('id') ?? '', retry = false }: ReadOptions = {},
): Promise<PendingApproval | undefined> {
  const { parts, user, pageContext } = request;
  const review = await parts.useCases.reviewWaiting(id, user, parts.clock(), { retry });
  if (review === undefined) return undefined;
  const { name } = await requestingTppOf(parts.store, review.payment.clientId);
  return { pageContext, review, provider: name };
}

/** Returns the problem to show if what the page showed has changed. */
function changedIn({ review }: PendingApproval): ProblemName {
  return review.read.payeeCheck === null ? 'changed' : 'checkChanged';
}

/** Returns true if the user can still decide. */
export function isOpen({ approval, own }: WaitingReview): boolean {
  return approval.status === 'waiting' && own === undefined;
}

/**
 * Approves exactly what the page showed. If the amount, the payee or the account has changed since,
 * the second factor is not even checked.
 */
export async function submitApproval(
  request: SignedInRequest,
  fields: URLSearchParams,
): Promise<FormResult> {
  const { parts, user } = request;
  const pending = await readPendingApproval(request);
  if (pending === undefined || !isOpen(pending.review)) return backTo(request);
  const { payment, dynamicLinkingHash } = pending.review;
  const { payeeCheck } = pending.review.read;
  if (fields.get('linked') !== dynamicLinkingHash) return backTo(request, '', changedIn(pending));
  if (parts.bankSignIn !== undefined) return toBank(request, pending, isInApp(fields));
  const factorForm = factorIn(fields);
  if (factorForm === undefined) return backTo(request, '/approve', 'noCode');
  const act = actOf(request, user.id);
  const attempt = { consentId: attemptsOf(user.id), act };
  const found = await parts.signIn.proveFactor(
    request.session,
    factorForm,
    dynamicLinkingHash,
    attempt,
  );
  if (found === 'gone') return SIGNED_OUT;
  if (found !== 'right') return backTo(request, '/approve', factorProblem(factorForm, found));
  const { factor } = factorForm;
  return approve(request, payment, { factor, dynamicLinkingHash, payeeCheck });
}

async function approve(
  request: SignedInRequest,
  payment: Payment,
  proof: Pick<NewApproval, 'factor' | 'dynamicLinkingHash' | 'payeeCheck'>,
): Promise<FormResult> {
  const { parts, user } = request;
  const decision = { user, decision: 'approve', ...proof } as const;
  const approved = await parts.useCases.approvePayment(payment, decision, actOf(request, user.id));
  // After the last approval, the payment may be due at once.
  if (!(approved instanceof Refusal)) parts.runner.wake();
  return { location: approvalPath(payment.id) };
}

/** Sends the user to the bank's provider or its app, to approve exactly what the page showed. */
function toBank(
  request: SignedInRequest,
  { review, provider }: PendingApproval,
  inApp: boolean,
): Promise<FormResult> {
  const { user } = request;
  const { payment, dynamicLinkingHash, read } = review;
  const details = approvalDetails({ provider, read }, dynamicLinkingHash);
  const approval = { userId: user.id, subjectId: payment.id, details };
  return visitBank(request, PORTAL_UID, {
    visit: { approval, isStrong: true, inApp, returnTo: approvalPath(payment.id) },
    loginHint: user.subject,
    toProblem: (problem) => backTo(request, '', problem),
  });
}

/**
 * Stores an approval that the bank's provider proved. It counts only for exactly what the page
 * showed, and only in the session that began it.
 */
export async function submitProvenApproval(
  request: SignedInRequest,
  { userId, evidence }: ProvenUser,
  { subjectId, details }: WantedApproval,
): Promise<FormResult> {
  const { parts, session, user } = request;
  const pending = await readPendingApproval(request, { id: subjectId });
  const back = (problem?: ProblemName) => ({ location: approvalPath(subjectId, problem) });
  if (pending === undefined || !isOpen(pending.review)) return back();
  const { payment, dynamicLinkingHash } = pending.review;
  const { payeeCheck } = pending.review.read;
  if (details.linked_to !== dynamicLinkingHash) return back(changedIn(pending));
  const act = actOf(request, user.id);
  const proof = { hash: session.hash, userId, dynamicLinkingHash, evidence };
  const now = parts.machineClock();
  if (!(await parts.store.takeProvenApproval(proof, act, now))) return SIGNED_OUT;
  return approve(request, payment, { factor: 'provider', dynamicLinkingHash, payeeCheck });
}

/** Rejects the payment. No second factor is needed, because nothing is paid. */
export async function submitRejection(request: SignedInRequest): Promise<FormResult> {
  const { parts, user } = request;
  const pending = await readPendingApproval(request);
  if (pending === undefined || !isOpen(pending.review)) return backTo(request);
  const { payment, dynamicLinkingHash } = pending.review;
  const decision = { user, decision: 'reject', factor: null, dynamicLinkingHash } as const;
  await parts.useCases.approvePayment(payment, decision, actOf(request, user.id));
  return backTo(request);
}

/** Redirects to the page about this approval, which shows the current status of the payment. */
function backTo({ context }: SignedInRequest, rest = '', problem?: ProblemName): FormResult {
  const id = expectDefined(context.req.param('id'), 'the id of the payment');
  return { location: approvalPath(`${encodeURIComponent(id)}${rest}`, problem) };
}

function approvalPath(id: string, problem?: ProblemName): string {
  return `/my/approvals/${id}${problem === undefined ? '' : `?problem=${problem}`}`;
}
