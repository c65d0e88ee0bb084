import { contentSecurityPolicy } from '../headers.ts';
import { wholePage, type PageBody } from '../components/layout.tsx';
import { FormResponses } from '../form-responses.ts';
import { BrowserSessions, cookieOf, PORTAL_UID } from '../session.ts';
import type { RequestContext, Pages, PagesParts } from '../journey/interaction.ts';
import { PortalPage, OutsidePage } from './page.tsx';
import { answerForm, limitForms, returnOnce, type FormResult } from '../forms.ts';
import {
  portalRequestOf,
  isPossibleId,
  signedInRequestOf,
  SIGNED_OUT,
  type PortalRequest,
  type SignedInRequest,
} from './portal-context.ts';
import { sendFile, showFile } from './file.tsx';
import { showCancellation, showPayment, submitCancellation } from './payment.tsx';
import { showPayments } from './payments.tsx';
import { showReceipt } from './receipt.tsx';
import { showRecall, submitRecall } from './recall.tsx';
import {
  showPermission,
  showPermissions,
  showRevocation,
  submitRevocation,
} from './permissions.tsx';
import { showLimits, submitLimits, submitPause, submitResumption } from './restrictions.tsx';
import { showApprove, showApproval, showReject, showWaiting } from './approval.tsx';
import { submitApproval, submitRejection } from './approval-actions.ts';
import { showPendingApprovals } from './pending-approvals.tsx';
import { showAccount, endOtherSessions } from './home.tsx';
import { showNewPasskey, showRemoval, submitNewPasskey, submitRemoval } from './passkeys.tsx';
import {
  returnFromBank,
  showSignIn,
  SIGNED_OUT_PATH,
  submitFactor,
  submitPassword,
} from './sign-in.tsx';

type PageHandler = (request: SignedInRequest) => Promise<PageBody | Response | undefined>;
type FormHandler = (request: PortalRequest, fields: URLSearchParams) => Promise<FormResult>;

/** Returns a form handler that only signed-in customers can use. */
function forSignedIn(
  handle: (request: SignedInRequest, fields: URLSearchParams) => Promise<FormResult>,
): FormHandler {
  return async (request, fields) => {
    const signedIn = await signedInRequestOf(request);
    return signedIn === undefined ? SIGNED_OUT : handle(signedIn, fields);
  };
}

const PAGES: Readonly<Record<string, PageHandler>> = {
  '/my': showPendingApprovals,
  '/my/approvals/:id': showApproval,
  '/my/approvals/:id/approve': showApprove,
  '/my/approvals/:id/reject': showReject,
  '/my/approvals/:id/waiting': showWaiting,
  '/my/payments': showPayments,
  '/my/payments/:id': showPayment,
  '/my/payments/:id/cancel': showCancellation,
  '/my/payments/:id/receipt': showReceipt,
  '/my/payments/:id/recall/:number': showRecall,
  '/my/payments/:id/all': showFile,
  '/my/payments/:id/csv': sendFile,
  '/my/account': showAccount,
  '/my/account/passkeys/add': showNewPasskey,
  '/my/account/passkeys/remove': showRemoval,
  '/my/permissions': showPermissions,
  '/my/permissions/:id': showPermission,
  '/my/permissions/:id/end': showRevocation,
  '/my/permissions/:id/limits': showLimits,
};

const FORMS: Readonly<Record<string, FormHandler>> = {
  '/my/password': submitPassword,
  '/my/code': submitFactor,
  '/my/sign-out': signOut,
  '/my/account/end-others': forSignedIn(endOtherSessions),
  '/my/account/passkeys/add': forSignedIn(submitNewPasskey),
  '/my/account/passkeys/remove': forSignedIn(submitRemoval),
  '/my/approvals/:id/approve': forSignedIn(submitApproval),
  '/my/approvals/:id/reject': forSignedIn(submitRejection),
  '/my/payments/:id/cancel': forSignedIn(submitCancellation),
  '/my/payments/:id/recall/:number': forSignedIn(submitRecall),
  '/my/permissions/:id/end': forSignedIn(submitRevocation),
  '/my/permissions/:id/limits': forSignedIn(submitLimits),
  '/my/permissions/:id/pause': forSignedIn(submitPause),
  '/my/permissions/:id/resume': forSignedIn(submitResumption),
};

/** Adds the routes of the customer portal, which needs no TPP (docs/decisions, 97). */
export function servePortal(app: Pages, parts: PagesParts): void {
  const browserSessions = new BrowserSessions(parts.store, parts.machineClock);
  const responses = new FormResponses<FormResult>(parts.machineClock, parts.store.forms);
  const limit = limitForms(parts.origin, (context) => forbidden(parts, context));
  for (const [path, show] of Object.entries(PAGES)) {
    app.get(path, async (context) => {
      const request = await portalRequestOf(parts, browserSessions, context);
      return answerPage(request, show);
    });
  }
  if (parts.bankSignIn !== undefined) {
    app.get('/my/signed-in', async (context) => {
      const request = await portalRequestOf(parts, browserSessions, context);
      return returnOnce(request, PORTAL_UID, responses, returnFromBank);
    });
  }
  for (const [path, handle] of Object.entries(FORMS)) {
    app.post(path, limit, async (context) => {
      const request = await portalRequestOf(parts, browserSessions, context);
      // Reject an id in a wrong format, because it must reach neither the store nor a Location
      // header.
      const isImpossible =
        !isPossibleId(request) && (await signedInRequestOf(request)) !== undefined;
      if (isImpossible) return notFound(request);
      const act = (fields: URLSearchParams) => handle(request, fields);
      return answerForm(request, PORTAL_UID, responses, act, SIGNED_OUT);
    });
  }
}

/**
 * Responds with the requested page. If the customer is not signed in, responds with the sign-in
 * page. If there is nothing at this address for the customer, responds with 404.
 */
async function answerPage(request: PortalRequest, show: PageHandler): Promise<Response> {
  const { context, browserSession } = request;
  // If the customer followed a link from another site, the browser did not send the `Strict`
  // session cookie. Do not overwrite that cookie.
  if (browserSession.isNew && context.req.header('sec-fetch-site') === 'cross-site') {
    const { pageContext } = request;
    const hasSignedOut = context.req.query('signed-out') !== undefined;
    return context.html(
      wholePage(<ArrivalPage pageContext={pageContext} hasSignedOut={hasSignedOut} />),
    );
  }
  const signedIn = await signedInRequestOf(request);
  const body = signedIn === undefined ? await showSignIn(request) : await bodyFor(signedIn, show);
  if (browserSession.isNew) context.header('set-cookie', cookieOf(PORTAL_UID, browserSession.id));
  if (body instanceof Response) return body;
  const formTargets = request.parts.bankSignIn?.origins;
  const scripts = context.get('hasScript') === true;
  if (scripts || formTargets !== undefined) {
    const allowed = { scripts, ...(formTargets && { formTargets }) };
    context.header('content-security-policy', contentSecurityPolicy(allowed));
  }
  return body === undefined ? notFound(request) : context.html(wholePage(body));
}

/** Renders the page. Returns undefined if there is nothing at this address for the customer. */
async function bodyFor(request: SignedInRequest, show: PageHandler): ReturnType<PageHandler> {
  return isPossibleId(request) ? show(request) : undefined;
}

function notFound({
  context,
  pageContext,
}: Pick<PortalRequest, 'context' | 'pageContext'>): Response | Promise<Response> {
  return context.html(wholePage(<NotFoundPage pageContext={pageContext} />), 404);
}

/** Ends the session. The next page confirms this only to a user who had passed both factors. */
async function signOut({ parts, browserSession }: PortalRequest): Promise<FormResult> {
  const { customer } = browserSession;
  if (customer !== undefined) await parts.store.endSession(customer.hash);
  if (customer?.stage !== 'signedIn') return { location: '/my' };
  return { location: (await parts.bankSignIn?.signOutUrl(SIGNED_OUT_PATH)) ?? SIGNED_OUT_PATH };
}

function forbidden({ bankName }: Pick<PagesParts, 'bankName'>, context: RequestContext) {
  const pageContext = { bankName, formToken: '', problem: undefined, path: '/my' };
  const page = (
    <OutsidePage pageContext={pageContext} title="This form did not come from our pages">
      <p>
        For your safety, we did nothing. <a href="/my">Go to your own pages</a> and try again there.
      </p>
    </OutsidePage>
  );
  return context.html(wholePage(page), 403);
}

/**
 * Page for a visitor who followed a link from another site. The browser did not send the session
 * cookie with that link. The link on this page opens the portal page again, this time with the
 * cookie.
 */
function ArrivalPage({
  pageContext,
  hasSignedOut,
}: Pick<PortalRequest, 'pageContext'> & {
  /** True if the bank's OpenID Provider returned the customer after the sign-out. */
  readonly hasSignedOut: boolean;
}) {
  return (
    <OutsidePage pageContext={pageContext} title="You come from another site">
      {hasSignedOut ? <p class="headline">You have signed out.</p> : null}
      <p>
        <a href={pageContext.path}>Continue to your own pages</a>
      </p>
    </OutsidePage>
  );
}

function NotFoundPage({ pageContext }: Pick<PortalRequest, 'pageContext'>) {
  return (
    <PortalPage pageContext={pageContext} title="Page not found">
      <p>You have nothing with that number. Check the address, or choose a page above.</p>
    </PortalPage>
  );
}
