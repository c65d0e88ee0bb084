import type { Child } from 'hono/jsx';
import { MAX_REASON_CHARACTERS } from '../domain/records/operators.ts';
import { userText } from '../domain/messages/rich-text.ts';
import { PostForm, TextField, type PostFormProperties } from '../web/components/fields.tsx';
import { Layout, NavigationLinks } from '../web/components/layout.tsx';
import { UserText } from '../web/components/user-text.tsx';
import type { Instant, Seconds } from '../shared/time.ts';
import type { ConsoleRequest, OperatorRequest } from './console-context.ts';
import { formatMoment } from '../domain/messages/format.ts';
import { LIVE_SCRIPT_PATH } from '../web/assets/index.ts';
import { contentSecurityPolicy } from '../web/headers.ts';
import { tokenOf } from './updates.ts';

const PURPOSE = 'Operations console';
const FOOTER = 'For staff of the bank. Everything that you do here is recorded in the audit log.';

/** Path of the form with which an operator signs out. */
export const SIGN_OUT_PATH = '/sign-out';

interface ConsolePageProperties {
  readonly request: OperatorRequest;
  readonly title: string;
  /** Time at which the content was read, if a script updates the page. */
  readonly liveAsOf?: Instant;
  readonly children?: Child;
}

/** A page for a signed-in operator, with navigation, search, the operator's roles and sign-out. */
export function ConsolePage({ request, title, liveAsOf, children }: ConsolePageProperties) {
  const { bankName, problem } = request.pageContext;
  return (
    <Layout
      bankName={bankName}
      title={title}
      problem={problem}
      purpose={PURPOSE}
      footer={FOOTER}
      isWide
      navigation={<Navigation request={request} />}
    >
      {liveAsOf === undefined ? (
        children
      ) : (
        <Live request={request} asOf={liveAsOf}>
          {children}
        </Live>
      )}
    </Layout>
  );
}

interface OutsidePageProperties {
  readonly pageContext: Pick<ConsoleRequest['pageContext'], 'bankName' | 'problem'>;
  readonly title: string;
  readonly children?: Child;
}

/** A page without navigation, for a visitor who is not signed in. */
export function OutsidePage({ pageContext, title, children }: OutsidePageProperties) {
  const { bankName, problem } = pageContext;
  return (
    <Layout bankName={bankName} title={title} problem={problem} purpose={PURPOSE} footer={FOOTER}>
      {children}
    </Layout>
  );
}

function Navigation({ request }: { readonly request: OperatorRequest }) {
  const { operator, navigation, pageContext } = request;
  return (
    <>
      <div class="ways">
        <p>
          <strong>
            <UserText text={userText(operator.name)} />
          </strong>
          {` (${operator.roles.join(', ')})`}
        </p>
        <ConsoleForm request={request} action={SIGN_OUT_PATH}>
          <button class="plain">Sign out</button>
        </ConsoleForm>
      </div>
      <div class="ways">
        <NavigationLinks name="Pages of the console" links={navigation} path={pageContext.path} />
      </div>
      <Search request={request} />
    </>
  );
}

/**
 * The search field. It is a POST form, because addresses of pages must not contain data of
 * customers.
 */
function Search({ request }: { readonly request: OperatorRequest }) {
  const { searchPath, pageContext } = request;
  // The page of the search has a form of its own.
  if (searchPath === undefined || searchPath === pageContext.path) return null;
  return (
    <div class="ways search" role="search">
      <ConsoleForm request={request} action={searchPath}>
        <label>
          Find a payment
          <input name="search" type="search" autocomplete="off" maxlength={200} />
        </label>
        <button class="other">Search</button>
      </ConsoleForm>
    </div>
  );
}

interface ConsoleFormProperties extends PostFormProperties {
  readonly request: Pick<ConsoleRequest, 'pageContext'>;
}

/** A form of the console. It contains the CSRF token. */
export function ConsoleForm({ request, ...form }: ConsoleFormProperties) {
  return <PostForm token={request.pageContext.formToken} {...form} />;
}

/** A required text field for the reason of an action. It is stored in the audit log. */
export function ReasonField({ id }: { readonly id: string }) {
  return (
    <TextField id={id} name="reason" label="Reason" required maxlength={MAX_REASON_CHARACTERS} />
  );
}

/** Time between two updates of a page, in seconds. */
const LIVE_SECONDS: Seconds = 5;

interface LiveProperties {
  readonly request: OperatorRequest;
  /** Time at which the content was read. */
  readonly asOf: Instant;
  readonly children?: Child;
}

/**
 * The content of a page that a script updates. Allows the script on this page. Without scripts, the
 * page contains a hint instead of the button that pauses updates.
 */
function Live({ request, asOf, children }: LiveProperties) {
  const { context, browserSession } = request;
  const policy = contentSecurityPolicy({ scripts: true, connections: "'self'" });
  context.header('content-security-policy', policy);
  const seconds = String(LIVE_SECONDS);
  return (
    <>
      <p class="quiet" data-live-as-of="">{`As of ${formatMoment(asOf)}.`}</p>
      <noscript>
        <p class="quiet">Open the page again to refresh it.</p>
      </noscript>
      <p class="quiet" hidden data-live-controls="">
        {`This page updates itself every ${seconds} seconds. `}
        <button type="button" class="plain">
          Pause updates
        </button>
      </p>
      <p class="quiet" role="status" data-live-status="" />
      <div data-live={tokenOf(context, browserSession.id)} data-live-seconds={seconds}>
        {children}
      </div>
      <script src={LIVE_SCRIPT_PATH} defer />
    </>
  );
}
