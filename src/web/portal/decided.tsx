import type { Approval } from '../../domain/records/records.ts';
import { userText, richText, type RichText } from '../../domain/messages/rich-text.ts';
import { formatCount } from '../../domain/messages/format.ts';
import type { WaitingReview } from '../../use-cases/index.ts';
import { ApprovalSummary } from '../components/approval-summary.tsx';
import { UserText } from '../components/user-text.tsx';
import { PortalPage } from './page.tsx';
import type { PortalContext } from './portal-context.ts';
import { ApprovalRows, formatMoment } from './pending-approvals.tsx';

/** Data of the pages about a payment that needs, or needed, several approvals. */
export interface Read {
  readonly pageContext: PortalContext;
  readonly review: WaitingReview;
  readonly provider: RichText;
}

function titleOf({ approval, own }: WaitingReview): string {
  if (approval.status === 'expired') return 'The time for approving this is over';
  if (own === undefined) return 'This was decided already';
  return own.decision === 'approve' ? 'You approved this' : 'You rejected this';
}

function formatEnd({ approval, decided, payment }: WaitingReview): RichText {
  const { status, received, required, approveBy } = approval;
  if (payment.cancelledAt !== null) {
    return status === 'approved'
      ? 'All approvals were there, and then it was cancelled. What was not paid by then is not paid.'
      : 'It was cancelled: nothing is paid.';
  }
  const rejecter = decided.find(({ decision }: Approval) => decision === 'reject')?.userId ?? '';
  switch (status) {
    case 'waiting':
      return `It needs ${formatCount(required - received, 'more approval')}. Until then nothing is paid.`;
    case 'approved':
      return 'All approvals are there: we pay it, at once or on the day asked for.';
    case 'rejected':
      return richText`${userText(rejecter)} rejected it: nothing is paid.`;
    case 'expired':
      return `Not all approved it by ${formatMoment(approveBy)}: nothing is paid.`;
  }
}

/** Page with the outcome, for a user who has nothing left to decide. */
export function DecidedPage({ pageContext, review, provider }: Read) {
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
        <a href="/my">what else waits for you</a>.
      </p>
    </PortalPage>
  );
}
