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
/**
 * Checks of one network in that time that may end without a right password, because they were
 * turned away, before the network counts as failing. Attackers who are turned away try again.
 */
const MAX_UNPROVEN = 3;
/** Networks of each kind that are remembered. */
const MAX_NETWORKS = 10_000;

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
  const failing = bucketsOf(1);
  const unproven = bucketsOf(MAX_UNPROVEN);
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
      const compared = expected ?? (await nobody);
      const matches = await turns.take(places, () => isPassword(password, compared));
      const isRight = matches && expected !== undefined;
      if (isRight === false) failing.take(site, clock());
      if (isRight === true && left > 0) unproven.giveBack(site, clock());
      return isRight;
    },
  };
}

/** Counts something of networks: so often in FAILING_MS. */
function bucketsOf(burst: number): TokenBuckets {
  return new TokenBuckets({ perSecond: (burst * SECOND_MS) / FAILING_MS, burst }, MAX_NETWORKS);
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
