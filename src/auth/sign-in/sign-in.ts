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
import { Failures, type FailureBuckets, type Attempt } from './failures.ts';
import { KnownBrowsers } from './known-browsers.ts';
import { LOCKOUT } from './lockout.ts';
import { newSecret, stepOf } from './one-time-codes.ts';
import { SIGN_IN, type PasskeyService } from './passkey-service.ts';
import { createPasswordChecks } from './password-checks.ts';

/** A sign-in attempt for the user whose name was entered. */
interface NamedAttempt extends Attempt {
  readonly userId: string;
}

/** The second factor that a customer entered in a form. */
export type EnteredFactorForm =
  | { readonly factor: 'code'; readonly code: string }
  /** The browser's response, as JSON. */
  | { readonly factor: 'passkey'; readonly assertion: string };

type ProvingSession = Pick<
  IdentifiedSession | SignedInSession,
  'hash' | 'userId' | 'stage' | 'factorsTaken'
>;

/**
 * Verifies the factors of customers. In the customer portal, both factors are verified together
 * (docs/decisions, 58). In a consent journey, the password identifies the user, and the second
 * factor approves the consent (decision 95).
 */
export interface SignInService {
  /**
   * Verifies a password and begins a session in which every approval requires a second factor (see
   * SignInStore.identifyUser). `busy` means that the password was not checked, because there were
   * too many attempts or the queue was full.
   *
   * @param replaces hash of the session that the new one replaces, or null
   */
  identify(
    session: NewSession,
    replaces: string | null,
    attempt: NamedAttempt,
    password: string,
  ): Promise<'right' | 'wrong' | 'busy'>;
  /**
   * Verifies a password. The result is stored in the session and never revealed to the client.
   * `busy` means that the password was not checked, because there were too many attempts or the
   * queue was full.
   */
  checkPassword(attempt: NamedAttempt, password: string): Promise<EnteredPassword | 'busy'>;
  /**
   * Verifies the second factor and ends the sign-in (see SignInStore.endSignIn). For an unknown or
   * locked-out user, the result and the amount of work are the same as for a wrong password.
   */
  checkFactor(
    session: CodeSession,
    entry: EnteredFactorForm,
    successor: EnteredFactor['successor'],
    attempt: Attempt,
  ): ReturnType<SignInStore['endSignIn']>;
  /**
   * Verifies a factor and uses it for one approval of the content that the user saw (SCA-RTS,
   * article 5). A one-time code can be used once, for any purpose. A passkey's signature is bound
   * to this content. If the user is signed in, the attempts are counted separately from those of
   * other people who know the user name. A valid passkey never results in `busy`.
   */
  proveFactor(
    session: ProvingSession,
    entry: EnteredFactorForm,
    dynamicLinkingHash: string,
    attempt: Attempt,
  ): Promise<Awaited<ReturnType<SignInStore['consumeFactor']>> | 'busy'>;
  /**
   * Returns the name of the cookie that marks a browser as known for a user (see KnownBrowsers).
   */
  browserNameOf(userId: string): string;
  /** Returns the value of that cookie after the user signed in with both factors. */
  browserTokenFor(userId: string): Promise<string>;
}

export interface SignInParts {
  readonly store: Pick<
    SignInStore & NodeStore,
    'findCredential' | 'identifyUser' | 'endSignIn' | 'consumeFactor' | 'openBuckets'
  >;
  /** The machine's clock, which decides about one-time codes and lockouts. */
  readonly clock: Clock;
  /** Undefined if browsers do not allow passkeys for the pages' origin. */
  readonly passkeys: PasskeyService | undefined;
  /** The cost of the hash that is computed for an unknown user. */
  readonly cost: ScryptCost;
  /** The secret that authenticates the tokens of known browsers. All nodes have the same secret. */
  readonly browserKey: string;
  readonly observe: Observe;
}

/**
 * Creates the sign-in service. Failures are counted across all nodes. The limit on passwords that
 * are hashed at the same time applies to each node.
 */
export function createSignIn(parts: SignInParts): SignInService {
  const { store, clock } = parts;
  const browsers = new KnownBrowsers(parts.browserKey);
  const limits = createAttemptLimits(parts, browsers);
  const checkPassword = createPasswordCheck(parts, limits);
  const verifyFactor = createVerifier(parts);

  return {
    checkPassword,
    async identify(session, replaces, attempt, password) {
      const entered = await checkPassword(attempt, password);
      if (entered === 'busy') return 'busy';
      const { act, userId } = attempt;
      const found = await store.identifyUser(session, entered, replaces, LOCKOUT, act, clock());
      if (found === 'right') await limits.giveBack(attempt, userId);
      return found;
    },
    async checkFactor(session, entry, successor, attempt) {
      const proof = await verifyFactor(entry, session, SIGN_IN);
      const entered = { hash: session.hash, proof, successor };
      const ended = await store.endSignIn(entered, LOCKOUT, attempt.act, clock());
      if (ended === 'right') await limits.giveBack(attempt, session.userId);
      return ended;
    },
    async proveFactor(session, entry, dynamicLinkingHash, attempt) {
      const { failures } = limits;
      const counted = await limits.inSession(session, attempt);
      // A passkey cannot be guessed, so an attempt with a valid passkey does not count as a guess.
      const verified =
        entry.factor === 'passkey' ? await verifyFactor(entry, session, dynamicLinkingHash) : null;
      const isCounted = verified?.factor !== 'passkey' || verified.use === null;
      if (isCounted && !(await failures.take(counted))) return 'busy';
      const proof = verified ?? (await verifyFactor(entry, session, dynamicLinkingHash));
      const factor = { hash: session.hash, proof, dynamicLinkingHash };
      const result = await store.consumeFactor(factor, LOCKOUT, attempt.act, clock());
      if (isCounted && result === 'right') await failures.giveBack(counted);
      return result;
    },
    browserNameOf: (userId) => browsers.nameOf(userId),
    async browserTokenFor(userId) {
      const credential = expectDefined(
        await store.findCredential(userId),
        'the credential of a signed-in user',
      );
      return browsers.tokenFor(credential, clock());
    },
  };
}

type AttemptLimits = ReturnType<typeof createAttemptLimits>;

/**
 * Chooses the buckets that limit an attempt. The choice depends on the browser and on the session.
 */
function createAttemptLimits({ store, clock }: SignInParts, browsers: KnownBrowsers) {
  const failures = new Failures(store);
  /**
   * Returns the user's credential if the browser is known for this user. Otherwise returns
   * undefined.
   */
  const knownBy = async (
    { browserToken }: Attempt,
    userId: string | null,
  ): Promise<Credential | undefined> => {
    if (browserToken === undefined || userId === null) return undefined;
    const credential = await store.findCredential(userId);
    if (credential === undefined) return undefined;
    return browsers.isToken(browserToken, credential, clock()) ? credential : undefined;
  };
  const of = (attempt: Attempt, known: Credential | undefined): FailureBuckets =>
    known === undefined
      ? failures.ofAttempt(attempt)
      : failures.inKnownBrowser(known.userId, attempt);
  return {
    failures,
    knownBy,
    of,
    async inSession({ stage, userId }: ProvingSession, attempt: Attempt): Promise<FailureBuckets> {
      if (stage === 'signedIn') return failures.inSession(userId);
      return of(attempt, await knownBy(attempt, userId));
    },
    /** Puts back the tokens of an attempt whose sign-in succeeded. */
    async giveBack(attempt: Attempt, userId: string | null): Promise<void> {
      await failures.giveBack(of(attempt, await knownBy(attempt, userId)));
    },
  };
}

function createPasswordCheck(
  parts: SignInParts,
  { failures, knownBy, of }: AttemptLimits,
): SignInService['checkPassword'] {
  const { store } = parts;
  const passwords = createPasswordChecks(parts);
  return async ({ userId, ...attempt }, password) => {
    const known = await knownBy(attempt, userId);
    const counted = of(attempt, known);
    // The tokens are taken before the password is checked, so that the count does not reveal the
    // result (see checkFactor).
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

function createVerifier({ store, clock, passkeys }: SignInParts) {
  const unknownUserSecret = newSecret();
  return async (
    entry: EnteredFactorForm,
    session: CodeSession | ProvingSession,
    dynamicLinkingHash: string,
  ): Promise<Proof> => {
    if (entry.factor === 'passkey') {
      const use = await passkeys?.verify(session, entry.assertion, dynamicLinkingHash);
      return { factor: 'passkey', use: use ?? null };
    }
    const known = await store.findCredential(session.userId ?? '');
    const secret = known?.totpSecret ?? '';
    // Without a secret, no code is right.
    const step = stepOf(secret === '' ? unknownUserSecret : secret, entry.code, clock());
    return { factor: 'code', step: secret === '' ? null : (step ?? null) };
  };
}
