import { parsePasswordHash, type ScryptCost } from '../../domain/parties/password-hash.ts';
import type { Credential } from '../../domain/ports/sign-in-store.ts';
import type { Observe } from '../../domain/records/events.ts';
import { networksOf } from '../../shared/network.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../../shared/time.ts';
import { TokenBuckets } from '../../shared/token-bucket.ts';
import type { Attempt } from './attempt.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { PasswordCheckQueue, type LanePlace } from './password-check-queue.ts';

/** Passwords that are hashed at once: each takes a thread and the memory of its cost. */
const MAX_HASHING = 2;

/** Maximum number of users whose unusable password hash one process reports, each once. */
const MAX_REPORTED = 1000;

/** How long a wrong password counts against its network's turns, in milliseconds. */
const FAILING_MS = 15 * MINUTE_MS;
/** Networks with a wrong password that are remembered. */
const MAX_FAILING_NETWORKS = 10_000;

/** Where a password comes from. */
interface Origin extends Attempt {
  /** The user for whom the browser is known; undefined for none. */
  readonly known: string | undefined;
}

interface CheckParts {
  /** What hashes cost here: the work for users that are unknown. */
  readonly cost: ScryptCost;
  readonly clock: Clock;
  readonly observe: Observe;
}

/** Checks passwords, a few at once, each when its turn comes. */
export function createPasswordChecks({ cost, clock, observe }: CheckParts) {
  const turns = new PasswordCheckQueue(MAX_HASHING, clock);
  const failing = new TokenBuckets(
    { perSecond: SECOND_MS / FAILING_MS, burst: 1 },
    MAX_FAILING_NETWORKS,
  );
  const usableHashOf = createHashCheck(observe);
  const nobody = hashPassword('', cost);
  // Whoever waits for it is told when it fails; until somebody does, nobody is to blame.
  nobody.catch(() => undefined);

  return {
    /**
     * Returns whether the password is the user's, after the same work where there is no such user;
     * undefined where too many wait.
     */
    async check(
      origin: Origin,
      password: string,
      credential: Credential | undefined,
    ): Promise<boolean | undefined> {
      const { household, site } = networksOf(origin.act.by.address ?? '');
      const isFailing = failing.secondsToWait(site, clock()) > 0;
      const lane = isFailing ? 'failingNetwork' : 'network';
      const places: LanePlace[] = [{ lane, group: site, member: household }];
      if (origin.clientId !== undefined) {
        places.unshift({ lane: 'journey', group: origin.clientId, member: site });
      }
      if (origin.known !== undefined) {
        places.unshift({ lane: 'knownBrowser', group: origin.known, member: '' });
      }
      const expected = usableHashOf(credential);
      const compared = expected ?? (await nobody);
      const matches = await turns.take(places, () => isPassword(password, compared));
      if (matches === false) failing.take(site, clock());
      return matches && expected !== undefined;
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
