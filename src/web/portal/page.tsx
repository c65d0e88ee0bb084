import type { Child } from 'hono/jsx';
import { formatAccount } from '../../domain/messages/format.ts';
import { richText, userText } from '../../domain/messages/rich-text.ts';
import type { Account } from '../../domain/records/records.ts';
import { PostForm, type PostFormProperties } from '../components/fields.tsx';
import { Layout, NavigationLinks } from '../components/layout.tsx';
import { Row } from '../components/user-text.tsx';
import type { PortalContext } from './portal-context.ts';

/** The links in the navigation bar. */
const NAVIGATION = [
  { path: '/my', name: 'Waiting for you' },
  { path: '/my/payments', name: 'Payments' },
  { path: '/my/permissions', name: 'Permissions' },
  { path: '/my/account', name: 'Account and sign-in' },
] as const;

const PURPOSE = 'Your own pages';

interface PortalPageProperties {
  readonly pageContext: PortalContext;
  readonly title: string;
  readonly children?: Child;
}

/** A page for a signed-in customer, with navigation links and a button to sign out. */
export function PortalPage({ pageContext, title, children }: PortalPageProperties) {
  const { bankName, problem } = pageContext;
  return (
    <Layout
      bankName={bankName}
      title={title}
      problem={problem}
      purpose={PURPOSE}
      navigation={<Navigation pageContext={pageContext} />}
    >
      {children}
    </Layout>
  );
}

/** A page without navigation, for a visitor who is not signed in. */
export function OutsidePage({ pageContext, title, children }: PortalPageProperties) {
  const { bankName, problem } = pageContext;
  return (
    <Layout bankName={bankName} title={title} problem={problem} purpose={PURPOSE}>
      {children}
    </Layout>
  );
}

function Navigation({ pageContext }: { readonly pageContext: PortalContext }) {
  return (
    <div class="ways">
      <NavigationLinks name="Your pages" links={NAVIGATION} path={pageContext.path} />
      <PortalForm pageContext={pageContext} action="/my/sign-out">
        <button class="plain">Sign out</button>
      </PortalForm>
    </div>
  );
}

interface PortalFormProperties extends PostFormProperties {
  readonly pageContext: PortalContext;
}

/** A form in the portal. It contains the CSRF token. */
export function PortalForm({ pageContext, ...form }: PortalFormProperties) {
  return <PostForm token={pageContext.formToken} {...form} />;
}

interface ConfirmationProperties extends PortalFormProperties {
  /** Text of the button. */
  readonly confirm: string;
  /** Path of the link that leads back without a change. */
  readonly back: string;
  /** Text of that link. */
  readonly keep?: string;
}

/** A form with which the user confirms an action, and a link back. */
export function Confirmation(properties: ConfirmationProperties) {
  const { confirm, back, keep = 'Keep it', children, ...form } = properties;
  return (
    <PortalForm {...form}>
      {children}
      <p class="actions">
        <button>{confirm}</button>
        <a class="button other" href={back}>
          {keep}
        </a>
      </p>
    </PortalForm>
  );
}

type AccountHolder = Pick<Account, 'number' | 'holderName'>;

/** Row with the debited account and its holder. Renders nothing if there is no account. */
export function AccountRow({ account }: { readonly account: AccountHolder | null }) {
  if (account === null) return null;
  const { number, holderName } = account;
  return (
    <Row label="From account" value={richText`${formatAccount(number)}, ${userText(holderName)}`} />
  );
}
