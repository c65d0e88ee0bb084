import { Submit } from '../components/fields.tsx';
import type { PageBody } from '../components/layout.tsx';
import { CodeField, factorIn } from '../components/factor.tsx';
import { FirstFactor } from '../journey/pages/sign-in.tsx';
import { allowScript, RequestPasskey } from '../components/passkey.tsx';
import type { ProblemName } from '../problems.ts';
import {
  browserTokenIn,
  IDLE_MINUTES,
  knownBrowserCookie,
  PORTAL_UID,
  PORTAL_MINUTES,
} from '../session.ts';
import { OutsidePage, PortalForm } from './page.tsx';
import { actOf, type FormResult } from '../forms.ts';
import { endVisit, visitBank } from '../bank-visit.ts';
import { submitProvenApproval } from './approval-actions.ts';
import {
  attemptsOf,
  portalPath,
  SIGNED_OUT,
  signedInRequestOf,
  type PortalRequest,
} from './portal-context.ts';

/** Path of the portal's start page with a message that the customer has signed out. */
export const SIGNED_OUT_PATH = '/my?signed-out';

/** Renders the sign-in page for the next factor: first the password, then the second factor. */
export async function showSignIn(request: PortalRequest): Promise<PageBody> {
  const { parts, context, browserSession, pageContext } = request;
  const { customer } = browserSession;
  const hasSignedOut = context.req.query('signed-out') !== undefined;
  const atBank = parts.bankSignIn !== undefined;
  if (atBank || customer === undefined) {
    return <FirstPage {...{ pageContext, atBank, hasSignedOut }} />;
  }
  const passkeyOptions = await parts.passkeys?.askToSignIn(customer);
  if (passkeyOptions !== undefined) allowScript(context);
  return <CodePage pageContext={pageContext} passkeyOptions={passkeyOptions} />;
}

/**
 * Checks the password, and always continues to the second factor. A wrong password is reported only
 * after the second factor, so that an attacker cannot test a password alone.
 */
export async function submitPassword(
  request: PortalRequest,
  fields: URLSearchParams,
): Promise<FormResult> {
  const { parts, browserSessions, browserSession } = request;
  if (parts.bankSignIn !== undefined) return toBank(request, fields);
  const userId = (fields.get('user') ?? '').trim();
  const password = fields.get('password') ?? '';
  if (userId === '') return backTo(fields, 'noUser');
  if (password === '') return backTo(fields, 'noPassword');
  const act = actOf(request, userId);
  const browserToken = browserTokenIn(request, userId);
  const attempt = { userId, consentId: attemptsOf(userId), browserToken, act };
  const entered = await parts.signIn.checkPassword(attempt, password);
  if (entered === 'busy') return backTo(fields, 'busy');
  const newSessionId = await browserSessions.begin(browserSession, PORTAL_UID, entered, act);
  return { ...backTo(fields), newSessionId };
}

/** Checks the second factor, and reports the result for both factors together. */
export async function submitFactor(
  request: PortalRequest,
  fields: URLSearchParams,
): Promise<FormResult> {
  const { parts, browserSessions, browserSession } = request;
  const { customer } = browserSession;
  if (customer === undefined) return backTo(fields, 'portalEnded');
  if (customer.stage !== 'code') return backTo(fields);
  const factorForm = factorIn(fields);
  if (factorForm === undefined) return backTo(fields, 'noCode');
  const { id: newSessionId, ...successor } = browserSessions.nextId();
  const userId = customer.userId ?? '';
  const browserToken = browserTokenIn(request, userId);
  const attempt = { consentId: attemptsOf(userId), browserToken, act: actOf(request, userId) };
  const ended = await parts.signIn.checkFactor(customer, factorForm, successor, attempt);
  if (ended !== 'right') return backTo(fields, ended === 'gone' ? 'portalEnded' : 'credentials');
  return {
    ...backTo(fields),
    newSessionId,
    setCookie: await knownBrowserCookie(parts.signIn, userId),
  };
}

function backTo(fields: URLSearchParams, problem?: ProblemName): FormResult {
  const query = problem === undefined ? '' : `?problem=${problem}`;
  return { location: `${portalPath(fields.get('to'))}${query}` };
}

/** Sends the customer to the bank's provider, to sign in to the portal. */
function toBank(request: PortalRequest, fields: URLSearchParams): Promise<FormResult> {
  return visitBank(request, PORTAL_UID, {
    visit: { approval: null, isStrong: true, inApp: false, returnTo: portalPath(fields.get('to')) },
    loginHint: null,
    toProblem: (problem) => backTo(fields, problem),
  });
}

/** Continues with a customer who came back from the bank's provider, or answered in its app. */
export async function returnFromBank(request: PortalRequest): Promise<FormResult> {
  const { parts, browserSessions, browserSession } = request;
  const returned = await endVisit(request, PORTAL_UID, (problem, visit) => ({
    location: `${visit?.returnTo ?? '/my'}?problem=${problem}`,
  }));
  if ('location' in returned) return returned;
  const { userId, evidence } = returned;
  const { approval, returnTo } = returned.visit;
  if (approval !== null) {
    const signedIn = await signedInRequestOf(request);
    return signedIn === undefined ? SIGNED_OUT : submitProvenApproval(signedIn, returned, approval);
  }
  const { id: newSessionId, session, replaces } = browserSessions.next(browserSession, PORTAL_UID);
  const act = actOf(request, userId);
  const now = parts.machineClock();
  const user = { userId, evidence };
  await parts.store.beginProvenSession(session, 'signedIn', user, replaces, act, now);
  return { location: returnTo, newSessionId };
}

interface FirstProperties extends Pick<PortalRequest, 'pageContext'> {
  /** True if customers sign in at the bank's OpenID Provider. */
  readonly atBank: boolean;
  /** True if the customer has just signed out. */
  readonly hasSignedOut: boolean;
}

/** Page for the user name and the password, or from which the customer goes to the bank. */
function FirstPage({ pageContext, atBank, hasSignedOut }: FirstProperties) {
  return (
    <OutsidePage pageContext={pageContext} title="Sign in to your own pages">
      {hasSignedOut ? <p class="headline">You have signed out.</p> : null}
      <p>
        {'Here you see your approvals, permissions and payments. '}
        {atBank
          ? `You sign in as usual at ${pageContext.bankName}. ${SIGN_OUT_TIMES}`
          : 'To sign in, you need your password, and the authenticator app that shows your codes ' +
            'or a passkey.'}
      </p>
      <PortalForm
        pageContext={pageContext}
        action="/my/password"
        hidden={{ to: pageContext.path }}
        button="Continue"
      >
        {atBank ? null : <FirstFactor pageContext={pageContext} />}
      </PortalForm>
    </OutsidePage>
  );
}

const SIGN_OUT_TIMES =
  `You are signed out after ${String(PORTAL_MINUTES)} minutes, or after ` +
  `${String(IDLE_MINUTES)} minutes without activity.`;

interface CodeProperties extends Pick<PortalRequest, 'pageContext'> {
  /**
   * WebAuthn request options as JSON. They do not reveal whether the user has a passkey. Undefined
   * if passkeys cannot be used on the origin of the pages.
   */
  readonly passkeyOptions: string | undefined;
}

/** Page that asks for a code or a passkey. */
function CodePage({ pageContext, passkeyOptions }: CodeProperties) {
  return (
    <OutsidePage pageContext={pageContext} title="Enter your code">
      <p>
        Open your authenticator app. It shows a new code every 30 seconds. We check your password
        and the code together.
        {` ${SIGN_OUT_TIMES}`}
      </p>
      <PortalForm pageContext={pageContext} action="/my/code">
        <input type="hidden" name="to" value={pageContext.path} />
        <CodeField pageContext={pageContext} />
        <Submit>Continue</Submit>
        {passkeyOptions === undefined ? null : (
          <RequestPasskey
            ceremony="get"
            options={passkeyOptions}
            button="Use a passkey instead"
            isOther
            failed="No passkey was used. Try again, or enter a code."
          />
        )}
      </PortalForm>
      <PortalForm pageContext={pageContext} action="/my/sign-out">
        <p class="leave">
          <button class="plain">Start again</button>
        </p>
      </PortalForm>
    </OutsidePage>
  );
}
