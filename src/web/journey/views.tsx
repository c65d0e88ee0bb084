import type { IdentifiedSession } from '../../domain/ports/sign-in-store.ts';
import type { PageBody } from '../components/layout.tsx';
import { AccountPage } from './pages/account.tsx';
import { ApprovedPage, EndingPage } from './pages/ending.tsx';
import { pagesOf, PAYMENTS_ON_PAGE, PaymentsPage } from './pages/payments.tsx';
import { FactorPage } from './pages/factor.tsx';
import { askToApprove } from '../components/passkey.tsx';
import { ReviewPage } from './pages/review.tsx';
import { SignInPage } from './pages/sign-in.tsx';
import { onlyAccount, type InteractionPages } from './interaction.ts';

/** Renders the current page of an interaction. All its states have the same address. */
export async function showInteraction(visit: InteractionPages): Promise<PageBody> {
  const { parts, consent, pageContext, session } = visit;
  if (session === undefined) return <SignInPage pageContext={pageContext} />;
  if (await visit.isApproved()) return <ApprovedPage pageContext={pageContext} />;
  if (consent.status !== 'AwaitingAuthorisation') {
    const lacksFile = await parts.engine.isWithoutFile(consent);
    return <EndingPage pageContext={pageContext} consent={consent} lacksFile={lacksFile} />;
  }
  if (session.account === null && (await visit.choice()) !== null) return showAccounts(visit);
  return showReview(visit, session);
}

/** Renders the choice of an account. The customer may change an earlier choice. */
export async function showAccounts(visit: InteractionPages): Promise<PageBody> {
  const { parts, consent, pageContext, session } = visit;
  if (session === undefined || consent.status !== 'AwaitingAuthorisation')
    return showInteraction(visit);
  const choice = await visit.choice();
  const isSettled = session.account !== null && session.account === onlyAccount(choice);
  if (choice === null || isSettled) return showReview(visit, session);
  const summary = await parts.engine.describeConsent(consent, parts.clock());
  return (
    <AccountPage
      pageContext={pageContext}
      summary={summary}
      choice={choice}
      chosen={session.account}
    />
  );
}

/** Renders one page of the payments of a file: `?page=2`. */
export async function showPayments(visit: InteractionPages): Promise<PageBody> {
  const { parts, consent, context, pageContext, session } = visit;
  const facts = await parts.store.findFile(consent.id);
  const isReading = session !== undefined && consent.status === 'AwaitingAuthorisation';
  if (facts === undefined || !isReading) return showInteraction(visit);
  const asked = Number(context.req.query('page') ?? 1);
  const page = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), pagesOf(facts)) : 1;
  const cursor = (page - 1) * PAYMENTS_ON_PAGE;
  const request = { cursor, limit: PAYMENTS_ON_PAGE, group: null };
  const { payments } = await parts.workers.slice(facts, request);
  return <PaymentsPage pageContext={pageContext} facts={facts} page={page} payments={payments} />;
}

/**
 * Renders the form for the second factor. If the customer cannot approve now, renders the current
 * page of the interaction instead.
 */
export async function showApprove(visit: InteractionPages): Promise<PageBody> {
  const { consent, pageContext, session } = visit;
  if (session === undefined || consent.status !== 'AwaitingAuthorisation')
    return showInteraction(visit);
  if (session.account === null && (await visit.choice()) !== null) return showAccounts(visit);
  const summary = await visit.summary(session);
  const asked = await askToApprove(visit, session, summary.dynamicLinkingHash);
  return <FactorPage pageContext={pageContext} summary={summary} asked={asked} />;
}

async function showReview(visit: InteractionPages, session: IdentifiedSession): Promise<PageBody> {
  const { parts, consent, pageContext } = visit;
  const deciding = { consent, user: await visit.user(), chosenAccount: session.account };
  const read = await parts.engine.reviewConsent(deciding, parts.clock());
  const choice = session.account === null ? null : await visit.choice();
  const isOffered = choice !== null && onlyAccount(choice) !== session.account;
  return <ReviewPage pageContext={pageContext} read={read} isOffered={isOffered} />;
}
