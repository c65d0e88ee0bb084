import { expectDefined } from '../../shared/assert.ts';
import type { PageBody } from '../components/layout.tsx';
import { Headline, TppName } from '../components/user-text.tsx';
import { Confirmation, PortalPage } from './page.tsx';
import { actOf, type FormResult } from '../forms.ts';
import type { SignedInRequest, PortalContext } from './portal-context.ts';
import {
  nameOf,
  pathOf,
  PermissionPage,
  readPermission,
  type NamedPermission,
} from './permissions.tsx';

/** Renders the page that asks the customer to confirm the end of a permission. */
export async function showRevocation(request: SignedInRequest): Promise<PageBody | undefined> {
  const permission = await readPermission(request);
  if (permission === undefined) return undefined;
  const named = await nameOf(request, permission);
  // If the permission has ended in the meantime, show the page about it, which says when it ended.
  if (!permission.isRunning) return <PermissionPage pageContext={request.pageContext} {...named} />;
  return <RevocationPage pageContext={request.pageContext} {...named} />;
}

/** Ends a permission. The next page shows the result (rules, 8.17). */
export async function submitRevocation(request: SignedInRequest): Promise<FormResult> {
  const { parts, context, user } = request;
  const id = expectDefined(context.req.param('id'), 'the id of the permission');
  await parts.useCases.withdrawConsent(id, user, actOf(request, user.id));
  return { location: `/my/permissions/${encodeURIComponent(id)}` };
}

type RevocationProperties = NamedPermission & { readonly pageContext: PortalContext };

function RevocationPage({ pageContext, permission, provider }: RevocationProperties) {
  const path = pathOf(permission);
  return (
    <PortalPage pageContext={pageContext} title="End this permission?">
      <Headline text={permission.review.headline} />
      <p>
        <TppName name={provider} />
        {' can make no more payments with it from that moment on. Past payments stay paid, and '}
        payments that we have already accepted will still be made.
      </p>
      <p>
        You cannot undo this. To allow payments again, agree to a new permission at the provider. If
        you owe the provider money, arrange with it how you will pay.
      </p>
      <Confirmation
        pageContext={pageContext}
        action={`${path}/end`}
        confirm="End the permission"
        back={path}
      />
    </PortalPage>
  );
}
