import { hash } from 'node:crypto';
import type { EndedVisit, Waiting } from '../auth/identity-provider/bank-sign-in.ts';
import { NotProven } from '../auth/identity-provider/not-proven.ts';
import type { Visit } from '../auth/identity-provider/visits.ts';
import type { ProvenUser } from '../domain/ports/proven-sign-in-store.ts';
import { UNKNOWN_USER } from '../domain/records/audit.ts';
import { expectDefined } from '../shared/assert.ts';
import { actOf, type FormResult } from './forms.ts';
import type { PagesParts, RequestContext } from './journey/interaction.ts';
import { addressOf } from './page-context.tsx';
import type { ProblemName } from './problems.ts';
import { PORTAL_UID, type BrowserSession } from './session.ts';

/** A request of a customer who signs in at the bank's OpenID Provider. */
interface Visitor {
  readonly parts: PagesParts;
  readonly context: RequestContext;
  readonly browserSession: BrowserSession;
}

/** Problems of the beginning of a visit. Others are those of a provider that refuses a request. */
const BEGIN_PROBLEMS: Partial<Record<NotProven['reason'], ProblemName>> = {
  away: 'bankAway',
  tooMany: 'bankTooMany',
};

interface VisitOptions {
  readonly visit: Visit;
  /** The subject that the provider should suggest. Null if it is not known. */
  readonly loginHint: string | null;
  /** Returns the page that shows a problem. */
  readonly toProblem: (problem: ProblemName) => FormResult;
}

/**
 * Redirects the customer to the bank's provider, or to the page that waits for the bank's app. If
 * the provider is away or cannot ask in the app, nothing else happens.
 */
export async function visitBank(
  { parts, browserSession }: Visitor,
  uid: string,
  { visit, loginHint, toProblem }: VisitOptions,
): Promise<FormResult> {
  const bankSignIn = expectDefined(parts.bankSignIn, "the bank's sign-in");
  try {
    const browser = { uid, sessionId: browserSession.id };
    return { location: await bankSignIn.begin(browser, visit, loginHint) };
  } catch (error) {
    if (!(error instanceof NotProven)) throw error;
    parts.observe({ kind: 'failure', what: "the bank's OpenID Provider", error });
    return toProblem(BEGIN_PROBLEMS[error.reason] ?? 'bankNoApp');
  }
}

/** A customer who came back from the provider, with the sign-in or the approval that it proved. */
interface Returned extends ProvenUser {
  readonly visit: EndedVisit;
}

const PROBLEMS: Partial<Record<NotProven['reason'], ProblemName>> = {
  away: 'bankAway',
  declined: 'bankDeclined',
  expired: 'bankExpired',
};

/**
 * Ends a visit to the bank's provider. Returns another page if the provider did not prove the
 * sign-in or the approval, or if the customer has not answered in the bank's app yet. An approval
 * must be by the user for whom it began.
 *
 * @param toProblem returns the page that shows a problem. The visit is undefined if it is unknown
 */
export async function endVisit(
  visitor: Visitor,
  uid: string,
  toProblem: (problem: ProblemName, visit?: EndedVisit) => FormResult,
): Promise<Returned | FormResult> {
  const { parts, context, browserSession } = visitor;
  const { store, bankSignIn, observe } = parts;
  const { search } = new URL(context.req.url);
  const browser = { uid, sessionId: browserSession.id };
  const visit = await bankSignIn?.end(browser, search);
  if (visit === undefined) return toProblem('bankVisitOver');
  if ('waitAt' in visit) {
    const { waitAt, error } = visit;
    if (error === null) return { location: waitAt };
    observe({ kind: 'failure', what: "the bank's OpenID Provider", error });
    return { location: `${waitAt}&problem=bankAway` };
  }
  const { approval, proven } = visit;
  const refuse = async (reason: string, problem: ProblemName) => {
    const subject = approval?.userId ?? UNKNOWN_USER;
    const entry = { action: 'signInFailed', subject, detail: { provider: reason } } as const;
    await store.record(actOf(visitor, subject), entry);
    return toProblem(problem, visit);
  };
  if (proven === null) {
    const error = expectDefined(visit.error, 'the reason');
    if (error.reason !== 'declined' && error.reason !== 'expired') {
      observe({ kind: 'failure', what: "the bank's OpenID Provider", error });
    }
    return refuse(error.reason, PROBLEMS[error.reason] ?? 'bankUnproven');
  }
  const userId = await store.findUserBySubject(proven.subject);
  if (userId === undefined) return refuse('unknownSubject', 'bankUnknown');
  if (approval !== null && approval.userId !== userId) return refuse('subject', 'bankUnproven');
  // Only a digest of the ID token is stored, because the token may contain personal data.
  const { acr, authTime, idToken } = proven;
  return { visit, userId, evidence: { acr, authTime, idToken: hash('sha256', idToken) } };
}

/** Returns the page that ends a visit, whose query contains the `state`. */
export function returnPathOf(uid: string, search: string): string {
  return `${uid === PORTAL_UID ? '/my' : addressOf(uid)}/signed-in${search}`;
}

/** The content of a page that waits for the bank's app. */
export interface WaitingPart extends Waiting {
  /** Path that asks for the answer. */
  readonly askAt: string;
}

/**
 * Returns the content of the page that waits for the bank's app. The browser asks for the answer
 * after the interval. Undefined if no approval waits in this browser.
 */
export async function waitForApp(
  { parts, context, browserSession }: Visitor,
  uid: string,
): Promise<WaitingPart | undefined> {
  const { pathname, search } = new URL(context.req.url);
  const browser = { uid, sessionId: browserSession.id };
  const waiting = await parts.bankSignIn?.waiting(browser, search);
  // The page of another payment must not show the code of this one.
  if (waiting?.waitAt !== pathname) return undefined;
  const state = context.req.query('state') ?? '';
  const askAt = returnPathOf(uid, `?${new URLSearchParams({ state }).toString()}`);
  context.header('refresh', `${String(waiting.intervalSeconds)}; url=${askAt}`);
  return { ...waiting, askAt };
}
