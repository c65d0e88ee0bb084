import type { IdentifiedSession } from '../../domain/ports/sign-in-store.ts';
import type { PageBody } from '../components/layout.tsx';
import { AccountPage } from './pages/account.tsx';
import { ApprovedPage, EndingPage } from './pages/ending.tsx';
import { pagesOf, PAYMENTS_ON_PAGE, PaymentsPage } from './pages/payments.tsx';
import { FactorPage } from './pages/factor.tsx';
import { askToApprove } from '../components/passkey.tsx';
import { ReviewPage } from './pages/review.tsx';
import { SignInPage } from './pages/sign-in.tsx';
import { onlyAccount, type Visit } from './interaction.ts';

/** The page that a visit has come to: one address for all of them. */
export async function showVisit(visit: Visit): Promise<PageBody> {
  const { parts, consent, scene, session } = visit;
  if (session === undefined) return <SignInPage scene={scene} />;
  if (await visit.isApproved()) return <ApprovedPage scene={scene} />;
  if (consent.status !== 'AwaitingAuthorisation') {
    const lacksFile = await parts.engine.isWithoutFile(consent);
    return <EndingPage scene={scene} consent={consent} lacksFile={lacksFile} />;
  }
  if (session.account === null && (await visit.choice()) !== null) return showAccounts(visit);
  return showReview(visit, session);
}

/** The choice of an account, also where one was chosen before. */
export async function showAccounts(visit: Visit): Promise<PageBody> {
  const { parts, consent, scene, session } = visit;
  if (session === undefined || consent.status !== 'AwaitingAuthorisation') return showVisit(visit);
  const choice = await visit.choice();
  const isSettled = session.account !== null && session.account === onlyAccount(choice);
  if (choice === null || isSettled) return showReview(visit, session);
  const gist = await parts.engine.describeConsent(consent, parts.clock());
  return <AccountPage scene={scene} gist={gist} choice={choice} chosen={session.account} />;
}

/** `?page=2`: a page of all payments of the file. */
export async function showPayments(visit: Visit): Promise<PageBody> {
  const { parts, consent, context, scene, session } = visit;
  const facts = await parts.store.findFile(consent.id);
  const isReading = session !== undefined && consent.status === 'AwaitingAuthorisation';
  if (facts === undefined || !isReading) return showVisit(visit);
  const asked = Number(context.req.query('page') ?? 1);
  const page = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), pagesOf(facts)) : 1;
  const cursor = (page - 1) * PAYMENTS_ON_PAGE;
  const request = { cursor, limit: PAYMENTS_ON_PAGE, group: null };
  const { payments } = await parts.workers.slice(facts, request);
  return <PaymentsPage scene={scene} facts={facts} page={page} payments={payments} />;
}

/** The factor for what was read; before that, and after, what the visit has come to. */
export async function showApprove(visit: Visit): Promise<PageBody> {
  const { consent, scene, session } = visit;
  if (session === undefined || consent.status !== 'AwaitingAuthorisation') return showVisit(visit);
  if (session.account === null && (await visit.choice()) !== null) return showAccounts(visit);
  const gist = await visit.gist(session);
  const asked = await askToApprove(visit, session, gist.linkedTo);
  return <FactorPage scene={scene} gist={gist} asked={asked} />;
}

async function showReview(visit: Visit, session: IdentifiedSession): Promise<PageBody> {
  const { parts, consent, scene } = visit;
  const deciding = { consent, user: await visit.user(), chosenAccount: session.account };
  const read = await parts.engine.reviewConsent(deciding, parts.clock());
  const choice = session.account === null ? null : await visit.choice();
  const isOffered = choice !== null && onlyAccount(choice) !== session.account;
  return <ReviewPage scene={scene} read={read} isOffered={isOffered} />;
}
