import { hash } from 'node:crypto';
import type { EndedVisit, Visit } from '../auth/identity-provider/bank-sign-in.ts';
import { NotProven } from '../auth/identity-provider/provider.ts';
import type { ProvenUser } from '../domain/ports/proven-sign-in-store.ts';
import { UNKNOWN_USER } from '../domain/records/audit.ts';
import { expectDefined } from '../shared/assert.ts';
import { actOf, type FormResult } from './forms.ts';
import type { PagesParts, RequestContext } from './journey/interaction.ts';
import type { ProblemName } from './problems.ts';
import type { BrowserSession } from './session.ts';

/** A request of a customer who signs in at the bank's OpenID Provider. */
interface Visitor {
  readonly parts: PagesParts;
  readonly context: RequestContext;
  readonly browserSession: BrowserSession;
}

interface VisitOptions {
  readonly visit: Visit;
  /** The subject that the provider should suggest. Null if it is not known. */
  readonly loginHint: string | null;
  /** Returns the page that shows a problem. */
  readonly toProblem: (problem: ProblemName) => FormResult;
}

/** Redirects the customer to the bank's provider. If it is away, nothing else happens. */
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
    return toProblem('bankAway');
  }
}

/** A customer who came back from the provider, which proved what was wanted. */
interface Returned extends ProvenUser {
  readonly visit: EndedVisit;
}

const PROBLEMS: Partial<Record<NotProven['reason'], ProblemName>> = {
  away: 'bankAway',
  declined: 'bankDeclined',
};

/**
 * Ends a visit to the bank's provider. Returns the problem if the provider did not prove the
 * sign-in or the approval. An approval must be by the user for whom it began.
 */
export async function endVisit(
  visitor: Visitor,
  uid: string,
): Promise<Returned | { readonly problem: ProblemName; readonly visit?: EndedVisit }> {
  const { parts, context, browserSession } = visitor;
  const { store, bankSignIn, observe } = parts;
  const { search } = new URL(context.req.url);
  const browser = { uid, sessionId: browserSession.id };
  const visit = await bankSignIn?.end(browser, search);
  if (visit === undefined) return { problem: 'bankVisitOver' };
  const { approval, proven } = visit;
  const refuse = async (reason: string, problem: ProblemName) => {
    const subject = approval?.userId ?? UNKNOWN_USER;
    const entry = { action: 'signInFailed', subject, detail: { provider: reason } } as const;
    await store.record(actOf(visitor, subject), entry);
    return { problem, visit };
  };
  if (proven === null) {
    const error = expectDefined(visit.error, 'the reason');
    if (error.reason !== 'declined') {
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
