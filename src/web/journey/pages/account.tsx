import type { AccountNumber } from '../../../domain/parties/accounts.ts';
import { theirs } from '../../../domain/messages/rich-text.ts';
import { accountInWords } from '../../../domain/messages/format.ts';
import type { AccountChoice } from '../../../use-cases/index.ts';
import type { Review } from '../../../families/common/review.ts';
import { Layout } from '../../components/layout.tsx';
import { Said } from '../../components/user-text.tsx';
import { GoBack, Question, TppName, type Scene } from '../../page-context.tsx';

interface AccountProperties {
  readonly scene: Scene;
  /** What is asked for, in short: how much to whom. */
  readonly gist: Pick<Review, 'kind' | 'headline'>;
  readonly choice: AccountChoice;
  readonly chosen: AccountNumber | null;
}

/** The choice of the account to pay from, where the consent names none. */
export function AccountPage({ scene, gist, choice, chosen }: AccountProperties) {
  const { bankName, problem, tpp } = scene;
  if (choice.eligible.length === 0) return <NoAccountPage scene={scene} choice={choice} />;
  return (
    <Layout bankName={bankName} title="Choose the account" step={2} problem={problem}>
      <p>
        <TppName tpp={tpp} />
        {` asks you to approve ${gist.kind}.`}
      </p>
      <p class="headline">
        <Said words={gist.headline} />
      </p>
      <p>Choose the account to pay from. You can check everything on the next page.</p>
      <Question scene={scene} step="account">
        <fieldset id="account" aria-invalid={problem === 'account' ? 'true' : undefined}>
          <legend>Pay from</legend>
          {choice.eligible.map(({ number, holderName }) => (
            <label class="choice">
              <input type="radio" name="account" value={number} checked={number === chosen} />
              <span>
                <span>
                  {accountInWords(number)}
                  <span class="hint">
                    <Said words={theirs(holderName)} />
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

/** Nothing to choose from: why, and the way back. */
function NoAccountPage({ scene, choice }: Pick<AccountProperties, 'scene' | 'choice'>) {
  return (
    <Layout bankName={scene.bankName} title="You have no account for this" step={2}>
      <p>None of your accounts can make this payment. Nothing was approved.</p>
      <div class="notice care">
        <h2>Why</h2>
        <ul>
          {choice.problems.map((problem) => (
            <li>{problem}</li>
          ))}
        </ul>
      </div>
      <GoBack scene={scene} />
    </Layout>
  );
}
