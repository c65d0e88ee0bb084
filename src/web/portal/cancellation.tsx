import { Refusal } from '../../shared/errors.ts';
import type { PageBody } from '../components/layout.tsx';
import { UserText } from '../components/user-text.tsx';
import { Confirmation, PortalPage } from './page.tsx';
import {
  actOf,
  type SignedInRequest,
  type PortalContext,
  type PortalFormResult,
} from './portal-context.ts';
import { PaymentPage, readPayment, type ReadPayment } from './payment.tsx';

/** Renders the confirmation of a cancellation. */
export async function showCancellation(request: SignedInRequest): Promise<PageBody | undefined> {
  const read = await readPayment(request);
  if (read === undefined) return undefined;
  const { pageContext } = request;
  // It may be too late to cancel. The page of the payment shows its status.
  if (!read.view.mayCancel) return <PaymentPage {...{ pageContext, ...read }} />;
  return <CancellationPage {...{ pageContext, read }} />;
}

/**
 * Cancels everything of the payment that is not yet executed. If execution starts at the same
 * time, one of the two wins, and the page says which (rules, 5.20).
 */
export async function submitCancellation(request: SignedInRequest): Promise<PortalFormResult> {
  const { parts, context, user } = request;
  const id = context.req.param('id') ?? '';
  const outcome = await parts.engine.cancelPayment(id, user, actOf(request, user.id));
  const result = outcome instanceof Refusal ? 'refused' : outcome;
  return {
    location: `/my/payments/${encodeURIComponent(id)}?outcome=${result}`,
    newSessionId: null,
  };
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
        {'Anything that is not yet paid will not be paid. '}
        <UserText text={provider} />
        {' can see that you cancelled it. Payments that are made or in progress cannot be '}
        cancelled. You cannot undo this. The provider would have to request the payment again.
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
