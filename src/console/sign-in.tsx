import type { PageBody } from '../web/components/layout.tsx';
import { allowScript, RequestPasskey } from '../web/components/passkey.tsx';
import type { FormResult } from '../web/forms.ts';
import { contentSecurityPolicy } from '../web/headers.ts';
import { userText } from '../domain/messages/rich-text.ts';
import { UserText } from '../web/components/user-text.tsx';
import {
  actOf,
  consolePath,
  problemAt,
  type ConsoleRequest,
  type OperatorRequest,
} from './console-context.ts';
import { ConsoleForm, OutsidePage } from './page.tsx';
import { ProviderForm } from './provider-sign-in.tsx';
import { cookieOf, endedCookie, IDLE_MINUTES, newSession, SESSION_HOURS } from './session.ts';

/** Path of the form with which an operator signs in. */
export const SIGN_IN_PATH = '/sign-in';
/** Path of the page about an enrolment link that is not valid. */
const NO_ENROLMENT_PATH = '/enrol/used';
/** Path of the start page with a message that the operator has signed out. */
const SIGNED_OUT_PATH = '/?signed-out';

const WITHOUT_PASSKEYS =
  'This browser does not support passkeys, or does not run scripts on this page. Use another ' +
  'browser. All other pages work without scripts.';

/** Renders the sign-in page. The operator returns to the requested page afterwards. */
export async function showSignIn(request: ConsoleRequest): Promise<PageBody> {
  const { parts, context, browserSession, pageContext } = request;
  const { signIn, hasPasskeys: scripts, provider } = parts;
  const formTargets = provider?.origins ?? [];
  context.header('content-security-policy', contentSecurityPolicy({ scripts, formTargets }));
  const options = scripts ? await signIn.askToSignIn(browserSession.id) : null;
  return (
    <OutsidePage pageContext={pageContext} title="Sign in to the console">
      {context.req.query('signed-out') === undefined ? null : (
        <p class="headline">You have signed out.</p>
      )}
      <p>
        {`You are signed out after ${String(IDLE_MINUTES)} minutes without activity, and after `}
        {`${String(SESSION_HOURS)} hours.`}
      </p>
      {options === null ? null : (
        <>
          <NoPasskeys />
          <ConsoleForm request={request} action={SIGN_IN_PATH}>
            <input type="hidden" name="to" value={pageContext.path} />
            <RequestPasskey
              ceremony="get"
              options={options}
              button="Sign in with a passkey"
              failed="No passkey was used. Try again, or ask an administrator for an enrolment link."
            />
          </ConsoleForm>
        </>
      )}
      {provider === null ? null : <ProviderForm request={request} />}
    </OutsidePage>
  );
}

/** Verifies the passkey and starts a session. */
export async function submitSignIn(
  { parts, context, browserSession }: ConsoleRequest,
  fields: URLSearchParams,
): Promise<FormResult> {
  const { id, session } = newSession(parts.machineClock());
  const address = parts.addressOf(context.env.incoming);
  const passkey = fields.get('passkey') ?? '';
  const result = await parts.signIn.signIn(browserSession.id, passkey, session, { address });
  const to = consolePath(fields.get('to'));
  if (result !== 'signedIn') return problemAt(to, result === 'busy' ? 'busy' : 'passkey');
  return { location: to, setCookie: cookieOf(parts.origin, id) };
}

/** Ends the session of the operator. */
export async function signOut(request: OperatorRequest): Promise<FormResult> {
  const { parts, signedIn } = request;
  if (signedIn !== undefined) {
    await parts.store.endOperatorSession(signedIn.session.hash, actOf(request));
  }
  return { location: SIGNED_OUT_PATH, setCookie: endedCookie(parts.origin) };
}

/**
 * Renders the page of an enrolment link, on which an operator creates a passkey. Undefined if the
 * link is unknown, was used or has expired.
 */
export async function showEnrolment(request: ConsoleRequest): Promise<PageBody | undefined> {
  const { parts, context, pageContext } = request;
  const secret = context.req.param('secret') ?? '';
  const operator = await parts.signIn.findToEnrol(secret);
  if (operator === undefined) return undefined;
  const options = await parts.signIn.askToEnrol(secret, operator);
  allowScript(context);
  return (
    <OutsidePage pageContext={pageContext} title="Add a passkey">
      <p>
        With this passkey you sign in to the console as{' '}
        <strong>
          <UserText text={userText(operator.name)} />
        </strong>
        . Your device creates and stores it. Add it only on a device that nobody else can unlock.
        This link works once.
      </p>
      <NoPasskeys />
      <ConsoleForm request={request} action={context.req.path}>
        <RequestPasskey
          ceremony="create"
          options={options}
          button="Create the passkey"
          failed="No passkey was created. This device may already have one, or you cancelled."
        />
      </ConsoleForm>
    </OutsidePage>
  );
}

/** Adds the passkey that the browser created. The operator then signs in with it. */
export async function submitEnrolment(
  { parts, context }: ConsoleRequest,
  fields: URLSearchParams,
): Promise<FormResult> {
  const secret = context.req.param('secret') ?? '';
  const operator = await parts.signIn.findToEnrol(secret);
  if (operator === undefined) return { location: NO_ENROLMENT_PATH };
  const address = parts.addressOf(context.env.incoming);
  const passkey = fields.get('passkey') ?? '';
  const isAdded = await parts.signIn.enrol(secret, passkey, operator.id, { address });
  return isAdded ? { location: '/' } : problemAt(`/enrol/${secret}`, 'notEnrolled');
}

function NoPasskeys() {
  return (
    <div class="notice care" data-without-passkeys>
      <p>{WITHOUT_PASSKEYS}</p>
    </div>
  );
}
