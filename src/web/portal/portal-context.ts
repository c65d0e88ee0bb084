import { hash } from 'node:crypto';
import type { SignedInSession } from '../../domain/ports/sign-in-store.ts';
import type { User } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { FormResult } from '../forms.ts';
import { problemNamed, type ProblemName } from '../problems.ts';
import { formTokenOf, PORTAL_UID, type BrowserSession, type BrowserSessions } from '../session.ts';
import type { RequestContext, PagesParts } from '../journey/interaction.ts';

/** Data that every page of the portal needs. */
export interface PortalContext {
  readonly bankName: string;
  /** CSRF token that every form contains. */
  readonly formToken: string;
  readonly problem: ProblemName | undefined;
  /** Path of the page without its query. After signing in, the customer returns to it. */
  readonly path: string;
}

/** A request to the portal. The customer may or may not be signed in. */
export interface PortalRequest {
  readonly parts: PagesParts;
  readonly context: RequestContext;
  readonly browserSessions: BrowserSessions;
  readonly browserSession: BrowserSession;
  readonly pageContext: PortalContext;
}

/** A request to the portal from a signed-in customer. */
export interface SignedInRequest extends PortalRequest {
  readonly session: SignedInSession;
  readonly user: User;
}

/** Result of every form if the session has ended. It redirects to the sign-in page. */
export const SIGNED_OUT: FormResult = { location: '/my?problem=portalEnded' };

/**
 * Format of the portal's paths. After signing in, the customer is redirected only to such a path.
 * This prevents open redirects.
 */
const PORTAL_PATH = /^\/my(?:\/[\w-]{1,64}){0,4}$/;

/**
 * Format of the ids of payments and permissions. An id in this format needs no escaping in a URL.
 */
const ID = /^[\w-]{1,64}$/;

/** Returns false if the id in the address has a format that the bank does not use. */
export function isPossibleId({ context }: Pick<PortalRequest, 'context'>): boolean {
  const id = context.req.param('id');
  return id === undefined || ID.test(id);
}

/** Returns the path if it belongs to the portal, otherwise the start page of the portal. */
export function portalPath(path: string | null): string {
  return path !== null && PORTAL_PATH.test(path) ? path : '/my';
}

/** Creates the portal request. Its session is found by the cookie. */
export async function portalRequestOf(
  parts: PagesParts,
  browserSessions: BrowserSessions,
  context: RequestContext,
): Promise<PortalRequest> {
  const browserSession = await browserSessions.of(context, PORTAL_UID);
  const pageContext: PortalContext = {
    bankName: parts.bankName,
    formToken: formTokenOf(browserSession),
    problem:
      problemNamed(context.req.query('problem')) ??
      (browserSession.isOver ? 'portalEnded' : undefined),
    path: portalPath(context.req.path),
  };
  return { parts, context, browserSessions, browserSession, pageContext };
}

/** Returns the request of a customer who has passed both factors. Undefined before that. */
export async function signedInRequestOf(
  request: PortalRequest,
): Promise<SignedInRequest | undefined> {
  const { customer } = request.browserSession;
  if (customer?.stage !== 'signedIn') return undefined;
  const user = expectDefined(await request.parts.store.findUser(customer.userId), 'the user');
  request.context.env.recognise(user.id);
  return { ...request, session: customer, user };
}

/**
 * Returns the key under which failed sign-ins of a user name are counted. The key contains a hash
 * of the name, because an unknown name may be a password that was typed into the wrong field.
 */
export function attemptsOf(userName: string): string {
  return `${PORTAL_UID} ${hash('sha256', userName)}`;
}
