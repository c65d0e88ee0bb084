import type { Act } from '../domain/audit.ts';
import type { Credential, Lockout, SignInStore } from '../domain/sign-in-store.ts';
import { networkOf } from '../kernel/network.ts';
import { MINUTE_MS, SECOND_MS, type Clock, type Instant } from '../kernel/time.ts';
import { TokenBuckets } from '../kernel/token-bucket.ts';
import { stepOf } from './one-time-codes.ts';
import { hashPassword, isPassword, type ScryptCost } from './passwords.ts';

/** So many failures lock a user out, for so long. */
export const LOCKOUT: Lockout = { maxFailures: 5, milliseconds: 15 * MINUTE_MS };

/** Failures from one address, whoever they try to be: at once, and again in a lockout's time. */
const MAX_FAILURES_OF_ADDRESS = 50;
/** Addresses whose failures are remembered. */
const MAX_ADDRESSES = 10_000;

/** Passwords that are hashed at once: each takes a thread and the memory of its cost. */
const MAX_HASHING = 2;
/** Passwords that wait their turn; more are turned away. */
const MAX_WAITING = 32;

/** What came of a factor. `busy`: not looked at, because too many ask at once. */
export type Checked = 'right' | 'wrong' | 'busy';

/** Who tries to be whom. */
export interface Attempt {
  readonly userId: string;
  readonly act: Act;
}

/** Both factors of a customer's sign-in. */
export interface SignInOffice {
  /**
   * Looks at a password. A user who is unknown or locked out gets the answer of a wrong password,
   * after the same work.
   */
  checkPassword(attempt: Attempt, password: string): Promise<Checked>;
  /** Looks at a one-time code, of which each is good once. As `wrong` for one who is locked out. */
  checkCode(attempt: Attempt, code: string): Promise<Checked>;
}

export interface SignInParts {
  readonly store: Pick<SignInStore, 'findCredential' | 'countFailure' | 'takeStep'>;
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

  const fail = async ({ userId, act }: Attempt): Promise<'wrong'> => {
    addresses.take(networkOf(act.by.address ?? ''), clock());
    await store.countFailure(userId, LOCKOUT, clock(), act);
    return 'wrong';
  };
  const isTurnedAway = ({ act }: Attempt): boolean => {
    return addresses.secondsToWait(networkOf(act.by.address ?? ''), clock()) > 0;
  };

  return {
    async checkPassword(attempt, password) {
      if (isTurnedAway(attempt)) return 'busy';
      const known = await store.findCredential(attempt.userId);
      const expected = known?.passwordHash ?? (await nobody);
      const matches = await turns.take(() => isPassword(password, expected));
      if (matches === undefined) return 'busy';
      // Others may have failed meanwhile: a lockout binds whoever was waiting for a turn too.
      const current = await store.findCredential(attempt.userId);
      return matches && isOpen(current, clock()) ? 'right' : fail(attempt);
    },
    async checkCode(attempt, code) {
      if (isTurnedAway(attempt)) return 'busy';
      const { userId, act } = attempt;
      const known = await store.findCredential(userId);
      if (!isOpen(known, clock())) return fail(attempt);
      const step = stepOf(known.totpSecret, code, clock());
      const isTaken = step !== undefined && (await store.takeStep(userId, step, clock(), act));
      return isTaken ? 'right' : fail(attempt);
    },
  };
}

/** Whether there is such a user, who is not locked out. */
function isOpen(known: Credential | undefined, now: Instant): known is Credential {
  return known !== undefined && (known.lockedUntil === null || known.lockedUntil <= now);
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
