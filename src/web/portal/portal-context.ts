import { hash } from 'node:crypto';
import type { SignedInSession } from '../../domain/ports/sign-in-store.ts';
import { actorOf, type Act } from '../../domain/records/audit.ts';
import type { User } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import { problemNamed, type ProblemName } from '../problems.ts';
import { formTokenOf, OWN, type BrowserSession, type BrowserSessions } from '../session.ts';
import type { RequestContext, PagesParts } from '../journey/interaction.ts';

/** What every page of a customer's own is made of. */
export interface PortalContext {
  readonly bankName: string;
  /** The token that goes with every form. */
  readonly formToken: string;
  readonly problem: ProblemName | undefined;
  /** The address of the page, without what is asked of it: where a sign-in leads. */
  readonly path: string;
}

/** A request at the customer's own pages, whoever it is. */
export interface Caller {
  readonly parts: PagesParts;
  readonly context: RequestContext;
  readonly browserSessions: BrowserSessions;
  readonly browserSession: BrowserSession;
  readonly pageContext: PortalContext;
}

/** A request of a customer who has signed in. */
export interface PortalSession extends Caller {
  readonly session: SignedInSession;
  readonly user: User;
}

/** What came of a form: where the browser goes, and under which new id if it gets one. */
export interface PortalFormResult {
  readonly location: string;
  readonly newSessionId: string | null;
  /** The value of a further Set-Cookie header. */
  readonly setCookie?: string;
}

/** What comes of a form once the session is over. */
export const SIGNED_OUT: PortalFormResult = {
  location: '/my?problem=ownEnded',
  newSessionId: null,
};

/** An address of these pages, and nothing else that somebody could have sent a browser to. */
const PORTAL_PATH = /^\/my(?:\/[\w-]{1,64}){0,4}$/;

/** Ids of payments and permissions; such an id needs no escaping in an address. */
const ID = /^[\w-]{1,64}$/;

/** Returns whether the id in the address, if there is one, is one that the bank could have made. */
export function isPossibleId({ context }: Pick<Caller, 'context'>): boolean {
  const id = context.req.param('id');
  return id === undefined || ID.test(id);
}

/** Where a form leads back to; the first page where it names none of ours. */
export function portalPath(named: string | null): string {
  return named !== null && PORTAL_PATH.test(named) ? named : '/my';
}

/** The request, with the session that its cookie names. */
export async function callerOf(
  parts: PagesParts,
  browserSessions: BrowserSessions,
  context: RequestContext,
): Promise<Caller> {
  const browserSession = await browserSessions.of(context, OWN);
  const pageContext: PortalContext = {
    bankName: parts.bankName,
    formToken: formTokenOf(browserSession),
    problem:
      problemNamed(context.req.query('problem')) ??
      (browserSession.isOver ? 'ownEnded' : undefined),
    path: portalPath(context.req.path),
  };
  return { parts, context, browserSessions, browserSession, pageContext };
}

/** The customer whose both factors were right; undefined before. */
export async function portalSessionOf(caller: Caller): Promise<PortalSession | undefined> {
  const { customer } = caller.browserSession;
  if (customer?.stage !== 'signedIn') return undefined;
  const user = expectDefined(await caller.parts.store.findUser(customer.userId), 'the user');
  caller.context.env.recognise(user.id);
  return { ...caller, session: customer, user };
}

/** What somebody does at these pages, for the audit log. */
export function actOf({ parts, context }: Caller, userId: string): Act {
  const address = parts.addressOf(context.env.incoming);
  return { at: parts.clock(), by: actorOf({ kind: 'customer', id: userId }, { address }) };
}

/**
 * What failures are counted by, besides the address: whoever it is that somebody tries to be. A
 * name that nobody has may be a password in the wrong field, and so it is not kept itself.
 */
export function attemptsOf(userName: string): string {
  return `${OWN} ${hash('sha256', userName)}`;
}
