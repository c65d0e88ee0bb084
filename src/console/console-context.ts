import type { OperatorSignIn } from '../auth/operators/operator-sign-in.ts';
import { actBy } from '../auth/operators/operator-sign-in.ts';
import type { OperatorProviderSignIn } from '../auth/operators/provider-sign-in.ts';
import type { Holidays } from '../domain/ports/bank.ts';
import type { ActionResult } from '../domain/records/action-proposals.ts';
import type { Act } from '../domain/records/audit.ts';
import type { ServiceReport } from '../domain/records/service-report.ts';
import type { PaymentTimeline } from '../domain/records/payment-timeline.ts';
import {
  hasRole,
  type Operator,
  type OperatorRole,
  type OperatorSession,
} from '../domain/records/operators.ts';
import type { Instant } from '../shared/time.ts';
import type { PageBody } from '../web/components/layout.tsx';
import type { FormResult, Fields } from '../web/forms.ts';
import type { PagesParts, RequestContext } from '../web/journey/interaction.ts';
import type { FormProblem } from '../web/problems.ts';
import { formTokenOf, hashOf, isSessionId } from '../web/session.ts';
import { RETURN_PATH } from './paths.ts';
import { problemNamed, type ConsoleProblem } from './problems.ts';
import { cookieIn, idleEnd } from './session.ts';
import { updateOf, type Update } from './updates.ts';

/** A certificate that the service uses, and the end of its validity. */
export interface CertificateExpiry {
  /** The connection that uses the certificate, for example the payment hub. */
  readonly name: string;
  /** Null if the file cannot be read. */
  readonly expiresAt: Instant | null;
}

export interface ConsoleParts extends Omit<
  PagesParts,
  'workers' | 'interactions' | 'signIn' | 'bankSignIn' | 'passkeys'
> {
  readonly signIn: OperatorSignIn;
  /** True if operators can sign in with passkeys. */
  readonly hasPasskeys: boolean;
  /** The sign-in at the bank's OpenID Provider. Null if there is none. */
  readonly provider: OperatorProviderSignIn | null;
  /** Returns what happened to a payment, or why there is nothing to show. */
  readonly timelineOf: (
    id: string,
    row: number | null,
  ) => Promise<PaymentTimeline | 'unknownId' | 'unknownRow'>;
  /** Returns the case file of a payment. Records the export in the audit log. */
  readonly exportCase: (
    id: string,
    row: number | null,
    act: Act,
  ) => Promise<Uint8Array | 'unknownId' | 'unknownRow'>;
  /** Performs an action that another operator proposed. */
  readonly confirmAction: (id: number, act: Act) => Promise<ActionResult>;
  readonly holidays: Holidays;
  /** Connections of this service to other systems of the bank. */
  readonly uses: {
    readonly hub: boolean;
    readonly core: boolean;
    readonly screening: boolean;
  };
  readonly certificates: () => readonly CertificateExpiry[];
  readonly serviceReport: () => ServiceReport;
  /** Serves the JSON API below `/api`. Null if it is off. */
  readonly api: {
    readonly fetch: (request: Request, env: object) => Response | Promise<Response>;
  } | null;
}

/** A link of the navigation. */
export interface NavigationLink {
  readonly path: string;
  readonly name: string;
}

/** Data that every page of the console needs. */
export interface PageContext {
  readonly bankName: string;
  /** CSRF token that every form contains. */
  readonly formToken: string;
  readonly problem: FormProblem | undefined;
  /** Path of the page without its query. After signing in, the operator returns to it. */
  readonly path: string;
}

/** A request to the console. The operator may or may not be signed in. */
export interface ConsoleRequest {
  readonly parts: ConsoleParts;
  readonly context: RequestContext;
  /** The value of the session cookie: a session id, or a visit before the sign-in. */
  readonly browserSession: { readonly id: string; readonly isNew: boolean };
  readonly pageContext: PageContext;
  /** An update of an open page does not count as activity of the operator. */
  readonly update: Update;
  /** Undefined if the operator is not signed in. */
  readonly signedIn: { readonly operator: Operator; readonly session: OperatorSession } | undefined;
}

/** A request of a signed-in operator. */
export interface OperatorRequest extends ConsoleRequest {
  readonly operator: Operator;
  /** Links to the pages that the operator may open. */
  readonly navigation: readonly NavigationLink[];
  /** Path of the form that searches payments. Undefined if there is none. */
  readonly searchPath: string | undefined;
}

/** A page of the console. */
export interface Page {
  readonly role: OperatorRole;
  /** Returns undefined if there is nothing at the address. */
  readonly show: (request: OperatorRequest) => Promise<PageBody | undefined>;
  /**
   * Returns values that change if the content changes, with fewer queries than `show`. An update of
   * an open page with the same values is answered without rendering it.
   */
  readonly version?: (request: OperatorRequest) => Promise<unknown>;
}

/** A form that changes something and then redirects. */
export interface Form {
  readonly role: OperatorRole;
  readonly submit: (request: OperatorRequest, fields: Fields) => Promise<FormResult>;
}

/**
 * A form that changes nothing. Its answer is a page or a file, so that no address contains its
 * fields.
 */
export interface Search {
  readonly role: OperatorRole;
  readonly show: (request: OperatorRequest, fields: Fields) => Promise<PageBody | Response>;
}

/** Thrown if an operator does not have the role that a page or a form needs. */
export class RoleMissing extends Error {
  override readonly name = 'RoleMissing';
  readonly role: OperatorRole;

  constructor(role: OperatorRole) {
    super(`The role ${role} is needed.`);
    this.role = role;
  }
}

/** Throws RoleMissing, which is answered with a page, if the operator does not have the role. */
export function requireRole({ operator }: Pick<OperatorRequest, 'operator'>, role: OperatorRole) {
  if (!hasRole(operator, role)) throw new RoleMissing(role);
}

/** Reasons why a page does not exist, with a text of their own (pages/outside.tsx). */
export type MissingReason =
  'unknownPayment' | 'unknownRow' | 'noFile' | 'unknownTpp' | 'unknownAccount' | 'unknownCustomer';

/** Thrown if an address names an unknown record. It is answered with a page and status 404. */
export class RecordMissing extends Error {
  override readonly name = 'RecordMissing';
  readonly reason: MissingReason;

  constructor(reason: MissingReason) {
    super(`The record does not exist: ${reason}.`);
    this.reason = reason;
  }
}

/** Format of the console's paths, to which an operator returns after signing in. */
const PATH = /^\/(?:[\w-]{1,64}(?:\/[\w-]{1,64}){0,3})?$/;

/** Returns the path if it belongs to the console, otherwise the start page. */
export function consolePath(path: string | null): string {
  return path !== null && PATH.test(path) ? path : '/';
}

/** Returns the result of a form that failed. It redirects to a page that shows the problem. */
export function problemAt(path: string, problem: ConsoleProblem): FormResult {
  return { location: `${path}?problem=${problem}` };
}

/**
 * Creates the request of the console. Its session is found by the cookie, and extended unless the
 * request is an update.
 */
export async function consoleRequestOf(
  parts: ConsoleParts,
  context: RequestContext,
): Promise<ConsoleRequest> {
  const cookie = cookieIn(context, parts.origin);
  const update = updateOf(context, cookie);
  const signedIn = await signedInOf(parts, cookie, update);
  if (signedIn !== undefined) context.env.recognise(signedIn.operator.id);
  const isForm = context.req.method === 'POST' || context.req.path === RETURN_PATH;
  const isVisit = isForm ? parts.signIn.isOpen(cookie) : parts.signIn.isFresh(cookie);
  const isKept = signedIn !== undefined || isVisit;
  const isOver = signedIn === undefined && isSessionId(cookie);
  const browserSession = isKept
    ? { id: cookie, isNew: false }
    : { id: parts.signIn.newVisit(), isNew: true };
  const problem = problemNamed(context.req.query('problem') ?? (isOver ? 'ended' : undefined));
  const pageContext: PageContext = {
    bankName: parts.bankName,
    formToken: formTokenOf(browserSession),
    problem,
    path: consolePath(context.req.path),
  };
  return { parts, context, browserSession, pageContext, update, signedIn };
}

/**
 * Returns the session with its operator, as both are stored now, so that an ended operator or role
 * has no effect any more. Undefined if the session has ended.
 */
async function signedInOf({ store, machineClock }: ConsoleParts, cookie: string, update: Update) {
  if (!isSessionId(cookie)) return undefined;
  const found = await store.findOperatorSession(hashOf(cookie));
  if (found === undefined) return undefined;
  const now = machineClock();
  if (Math.min(found.session.activeUntil, found.session.expiresAt) <= now) return undefined;
  if (update === 'none') await store.keepOperatorActive(found.session.hash, idleEnd(now));
  return found;
}

/** Returns the time and the actor of an operator's action, as the audit log records them. */
export function actOf({ parts, context, operator }: OperatorRequest): Act {
  return actBy(parts.clock(), operator.id, { address: parts.addressOf(context.env.incoming) });
}
