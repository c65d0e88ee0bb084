import type { Account } from '../../../domain/records/records.ts';
import { userText, richText, type RichText } from '../../../domain/messages/rich-text.ts';
import {
  formatAccount,
  formatCount,
  formatNumber,
  formatPounds,
} from '../../../domain/messages/format.ts';
import type { ConsentReview } from '../../../use-cases/index.ts';
import { Layout } from '../../components/layout.tsx';
import { Headline, Row, TppName, UserText } from '../../components/user-text.tsx';
import { addressOf, Form, type PageContext } from '../../page-context.tsx';
import { LargestPayments } from './payments.tsx';

/** Maximum number of accounts that are listed. The others are only counted. */
const MAX_ACCOUNTS = 5;

interface ReviewProperties {
  readonly pageContext: PageContext;
  readonly read: ConsentReview;
  /** True if the customer can choose another account. */
  readonly canChangeAccount: boolean;
}

/** Page with all details of the payment, and the buttons to approve or reject it. */
export function ReviewPage({ pageContext, read, canChangeAccount }: ReviewProperties) {
  const { bankName, problem, tpp, uid } = pageContext;
  const { review, accounts, file, warnings } = read;
  return (
    <Layout bankName={bankName} title="Check and decide" step={3} problem={problem}>
      <p>
        <TppName name={tpp.name} />
        {` asks you to approve ${review.kind}.`}
      </p>
      <Headline text={review.headline} />
      <Warnings warnings={warnings} />
      <dl>
        <Row label="Requested by" value={tpp.name} />
        <Row label="From account" value={formatAccounts(accounts)} />
        {read.approvals === 1 ? null : (
          <Row label="Approvals" value={formatApprovals(read.approvals)} />
        )}
        {review.lines.map(({ label, value }) => (
          <Row label={label} value={value} />
        ))}
      </dl>
      {canChangeAccount ? (
        <p>
          <a href={addressOf(uid, '/account')}>Choose another account</a>
        </p>
      ) : null}
      {file === null ? null : (
        <LargestPayments {...file}>
          {file.largest.length === file.facts.payments ? null : (
            <p>
              <a href={addressOf(uid, '/payments')}>
                {`Read all ${formatCount(file.facts.payments, 'payment')}`}
              </a>
            </p>
          )}
        </LargestPayments>
      )}
      <h2>Your decision</h2>
      <p>
        {'If you approve, '}
        <UserText text={review.promise(tpp.name)} />
        {read.approvals === 1 ? null : ' Nothing is paid until the others have approved it too.'}
        {' If you reject, nothing will be paid.'}
      </p>
      <Form pageContext={pageContext} step="reject">
        <p class="actions">
          <a class="button" href={addressOf(uid, '/approve')}>
            Continue to approve
          </a>
          <button class="other">Reject</button>
        </p>
      </Form>
    </Layout>
  );
}

/** Describes the required approvals, for example `2 are needed: yours and one from a colleague`. */
function formatApprovals(approvals: number): string {
  const others =
    approvals === 2 ? 'one from a colleague' : `${formatNumber(approvals - 1)} from colleagues`;
  return `${formatNumber(approvals)} are needed: yours and ${others}`;
}

/** List of warnings. Renders nothing if there are none. */
export function Warnings({ warnings }: Pick<ConsentReview, 'warnings'>) {
  if (warnings.length === 0) return null;
  return (
    <section class="notice care" aria-labelledby="warnings">
      <h2 id="warnings">Check this carefully</h2>
      <ul>
        {warnings.map((warning) => (
          <li>
            <UserText text={warning} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Formats a balance, for example ` (£10.00 now)`. Use it only for customers who signed in with both
 * factors.
 */
export function formatBalance({ balancePence }: Account): string {
  return balancePence === null ? '' : ` (${formatPounds(balancePence)} now)`;
}

/**
 * Returns the number and the holder of each debited account.
 *
 * @param more returns a text that is added to an account
 */
export function formatAccounts(
  accounts: readonly Account[],
  more: (account: Account) => string = () => '',
): readonly RichText[] {
  const listed = accounts.slice(0, MAX_ACCOUNTS).map((account) => {
    const { number, holderName } = account;
    return richText`${formatAccount(number)}, ${userText(holderName)}${more(account)}`;
  });
  const left = accounts.length - MAX_ACCOUNTS;
  return left > 0 ? [...listed, `and ${formatCount(left, 'other account')} of yours`] : listed;
}
