import { parsePasswordHash, type ScryptCost } from '../../domain/parties/password-hash.ts';
import type { Credential } from '../../domain/ports/sign-in-store.ts';
import type { Observe } from '../../domain/records/events.ts';
import { networksOf } from '../../shared/network.ts';
import { MINUTE_MS, SECOND_MS, type Clock, type Milliseconds } from '../../shared/time.ts';
import { TokenBuckets } from '../../shared/token-bucket.ts';
import type { Attempt } from './failures.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { PasswordCheckQueue, type LanePlace } from './password-check-queue.ts';

/**
 * Maximum number of passwords that are hashed at the same time. Each one uses a thread and the
 * memory that its cost parameters require.
 */
const MAX_HASHING = 2;

/**
 * Maximum number of users with an unusable password hash that one process reports. Each user is
 * reported once.
 */
const MAX_REPORTED = 1000;

/**
 * Time in milliseconds for which failed checks count against a network. The checks of a network
 * that counts as failing wait in the lane `failingNetwork`.
 */
const FAILING_MS: Milliseconds = 15 * MINUTE_MS;
/**
 * Maximum number of checks from a network that may end without a right password within FAILING_MS.
 * Above it, the network counts as failing. Such checks were turned away, and attackers who are
 * turned away try again.
 */
const MAX_UNPROVEN = 3;
/** Maximum number of networks of each kind whose checks are remembered. */
const MAX_NETWORKS = 10_000;

/** A sign-in attempt, with the user that its browser is known for. */
interface Origin extends Attempt {
  /** The user that the browser is known for. Undefined if there is none. */
  readonly known: string | undefined;
}

interface CheckParts {
  /**
   * The cost of the hash that is computed for an unknown user. It should equal the cost of stored
   * hashes, so that response times do not reveal which users exist.
   */
  readonly cost: ScryptCost;
  readonly clock: Clock;
  readonly observe: Observe;
}

/**
 * Creates the password check. It hashes a few passwords at a time, in the order that
 * PasswordCheckQueue determines.
 */
export function createPasswordChecks({ cost, clock, observe }: CheckParts) {
  const queue = new PasswordCheckQueue(MAX_HASHING, clock);
  const failing = bucketsOf(1);
  const unproven = bucketsOf(MAX_UNPROVEN);
  const usableHashOf = createHashCheck(observe);
  const unknownUserHash = hashPassword('', cost);
  // This handler only prevents an unhandled rejection. The code that awaits the hash gets the same
  // error.
  unknownUserHash.catch(() => undefined);

  return {
    /**
     * Returns true if the password belongs to the user. For an unknown user, the check does the
     * same amount of work. Returns undefined if the queue is full or the check waited too long.
     */
    async check(
      origin: Origin,
      password: string,
      credential: Credential | undefined,
    ): Promise<boolean | undefined> {
      const { household, site } = networksOf(origin.act.by.address ?? '');
      const now = clock();
      const left = failing.tokensOf(site, now) === 0 ? 0 : unproven.tokensOf(site, now);
      // The check is counted before its result is known, because an attacker may send many
      // passwords in the meantime.
      if (left > 0) unproven.take(site, now);
      const lane = left > 0 ? 'network' : 'failingNetwork';
      // When an attack begins, more networks may send passwords at the same moment than can be
      // served in time. A customer from a new network who comes later is served before them. They
      // are not served before the customer when they try again.
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
 * Returns token buckets that count events of networks. Each network may have `burst` events within
 * FAILING_MS.
 */
function bucketsOf(burst: number): TokenBuckets {
  return new TokenBuckets({ perSecond: (burst * SECOND_MS) / FAILING_MS, burst }, MAX_NETWORKS);
}

/**
 * Returns a function that returns a user's stored password hash. The function returns undefined for
 * an unknown user, for a user without a password, and for a hash against which no password can be
 * verified. It reports each user with such a hash once.
 */
function createHashCheck(observe: Observe): (known?: Credential) => string | undefined {
  const reported = new Set<string>();
  return (known) => {
    if (known === undefined) return undefined;
    const { userId, passwordHash } = known;
    if (parsePasswordHash(passwordHash) !== undefined) return passwordHash;
    // Users who sign in only at the bank's OpenID Provider have no password.
    if (passwordHash === '') return undefined;
    if (!reported.has(userId) && reported.size < MAX_REPORTED) {
      reported.add(userId);
      observe({ kind: 'passwordHashUnusable', userId });
    }
    return undefined;
  };
}
