import type { Act } from '../domain/audit.ts';
import type {
  CodeSession,
  EnteredCode,
  EnteredPassword,
  Lockout,
  SignInStore,
} from '../domain/sign-in-store.ts';
import { networkOf } from '../kernel/network.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../kernel/time.ts';
import { TokenBuckets } from '../kernel/token-bucket.ts';
import { newSecret, stepOf } from './one-time-codes.ts';
import { hashPassword, isPassword, type ScryptCost } from './passwords.ts';

/** So many failures lock a user out, for so long. */
export const LOCKOUT: Lockout = { maxFailures: 5, milliseconds: 15 * MINUTE_MS };

/** Sign-ins from one address that came to nothing: at once, and again in a lockout's time. */
const MAX_FAILURES_OF_ADDRESS = 50;
/** Addresses whose sign-ins are remembered. */
const MAX_ADDRESSES = 10_000;

/** Passwords that are hashed at once: each takes a thread and the memory of its cost. */
const MAX_HASHING = 2;
/** Passwords that wait their turn; more are turned away. */
const MAX_WAITING = 32;

/** Who tries to be whom. */
export interface Attempt {
  readonly userId: string;
  readonly act: Act;
}

/** Both factors of a customer's sign-in, which is judged as a whole (docs/decisions, 58). */
export interface SignInOffice {
  /**
   * Looks at a password: for the session that begins with it, and nobody else to know. `busy`: not
   * looked at, because too many ask at once.
   */
  checkPassword(attempt: Attempt, password: string): Promise<EnteredPassword | 'busy'>;
  /**
   * Judges the sign-in of a session that owes its code, which ends: see SignInStore.endSignIn. A
   * user who is unknown or locked out gets the answer of a wrong password, after the same work.
   */
  checkCode(
    session: CodeSession,
    code: string,
    successor: EnteredCode['successor'],
    act: Act,
  ): ReturnType<SignInStore['endSignIn']>;
}

export interface SignInParts {
  readonly store: Pick<SignInStore, 'findCredential' | 'endSignIn'>;
  /** The machine's: codes and lockouts live by it. */
  readonly clock: Clock;
  /** What hashes cost here: the work for users that are unknown. */
  readonly cost: ScryptCost;
}

/** An office of one process: what it counts for addresses and hashes at once is its own. */
export function createSignIn({ store, clock, cost }: SignInParts): SignInOffice {
  const addresses = new TokenBuckets(
    {
      perSecond: MAX_FAILURES_OF_ADDRESS / (LOCKOUT.milliseconds / SECOND_MS),
      burst: MAX_FAILURES_OF_ADDRESS,
    },
    MAX_ADDRESSES,
  );
  const turns = new Turns();
  const nobody = hashPassword('', cost);
  // Whoever waits for it is told when it fails; until somebody does, nobody is to blame.
  nobody.catch(() => undefined);
  const nobodysSecret = newSecret();

  return {
    async checkPassword({ userId, act }, password) {
      const address = networkOf(act.by.address ?? '');
      if (addresses.secondsToWait(address, clock()) > 0) return 'busy';
      // Counted before anybody knows what it is, so that the count does not tell; see checkCode.
      addresses.take(address, clock());
      const known = await store.findCredential(userId);
      const expected = known?.passwordHash ?? (await nobody);
      const matches = await turns.take(() => isPassword(password, expected));
      if (matches !== undefined) {
        return { userId: known?.userId ?? null, isRight: matches && known !== undefined };
      }
      addresses.giveBack(address, clock());
      return 'busy';
    },
    async checkCode({ hash, userId }, code, successor, act) {
      const known = await store.findCredential(userId ?? '');
      const step = stepOf(known?.totpSecret ?? nobodysSecret, code, clock()) ?? null;
      const ended = await store.endSignIn({ hash, step, successor }, LOCKOUT, act, clock());
      if (ended === 'right') addresses.giveBack(networkOf(act.by.address ?? ''), clock());
      return ended;
    },
  };
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
