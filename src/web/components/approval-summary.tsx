import type { RichText } from '../../domain/messages/rich-text.ts';
import type { ApprovalSummary as ReadApprovalSummary } from '../../use-cases/index.ts';
import { destinationLines } from '../../families/common/review.ts';
import { formatAccounts } from '../journey/pages/review.tsx';
import { Row } from './row.tsx';
import { UserText } from './user-text.tsx';

interface ApprovalSummaryProperties {
  /** Who asks for it. */
  readonly provider: RichText;
  readonly read: Pick<ReadApprovalSummary, 'review' | 'accounts'>;
}

/** How much goes to whom, and from where: exactly what a factor is for stands above its field. */
export function ApprovalSummary({
  provider,
  read: { review, accounts },
}: ApprovalSummaryProperties) {
  return (
    <>
      <p class="headline">
        <UserText text={review.headline} />
      </p>
      <dl>
        <Row label="Asked for by" value={provider} />
        {destinationLines(review).map((line) => (
          <Row {...line} />
        ))}
        <Row label="From account" value={formatAccounts(accounts)} />
      </dl>
    </>
  );
}
