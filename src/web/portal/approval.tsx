import { formatCount, formatMoment, formatNumber } from '../../domain/messages/format.ts';
import type { WaitingReview } from '../../use-cases/index.ts';
import type { Approval } from '../../domain/records/records.ts';
import { userText, richText, type RichText } from '../../domain/messages/rich-text.ts';
import { ApprovalSummary } from '../components/approval-summary.tsx';
import type { PageBody } from '../components/layout.tsx';
import { formatAccounts, formatBalance, Warnings } from '../journey/pages/review.tsx';
import { requestPasskey } from '../components/passkey.tsx';
import { LargestPayments } from '../journey/pages/payments.tsx';
import { waitForApp } from '../bank-visit.ts';
import { WAITING_TITLE, WaitForApp } from '../components/bank-app.tsx';
import { ApproveFields, approveTitle, CONFIRM_AT_BANK } from '../components/factor.tsx';
import { PORTAL_UID } from '../session.ts';
import { Headline, Row, TppName, UserText } from '../components/user-text.tsx';
import { Confirmation, PortalForm, PortalPage } from './page.tsx';
import { isOpen, readPendingApproval, type PendingApproval } from './approval-actions.ts';
import type { SignedInRequest } from './portal-context.ts';
import { ApprovalRows } from './pending-approvals.tsx';

/**
 * Renders the details of a payment that the user can approve. If it is already decided, renders the
 * outcome.
 */
export async function showApproval(request: SignedInRequest): Promise<PageBody | undefined> {
  const pending = await readPendingApproval(request, { retry: true });
  if (pending === undefined) return undefined;
  return isOpen(pending.review) ? <ReviewPage {...pending} /> : <DecidedPage {...pending} />;
}

/** Renders the form for the second factor, with amount and payee (SCA-RTS, article 5). */
export async function showApprove(request: SignedInRequest): Promise<PageBody | undefined> {
  const pending = await readPendingApproval(request);
  if (pending === undefined) return undefined;
  const { pageContext, review, provider } = pending;
  if (!isOpen(review)) return <DecidedPage {...pending} />;
  if (review.problems.length > 0) return <ReviewPage {...pending} />;
  const { dynamicLinkingHash } = review;
  const passkeyOptions = await requestPasskey(request, request.session, dynamicLinkingHash);
  const atBank = request.parts.bankSignIn;
  const path = `/my/approvals/${review.payment.id}`;
  return (
    <PortalPage pageContext={pageContext} title={approveTitle({ passkeyOptions, atBank })}>
      <ApprovalSummary provider={provider} read={review.read} />
      <p>
        Approve only if you want this payment to be made.{' '}
        {atBank !== undefined
          ? CONFIRM_AT_BANK
          : 'Each code works only once. If you have just signed in with a code, wait for the next one.'}
      </p>
      <PortalForm pageContext={pageContext} action={`${path}/approve`}>
        <input type="hidden" name="linked" value={dynamicLinkingHash} />
        <ApproveFields {...{ pageContext, passkeyOptions, atBank }} back={path} />
      </PortalForm>
    </PortalPage>
  );
}

/** Renders the page that waits for the bank's app. If nothing waits, renders the details. */
export async function showWaiting(request: SignedInRequest): Promise<PageBody | undefined> {
  const pending = await readPendingApproval(request);
  if (pending === undefined) return undefined;
  if (!isOpen(pending.review)) return <DecidedPage {...pending} />;
  const waiting = await waitForApp(request, PORTAL_UID);
  if (waiting === undefined) return <ReviewPage {...pending} />;
  const { pageContext, provider, review } = pending;
  return (
    <PortalPage pageContext={pageContext} title={WAITING_TITLE}>
      <ApprovalSummary provider={provider} read={review.read} />
      <WaitForApp waiting={waiting} back={`/my/approvals/${review.payment.id}/approve`} />
    </PortalPage>
  );
}

/** Renders the page that asks the user to confirm a rejection. */
export async function showReject(request: SignedInRequest): Promise<PageBody | undefined> {
  const pending = await readPendingApproval(request);
  if (pending === undefined) return undefined;
  const { pageContext, review, provider } = pending;
  if (!isOpen(review)) return <DecidedPage {...pending} />;
  const path = `/my/approvals/${review.payment.id}`;
  return (
    <PortalPage pageContext={pageContext} title="Reject this payment?">
      <ApprovalSummary provider={provider} read={review.read} />
      <p>
        The payment will not be made, even if others approved it. You cannot undo this. The provider
        would have to request the payment again.
      </p>
      <Confirmation
        pageContext={pageContext}
        action={`${path}/reject`}
        confirm="Reject it"
        back={path}
        keep="Go back"
      />
    </PortalPage>
  );
}

function ReviewPage({ pageContext, review, provider }: PendingApproval) {
  const { payment, approval, problems, read } = review;
  const path = `/my/approvals/${payment.id}`;
  const isLast = approval.received + 1 === approval.required;
  return (
    <PortalPage pageContext={pageContext} title="Check and decide">
      <p>
        <TppName name={provider} />
        {` asks for ${read.review.kind}, and your company has more than one person approve it.`}
      </p>
      <Headline text={read.review.headline} />
      <Warnings warnings={[...read.warnings, ...read.shortfalls]} />
      <dl>
        <Row label="Requested by" value={provider} />
        <ApprovalRows waiting={review} />
        <Row label="Approve by" value={formatMoment(approval.approveBy)} />
        <Row label="From account" value={formatAccounts(read.accounts, formatBalance)} />
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
            ? 'Yours is the last approval. After it, we pay at once or on the requested day. '
            : `After yours, it needs ${formatCount(
                approval.required - approval.received - 1,
                'more approval',
              )}. `}
          If you reject, the payment will not be made, even if others approved it.
        </p>
      )}
      <p class="actions screen">
        {problems.length > 0 ? null : (
          <a class="button" href={`${path}/approve`}>
            Continue to approve
          </a>
        )}
        <a class="button other" href={`${path}/reject`}>
          Reject
        </a>
      </p>
    </PortalPage>
  );
}

function Largest({ id, file }: { id: string; file: NonNullable<WaitingReview['read']['file']> }) {
  const { facts, largest, news } = file;
  const changed = news.newPayee + news.newAccount;
  return (
    <LargestPayments facts={facts} largest={largest}>
      <p class="screen">
        <a href={`/my/payments/${id}/all`}>Read and search all payments</a>
        {changed === 0 ? null : ', or '}
        {changed === 0 ? null : (
          <a href={`/my/payments/${id}/all?only=changed`}>
            {`those to a new payee or another account (${formatNumber(changed)})`}
          </a>
        )}
      </p>
    </LargestPayments>
  );
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
function DecidedPage({ pageContext, review, provider }: PendingApproval) {
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
