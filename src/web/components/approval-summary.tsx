import type { RichText } from '../../domain/messages/rich-text.ts';
import type { ApprovalSummary as ReadApprovalSummary } from '../../use-cases/index.ts';
import { destinationLines } from '../../families/common/review.ts';
import { formatAccounts } from '../journey/pages/review.tsx';
import { Headline, Row } from './user-text.tsx';

interface ApprovalSummaryProperties {
  /** Name of the TPP that requested the payment. */
  readonly provider: RichText;
  readonly read: Pick<ReadApprovalSummary, 'review' | 'accounts'>;
}

/**
 * Summary above the field for the second factor. It shows the amount, the payee and the debited
 * account, to which the second factor is dynamically linked.
 */
export function ApprovalSummary({
  provider,
  read: { review, accounts },
}: ApprovalSummaryProperties) {
  return (
    <>
      <Headline text={review.headline} />
      <dl>
        <Row label="Requested by" value={provider} />
        {destinationLines(review).map((line) => (
          <Row {...line} />
        ))}
        <Row label="From account" value={formatAccounts(accounts)} />
      </dl>
    </>
  );
}
