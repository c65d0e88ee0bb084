import type { Approval } from '../../domain/records/records.ts';
import { userText, richText, type RichText } from '../../domain/messages/rich-text.ts';
import { formatCount } from '../../domain/messages/format.ts';
import type { WaitingReview } from '../../use-cases/index.ts';
import { ApprovalSummary } from '../components/approval-summary.tsx';
import { UserText } from '../components/user-text.tsx';
import { PortalPage } from './page.tsx';
import type { PortalContext } from './portal-context.ts';
import { ApprovalRows, formatMoment } from './pending-approvals.tsx';

/** Data for pages about a payment that needs or needed several approvals. */
export interface PendingApproval {
  readonly pageContext: PortalContext;
  readonly review: WaitingReview;
  readonly provider: RichText;
}

function titleOf({ approval, own }: WaitingReview): string {
  if (approval.status === 'expired') return 'It is too late to approve this';
  if (own === undefined) return 'This has already been decided';
  return own.decision === 'approve' ? 'You approved this' : 'You rejected this';
}

function formatEnd({ approval, decided, payment }: WaitingReview): RichText {
  const { status, received, required, approveBy } = approval;
  if (payment.cancelledAt !== null) {
    return status === 'approved'
      ? 'It had all approvals and was then cancelled. Anything not paid by then will not be paid.'
      : 'It was cancelled. Nothing will be paid.';
  }
  const rejecter = decided.find(({ decision }: Approval) => decision === 'reject')?.userId ?? '';
  switch (status) {
    case 'waiting':
      return `It needs ${formatCount(required - received, 'more approval')}. Until then nothing is paid.`;
    case 'approved':
      return 'It has all approvals. We pay it at once or on the requested day.';
    case 'rejected':
      return richText`${userText(rejecter)} rejected it. Nothing will be paid.`;
    case 'expired':
      return `It did not have all approvals by ${formatMoment(approveBy)}. Nothing will be paid.`;
  }
}

/** Page that shows the outcome to a user who has nothing left to decide. */
export function DecidedPage({ pageContext, review, provider }: PendingApproval) {
  return (
    <PortalPage pageContext={pageContext} title={titleOf(review)}>
      <ApprovalSummary provider={provider} read={review.read} />
      <div class="notice care">
        <p>
          <UserText text={formatEnd(review)} />
        </p>
      </div>
      <dl>
        <ApprovalRows waiting={review} />
      </dl>
      <p>
        <a href={`/my/payments/${review.payment.id}`}>See the payment</a>, or{' '}
        <a href="/my">your other pending approvals</a>.
      </p>
    </PortalPage>
  );
}
