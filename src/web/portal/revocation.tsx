import { expectDefined } from '../../shared/assert.ts';
import type { PageBody } from '../components/layout.tsx';
import { UserText } from '../components/user-text.tsx';
import { Confirmation, PortalPage } from './page.tsx';
import {
  actOf,
  type PortalSession,
  type PortalContext,
  type PortalFormResult,
} from './portal-context.ts';
import {
  nameOf,
  pathOf,
  PermissionPage,
  readPermission,
  type NamedPermission,
} from './permissions.tsx';

/** Renders the confirmation to end a permission. */
export async function showRevocation(own: PortalSession): Promise<PageBody | undefined> {
  const permission = await readPermission(own);
  if (permission === undefined) return undefined;
  const named = await nameOf(own, permission);
  // The permission may have ended meanwhile. Its page shows when.
  if (!permission.isRunning) return <PermissionPage pageContext={own.pageContext} {...named} />;
  return <RevocationPage pageContext={own.pageContext} {...named} />;
}

/** Ends a permission. The page of the permission shows the result (rules, 8.17). */
export async function takeRevocation(own: PortalSession): Promise<PortalFormResult> {
  const { parts, context, user } = own;
  const id = expectDefined(context.req.param('id'), 'the id of the permission');
  await parts.engine.withdrawConsent(id, user, actOf(own, user.id));
  return { location: `/my/permissions/${encodeURIComponent(id)}`, newSessionId: null };
}

type RevocationProperties = NamedPermission & { readonly pageContext: PortalContext };

function RevocationPage({ pageContext, permission, provider }: RevocationProperties) {
  const path = pathOf(permission);
  return (
    <PortalPage pageContext={pageContext} title="End this permission?">
      <p class="headline">
        <UserText text={permission.review.headline} />
      </p>
      <p>
        <strong>
          <UserText text={provider} />
        </strong>
        {' can then have no more payments made by it, from that moment on. What was paid stays '}
        paid, and what we have taken on already is still made.
      </p>
      <p>
        This cannot be taken back: you would agree to it anew at the provider. If you owe the
        provider something, tell it how you are going to pay.
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
