import { bodyLimit } from 'hono/body-limit';
import { contentSecurityPolicy, FORM_MAX_BYTES } from '../headers.ts';
import { wholePage, type PageBody } from '../components/layout.tsx';
import { FormResponses } from '../form-responses.ts';
import { BrowserSessions, cookieOf, isFormTokenOf, OWN } from '../session.ts';
import type { RequestContext, Pages, PagesParts } from '../journey/interaction.ts';
import { PortalPage, OutsidePage } from './page.tsx';
import {
  callerOf,
  isPossibleId,
  portalSessionOf,
  SIGNED_OUT,
  type Caller,
  type PortalSession,
  type PortalFormResult,
} from './portal-context.ts';
import { showCancellation, takeCancellation } from './cancellation.tsx';
import { sendFile, showFile } from './file.tsx';
import { showPayment } from './payment.tsx';
import { showPayments } from './payments.tsx';
import { showReceipt } from './receipt.tsx';
import { showPermission, showPermissions } from './permissions.tsx';
import { showApprove, showApproval, showReject, takeApproval, takeRejection } from './approval.tsx';
import { showWaiting } from './pending-approvals.tsx';
import { showAccount, takeEndOthers } from './home.tsx';
import { showNewPasskey, showRemoval, takeNewPasskey, takeRemoval } from './passkeys.tsx';
import { showRevocation, takeRevocation } from './revocation.tsx';
import { showSignIn, SIGN_OUT_TOLD, takeFactor, takePassword } from './sign-in.tsx';

type Show = (own: PortalSession) => Promise<PageBody | Response | undefined>;
type Take = (caller: Caller, fields: URLSearchParams) => Promise<PortalFormResult>;

/** Restricts a form to signed-in customers. */
function signedIn(
  take: (own: PortalSession, fields: URLSearchParams) => Promise<PortalFormResult>,
): Take {
  return async (caller, fields) => {
    const own = await portalSessionOf(caller);
    return own === undefined ? SIGNED_OUT : take(own, fields);
  };
}

const PAGES: Readonly<Record<string, Show>> = {
  '/my': showWaiting,
  '/my/approvals/:id': showApproval,
  '/my/approvals/:id/approve': showApprove,
  '/my/approvals/:id/reject': showReject,
  '/my/payments': showPayments,
  '/my/payments/:id': showPayment,
  '/my/payments/:id/cancel': showCancellation,
  '/my/payments/:id/receipt': showReceipt,
  '/my/payments/:id/all': showFile,
  '/my/payments/:id/csv': sendFile,
  '/my/account': showAccount,
  '/my/account/passkeys/add': showNewPasskey,
  '/my/account/passkeys/remove': showRemoval,
  '/my/permissions': showPermissions,
  '/my/permissions/:id': showPermission,
  '/my/permissions/:id/end': showRevocation,
};

const FORMS: Readonly<Record<string, Take>> = {
  '/my/password': takePassword,
  '/my/code': takeFactor,
  '/my/sign-out': signOut,
  '/my/account/end-others': signedIn(takeEndOthers),
  '/my/account/passkeys/add': signedIn(takeNewPasskey),
  '/my/account/passkeys/remove': signedIn(takeRemoval),
  '/my/approvals/:id/approve': signedIn(takeApproval),
  '/my/approvals/:id/reject': signedIn(takeRejection),
  '/my/payments/:id/cancel': signedIn(takeCancellation),
  '/my/permissions/:id/end': signedIn(takeRevocation),
};

/** Adds the routes of the customer portal, which needs no TPP (docs/decisions, 97). */
export function servePortal(app: Pages, parts: PagesParts): void {
  const browserSessions = new BrowserSessions(parts.store, parts.machineClock);
  const once = new FormResponses<PortalFormResult>(parts.machineClock, parts.store.forms);
  const limit = bodyLimit({
    maxSize: FORM_MAX_BYTES,
    onError: (context: RequestContext) => foreign(parts, context),
  });
  for (const [path, show] of Object.entries(PAGES)) {
    app.get(path, async (context) => {
      const caller = await callerOf(parts, browserSessions, context);
      return answerPage(caller, show);
    });
  }
  for (const [path, take] of Object.entries(FORMS)) {
    app.post(path, limit, async (context) => {
      // Checked before the body is read: other sites must not submit forms (CSRF).
      if (context.req.header('origin') !== parts.origin) return foreign(parts, context);
      const caller = await callerOf(parts, browserSessions, context);
      // An id in a wrong format must reach neither the store nor a Location header.
      const isNothing = !isPossibleId(caller) && (await portalSessionOf(caller)) !== undefined;
      return isNothing ? nothing(caller) : answerForm(caller, once, take);
    });
  }
}

/**
 * Answers with the requested page. Answers with the sign-in page if the customer is not signed in,
 * and with 404 if the customer has nothing at this address.
 */
async function answerPage(caller: Caller, show: Show): Promise<Response> {
  const { context, browserSession } = caller;
  // On a link from another site the browser withholds the Strict cookie. Do not overwrite it.
  if (browserSession.isNew && context.req.header('sec-fetch-site') === 'cross-site') {
    return context.html(wholePage(<ArrivalPage pageContext={caller.pageContext} />));
  }
  const own = await portalSessionOf(caller);
  const body = own === undefined ? await showSignIn(caller) : await bodyFor(own, show);
  if (browserSession.isNew) context.header('set-cookie', cookieOf(OWN, browserSession.id));
  if (body instanceof Response) return body;
  if (context.get('hasScript') === true) {
    context.header('content-security-policy', contentSecurityPolicy({ scripts: true }));
  }
  return body === undefined ? nothing(caller) : context.html(wholePage(body));
}

/** Renders the page. Undefined if the customer has nothing at this address. */
async function bodyFor(own: PortalSession, show: Show): ReturnType<Show> {
  return isPossibleId(own) ? show(own) : undefined;
}

function nothing({
  context,
  pageContext,
}: Pick<Caller, 'context' | 'pageContext'>): Response | Promise<Response> {
  return context.html(wholePage(<NothingPage pageContext={pageContext} />), 404);
}

/** Processes a form once, and redirects the browser whatever the result is. */
async function answerForm(
  caller: Caller,
  once: FormResponses<PortalFormResult>,
  take: Take,
): Promise<Response> {
  const { context, browserSession } = caller;
  const body = await context.req.text();
  const fields = new URLSearchParams(body);
  const { location, newSessionId, setCookie } = isFormTokenOf(
    browserSession,
    fields.get('token') ?? '',
  )
    ? await once.run([browserSession.id, context.req.path, body], () => take(caller, fields))
    : SIGNED_OUT;
  const headers = new Headers({ location });
  if (newSessionId !== null) headers.append('set-cookie', cookieOf(OWN, newSessionId));
  if (setCookie !== undefined) headers.append('set-cookie', setCookie);
  return new Response(null, { status: 303, headers });
}

/** Ends the session. The next page confirms it only to a user who was fully signed in. */
async function signOut({ parts, browserSession }: Caller): Promise<PortalFormResult> {
  const { customer } = browserSession;
  if (customer !== undefined) await parts.store.endSession(customer.hash);
  return { location: customer?.stage === 'signedIn' ? SIGN_OUT_TOLD : '/my', newSessionId: null };
}

function foreign({ bankName }: Pick<PagesParts, 'bankName'>, context: RequestContext) {
  const pageContext = { bankName, formToken: '', problem: undefined, path: '/my' };
  const page = (
    <OutsidePage pageContext={pageContext} title="This did not come from our pages">
      <p>
        For your safety we did nothing. <a href="/my">Go to your own pages</a> and try again there.
      </p>
    </OutsidePage>
  );
  return context.html(wholePage(page), 403);
}

/**
 * Page for a visitor from a link on another site, for which the browser withholds the session
 * cookie. Its link reloads the portal page, this time with the cookie.
 */
function ArrivalPage({ pageContext }: Pick<Caller, 'pageContext'>) {
  return (
    <OutsidePage pageContext={pageContext} title="You come from another site">
      <p>
        <a href={pageContext.path}>Go on to your own pages</a>
      </p>
    </OutsidePage>
  );
}

function NothingPage({ pageContext }: Pick<Caller, 'pageContext'>) {
  return (
    <PortalPage pageContext={pageContext} title="There is nothing here">
      <p>You have nothing of that number. Check the address, or choose a page above.</p>
    </PortalPage>
  );
}
