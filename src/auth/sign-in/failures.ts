import type { BucketKind, Buckets, NodeStore } from '../../domain/ports/node-store.ts';
import { networksOf } from '../../shared/network.ts';
import { MINUTE_MS, SECOND_MS, type Milliseconds } from '../../shared/time.ts';
import type { Attempt } from './attempt.ts';

/** Time in which an empty bucket refills completely, at a steady rate. */
const REFILLED_IN_MS: Milliseconds = 15 * MINUTE_MS;

/**
 * Maximum failed sign-ins in a burst for one consent, for one user name, or for one user in open
 * sessions.
 */
const MAX_FAILURES_OF_ONE = 10;
/** Maximum failed sign-ins in a burst from one IPv4 address or one /64 of IPv6. */
const MAX_FAILURES_OF_ADDRESS = 50;
/** The same for a /56 of IPv6, which may be one household. */
const MAX_FAILURES_OF_HOUSEHOLD = 100;
/**
 * The same for a /48 of IPv6, which may be one company. A /24 of IPv4 has many holders, so it is
 * not counted.
 */
const MAX_FAILURES_OF_SITE = 200;

/** The buckets that an attempt takes a token from. Every one of them must have a token left. */
export type FailureBuckets = readonly (readonly [buckets: Buckets, key: string])[];

/**
 * Limits failed sign-ins with token buckets. An attempt takes its tokens before it is checked and
 * gives them back if it was right.
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
   * Returns the buckets of an attempt from an unknown browser: its consent or user name, and its
   * networks.
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
   * Returns the buckets of an attempt from a known browser. Attempts from unknown browsers do not
   * use them up.
   */
  inKnownBrowser(userId: string, { consentId, clientId }: Attempt): FailureBuckets {
    const counted: FailureBuckets = [[this.#ofOne, `known browser ${userId}`]];
    return clientId === undefined ? counted : [...counted, [this.#ofOne, consentId]];
  }

  /** Returns the bucket of a signed-in user. No other user's attempts use it up. */
  inSession(userId: string): FailureBuckets {
    return [[this.#ofOne, `in session ${userId}`]];
  }

  /** Takes a token from each bucket. If one bucket is empty, takes none and returns false. */
  async take(counted: FailureBuckets): Promise<boolean> {
    for (const [index, [buckets, key]] of counted.entries()) {
      if ((await buckets.take(key)) === 0) continue;
      await this.giveBack(counted.slice(0, index));
      return false;
    }
    return true;
  }

  /** Gives back the tokens of an attempt that was right. */
  async giveBack(counted: FailureBuckets): Promise<void> {
    for (const [buckets, key] of counted) await buckets.giveBack(key);
  }
}

function failuresOf(of: 'consent' | 'address' | '/56' | '/48', burst: number): BucketKind {
  const perSecond = burst / (REFILLED_IN_MS / SECOND_MS);
  return { name: `failures of ${of}`, size: { perSecond, burst }, prefetchedTokens: 1 };
}
