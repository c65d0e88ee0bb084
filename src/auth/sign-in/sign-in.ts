import type { ScryptCost } from '../../domain/parties/password-hash.ts';
import type { NodeStore } from '../../domain/ports/node-store.ts';
import type {
  CodeSession,
  Credential,
  EnteredFactor,
  EnteredPassword,
  IdentifiedSession,
  NewSession,
  Proof,
  SignedInSession,
  SignInStore,
} from '../../domain/ports/sign-in-store.ts';
import type { Observe } from '../../domain/records/events.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Clock } from '../../shared/time.ts';
import type { Attempt } from './attempt.ts';
import { Failures, type Counted } from './failures.ts';
import { KnownBrowsers } from './known-browsers.ts';
import { LOCKOUT } from './lockout.ts';
import { newSecret, stepOf } from './one-time-codes.ts';
import { SIGN_IN, type PasskeyService } from './passkey-service.ts';
import { createPasswordChecks } from './password-checks.ts';

/** An attempt to sign in as a user. */
interface NamedAttempt extends Attempt {
  readonly userId: string;
}

/** What a customer gives as the second factor. */
export type EnteredFactorForm =
  | { readonly factor: 'code'; readonly code: string }
  /** What the browser sent. */
  | { readonly factor: 'passkey'; readonly assertion: string };

type ProvingSession = Pick<
  IdentifiedSession | SignedInSession,
  'hash' | 'userId' | 'stage' | 'factorsTaken'
>;

/**
 * The factors of customers. At the own pages both are judged as a whole (docs/decisions, 58); for
 * what a TPP asks, the password tells who reads it, and the other factor approves it (95).
 */
export interface SignInService {
  /**
   * Judges a password alone, for a session in which nothing is approved without another factor:
   * see SignInStore.identifyUser. `busy`: not looked at, because too many ask at once.
   *
   * @param replaces the hash of the session in whose place the new one comes; null for none
   */
  identify(
    session: NewSession,
    replaces: string | null,
    attempt: NamedAttempt,
    password: string,
  ): Promise<'right' | 'wrong' | 'busy'>;
  /**
   * Looks at a password: for the session that begins with it, and nobody else to know. `busy`: not
   * looked at, because too many ask at once.
   */
  checkPassword(attempt: NamedAttempt, password: string): Promise<EnteredPassword | 'busy'>;
  /**
   * Judges the sign-in of a session that owes its factor, which ends: see SignInStore.endSignIn. A
   * user who is unknown or locked out gets the answer of a wrong password, after the same work.
   */
  checkFactor(
    session: CodeSession,
    given: EnteredFactorForm,
    successor: EnteredFactor['successor'],
    attempt: Attempt,
  ): ReturnType<SignInStore['endSignIn']>;
  /**
   * Judges a factor that a user who is known gives for one thing, and uses it up for that: what was
   * shown, and is approved (SCA-RTS, article 5). A code is good once, whatever it was for; what a
   * passkey signed was for this in any case. Of a user who is signed in, attempts are counted apart
   * from those of strangers who know the name. A passkey that verifies is never `busy`.
   */
  proveFactor(
    session: ProvingSession,
    given: EnteredFactorForm,
    dynamicLinkingHash: string,
    attempt: Attempt,
  ): Promise<Awaited<ReturnType<SignInStore['consumeFactor']>> | 'busy'>;
  /** Returns a name for the cookie that makes a browser known for a user: see KnownBrowsers. */
  browserNameOf(userId: string): string;
  /** Returns what that cookie holds, after a sign-in with both factors. */
  browserTokenFor(userId: string): Promise<string>;
}

export interface SignInParts {
  readonly store: Pick<
    SignInStore & NodeStore,
    'findCredential' | 'identifyUser' | 'endSignIn' | 'consumeFactor' | 'openBuckets'
  >;
  /** The machine's: codes and lockouts live by it. */
  readonly clock: Clock;
  /** Undefined where browsers make no passkeys for the pages. */
  readonly passkeys: PasskeyService | undefined;
  /** What hashes cost here: the work for users that are unknown. */
  readonly cost: ScryptCost;
  /** Secret, and the same at all nodes: it seals the tokens of known browsers. */
  readonly browserKey: string;
  readonly observe: Observe;
}

/** The failures are counted with those of all nodes; what it hashes at once is its own. */
export function createSignIn(parts: SignInParts): SignInService {
  const { store, clock } = parts;
  const browsers = new KnownBrowsers(parts.browserKey);
  const counts = countsOf(parts, browsers);
  const checkPassword = passwordCheckOf(parts, counts);
  const judge = judgeOf(parts);

  return {
    checkPassword,
    async identify(session, replaces, attempt, password) {
      const entered = await checkPassword(attempt, password);
      if (entered === 'busy') return 'busy';
      const { act, userId } = attempt;
      const found = await store.identifyUser(session, entered, replaces, LOCKOUT, act, clock());
      if (found === 'right') await counts.giveBack(attempt, userId);
      return found;
    },
    async checkFactor(session, given, successor, attempt) {
      const proof = await judge(given, session, SIGN_IN);
      const entered = { hash: session.hash, proof, successor };
      const ended = await store.endSignIn(entered, LOCKOUT, attempt.act, clock());
      if (ended === 'right') await counts.giveBack(attempt, session.userId);
      return ended;
    },
    async proveFactor(session, given, dynamicLinkingHash, attempt) {
      const { failures } = counts;
      const counted = await counts.inSession(session, attempt);
      // A passkey cannot be guessed: one that verifies is not counted as a guess.
      const verified =
        given.factor === 'passkey' ? await judge(given, session, dynamicLinkingHash) : null;
      const isCounted = verified?.factor !== 'passkey' || verified.use === null;
      if (isCounted && !(await failures.take(counted))) return 'busy';
      const proof = verified ?? (await judge(given, session, dynamicLinkingHash));
      const factor = { hash: session.hash, proof, dynamicLinkingHash };
      const taken = await store.consumeFactor(factor, LOCKOUT, attempt.act, clock());
      if (isCounted && taken === 'right') await failures.giveBack(counted);
      return taken;
    },
    browserNameOf: (userId) => browsers.nameOf(userId),
    async browserTokenFor(userId) {
      const credential = expectDefined(await store.findCredential(userId), 'who has signed in');
      return browsers.tokenFor(credential, clock());
    },
  };
}

type Counts = ReturnType<typeof countsOf>;

/** Finds out what an attempt is counted by: it depends on the browser and on the session. */
function countsOf({ store, clock }: SignInParts, browsers: KnownBrowsers) {
  const failures = new Failures(store);
  /** Returns the user's credential, where the browser is known for this user. */
  const knownBy = async (
    { browserToken }: Attempt,
    userId: string | null,
  ): Promise<Credential | undefined> => {
    if (browserToken === undefined || userId === null) return undefined;
    const credential = await store.findCredential(userId);
    if (credential === undefined) return undefined;
    return browsers.isToken(browserToken, credential, clock()) ? credential : undefined;
  };
  const of = (attempt: Attempt, known: Credential | undefined): Counted =>
    known === undefined
      ? failures.ofAttempt(attempt)
      : failures.inKnownBrowser(known.userId, attempt);
  return {
    failures,
    knownBy,
    of,
    async inSession({ stage, userId }: ProvingSession, attempt: Attempt): Promise<Counted> {
      if (stage === 'signedIn') return failures.inSession(userId);
      return of(attempt, await knownBy(attempt, userId));
    },
    /** The sign-in that the attempt began was right. */
    async giveBack(attempt: Attempt, userId: string | null): Promise<void> {
      await failures.giveBack(of(attempt, await knownBy(attempt, userId)));
    },
  };
}

function passwordCheckOf(
  parts: SignInParts,
  { failures, knownBy, of }: Counts,
): SignInService['checkPassword'] {
  const { store } = parts;
  const passwords = createPasswordChecks(parts);
  return async ({ userId, ...attempt }, password) => {
    const known = await knownBy(attempt, userId);
    const counted = of(attempt, known);
    // Counted before anybody knows what it is, so that the count does not tell; see checkFactor.
    if (!(await failures.take(counted))) return 'busy';
    const credential = known ?? (await store.findCredential(userId));
    const origin = { ...attempt, known: known?.userId };
    const isRight = await passwords.check(origin, password, credential);
    if (isRight !== undefined) {
      const { userId: knownId = null, passwordHash = null } = credential ?? {};
      return { userId: knownId, passwordHash, isRight };
    }
    await failures.giveBack(counted);
    return 'busy';
  };
}

function judgeOf({ store, clock, passkeys }: SignInParts) {
  const nobodysSecret = newSecret();
  return async (
    given: EnteredFactorForm,
    session: CodeSession | ProvingSession,
    dynamicLinkingHash: string,
  ): Promise<Proof> => {
    if (given.factor === 'passkey') {
      const use = await passkeys?.verify(session, given.assertion, dynamicLinkingHash);
      return { factor: 'passkey', use: use ?? null };
    }
    const known = await store.findCredential(session.userId ?? '');
    const step = stepOf(known?.totpSecret ?? nobodysSecret, given.code, clock());
    return { factor: 'code', step: step ?? null };
  };
}
