import { Hono } from 'hono';
import {
  StoreUnavailable,
  SystemUnavailable,
  WorkersBusy,
} from '../domain/ports/storage-errors.ts';
import { hasRole, type OperatorRole } from '../domain/records/operators.ts';
import { serveAssets } from '../web/assets/serve.ts';
import { wholePage, type PageBody } from '../web/components/layout.tsx';
import { FormResponses } from '../web/form-responses.ts';
import { answerForm, limitForms, type FormResult } from '../web/forms.ts';
import { contentSecurityPolicy, secureHeaders } from '../web/headers.ts';
import type { Pages, RequestContext } from '../web/journey/interaction.ts';
import { isFormTokenOf } from '../web/session.ts';
import {
  consoleRequestOf,
  problemAt,
  RecordMissing,
  requireRole,
  RoleMissing,
  type ConsoleParts,
  type ConsoleRequest,
  type Form,
  type OperatorRequest,
} from './console-context.ts';
import type { Download } from './csv.tsx';
import { ArrivalPage, FAILURES, FailurePage } from './pages/outside.tsx';
import { sendAudit, showAudit } from './pages/audit.tsx';
import { LIST_DOWNLOADS } from './pages/lists.ts';
import { searchRows, sendRows, showRows } from './pages/payments/file-rows.tsx';
import { CASE_PATH, sendCase } from './pages/payments/case-file.ts';
import { showPayment } from './pages/payments/payment.tsx';
import { SEARCH_PATH, showSearch, submitSearch } from './pages/payments/payments.tsx';
import { showSchemes } from './pages/schemes.tsx';
import { ACTION_FORMS, ACTIONS_PATH, FACTS_PATH } from './pages/actions/action-forms.ts';
import { showActions, showFacts } from './pages/actions/actions.tsx';
import { DECISION_FORMS } from './pages/actions/decision-forms.ts';
import { showDecisions } from './pages/actions/decisions.tsx';
import { showToday } from './pages/today.tsx';
import { showWork, submitRetry } from './pages/actions/work.tsx';
import { SIGN_OUT_PATH } from './page.tsx';
import { cookieOf } from './session.ts';
import {
  showEnrolment,
  showSignIn,
  SIGN_IN_PATH,
  signOut,
  submitEnrolment,
  submitSignIn,
} from './sign-in.tsx';

/** A page of the console. `show` returns undefined if there is nothing at the address. */
interface Page {
  readonly role: OperatorRole;
  readonly show: (request: OperatorRequest) => Promise<PageBody | undefined>;
}

/**
 * A form that changes nothing. Its answer is a page or a file, so that no address contains its
 * fields.
 */
interface Search {
  readonly role: OperatorRole;
  readonly show: (
    request: OperatorRequest,
    fields: URLSearchParams,
  ) => Promise<PageBody | Response>;
}

const PAGES: Readonly<Record<string, Page>> = {
  '/': { role: 'read', show: showToday },
  [SEARCH_PATH]: { role: 'read', show: showSearch },
  '/payments/:id': { role: 'read', show: showPayment },
  '/payments/:id/rows': { role: 'read', show: showRows },
  '/work': { role: 'read', show: showWork },
  '/schemes': { role: 'read', show: showSchemes },
  '/audit': { role: 'read', show: showAudit },
  [ACTIONS_PATH]: { role: 'read', show: showActions },
  '/decisions': { role: 'read', show: showDecisions },
};

const DOWNLOADS: Readonly<Record<string, Download>> = {
  '/payments/:id/rows/csv': { role: 'read', send: sendRows },
  [CASE_PATH]: { role: 'operate', send: sendCase },
  '/audit/csv': { role: 'read', send: sendAudit },
  ...LIST_DOWNLOADS,
};

const FORMS: Readonly<Record<string, Form>> = {
  [SIGN_OUT_PATH]: { role: 'read', submit: signOut },
  '/work/retry': { role: 'operate', submit: submitRetry },
  ...DECISION_FORMS,
  ...ACTION_FORMS,
};

const SEARCHES: Readonly<Record<string, Search>> = {
  // The role depends on the action.
  [FACTS_PATH]: { role: 'read', show: showFacts },
  [SEARCH_PATH]: { role: 'read', show: submitSearch },
  '/payments/:id/rows': { role: 'read', show: searchRows },
};

/** The navigation. A link is shown if its page exists and the operator may open it. */
const NAVIGATION = [
  { path: '/', name: 'Today' },
  { path: '/payments', name: 'Payments' },
  { path: '/work', name: 'Work' },
  { path: '/decisions', name: 'Decisions' },
  { path: '/actions', name: 'Actions' },
  { path: '/schemes', name: 'Schemes' },
  { path: '/audit', name: 'Audit' },
] as const;

/** Result of a form whose session has ended, or with another session's token. */
const ENDED: FormResult = problemAt('/', 'ended');

/** Used in place of an interaction's uid. The console sets its cookies itself. */
const CONSOLE_UID = 'console';

/** Creates the operators' console (docs/decisions, 161). */
export function createConsole(parts: ConsoleParts): Pages {
  const app: Pages = new Hono();
  const responses = new FormResponses<FormResult>(parts.machineClock, parts.store.forms);
  const fail = (context: RequestContext, reason: keyof typeof FAILURES) =>
    context.html(
      wholePage(<FailurePage bankName={parts.bankName} reason={reason} />),
      FAILURES[reason].status,
    );
  const limit = limitForms(parts.origin, (context) => fail(context, 'forbidden'));
  const form = (
    path: string,
    submit: (request: ConsoleRequest, fields: URLSearchParams) => Promise<FormResult>,
    refused: (context: RequestContext) => FormResult = () => ENDED,
  ) =>
    app.post(path, limit, async (context) => {
      const request = await consoleRequestOf(parts, context);
      const act = (fields: URLSearchParams) => submit(request, fields);
      return answerForm(request, CONSOLE_UID, responses, act, refused(context));
    });

  app.use(secureHeaders(parts.origin));
  serveAssets(app);
  for (const [path, page] of Object.entries(PAGES)) {
    app.get(path, async (context) => {
      const body = await pageFor(await consoleRequestOf(parts, context), page);
      return body === undefined ? fail(context, 'notFound') : answer(context, body);
    });
  }
  serveDownloads(app, parts);
  form(SIGN_IN_PATH, submitSignIn, () => problemAt('/', 'passkey'));
  for (const [path, { role, submit }] of Object.entries(FORMS)) {
    form(path, async (request, fields) => {
      const signedIn = operatorRequestOf(request);
      if (signedIn === undefined) return ENDED;
      requireRole(signedIn, role);
      return submit(signedIn, fields);
    });
  }
  for (const [path, search] of Object.entries(SEARCHES)) {
    app.post(path, limit, async (context) => {
      const body = await searchFor(await consoleRequestOf(parts, context), search);
      return body === undefined ? context.redirect(ENDED.location, 303) : answer(context, body);
    });
  }
  app.get('/enrol/:secret', async (context) => {
    const request = await consoleRequestOf(parts, context);
    if (isFromAnotherSite(request)) {
      return answer(context, <ArrivalPage pageContext={request.pageContext} />);
    }
    const body = await showEnrolment(request);
    if (body === undefined) return fail(context, 'notEnrolled');
    keepCookie(request);
    return answer(context, body);
  });
  form('/enrol/:secret', submitEnrolment, ({ req }) => problemAt(req.path, 'notEnrolled'));
  app.notFound((context) => fail(context, 'notFound'));
  app.onError((error, context) => {
    if (error instanceof RoleMissing) return fail(context, 'roleMissing');
    if (error instanceof RecordMissing) return fail(context, error.reason);
    const isTransient = [StoreUnavailable, SystemUnavailable, WorkersBusy].some(
      (kind) => error instanceof kind,
    );
    const isBrokenOff = context.env.incoming.errored !== null;
    if (!isTransient && !isBrokenOff) {
      parts.observe({ kind: 'failure', what: 'a page of the console', error });
    }
    return fail(context, 'unavailable');
  });
  return app;
}

function serveDownloads(app: Pages, parts: ConsoleParts): void {
  for (const [path, { role, send }] of Object.entries(DOWNLOADS)) {
    app.get(path, async (context) => {
      const signedIn = operatorRequestOf(await consoleRequestOf(parts, context));
      if (signedIn === undefined) return context.redirect('/', 303);
      requireRole(signedIn, role);
      return send(signedIn);
    });
  }
}

/** Renders a page, or the sign-in page if the operator is not signed in. */
async function pageFor(
  request: ConsoleRequest,
  { role, show }: Page,
): Promise<PageBody | undefined> {
  if (isFromAnotherSite(request)) return <ArrivalPage pageContext={request.pageContext} />;
  const signedIn = operatorRequestOf(request);
  if (signedIn !== undefined) {
    requireRole(signedIn, role);
    return show(signedIn);
  }
  keepCookie(request);
  return showSignIn(request);
}

/**
 * Returns true if the operator followed a link from another site. The browser then did not send the
 * `Strict` cookie, and that cookie must not be overwritten.
 */
function isFromAnotherSite({ browserSession, context }: ConsoleRequest): boolean {
  return browserSession.isNew && context.req.header('sec-fetch-site') === 'cross-site';
}

/** Renders the answer to a search. Undefined if the session has ended, or for a forged form. */
async function searchFor(
  request: ConsoleRequest,
  { role, show }: Search,
): Promise<PageBody | Response | undefined> {
  const fields = new URLSearchParams(await request.context.req.text());
  const signedIn = operatorRequestOf(request);
  const isOurs = isFormTokenOf(request.browserSession, fields.get('token') ?? '');
  if (signedIn === undefined || !isOurs) return undefined;
  requireRole(signedIn, role);
  return show(signedIn, fields);
}

/** Responds with a page or a file. Only pages that contain the passkey script may run it. */
function answer(context: RequestContext, body: PageBody | Response): Response | Promise<Response> {
  if (body instanceof Response) return body;
  if (context.get('hasScript') === true) {
    context.header('content-security-policy', contentSecurityPolicy({ scripts: true }));
  }
  return context.html(wholePage(body));
}

/** Sets the cookie of a new visit. */
function keepCookie({ parts, context, browserSession }: ConsoleRequest): void {
  const { id, isNew } = browserSession;
  if (isNew) context.header('set-cookie', cookieOf(parts.origin, id));
}

/** Returns the request of a signed-in operator. Undefined before the sign-in. */
function operatorRequestOf(request: ConsoleRequest): OperatorRequest | undefined {
  const { signedIn } = request;
  if (signedIn === undefined) return undefined;
  const { operator } = signedIn;
  const isOpen = (role: OperatorRole | undefined) => role !== undefined && hasRole(operator, role);
  return {
    ...{ ...request, operator },
    navigation: NAVIGATION.filter(({ path }) => isOpen(PAGES[path]?.role)),
    searchPath: isOpen(SEARCHES[SEARCH_PATH]?.role) ? SEARCH_PATH : undefined,
  };
}
