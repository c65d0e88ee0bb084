import { Hono } from 'hono';
import { isTransient, StoredFileDamaged } from '../domain/ports/storage-errors.ts';
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
  type OperatorRequest,
  type Page,
  type Search,
} from './console-context.ts';
import { ArrivalPage, FAILURES, FailurePage } from './pages/outside.tsx';
import { serveProviderSignIn } from './provider-sign-in.tsx';
import { DOWNLOADS, FORMS, NAVIGATION, PAGES, SEARCHES } from './routes.ts';
import { SEARCH_PATH } from './pages/payments/payments.tsx';
import { cookieOf } from './session.ts';
import { etagOf } from './updates.ts';
import {
  showEnrolment,
  showSignIn,
  SIGN_IN_PATH,
  submitEnrolment,
  submitSignIn,
} from './sign-in.tsx';

/** Result of a form whose session has ended, or with another session's token. */
const ENDED: FormResult = problemAt('/', 'ended');

/** Used in place of an interaction's uid. The console sets its cookies itself. */
const CONSOLE_UID = 'console';

/** Responds with a page that explains why the requested page cannot be shown. */
type Fail = (
  context: RequestContext,
  reason: keyof typeof FAILURES,
  sha256?: string,
) => Response | Promise<Response>;

/** Adds a form. `refused`: the result for a form without a valid token. */
type ServeForm = (
  path: string,
  submit: (request: ConsoleRequest, fields: URLSearchParams) => Promise<FormResult>,
  refused?: (context: RequestContext) => FormResult,
) => void;

/** Creates the operators' console (docs/decisions, 161). */
export function createConsole(parts: ConsoleParts): Pages {
  const app: Pages = new Hono();
  const responses = new FormResponses<FormResult>(parts.machineClock, parts.store.forms);
  const fail: Fail = (context, reason, sha256) =>
    context.html(
      wholePage(<FailurePage bankName={parts.bankName} reason={reason} sha256={sha256} />),
      FAILURES[reason].status,
    );
  const limit = limitForms(parts.origin, (context) => fail(context, 'forbidden'));
  const form: ServeForm = (path, submit, refused = () => ENDED) =>
    app.post(path, limit, async (context) => {
      const request = await consoleRequestOf(parts, context);
      const act = (fields: URLSearchParams) => submit(request, fields);
      return answerForm(request, CONSOLE_UID, responses, act, refused(context));
    });

  app.use(secureHeaders(parts.origin));
  serveAssets(app);
  const { api } = parts;
  if (api !== null) app.all('/api/*', (context) => api.fetch(context.req.raw, context.env));
  // Before the pages, because `/tpps/:id` would match `/tpps/csv`.
  serveDownloads(app, parts);
  for (const [path, page] of Object.entries(PAGES)) {
    app.get(path, async (context) => {
      const request = await consoleRequestOf(parts, context);
      if (request.update !== 'none') return answerUpdate(request, page);
      const body = await pageFor(request, page);
      return body === undefined ? fail(context, 'notFound') : answer(context, body);
    });
  }
  if (parts.hasPasskeys) servePasskeys(app, parts, fail, form);
  serveProviderSignIn(app, parts, responses, form);
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
  app.notFound((context) => fail(context, 'notFound'));
  app.onError((error, context) => {
    if (error instanceof RoleMissing) return fail(context, 'roleMissing');
    if (error instanceof RecordMissing) return fail(context, error.reason);
    const isBrokenOff = context.env.incoming.errored !== null;
    if (!isTransient(error) && !isBrokenOff) {
      parts.observe({ kind: 'failure', what: 'a page of the console', error });
    }
    if (error instanceof StoredFileDamaged) return fail(context, 'fileDamaged', error.sha256);
    return fail(context, 'unavailable');
  });
  return app;
}

/** Adds the sign-in with passkeys, and the pages of enrolment links. */
function servePasskeys(app: Pages, parts: ConsoleParts, fail: Fail, form: ServeForm): void {
  form(SIGN_IN_PATH, submitSignIn, () => problemAt('/', 'passkey'));
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
 * Answers the update of an open page: with 304 if the content is the same, with 401 if the session
 * has ended or did not open the page. It extends no session and starts no visit.
 */
async function answerUpdate(
  request: ConsoleRequest,
  { role, show, version }: Page,
): Promise<Response> {
  const { context, update } = request;
  const signedIn = operatorRequestOf(request);
  if (signedIn === undefined || update === 'refused') return context.body(null, 401);
  requireRole(signedIn, role);
  const sent = context.req.header('if-none-match');
  const known = version && etagOf(JSON.stringify(await version(signedIn)));
  if (known !== undefined && sent === known) return notModified(context, known);
  const body = await show(signedIn);
  if (body === undefined) return context.body(null, 404);
  const html = String(await wholePage(body));
  const etag = known ?? etagOf(html);
  if (sent === etag) return notModified(context, etag);
  context.header('etag', etag);
  return context.html(html);
}

function notModified(context: RequestContext, etag: string): Response {
  return context.body(null, 304, { etag });
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
    ...request,
    operator,
    navigation: NAVIGATION.filter(({ path }) => isOpen(PAGES[path]?.role)),
    searchPath: isOpen(SEARCHES[SEARCH_PATH]?.role) ? SEARCH_PATH : undefined,
  };
}
