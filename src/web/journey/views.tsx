import type { IdentifiedSession } from '../../domain/ports/sign-in-store.ts';
import type { PageBody } from '../components/layout.tsx';
import { AccountPage } from './pages/account.tsx';
import { ApprovedPage, EndingPage } from './pages/ending.tsx';
import { pagesOf, PAYMENTS_ON_PAGE, PaymentsPage } from './pages/payments.tsx';
import { FactorPage } from './pages/factor.tsx';
import { requestPasskey } from '../components/passkey.tsx';
import { ReviewPage } from './pages/review.tsx';
import { SignInPage } from './pages/sign-in.tsx';
import { onlyAccount, type InteractionRequest } from './interaction.ts';

/**
 * Renders the current page of an interaction. All pages of an interaction have the same address.
 */
export async function showInteraction(request: InteractionRequest): Promise<PageBody> {
  const { parts, consent, pageContext, session } = request;
  if (session === undefined) return <SignInPage pageContext={pageContext} />;
  if (await request.isApproved()) return <ApprovedPage pageContext={pageContext} />;
  if (consent.status !== 'AwaitingAuthorisation') {
    const lacksFile = await parts.useCases.isWithoutFile(consent);
    return <EndingPage pageContext={pageContext} consent={consent} lacksFile={lacksFile} />;
  }
  if (session.account === null && (await request.choice()) !== null) return showAccounts(request);
  return showReview(request, session);
}

/** Renders the page on which the customer chooses an account or changes an earlier choice. */
export async function showAccounts(request: InteractionRequest): Promise<PageBody> {
  const { parts, consent, pageContext, session } = request;
  if (session === undefined || consent.status !== 'AwaitingAuthorisation')
    return showInteraction(request);
  const choice = await request.choice();
  const isSettled = session.account !== null && session.account === onlyAccount(choice);
  if (choice === null || isSettled) return showReview(request, session);
  const summary = await parts.useCases.describeConsent(consent, parts.clock());
  return (
    <AccountPage
      pageContext={pageContext}
      summary={summary}
      choice={choice}
      chosen={session.account}
    />
  );
}

/** Renders one page with payments of a file. The query selects the page, for example `?page=2`. */
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
  return <PaymentsPage pageContext={pageContext} facts={facts} page={page} payments={payments} />;
}

/**
 * Renders the form for the second factor. If the customer cannot approve now, renders the page that
 * the interaction has reached instead.
 */
export async function showApprove(request: InteractionRequest): Promise<PageBody> {
  const { consent, pageContext, session } = request;
  if (session === undefined || consent.status !== 'AwaitingAuthorisation')
    return showInteraction(request);
  if (session.account === null && (await request.choice()) !== null) return showAccounts(request);
  const summary = await request.summary(session);
  const passkeyOptions = await requestPasskey(request, session, summary.dynamicLinkingHash);
  return <FactorPage pageContext={pageContext} summary={summary} passkeyOptions={passkeyOptions} />;
}

async function showReview(
  request: InteractionRequest,
  session: IdentifiedSession,
): Promise<PageBody> {
  const { parts, consent, pageContext } = request;
  const deciding = { consent, user: await request.user(), chosenAccount: session.account };
  const read = await parts.useCases.reviewConsent(deciding, parts.clock());
  const choice = session.account === null ? null : await request.choice();
  const canChangeAccount = choice !== null && onlyAccount(choice) !== session.account;
  return <ReviewPage pageContext={pageContext} read={read} canChangeAccount={canChangeAccount} />;
}
