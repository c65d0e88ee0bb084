import { countInWords, numberInWords } from '../../domain/messages/format.ts';
import type { WaitingReview } from '../../use-cases/index.ts';
import { present } from '../../shared/assert.ts';
import { Refusal } from '../../shared/errors.ts';
import { askingTppOf } from '../journey/requesting-tpp.ts';
import { Gist } from '../components/approval-summary.tsx';
import type { PageBody } from '../components/layout.tsx';
import { accountsInWords, balanceInWords, Warnings } from '../journey/pages/review.tsx';
import { askToApprove } from '../components/passkey.tsx';
import { PaymentTable } from '../journey/pages/payments.tsx';
import { Approving, factorIn, problemWith, titleFor } from '../components/factor.tsx';
import type { ProblemName } from '../problems.ts';
import { Row } from '../components/row.tsx';
import { Said } from '../components/user-text.tsx';
import { DecidedPage, type Read } from './decided.tsx';
import { Confirmation, OwnForm, OwnPage } from './page.tsx';
import { actOf, attemptsOf, SIGNED_OUT, type Own, type OwnTaken } from './portal-context.ts';
import { ApprovalRows, momentInWords } from './pending-approvals.tsx';

interface Asked {
  /** What a passkey is asked for; undefined where the user has none. */
  readonly asked: string | undefined;
}

async function readFor(own: Own): Promise<Read | undefined> {
  const { parts, context, user, scene } = own;
  const id = context.req.param('id') ?? '';
  const review = await parts.engine.reviewWaiting(id, user, parts.clock());
  if (review === undefined) return undefined;
  const { name } = await askingTppOf(parts.store, review.payment.clientId);
  return { scene, review, provider: name };
}

function isOpen({ approval, own }: WaitingReview): boolean {
  return approval.status === 'waiting' && own === undefined;
}

/** What would be approved; where nothing is left to decide, what became of it. */
export async function showApproval(own: Own): Promise<PageBody | undefined> {
  const read = await readFor(own);
  if (read === undefined) return undefined;
  return isOpen(read.review) ? <ReviewPage {...read} /> : <DecidedPage {...read} />;
}

/** The second factor, with amount and payee beside the field (SCA-RTS, article 5). */
export async function showApprove(own: Own): Promise<PageBody | undefined> {
  const read = await readFor(own);
  if (read === undefined) return undefined;
  if (!isOpen(read.review)) return <DecidedPage {...read} />;
  if (read.review.problems.length > 0) return <ReviewPage {...read} />;
  const asked = await askToApprove(own, own.session, read.review.linkedTo);
  return <FactorPage {...read} asked={asked} />;
}

/** Whether the customer really means to reject it. */
export async function showReject(own: Own): Promise<PageBody | undefined> {
  const read = await readFor(own);
  if (read === undefined) return undefined;
  return isOpen(read.review) ? <RejectPage {...read} /> : <DecidedPage {...read} />;
}

/**
 * Approves what was shown, and nothing else: a factor that was given for another amount, payee or
 * account is not looked at.
 */
export async function takeApproval(own: Own, fields: URLSearchParams): Promise<OwnTaken> {
  const { parts, user } = own;
  const read = await readFor(own);
  if (read === undefined || !isOpen(read.review)) return backTo(own);
  const { payment, linkedTo } = read.review;
  if (fields.get('linked') !== linkedTo) return backTo(own, '', 'changed');
  const given = factorIn(fields);
  if (given === undefined) return backTo(own, '/approve', 'noCode');
  const act = actOf(own, user.id);
  const attempt = { consentId: attemptsOf(user.id), act };
  const found = await parts.signIn.proveFactor(own.session, given, linkedTo, attempt);
  if (found === 'gone') return SIGNED_OUT;
  if (found !== 'right') return backTo(own, '/approve', problemWith(given, found));
  const { factor } = given;
  const decision = { user, decision: 'approve', factor, linkedTo } as const;
  const taken = await parts.engine.approvePayment(payment, decision, act);
  // The last approval has it executed, perhaps at once.
  if (!(taken instanceof Refusal)) parts.runner.wake();
  return backTo(own);
}

/** Rejects it, which needs no second factor: nothing is paid by it. */
export async function takeRejection(own: Own): Promise<OwnTaken> {
  const { parts, user } = own;
  const read = await readFor(own);
  if (read === undefined || !isOpen(read.review)) return backTo(own);
  const { payment, linkedTo } = read.review;
  const decision = { user, decision: 'reject', factor: null, linkedTo } as const;
  await parts.engine.approvePayment(payment, decision, actOf(own, user.id));
  return backTo(own);
}

/** What came of it the page tells, by how the payment then stands. */
function backTo({ context }: Own, rest = '', problem?: ProblemName): OwnTaken {
  const query = problem === undefined ? '' : `?problem=${problem}`;
  const id = present(context.req.param('id'), 'the id of the payment');
  return { location: `/my/approvals/${encodeURIComponent(id)}${rest}${query}`, newSessionId: null };
}

function ReviewPage({ scene, review, provider }: Read) {
  const { payment, approval, problems, read } = review;
  const path = `/my/approvals/${payment.id}`;
  const isLast = approval.received + 1 === approval.required;
  return (
    <OwnPage scene={scene} title="Check and decide">
      <p>
        <strong>
          <Said words={provider} />
        </strong>
        {` asks for ${read.review.kind}, and your company has more than one person approve it.`}
      </p>
      <p class="headline">
        <Said words={read.review.headline} />
      </p>
      <Warnings warnings={[...read.warnings, ...read.shortfalls]} />
      <dl>
        <Row label="Asked for by" value={provider} />
        <ApprovalRows waiting={review} />
        <Row label="Approve by" value={momentInWords(approval.approveBy)} />
        <Row label="From account" value={accountsInWords(read.accounts, balanceInWords)} />
        {read.review.lines.map((line) => (
          <Row {...line} />
        ))}
      </dl>
      {read.file === null ? null : <Largest id={payment.id} file={read.file} />}
      <h2>Your decision</h2>
      {problems.length > 0 ? (
        <div class="notice care">
          <h3>You cannot approve this</h3>
          <ul>
            {problems.map((problem) => (
              <li>{problem}</li>
            ))}
          </ul>
        </div>
      ) : (
        <p>
          {isLast
            ? 'Yours is the last approval: after it we pay, at once or on the day asked for. '
            : `After yours it needs ${countInWords(
                approval.required - approval.received - 1,
                'more approval',
              )}. `}
          If you reject, nothing is paid, whoever approved it before.
        </p>
      )}
      <p class="actions screen">
        {problems.length > 0 ? null : (
          <a class="button" href={`${path}/approve`}>
            Go on to approve
          </a>
        )}
        <a class="button other" href={`${path}/reject`}>
          Reject
        </a>
      </p>
    </OwnPage>
  );
}

interface LargestProperties {
  readonly id: string;
  readonly file: NonNullable<WaitingReview['read']['file']>;
}

function Largest({ id, file }: LargestProperties) {
  const { facts, largest, news } = file;
  const isAll = largest.length === facts.payments;
  const changed = news.newPayee + news.newAccount;
  return (
    <section aria-labelledby="payments">
      <h2 id="payments">{isAll ? 'The payments' : 'The largest payments'}</h2>
      <PaymentTable
        caption={isAll ? 'Largest first' : `${String(largest.length)} of ${String(facts.payments)}`}
        payments={largest}
      />
      <p class="screen">
        <a href={`/my/payments/${id}/all`}>Read and search all payments</a>
        {changed === 0 ? null : ', or '}
        {changed === 0 ? null : (
          <a href={`/my/payments/${id}/all?only=changed`}>
            {`those to somebody new, or to another account (${numberInWords(changed)})`}
          </a>
        )}
      </p>
    </section>
  );
}

function FactorPage({ scene, review, provider, asked }: Read & Asked) {
  const path = `/my/approvals/${review.payment.id}`;
  return (
    <OwnPage scene={scene} title={titleFor(asked)}>
      <Gist provider={provider} read={review.read} />
      <p>
        Approve only if this is what you want to be paid. A code is good for this payment alone; one
        that you used before, also to sign in, is not taken again.
      </p>
      <OwnForm scene={scene} action={`${path}/approve`}>
        <input type="hidden" name="linked" value={review.linkedTo} />
        <Approving scene={scene} asked={asked} back={path} />
      </OwnForm>
    </OwnPage>
  );
}

function RejectPage({ scene, review, provider }: Read) {
  const path = `/my/approvals/${review.payment.id}`;
  return (
    <OwnPage scene={scene} title="Reject this payment?">
      <Gist provider={provider} read={review.read} />
      <p>
        Nothing of it is paid then, whoever approved it before. This cannot be taken back: it would
        have to be asked for anew.
      </p>
      <Confirmation
        scene={scene}
        action={`${path}/reject`}
        confirm="Reject it"
        back={path}
        keep="Go back"
      />
    </OwnPage>
  );
}
