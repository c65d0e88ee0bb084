import type { PageBody } from '../components/layout.tsx';
import { CodeField, factorIn } from '../components/factor.tsx';
import { browserTokenIn, knownBrowserCookie } from '../known-browser.ts';
import { FirstFactor } from '../journey/pages/sign-in.tsx';
import { allowScript, RequestPasskey } from '../components/passkey.tsx';
import type { ProblemName } from '../problems.ts';
import { IDLE_MINUTES, OWN, PORTAL_MINUTES } from '../session.ts';
import { OutsidePage, PortalForm } from './page.tsx';
import {
  actOf,
  attemptsOf,
  portalPath,
  type Caller,
  type PortalFormResult,
} from './portal-context.ts';

/** Start page of the portal with a message that the customer has signed out. */
export const SIGN_OUT_TOLD = '/my?signed-out';

/** Renders the sign-in page for the first or second factor, whichever is missing. */
export async function showSignIn(caller: Caller): Promise<PageBody> {
  const { parts, context, browserSession, pageContext } = caller;
  const { customer } = browserSession;
  if (customer === undefined) {
    return (
      <PasswordPage
        pageContext={pageContext}
        isOut={context.req.query('signed-out') !== undefined}
      />
    );
  }
  const asked = await parts.passkeys?.askToSignIn(customer);
  if (asked !== undefined) allowScript(context);
  return <CodePage pageContext={pageContext} asked={asked} />;
}

/**
 * Checks the password and always continues with the code. A wrong password is reported only after
 * the code, so that nobody can test a password alone.
 */
export async function takePassword(
  caller: Caller,
  fields: URLSearchParams,
): Promise<PortalFormResult> {
  const { parts, browserSessions, browserSession } = caller;
  const userId = (fields.get('user') ?? '').trim();
  const password = fields.get('password') ?? '';
  if (userId === '') return backTo(fields, 'noUser');
  if (password === '') return backTo(fields, 'noPassword');
  const act = actOf(caller, userId);
  const browserToken = browserTokenIn(caller, userId);
  const attempt = { userId, consentId: attemptsOf(userId), browserToken, act };
  const entered = await parts.signIn.checkPassword(attempt, password);
  if (entered === 'busy') return backTo(fields, 'busy');
  const newSessionId = await browserSessions.begin(browserSession, OWN, entered, act);
  return { ...backTo(fields), newSessionId };
}

/** Checks the second factor, and reports the result of both factors together. */
export async function takeFactor(
  caller: Caller,
  fields: URLSearchParams,
): Promise<PortalFormResult> {
  const { parts, browserSessions, browserSession } = caller;
  const { customer } = browserSession;
  if (customer === undefined) return backTo(fields, 'ownEnded');
  if (customer.stage !== 'code') return backTo(fields);
  const given = factorIn(fields);
  if (given === undefined) return backTo(fields, 'noCode');
  const { id: newSessionId, ...successor } = browserSessions.nextId();
  const userId = customer.userId ?? '';
  const browserToken = browserTokenIn(caller, userId);
  const attempt = { consentId: attemptsOf(userId), browserToken, act: actOf(caller, userId) };
  const ended = await parts.signIn.checkFactor(customer, given, successor, attempt);
  if (ended !== 'right') return backTo(fields, ended === 'gone' ? 'ownEnded' : 'credentials');
  return { ...backTo(fields), newSessionId, setCookie: await knownBrowserCookie(parts, userId) };
}

function backTo(fields: URLSearchParams, problem?: ProblemName): PortalFormResult {
  const query = problem === undefined ? '' : `?problem=${problem}`;
  return { location: `${portalPath(fields.get('to'))}${query}`, newSessionId: null };
}

interface PasswordProperties extends Pick<Caller, 'pageContext'> {
  /** True if the customer has just signed out. */
  readonly isOut: boolean;
}

/** Page for the user name and the password. */
function PasswordPage({ pageContext, isOut }: PasswordProperties) {
  return (
    <OutsidePage pageContext={pageContext} title="Sign in to your own pages">
      {isOut ? <p class="headline">You have signed out.</p> : null}
      <p>
        Here you see what you approved and permitted, and what came of it. You need your password,
        and the authenticator app that shows your codes or a passkey.
      </p>
      <PortalForm pageContext={pageContext} action="/my/password">
        <input type="hidden" name="to" value={pageContext.path} />
        <FirstFactor pageContext={pageContext} />
        <p class="actions">
          <button>Continue</button>
        </p>
      </PortalForm>
    </OutsidePage>
  );
}

interface CodeProperties extends Pick<Caller, 'pageContext'> {
  /**
   * WebAuthn request options as JSON. They do not reveal whether the user has a passkey. Undefined
   * if the origin of the pages does not allow passkeys.
   */
  readonly asked: string | undefined;
}

/** Page for the code or the passkey. */
function CodePage({ pageContext, asked }: CodeProperties) {
  return (
    <OutsidePage pageContext={pageContext} title="Enter your code">
      <p>
        Open your authenticator app. It shows a new code every 30 seconds. We check your password
        and the code together.
        {` You stay signed in for ${String(PORTAL_MINUTES)} minutes at most, and for `}
        {`${String(IDLE_MINUTES)} without activity.`}
      </p>
      <PortalForm pageContext={pageContext} action="/my/code">
        <input type="hidden" name="to" value={pageContext.path} />
        <CodeField pageContext={pageContext} />
        <p class="actions">
          <button>Continue</button>
        </p>
        {asked === undefined ? null : (
          <RequestPasskey
            ceremony="get"
            options={asked}
            button="Use a passkey instead"
            isOther
            failed="No passkey was used. Try again, or enter a code."
          />
        )}
      </PortalForm>
      <PortalForm pageContext={pageContext} action="/my/sign-out">
        <p class="leave">
          <button class="plain">Begin again</button>
        </p>
      </PortalForm>
    </OutsidePage>
  );
}
