import { Refusal } from '../../shared/errors.ts';
import type { PageBody } from '../components/layout.tsx';
import { UserText } from '../components/user-text.tsx';
import { Confirmation, PortalPage } from './page.tsx';
import {
  actOf,
  type PortalSession,
  type PortalContext,
  type PortalFormResult,
} from './portal-context.ts';
import { PaymentPage, readPayment, type ReadPayment } from './payment.tsx';

/** Renders the confirmation of a cancellation. */
export async function showCancellation(own: PortalSession): Promise<PageBody | undefined> {
  const read = await readPayment(own);
  if (read === undefined) return undefined;
  const { pageContext } = own;
  // It may be too late to cancel. The page of the payment shows its status.
  if (!read.view.mayCancel) return <PaymentPage {...{ pageContext, ...read }} />;
  return <CancellationPage {...{ pageContext, read }} />;
}

/**
 * Cancels everything of the payment that is not yet executed. If execution starts at the same
 * time, one of the two wins, and the page says which (rules, 5.20).
 */
export async function takeCancellation(own: PortalSession): Promise<PortalFormResult> {
  const { parts, context, user } = own;
  const id = context.req.param('id') ?? '';
  const outcome = await parts.engine.cancelPayment(id, user, actOf(own, user.id));
  const told = outcome instanceof Refusal ? 'refused' : outcome;
  return { location: `/my/payments/${encodeURIComponent(id)}?outcome=${told}`, newSessionId: null };
}

interface CancellationProperties {
  readonly pageContext: PortalContext;
  readonly read: ReadPayment;
}

function CancellationPage({ pageContext, read: { view, provider } }: CancellationProperties) {
  const path = `/my/payments/${view.payment.id}`;
  return (
    <PortalPage pageContext={pageContext} title="Cancel this payment?">
      <p class="headline">
        <UserText text={view.summary} />
      </p>
      <p>
        {'What was not paid yet is not paid at all then, and '}
        <UserText text={provider} />
        {
          ' can read that you cancelled it. What we are paying at this moment, or have paid, cannot '
        }
        be called back. This cannot be undone: it would have to be asked for anew.
      </p>
      <Confirmation
        pageContext={pageContext}
        action={`${path}/cancel`}
        confirm="Cancel the payment"
        back={path}
      />
    </PortalPage>
  );
}
