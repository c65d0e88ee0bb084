import type { IdentifiedSession } from '../../domain/ports/sign-in-store.ts';
import type { AccountChoice } from '../../use-cases/index.ts';
import { userText } from '../../domain/messages/rich-text.ts';
import { formatAccount, formatNumber } from '../../domain/messages/format.ts';
import { Layout, type PageBody } from '../components/layout.tsx';
import { ApprovedPage, EndingPage } from './pages/ending.tsx';
import { PageLinks, pagesOf, PAYMENTS_ON_PAGE, PaymentTable } from './pages/payments.tsx';
import { requestPasskey } from '../components/passkey.tsx';
import { ReviewPage } from './pages/review.tsx';
import { SignInPage } from './pages/sign-in.tsx';
import { onlyAccount, type InteractionRequest } from './interaction.ts';
import { waitForApp } from '../bank-visit.ts';
import { WAITING_TITLE, WaitForApp } from '../components/bank-app.tsx';
import { ApproveFields, approveTitle, CONFIRM_AT_BANK } from '../components/factor.tsx';
import { ApprovalSummary } from '../components/approval-summary.tsx';
import { addressOf, Form, GoBack, Question, type PageContext } from '../page-context.tsx';
import { Headline, TppName, UserText } from '../components/user-text.tsx';

/**
 * Renders the current page of an interaction. All pages of an interaction have the same address.
 */
export async function showInteraction(request: InteractionRequest): Promise<PageBody> {
  const { parts, consent, pageContext, session } = request;
  if (session === undefined) {
    return <SignInPage pageContext={pageContext} atBank={parts.bankSignIn !== undefined} />;
  }
  if (await request.isApproved()) return <ApprovedPage pageContext={pageContext} />;
  if (consent.status !== 'AwaitingAuthorisation') {
    const lacksFile = await parts.useCases.isWithoutFile(consent);
    return <EndingPage pageContext={pageContext} consent={consent} lacksFile={lacksFile} />;
  }
  if (session.account === null && (await request.choice()) !== null) return showAccounts(request);
  return showReview(request, session);
}

/**
 * Renders the page on which the customer chooses the account to pay from or changes an earlier
 * choice. It is only needed if the consent names no account.
 */
export async function showAccounts(request: InteractionRequest): Promise<PageBody> {
  const { parts, consent, pageContext, session } = request;
  if (session === undefined || consent.status !== 'AwaitingAuthorisation')
    return showInteraction(request);
  const choice = await request.choice();
  const isSettled = session.account !== null && session.account === onlyAccount(choice);
  if (choice === null || isSettled) return showReview(request, session);
  if (choice.eligible.length === 0)
    return <NoAccountPage pageContext={pageContext} choice={choice} />;
  const summary = await parts.useCases.describeConsent(consent, parts.clock());
  const { bankName, problem, tpp } = pageContext;
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
              <input
                type="radio"
                name="account"
                value={number}
                checked={number === session.account}
              />
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
 * Renders one page with payments of a file, in the order of the file. The query selects the page,
 * for example `?page=2`.
 */
export async function showPayments(request: InteractionRequest): Promise<PageBody> {
  const { parts, consent, context, pageContext, session } = request;
  const facts = await parts.store.findFile(consent.id);
  const isReading = session !== undefined && consent.status === 'AwaitingAuthorisation';
  if (facts === undefined || !isReading) return showInteraction(request);
  const number = Number(context.req.query('page') ?? 1);
  const page = Number.isInteger(number) ? Math.min(Math.max(number, 1), pagesOf(facts)) : 1;
  const cursor = (page - 1) * PAYMENTS_ON_PAGE;
  const range = { cursor, limit: PAYMENTS_ON_PAGE, group: null };
  const { payments } = await parts.workers.slice(facts, range);
  const shown = `${formatNumber(cursor + 1)} to ${formatNumber(cursor + payments.length)}`;
  return (
    <Layout bankName={pageContext.bankName} title="All payments of the file" step={3}>
      <p>
        <a href={addressOf(pageContext.uid)}>Back to your decision</a>
      </p>
      <PaymentTable
        caption={`${shown} of ${formatNumber(facts.payments)}, as in the file`}
        payments={payments}
      />
      <PageLinks
        {...{ page, pages: pagesOf(facts) }}
        pathOf={(to) => addressOf(pageContext.uid, `/payments?page=${String(to)}`)}
        hasEnds
      />
    </Layout>
  );
}

/**
 * Renders the form for the second factor, with amount and payee above the field (SCA-RTS, article
 * 5). If the customer cannot approve now, renders the page that the interaction has reached.
 */
export async function showApprove(request: InteractionRequest): Promise<PageBody> {
  const { parts, consent, pageContext, session } = request;
  if (session === undefined || consent.status !== 'AwaitingAuthorisation')
    return showInteraction(request);
  if (session.account === null && (await request.choice()) !== null) return showAccounts(request);
  const summary = await request.summary(session);
  const passkeyOptions = await requestPasskey(request, session, summary.dynamicLinkingHash);
  const atBank = parts.bankSignIn;
  const { bankName, problem, tpp, uid } = pageContext;
  return (
    <Layout {...{ bankName, problem }} title={approveTitle({ passkeyOptions, atBank })} step={4}>
      <ApprovalSummary provider={tpp.name} read={summary} />
      <p>
        Approve only if this is what you want.{' '}
        {atBank !== undefined
          ? CONFIRM_AT_BANK
          : 'Your authenticator app shows the code. Each code works only once.'}
      </p>
      <Form pageContext={pageContext} step="approve">
        <input type="hidden" name="linked" value={summary.dynamicLinkingHash} />
        <ApproveFields {...{ pageContext, passkeyOptions, atBank }} back={addressOf(uid)} />
      </Form>
    </Layout>
  );
}

/** Renders the page that waits for the bank's app. If nothing waits, renders the current page. */
export async function showWaiting(request: InteractionRequest): Promise<PageBody> {
  const { consent, interaction, pageContext, session } = request;
  if (session === undefined || consent.status !== 'AwaitingAuthorisation')
    return showInteraction(request);
  const waiting = await waitForApp(request, interaction.uid);
  if (waiting === undefined) return showInteraction(request);
  const { bankName, problem, tpp, uid } = pageContext;
  return (
    <Layout bankName={bankName} problem={problem} title={WAITING_TITLE} step={4}>
      <ApprovalSummary provider={tpp.name} read={await request.summary(session)} />
      <WaitForApp waiting={waiting} back={addressOf(uid, '/approve')} />
    </Layout>
  );
}

async function showReview(
  request: InteractionRequest,
  session: IdentifiedSession,
): Promise<PageBody> {
  const { parts, consent, pageContext } = request;
  const deciding = { consent, user: await request.user(), chosenAccount: session.account };
  const review = await parts.useCases.reviewConsent(deciding, parts.clock());
  const choice = session.account === null ? null : await request.choice();
  const canChangeAccount = choice !== null && onlyAccount(choice) !== session.account;
  return <ReviewPage pageContext={pageContext} read={review} canChangeAccount={canChangeAccount} />;
}

/**
 * Page for a customer without an eligible account. It shows the reasons and a button back to the
 * TPP.
 */
function NoAccountPage(properties: {
  readonly pageContext: PageContext;
  readonly choice: AccountChoice;
}) {
  const { pageContext, choice } = properties;
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
