import { CALLBACK_PATH } from '../auth/identity-provider/bank-sign-in.ts';
import { NotProven } from '../auth/identity-provider/not-proven.ts';
import { uidOf } from '../auth/identity-provider/visits.ts';
import { CONSOLE_VISIT_UID, type ProviderResult } from '../auth/operators/provider-sign-in.ts';
import { expectDefined } from '../shared/assert.ts';
import { wholePage } from '../web/components/layout.tsx';
import type { FormResponses } from '../web/form-responses.ts';
import { returnOnce, type FormResult } from '../web/forms.ts';
import type { Pages, RequestContext } from '../web/journey/interaction.ts';
import {
  consolePath,
  consoleRequestOf,
  problemAt,
  type ConsoleParts,
  type ConsoleRequest,
} from './console-context.ts';
import { ConsoleForm, OutsidePage } from './page.tsx';
import { RETURN_PATH } from './paths.ts';
import type { ConsoleProblem } from './problems.ts';
import { cookieOf, newSession } from './session.ts';

/** Path of the form that begins the sign-in at the bank's OpenID Provider. */
const PROVIDER_PATH = '/sign-in/provider';

/** Name of the provider in the log. */
const PROVIDER = "the bank's OpenID Provider";

type Submit = (request: ConsoleRequest, fields: URLSearchParams) => Promise<FormResult>;

/** Adds the form and the pages of the sign-in at the bank's OpenID Provider, if there is one. */
export function serveProviderSignIn(
  app: Pages,
  parts: ConsoleParts,
  responses: FormResponses<FormResult>,
  form: (path: string, submit: Submit, refused: () => FormResult) => void,
): void {
  if (parts.provider === null) return;
  form(PROVIDER_PATH, submitToProvider, () => problemAt('/', 'providerUnproven'));
  app.get(CALLBACK_PATH, (context) => answerCallback(parts, context) ?? context.notFound());
  app.get(RETURN_PATH, async (context) => {
    const request = await consoleRequestOf(parts, context);
    return returnOnce(request, CONSOLE_VISIT_UID, responses, returnFromProvider);
  });
}

/** The form that leads to the bank's OpenID Provider. */
export function ProviderForm({ request }: { readonly request: ConsoleRequest }) {
  return (
    <ConsoleForm
      request={request}
      action={PROVIDER_PATH}
      hidden={{ to: request.pageContext.path }}
      button="Sign in with your staff account"
      isOther={request.parts.hasPasskeys}
    />
  );
}

/** Redirects the browser to the provider. The visit has a cookie of its own. */
async function submitToProvider(
  { parts, signedIn }: ConsoleRequest,
  fields: URLSearchParams,
): Promise<FormResult> {
  const to = consolePath(fields.get('to'));
  if (signedIn !== undefined) return { location: to };
  const visit = parts.signIn.newVisit();
  try {
    const location = await expectDefined(parts.provider, 'the provider').begin(visit, to);
    return { location, setCookie: cookieOf(parts.origin, visit) };
  } catch (error) {
    if (!(error instanceof NotProven)) throw error;
    parts.observe({ kind: 'failure', what: PROVIDER, error });
    return problemAt(to, 'providerAway');
  }
}

/**
 * Responds to the browser that the provider sends back, with a page that opens the next one. With a
 * redirect, the browser would not send the `Strict` cookie.
 */
function answerCallback({ bankName }: ConsoleParts, context: RequestContext) {
  const { search } = new URL(context.req.url);
  if (uidOf(search) !== CONSOLE_VISIT_UID) return undefined;
  const next = `${RETURN_PATH}${search}`;
  context.header('refresh', `0; url=${next}`);
  return context.html(
    wholePage(
      <OutsidePage pageContext={{ bankName, problem: undefined }} title="One moment">
        <p>
          <a href={next}>Continue</a>
        </p>
      </OutsidePage>,
    ),
  );
}

/** The problems that the sign-in page shows. Other results are `providerUnproven`. */
const PROBLEMS: Partial<Record<ProviderResult, ConsoleProblem>> = {
  away: 'providerAway',
  declined: 'providerDeclined',
  noRole: 'noRole',
  ended: 'notAdmitted',
  idTaken: 'notAdmitted',
  idChanged: 'notAdmitted',
  idInvalid: 'notAdmitted',
};

/** Ends the visit to the provider, and starts a session if the provider proved an operator. */
async function returnFromProvider(request: ConsoleRequest): Promise<FormResult> {
  const { parts, context, browserSession, signedIn } = request;
  if (signedIn !== undefined) return { location: '/' };
  const provider = expectDefined(parts.provider, 'the provider');
  const { id, session } = newSession(parts.machineClock());
  const { search } = new URL(context.req.url);
  const address = parts.addressOf(context.env.incoming);
  const ended = await provider.end(browserSession.id, search, session, { address });
  const { result, returnTo, error } = ended;
  if (result === 'signedIn') return { location: returnTo, setCookie: cookieOf(parts.origin, id) };
  if (error !== null && result !== 'declined') {
    parts.observe({ kind: 'failure', what: PROVIDER, error });
  }
  return problemAt(returnTo, PROBLEMS[result] ?? 'providerUnproven');
}
