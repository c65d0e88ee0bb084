import type { SignedInSession } from '../domain/ports/sign-in-store.ts';
import { describeConsent, isWithoutFile, reviewConsent } from '../engine/review.ts';
import { present } from '../kernel/assert.ts';
import { choiceFor, isApprovedBy, onlyAccount, signedInSession, type Call } from './call.ts';
import type { PageBody } from './layout.tsx';
import { AccountPage } from './pages/account.tsx';
import { ApprovedPage, EndingPage } from './pages/ending.tsx';
import { pagesOf, PAYMENTS_ON_PAGE, PaymentsPage } from './pages/payments.tsx';
import { ReviewPage } from './pages/review.tsx';
import { CodePage, SignInPage } from './pages/sign-in.tsx';

/** A request of a customer who has signed in. */
type SignedIn = Call & { readonly session: SignedInSession };

/** The page that a visit has come to: one address for all of them. */
export async function showVisit(call: Call): Promise<PageBody> {
  const signedIn = withSession(call);
  if (signedIn === undefined) return showSignIn(call);
  const { parts, consent, scene, session } = signedIn;
  if (await isApprovedBy(call, session)) return <ApprovedPage scene={scene} />;
  if (consent.status !== 'AwaitingAuthorisation') {
    const lacksFile = await isWithoutFile(parts.store, consent);
    return <EndingPage scene={scene} consent={consent} lacksFile={lacksFile} />;
  }
  if (session.account === null && (await choiceFor(call, session)) !== null) {
    return showAccounts(call);
  }
  return showReview(signedIn);
}

/** The choice of an account, also where one was chosen before. */
export async function showAccounts(call: Call): Promise<PageBody> {
  const signedIn = withSession(call);
  if (signedIn?.consent.status !== 'AwaitingAuthorisation') return showVisit(call);
  const { parts, consent, scene, session } = signedIn;
  const choice = await choiceFor(call, session);
  const isSettled = session.account !== null && session.account === onlyAccount(choice);
  if (choice === null || isSettled) return showReview(signedIn);
  const gist = await describeConsent(parts, consent, parts.clock());
  return <AccountPage scene={scene} gist={gist} choice={choice} chosen={session.account} />;
}

/** `?page=2`: a page of all payments of the file. */
export async function showPayments(call: Call): Promise<PageBody> {
  const { parts, consent, context, scene } = call;
  const facts = await parts.store.findFile(consent.id);
  const isReading = withSession(call) !== undefined && consent.status === 'AwaitingAuthorisation';
  if (facts === undefined || !isReading) return showVisit(call);
  const asked = Number(context.req.query('page') ?? 1);
  const page = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), pagesOf(facts)) : 1;
  const cursor = (page - 1) * PAYMENTS_ON_PAGE;
  const request = { cursor, limit: PAYMENTS_ON_PAGE, group: null };
  const { payments } = await parts.workers.slice(facts, request);
  return <PaymentsPage scene={scene} facts={facts} page={page} payments={payments} />;
}

function showSignIn({ browserSession: { customer }, scene }: Call): PageBody {
  return customer === undefined ? <SignInPage scene={scene} /> : <CodePage scene={scene} />;
}

async function showReview(signedIn: SignedIn): Promise<PageBody> {
  const { parts, consent, session, scene } = signedIn;
  const user = present(await parts.store.findUser(session.userId), 'the user');
  const deciding = { consent, user, chosenAccount: session.account };
  const read = await reviewConsent(parts, deciding, parts.clock());
  const choice = session.account === null ? null : await choiceFor(signedIn, session);
  const isOffered = choice !== null && onlyAccount(choice) !== session.account;
  return <ReviewPage scene={scene} read={read} chosen={session.account} isOffered={isOffered} />;
}

function withSession(call: Call): SignedIn | undefined {
  const session = signedInSession(call);
  return session && { ...call, session };
}
