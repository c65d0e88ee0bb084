import { Hono } from 'hono';
import {
  StoreUnavailable,
  SystemUnavailable,
  WorkersBusy,
} from '../../domain/ports/storage-errors.ts';
import { Refusal } from '../../shared/errors.ts';
import { requestingTppOf } from './requesting-tpp.ts';
import { serveAssets } from '../assets/serve.ts';
import { contentSecurityPolicy, secureHeaders } from '../headers.ts';
import { wholePage, type PageBody } from '../components/layout.tsx';
import { FormResponses } from '../form-responses.ts';
import { answerForm, limitForms, returnOnce, type FormResult } from '../forms.ts';
import { CALLBACK_PATH } from '../../auth/identity-provider/bank-sign-in.ts';
import { uidOf } from '../../auth/identity-provider/visits.ts';
import { servePortal } from '../portal/index.tsx';
import { FAILURES, FailurePage, HomePage, ReturnPage } from './pages/outside.tsx';
import { returnPathOf } from '../bank-visit.ts';
import { problemNamed } from '../problems.ts';
import { addressOf, type PageContext } from '../page-context.tsx';
import { BrowserSessions, cookieOf, formTokenOf } from '../session.ts';
import { showAccounts, showApprove, showPayments, showInteraction, showWaiting } from './views.tsx';
import { isStep, performStep, returnFromBank } from './actions.ts';
import {
  InteractionRequest,
  type RequestContext,
  type Pages,
  type PagesParts,
} from './interaction.ts';

/**
 * Creates the pages for customers. These are the consent journey, in which a customer signs in and
 * decides about a consent (docs/decisions, 45), and the customer portal.
 */
export function createPages(parts: PagesParts): Pages {
  const { store, machineClock, origin, bankName, observe } = parts;
  const app: Pages = new Hono();
  const browserSessions = new BrowserSessions(store, machineClock);
  const responses = new FormResponses<FormResult>(machineClock, store.forms);
  const fail = (context: RequestContext, reason: keyof typeof FAILURES) =>
    context.html(
      wholePage(<FailurePage bankName={bankName} reason={reason} />),
      FAILURES[reason].status,
    );

  const within =
    (act: (request: InteractionRequest) => Promise<Response>) =>
    async (context: RequestContext): Promise<Response> => {
      const request = await interactionRequestOf(parts, browserSessions, context);
      if (request === undefined) return fail(context, 'ended');
      const response = await act(request);
      const scripts = context.get('hasScript') === true;
      const policy = contentSecurityPolicy({
        formTargets: [...request.pageContext.tpp.origins, ...(parts.bankSignIn?.origins ?? [])],
        scripts,
      });
      response.headers.set('content-security-policy', policy);
      return response;
    };
  const page = (show: (request: InteractionRequest) => Promise<PageBody>) =>
    within(async (request) => {
      const body = await show(request);
      const { id, isNew } = request.browserSession;
      if (isNew) request.context.header('set-cookie', cookieOf(request.interaction.uid, id));
      return request.context.html(wholePage(body));
    });

  app.use(secureHeaders(origin));
  serveAssets(app);
  app.get('/', (context) => context.html(wholePage(<HomePage bankName={bankName} />)));
  app.get('/interaction/:uid', page(showInteraction));
  app.get('/interaction/:uid/account', page(showAccounts));
  app.get('/interaction/:uid/payments', page(showPayments));
  app.get('/interaction/:uid/approve', page(showApprove));
  app.get('/interaction/:uid/waiting', page(showWaiting));
  app.get(
    '/interaction/:uid/signed-in',
    within((request) => returnOnce(request, request.interaction.uid, responses, returnFromBank)),
  );
  app.get(CALLBACK_PATH, (context) => answerCallback(parts, context) ?? fail(context, 'ended'));
  app.post(
    '/interaction/:uid/:step',
    limitForms(origin, (context) => fail(context, 'forbidden')),
    within((request) => answerStep(request, responses)),
  );
  servePortal(app, parts);
  app.notFound((context) => fail(context, 'notFound'));
  app.onError((error, context) => {
    const isTransient = [StoreUnavailable, SystemUnavailable, WorkersBusy].some(
      (kind) => error instanceof kind,
    );
    // If the browser disconnects while it sends a form, this is not an error of the service.
    const isBrokenOff = context.env.incoming.errored !== null;
    if (!isTransient && !isBrokenOff) observe({ kind: 'failure', what: 'a page', error });
    return fail(context, 'unavailable');
  });
  return app;
}

/**
 * Returns the interaction to which a request belongs. Undefined if the interaction has ended or
 * belongs to another browser.
 */
async function interactionRequestOf(
  parts: PagesParts,
  browserSessions: BrowserSessions,
  context: RequestContext,
): Promise<InteractionRequest | undefined> {
  const { incoming, outgoing } = context.env;
  const interaction = await parts.interactions.find(incoming, outgoing);
  if (interaction === undefined || interaction.uid !== context.req.param('uid')) return undefined;
  const { uid, clientId, consentId } = interaction;
  const now = parts.clock();
  const consent = await parts.useCases.findConsent(consentId, { clientId, now });
  if (consent instanceof Refusal) return undefined;
  context.env.recognise();
  const browserSession = await browserSessions.of(context, uid);
  const pageContext: PageContext = {
    bankName: parts.bankName,
    uid,
    formToken: formTokenOf(browserSession),
    tpp: await requestingTppOf(parts.store, clientId),
    problem:
      problemNamed(context.req.query('problem')) ?? (browserSession.isOver ? 'ended' : undefined),
  };
  const found = {
    parts,
    context,
    interaction,
    consent,
    browserSessions,
    browserSession,
    pageContext,
  };
  return new InteractionRequest(found);
}

/** Performs the action of a form, whose name is the last segment of the address. */
function answerStep(
  request: InteractionRequest,
  responses: FormResponses<FormResult>,
): Promise<Response> {
  const { context, interaction } = request;
  const ended: FormResult = { location: addressOf(interaction.uid, '?problem=ended') };
  const step = context.req.param('step') ?? '';
  const act = (fields: URLSearchParams): Promise<FormResult> =>
    isStep(step) ? performStep(request, step, fields) : Promise.resolve(ended);
  return answerForm(request, interaction.uid, responses, act, ended);
}

/**
 * Responds to the browser that the bank's OpenID Provider sends back, with a page that opens the
 * next one. With a redirect, the policy of the provider's form and the `Strict` cookie of the
 * portal would prevent this. Returns undefined if this service did not begin the visit.
 */
function answerCallback({ bankName, bankSignIn }: PagesParts, context: RequestContext) {
  const { search } = new URL(context.req.url);
  const uid = bankSignIn && uidOf(search);
  if (uid === undefined) return undefined;
  const next = returnPathOf(uid, search);
  context.header('refresh', `0; url=${next}`);
  return context.html(wholePage(<ReturnPage bankName={bankName} next={next} />));
}
