import { parsePasswordHash, type ScryptCost } from '../../domain/parties/password-hash.ts';
import type { Credential } from '../../domain/ports/sign-in-store.ts';
import type { Observe } from '../../domain/records/events.ts';
import { networksOf } from '../../shared/network.ts';
import { MINUTE_MS, SECOND_MS, type Clock, type Milliseconds } from '../../shared/time.ts';
import { TokenBuckets } from '../../shared/token-bucket.ts';
import type { Attempt } from './attempt.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { PasswordCheckQueue, type LanePlace } from './password-check-queue.ts';

/**
 * Maximum number of passwords hashed at the same time. Each uses a thread and the memory of its
 * cost.
 */
const MAX_HASHING = 2;

/** Maximum number of users whose unusable password hash one process reports, each once. */
const MAX_REPORTED = 1000;

/** Time for which a wrong password puts its network into the slower lane, in milliseconds. */
const FAILING_MS: Milliseconds = 15 * MINUTE_MS;
/**
 * Maximum number of checks of a network that may end in FAILING_MS without a right password before
 * the network counts as failing. Such checks were turned away, and attackers who are turned away
 * try again.
 */
const MAX_UNPROVEN = 3;
/** Maximum number of networks of each kind that are remembered. */
const MAX_NETWORKS = 10_000;

/** An attempt with the user for whom its browser is known. */
interface Origin extends Attempt {
  /** The user for whom the browser is known. Undefined if it is known for none. */
  readonly known: string | undefined;
}

interface CheckParts {
  /**
   * Cost of hashing for unknown users. It should equal that of stored hashes, so that response
   * times do not reveal users.
   */
  readonly cost: ScryptCost;
  readonly clock: Clock;
  readonly observe: Observe;
}

/**
 * Creates the password check. It hashes a few passwords at a time, in the order of
 * PasswordCheckQueue.
 */
export function createPasswordChecks({ cost, clock, observe }: CheckParts) {
  const queue = new PasswordCheckQueue(MAX_HASHING, clock);
  const failing = bucketsOf(1);
  const unproven = bucketsOf(MAX_UNPROVEN);
  const usableHashOf = createHashCheck(observe);
  const unknownUserHash = hashPassword('', cost);
  // Prevents an unhandled rejection. A failure is thrown again where the hash is awaited.
  unknownUserHash.catch(() => undefined);

  return {
    /**
     * Returns whether the password is the user's. An unknown user takes the same work. Returns
     * undefined if the queue is full or the check waited too long.
     */
    async check(
      origin: Origin,
      password: string,
      credential: Credential | undefined,
    ): Promise<boolean | undefined> {
      const { household, site } = networksOf(origin.act.by.address ?? '');
      const now = clock();
      const left = failing.tokensOf(site, now) === 0 ? 0 : unproven.tokensOf(site, now);
      // Counted before the result is known: an attacker may send many passwords meanwhile.
      if (left > 0) unproven.take(site, now);
      const lane = left > 0 ? 'network' : 'failingNetwork';
      // More networks than can be served in time may begin an attack in the same moment. A customer
      // who comes later passes them, and they do not pass the customer when they try again.
      const entersFirst = left === MAX_UNPROVEN;
      const places: LanePlace[] = [{ lane, group: site, member: household, entersFirst }];
      if (origin.clientId !== undefined) {
        places.unshift({ lane: 'journey', group: origin.clientId, member: site });
      }
      if (origin.known !== undefined) {
        places.unshift({ lane: 'knownBrowser', group: origin.known, member: '' });
      }
      const expected = usableHashOf(credential);
      const compared = expected ?? (await unknownUserHash);
      const matches = await queue.take(places, () => isPassword(password, compared));
      const isRight = matches && expected !== undefined;
      if (isRight === false) failing.take(site, clock());
      if (isRight === true && left > 0) unproven.giveBack(site, clock());
      return isRight;
    },
  };
}

/**
 * Returns buckets that count events of networks: a network may have `burst` of them in FAILING_MS.
 */
function bucketsOf(burst: number): TokenBuckets {
  return new TokenBuckets({ perSecond: (burst * SECOND_MS) / FAILING_MS, burst }, MAX_NETWORKS);
}

/**
 * Returns a function that looks up a user's password hash. It returns undefined for an unknown user
 * and for a hash that no password can be verified against. Reports each user with such a hash once.
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
