import { parsePasswordHash, type ScryptCost } from '../../domain/parties/password-hash.ts';
import type { BucketKind, Buckets, NodeStore } from '../../domain/ports/node-store.ts';
import type {
  CodeSession,
  Credential,
  EnteredFactor,
  EnteredPassword,
  IdentifiedSession,
  Lockout,
  NewSession,
  Proof,
  SignedInSession,
  SignInStore,
} from '../../domain/ports/sign-in-store.ts';
import type { Act } from '../../domain/records/audit.ts';
import type { Observe } from '../../domain/records/events.ts';
import { networkOf } from '../../kernel/network.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../../kernel/time.ts';
import { newSecret, stepOf } from './one-time-codes.ts';
import { SIGN_IN, type PasskeyOffice } from './passkey-office.ts';
import { hashPassword, isPassword } from './passwords.ts';

/** So many failures lock a user out, for so long. */
export const LOCKOUT: Lockout = { maxFailures: 5, milliseconds: 15 * MINUTE_MS };

/** Sign-ins for one consent that came to nothing: at once, and again in a lockout's time. */
const MAX_FAILURES_OF_CONSENT = 10;

/** Sign-ins from one address that came to nothing: at once, and again in a lockout's time. */
const MAX_FAILURES_OF_ADDRESS = 50;

/** Passwords that are hashed at once: each takes a thread and the memory of its cost. */
const MAX_HASHING = 2;
/** Passwords that wait their turn; more are turned away. */
const MAX_WAITING = 32;

/** Maximum number of users whose unusable password hash one process reports, each once. */
const MAX_REPORTED = 1000;

/** Who tries to sign in, and for what. */
export interface Attempt {
  /** What the visit is for: a TPP has it made, so that a customer has only so many. */
  readonly consentId: string;
  readonly act: Act;
}

/** Who tries to be whom. */
interface NamedAttempt extends Attempt {
  readonly userId: string;
}

/** What a customer gives as the second factor. */
export type GivenFactor =
  | { readonly factor: 'code'; readonly code: string }
  /** What the browser sent. */
  | { readonly factor: 'passkey'; readonly assertion: string };

type ProvingSession = Pick<IdentifiedSession | SignedInSession, 'hash' | 'userId' | 'factorsTaken'>;

/**
 * The factors of customers. At the own pages both are judged as a whole (docs/decisions, 58); for
 * what a TPP asks, the password tells who reads it, and the other factor approves it (95).
 */
export interface SignInOffice {
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
    given: GivenFactor,
    successor: EnteredFactor['successor'],
    attempt: Attempt,
  ): ReturnType<SignInStore['endSignIn']>;
  /**
   * Judges a factor that a user who is known gives for one thing, and uses it up for that: what was
   * shown, and is approved (SCA-RTS, article 5). A code is good once, whatever it was for; what a
   * passkey signed was for this in any case.
   */
  proveFactor(
    session: ProvingSession,
    given: GivenFactor,
    linkedTo: string,
    attempt: Attempt,
  ): Promise<Awaited<ReturnType<SignInStore['takeFactor']>> | 'busy'>;
}

export interface SignInParts {
  readonly store: Pick<
    SignInStore & NodeStore,
    'findCredential' | 'identifyUser' | 'endSignIn' | 'takeFactor' | 'openBuckets'
  >;
  /** The machine's: codes and lockouts live by it. */
  readonly clock: Clock;
  /** Undefined where browsers make no passkeys for the pages. */
  readonly passkeys: PasskeyOffice | undefined;
  /** What hashes cost here: the work for users that are unknown. */
  readonly cost: ScryptCost;
  readonly observe: Observe;
}

/** The failures are counted with those of all nodes; what it hashes at once is its own. */
export function createSignIn({ store, clock, passkeys, cost, observe }: SignInParts): SignInOffice {
  const failures = new Failures(store);
  const turns = new Turns();
  const nobody = hashPassword('', cost);
  // Whoever waits for it is told when it fails; until somebody does, nobody is to blame.
  nobody.catch(() => undefined);
  const nobodysSecret = newSecret();
  const usableHashOf = createHashCheck(observe);

  const checkPassword: SignInOffice['checkPassword'] = async ({ userId, ...attempt }, password) => {
    // Counted before anybody knows what it is, so that the count does not tell; see checkFactor.
    if (!(await failures.take(attempt))) return 'busy';
    const known = await store.findCredential(userId);
    const expected = usableHashOf(known);
    const compared = expected ?? (await nobody);
    const matches = await turns.take(() => isPassword(password, compared));
    if (matches !== undefined) {
      return { userId: known?.userId ?? null, isRight: matches && expected !== undefined };
    }
    await failures.giveBack(attempt);
    return 'busy';
  };

  const judge = async (
    given: GivenFactor,
    session: CodeSession | ProvingSession,
    linkedTo: string,
  ): Promise<Proof> => {
    if (given.factor === 'passkey') {
      const use = await passkeys?.verify(session, given.assertion, linkedTo);
      return { factor: 'passkey', use: use ?? null };
    }
    const known = await store.findCredential(session.userId ?? '');
    const step = stepOf(known?.totpSecret ?? nobodysSecret, given.code, clock());
    return { factor: 'code', step: step ?? null };
  };

  return {
    checkPassword,
    async identify(session, replaces, attempt, password) {
      const entered = await checkPassword(attempt, password);
      if (entered === 'busy') return 'busy';
      const { act } = attempt;
      const found = await store.identifyUser(session, entered, replaces, LOCKOUT, act, clock());
      if (found === 'right') await failures.giveBack(attempt);
      return found;
    },
    async checkFactor(session, given, successor, attempt) {
      const proof = await judge(given, session, SIGN_IN);
      const entered = { hash: session.hash, proof, successor };
      const ended = await store.endSignIn(entered, LOCKOUT, attempt.act, clock());
      if (ended === 'right') await failures.giveBack(attempt);
      return ended;
    },
    async proveFactor(session, given, linkedTo, attempt) {
      if (!(await failures.take(attempt))) return 'busy';
      const factor = { hash: session.hash, proof: await judge(given, session, linkedTo), linkedTo };
      const taken = await store.takeFactor(factor, LOCKOUT, attempt.act, clock());
      if (taken === 'right') await failures.giveBack(attempt);
      return taken;
    },
  };
}

/**
 * Returns a function that returns the password hash of a user; undefined, as for an unknown user,
 * if no password can be verified against it. Reports each such user once.
 */
function createHashCheck(observe: Observe): (known?: Credential) => string | undefined {
  const reported = new Set<string>();
  return (known) => {
    if (known === undefined) return undefined;
    const { userId, passwordHash } = known;
    if (parsePasswordHash(passwordHash) !== undefined) return passwordHash;
    if (!reported.has(userId) && reported.size < MAX_REPORTED) {
      reported.add(userId);
      observe({ kind: 'passwordHashUnusable', userId });
    }
    return undefined;
  };
}

/**
 * Counts the sign-ins that came to nothing, by consent and by address: whoever has used up what a
 * consent has takes nothing more of what its address has.
 */
class Failures {
  readonly #ofConsents: Buckets;
  readonly #ofAddresses: Buckets;

  constructor(store: Pick<NodeStore, 'openBuckets'>) {
    this.#ofConsents = store.openBuckets(failuresOf('consent', MAX_FAILURES_OF_CONSENT));
    this.#ofAddresses = store.openBuckets(failuresOf('address', MAX_FAILURES_OF_ADDRESS));
  }

  /** Counts one, of both, or of neither and answers false where one of them has none left. */
  async take(attempt: Attempt): Promise<boolean> {
    const { consentId } = attempt;
    if ((await this.#ofConsents.take(consentId)) > 0) return false;
    if ((await this.#ofAddresses.take(addressOf(attempt))) === 0) return true;
    await this.#ofConsents.giveBack(consentId);
    return false;
  }

  /** Takes one back that was none. */
  async giveBack(attempt: Attempt): Promise<void> {
    await this.#ofConsents.giveBack(attempt.consentId);
    await this.#ofAddresses.giveBack(addressOf(attempt));
  }
}

function addressOf({ act }: Attempt): string {
  return networkOf(act.by.address ?? '');
}

/** So many at once, and again in a lockout's time, evenly spread; each is counted as it comes. */
function failuresOf(of: 'consent' | 'address', burst: number): BucketKind {
  const perSecond = burst / (LOCKOUT.milliseconds / SECOND_MS);
  return { name: `failures of ${of}`, size: { perSecond, burst }, takenAhead: 1 };
}

/** Lets a few work at once, lets some wait, and turns the others away. */
class Turns {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  async take<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
    if (this.#running >= MAX_HASHING) {
      if (this.#waiting.length >= MAX_WAITING) return undefined;
      // Whoever ends hands over the place.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
