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

/** Whether the customer really means to cancel what is still to come of a payment. */
export async function showCancellation(own: PortalSession): Promise<PageBody | undefined> {
  const read = await readPayment(own);
  if (read === undefined) return undefined;
  const { pageContext } = own;
  // Too late by then: the page says how it stands.
  if (!read.view.mayCancel) return <PaymentPage {...{ pageContext, ...read }} />;
  return <CancellationPage {...{ pageContext, read }} />;
}

/**
 * Cancels what still waits of it; where it was executed at the same instant, one of them won, and
 * the page says which (rules, 5.20).
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
