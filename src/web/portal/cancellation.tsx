import { Refusal } from '../../shared/errors.ts';
import type { PageBody } from '../components/layout.tsx';
import { Headline, UserText } from '../components/user-text.tsx';
import { Confirmation, PortalPage } from './page.tsx';
import { actOf, type FormResult } from '../forms.ts';
import type { SignedInRequest, PortalContext } from './portal-context.ts';
import { PaymentPage, readPayment, type ReadPayment } from './payment.tsx';

/** Renders the page that asks the customer to confirm a cancellation. */
export async function showCancellation(request: SignedInRequest): Promise<PageBody | undefined> {
  const read = await readPayment(request);
  if (read === undefined) return undefined;
  const { pageContext } = request;
  // If it is too late to cancel, show the page about the payment with its current status.
  if (!read.view.mayCancel) return <PaymentPage {...{ pageContext, ...read }} />;
  return <CancellationPage {...{ pageContext, read }} />;
}

/**
 * Cancels all parts of the payment that have not been executed yet. If the execution starts at the
 * same time, only one of them takes effect. The next page says which one (rules, 5.20).
 */
export async function submitCancellation(request: SignedInRequest): Promise<FormResult> {
  const { parts, context, user } = request;
  const id = context.req.param('id') ?? '';
  const outcome = await parts.useCases.cancelPayment(id, user, actOf(request, user.id));
  const result = outcome instanceof Refusal ? 'refused' : outcome;
  return {
    location: `/my/payments/${encodeURIComponent(id)}?outcome=${result}`,
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
      <Headline text={view.summary} />
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
