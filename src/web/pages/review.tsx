import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { Account } from '../../domain/records/records.ts';
import { theirs, worded, type Words } from '../../domain/words/wording.ts';
import {
  accountInWords,
  countInWords,
  numberInWords,
  poundsInWords,
} from '../../domain/words/words.ts';
import type { ConsentReview } from '../../engine/index.ts';
import { Layout } from '../layout.tsx';
import { Row } from '../row.tsx';
import { Said } from '../said.tsx';
import { addressOf, Form, TppName, type Scene } from '../scene.tsx';
import { PaymentTable } from './payments.tsx';

/** Accounts that are told one by one; the rest is counted. */
const MAX_ACCOUNTS = 5;

interface ReviewProperties {
  readonly scene: Scene;
  readonly read: ConsentReview;
  /** The account that was chosen; null where there was none to choose. */
  readonly chosen: AccountNumber | null;
  /** Whether another could be chosen. */
  readonly isOffered: boolean;
}

/** What exactly will happen, and the decision. */
export function ReviewPage({ scene, read, chosen, isOffered }: ReviewProperties) {
  const { bankName, problem, tpp, uid } = scene;
  const { review, accounts, file, warnings } = read;
  return (
    <Layout bankName={bankName} title="Check and decide" step={3} problem={problem}>
      <p>
        <TppName tpp={tpp} />
        {` asks you to approve ${review.kind}.`}
      </p>
      <p class="headline">
        <Said words={review.headline} />
      </p>
      {warnings.length === 0 ? null : <Warnings warnings={warnings} />}
      <dl>
        <Row label="Asked by" value={tpp.name} />
        <Row label="From account" value={accountsInWords(accounts)} />
        {read.approvals === 1 ? null : (
          <Row label="Approvals" value={approvalsInWords(read.approvals)} />
        )}
        {review.lines.map(({ label, value }) => (
          <Row label={label} value={value} />
        ))}
      </dl>
      {isOffered ? (
        <p>
          <a href={addressOf(uid, '/account')}>Choose another account</a>
        </p>
      ) : null}
      {file === null ? null : <Payments uid={uid} facts={file.facts} largest={file.largest} />}
      <h2>Your decision</h2>
      <p>
        {'If you approve, '}
        <Said words={review.promise(tpp.name)} />
        {read.approvals === 1 ? null : ' Nothing is paid before the others have approved it too.'}
        {' If you reject, nothing is paid.'}
      </p>
      <Form scene={scene} step="decision">
        <input type="hidden" name="account" value={chosen ?? ''} />
        <p class="actions">
          <button name="decision" value="approve">
            Approve
          </button>
          <button name="decision" value="reject" class="other">
            Reject
          </button>
        </p>
      </Form>
    </Layout>
  );
}

/** `2 are needed: yours, and one other’s of your company`. */
function approvalsInWords(approvals: number): string {
  const others = approvals === 2 ? 'one other’s' : `${numberInWords(approvals - 1)} others’`;
  return `${numberInWords(approvals)} are needed: yours, and ${others} of your company`;
}

export function Warnings({ warnings }: Pick<ConsentReview, 'warnings'>) {
  return (
    <section class="notice care" aria-labelledby="warnings">
      <h2 id="warnings">Look at this twice</h2>
      <ul>
        {warnings.map((warning) => (
          <li>{warning}</li>
        ))}
      </ul>
    </section>
  );
}

export function accountsInWords(accounts: readonly Account[]): readonly Words[] {
  const told = accounts.slice(0, MAX_ACCOUNTS).map(({ number, holderName, balancePence }) => {
    const balance = poundsInWords(balancePence);
    return worded`${accountInWords(number)}, ${theirs(holderName)} (${balance} now)`;
  });
  const left = accounts.length - MAX_ACCOUNTS;
  return left > 0 ? [...told, `and ${countInWords(left, 'other account')} of yours`] : told;
}

interface PaymentsProperties {
  readonly uid: string;
  readonly facts: FileFacts;
  readonly largest: NonNullable<ConsentReview['file']>['largest'];
}

/** The largest payments of a file, and the way to all of them. */
function Payments({ uid, facts, largest }: PaymentsProperties) {
  const isAll = largest.length === facts.payments;
  return (
    <section aria-labelledby="payments">
      <h2 id="payments">{isAll ? 'The payments' : 'The largest payments'}</h2>
      <PaymentTable
        caption={
          isAll
            ? 'Largest first'
            : `${numberInWords(largest.length)} of ${numberInWords(facts.payments)}`
        }
        payments={largest}
      />
      {isAll ? null : (
        <p>
          <a href={addressOf(uid, '/payments')}>
            {`Read all ${countInWords(facts.payments, 'payment')}`}
          </a>
        </p>
      )}
    </section>
  );
}
