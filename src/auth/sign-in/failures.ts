import type { BucketKind, Buckets, NodeStore } from '../../domain/ports/node-store.ts';
import type { Act } from '../../domain/records/audit.ts';
import { networksOf } from '../../shared/network.ts';
import { MINUTE_MS, SECOND_MS, type Milliseconds } from '../../shared/time.ts';

/** The time in which an empty bucket fills up again, at a steady rate. */
const REFILLED_IN_MS: Milliseconds = 15 * MINUTE_MS;

/**
 * Maximum number of failed sign-ins in a burst for one consent, one user name, or one user in open
 * sessions.
 */
const MAX_FAILURES_OF_ONE = 10;
/** Maximum number of failed sign-ins in a burst from one IPv4 address or one IPv6 /64. */
const MAX_FAILURES_OF_ADDRESS = 50;
/** Maximum number of failed sign-ins in a burst from one IPv6 /56, which may be one household. */
const MAX_FAILURES_OF_HOUSEHOLD = 100;
/**
 * Maximum number of failed sign-ins in a burst from one IPv6 /48, which may be one company. An IPv4
 * /24 is not counted, because it usually has many owners.
 */
const MAX_FAILURES_OF_SITE = 200;

/**
 * The token buckets that limit an attempt. The attempt is allowed only if each of them has a token
 * left.
 */
export type FailureBuckets = readonly (readonly [buckets: Buckets, key: string])[];

/**
 * Limits failed sign-ins with token buckets. An attempt takes its tokens before the password is
 * checked, and gets them back if the password was right.
 */
export class Failures {
  readonly #ofOne: Buckets;
  readonly #ofAddresses: Buckets;
  readonly #ofHouseholds: Buckets;
  readonly #ofSites: Buckets;

  constructor(store: Pick<NodeStore, 'openBuckets'>) {
    this.#ofOne = store.openBuckets(failuresOf('consent', MAX_FAILURES_OF_ONE));
    this.#ofAddresses = store.openBuckets(failuresOf('address', MAX_FAILURES_OF_ADDRESS));
    this.#ofHouseholds = store.openBuckets(failuresOf('/56', MAX_FAILURES_OF_HOUSEHOLD));
    this.#ofSites = store.openBuckets(failuresOf('/48', MAX_FAILURES_OF_SITE));
  }

  /**
   * Returns the buckets for an attempt from an unknown browser. They belong to the consent or user
   * name, and to the client's networks.
   */
  ofAttempt({ consentId, act }: Attempt): FailureBuckets {
    const { own, household, site } = networksOf(act.by.address ?? '');
    const counted: FailureBuckets = [
      [this.#ofOne, consentId],
      [this.#ofAddresses, own],
    ];
    if (household === own) return counted;
    return [...counted, [this.#ofHouseholds, household], [this.#ofSites, site]];
  }

  /**
   * Returns the buckets for an attempt from a known browser. Attempts from unknown browsers cannot
   * empty them.
   */
  inKnownBrowser(userId: string, { consentId, clientId }: Attempt): FailureBuckets {
    const counted: FailureBuckets = [[this.#ofOne, `known browser ${userId}`]];
    return clientId === undefined ? counted : [...counted, [this.#ofOne, consentId]];
  }

  /** Returns the bucket for a signed-in user. Other users' attempts cannot empty it. */
  inSession(userId: string): FailureBuckets {
    return [[this.#ofOne, `in session ${userId}`]];
  }

  /**
   * Takes a token from each bucket and returns true. If one bucket is empty, it takes no token and
   * returns false.
   */
  async take(counted: FailureBuckets): Promise<boolean> {
    for (const [index, [buckets, key]] of counted.entries()) {
      if ((await buckets.take(key)) === 0) continue;
      await this.giveBack(counted.slice(0, index));
      return false;
    }
    return true;
  }

  /** Puts back the tokens of an attempt that succeeded. */
  async giveBack(counted: FailureBuckets): Promise<void> {
    for (const [buckets, key] of counted) await buckets.giveBack(key);
  }
}

function failuresOf(of: 'consent' | 'address' | '/56' | '/48', burst: number): BucketKind {
  const perSecond = burst / (REFILLED_IN_MS / SECOND_MS);
  return { name: `failures of ${of}`, size: { perSecond, burst }, prefetchedTokens: 1 };
}

/** A customer's attempt to sign in, with the data that decides how it is limited. */
export interface Attempt {
  /**
   * The key under which failures are counted, in addition to the client's networks. In a consent
   * journey it is the consent id, so that the number of consents limits the attempts on a customer.
   * In the customer portal it is the user name.
   */
  readonly consentId: string;
  /** The TPP that started the consent journey. Undefined in the customer portal. */
  readonly clientId?: string | undefined;
  /** The known-browser token that the browser sent for this user (see KnownBrowsers). */
  readonly browserToken?: string | undefined;
  readonly act: Act;
}
