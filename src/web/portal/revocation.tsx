import { present } from '../../shared/assert.ts';
import type { PageBody } from '../components/layout.tsx';
import { Said } from '../components/user-text.tsx';
import { Confirmation, OwnPage } from './page.tsx';
import { actOf, type Own, type OwnScene, type OwnTaken } from './portal-context.ts';
import {
  nameOf,
  pathOf,
  PermissionPage,
  readPermission,
  type NamedPermission,
} from './permissions.tsx';

/** Whether the customer really means to end a permission. */
export async function showRevocation(own: Own): Promise<PageBody | undefined> {
  const permission = await readPermission(own);
  if (permission === undefined) return undefined;
  const named = await nameOf(own, permission);
  // Over by then: the page says since when.
  if (!permission.isRunning) return <PermissionPage scene={own.scene} {...named} />;
  return <RevocationPage scene={own.scene} {...named} />;
}

/** Ends it, once; the page of the permission tells what came of that (rules, 8.17). */
export async function takeRevocation(own: Own): Promise<OwnTaken> {
  const { parts, context, user } = own;
  const id = present(context.req.param('id'), 'the id of the permission');
  await parts.engine.withdrawConsent(id, user, actOf(own, user.id));
  return { location: `/my/permissions/${encodeURIComponent(id)}`, newSessionId: null };
}

type RevocationProperties = NamedPermission & { readonly scene: OwnScene };

function RevocationPage({ scene, permission, provider }: RevocationProperties) {
  const path = pathOf(permission);
  return (
    <OwnPage scene={scene} title="End this permission?">
      <p class="headline">
        <Said words={permission.review.headline} />
      </p>
      <p>
        <strong>
          <Said words={provider} />
        </strong>
        {' can then have no more payments made by it, from that moment on. What was paid stays '}
        paid, and what we have taken on already is still made.
      </p>
      <p>
        This cannot be taken back: you would agree to it anew at the provider. If you owe the
        provider something, tell it how you are going to pay.
      </p>
      <Confirmation scene={scene} action={`${path}/end`} confirm="End the permission" back={path} />
    </OwnPage>
  );
}
