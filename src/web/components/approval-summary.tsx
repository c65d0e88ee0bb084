import { plainText, type RichText } from '../../domain/messages/rich-text.ts';
import type { ApprovalSummary as ReadApprovalSummary } from '../../use-cases/index.ts';
import { detailsOf, type ApprovalDetails } from '../../auth/identity-provider/details.ts';
import { destinationLines, type ReviewLine } from '../../families/common/review.ts';
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
export function ApprovalSummary({ provider, read }: ApprovalSummaryProperties) {
  return (
    <>
      <Headline text={read.review.headline} />
      <dl>
        {summaryLines({ provider, read }).map((line) => (
          <Row {...line} />
        ))}
      </dl>
    </>
  );
}

/** Returns the same summary as authorization details for the bank's OpenID Provider. */
export function approvalDetails(
  summary: ApprovalSummaryProperties,
  dynamicLinkingHash: string,
): ApprovalDetails {
  const lines = summaryLines(summary).map(({ label, value }) => {
    const values: readonly RichText[] = Array.isArray(value) ? value : [value];
    return { label, values: values.map(plainText) };
  });
  const headline = plainText(summary.read.review.headline);
  return detailsOf({ headline, lines }, dynamicLinkingHash);
}

function summaryLines({
  provider,
  read: { review, accounts },
}: ApprovalSummaryProperties): readonly ReviewLine[] {
  return [
    { label: 'Requested by', value: provider },
    ...destinationLines(review),
    { label: 'From account', value: formatAccounts(accounts) },
  ];
}
