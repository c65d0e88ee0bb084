import type { AccountNumber } from '../../../domain/parties/accounts.ts';
import { userText } from '../../../domain/messages/rich-text.ts';
import { formatAccount } from '../../../domain/messages/format.ts';
import type { AccountChoice } from '../../../use-cases/index.ts';
import type { Review } from '../../../families/common/review.ts';
import { Layout } from '../../components/layout.tsx';
import { Headline, TppName, UserText } from '../../components/user-text.tsx';
import { GoBack, Question, type PageContext } from '../../page-context.tsx';

interface AccountProperties {
  readonly pageContext: PageContext;
  /** Short description of the payment, with amount and payee. */
  readonly summary: Pick<Review, 'kind' | 'headline'>;
  readonly choice: AccountChoice;
  readonly chosen: AccountNumber | null;
}

/**
 * Page on which the customer chooses the account to pay from. It is shown if the consent names no
 * account.
 */
export function AccountPage({ pageContext, summary, choice, chosen }: AccountProperties) {
  const { bankName, problem, tpp } = pageContext;
  if (choice.eligible.length === 0)
    return <NoAccountPage pageContext={pageContext} choice={choice} />;
  return (
    <Layout bankName={bankName} title="Choose the account" step={2} problem={problem}>
      <p>
        <TppName name={tpp.name} />
        {` asks you to approve ${summary.kind}.`}
      </p>
      <Headline text={summary.headline} />
      <p>Choose the account to pay from. You can check everything on the next page.</p>
      <Question pageContext={pageContext} step="account">
        <fieldset id="account" aria-invalid={problem === 'account' ? 'true' : undefined}>
          <legend>Pay from</legend>
          {choice.eligible.map(({ number, holderName }) => (
            <label class="choice">
              <input type="radio" name="account" value={number} checked={number === chosen} />
              <span>
                <span>
                  {formatAccount(number)}
                  <span class="hint">
                    <UserText text={userText(holderName)} />
                  </span>
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      </Question>
    </Layout>
  );
}

/**
 * Page for a customer without an eligible account. It shows the reasons and a button back to the
 * TPP.
 */
function NoAccountPage({ pageContext, choice }: Pick<AccountProperties, 'pageContext' | 'choice'>) {
  return (
    <Layout bankName={pageContext.bankName} title="You have no account for this" step={2}>
      <p>None of your accounts can make this payment. Nothing was approved.</p>
      <div class="notice care">
        <h2>Why</h2>
        <ul>
          {choice.problems.map((problem) => (
            <li>{problem}</li>
          ))}
        </ul>
      </div>
      <GoBack pageContext={pageContext} />
    </Layout>
  );
}
