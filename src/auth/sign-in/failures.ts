import type { BucketKind, Buckets, NodeStore } from '../../domain/ports/node-store.ts';
import { networksOf } from '../../shared/network.ts';
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import type { Attempt } from './attempt.ts';

/** In which all failures that may be made at once may be made again, evenly spread. */
const REFILLED_IN_MS = 15 * MINUTE_MS;

/** Failed sign-ins at once for one consent, of one user name, or of one user in open sessions. */
const MAX_FAILURES_OF_ONE = 10;
/** Failed sign-ins at once from an address of IPv4, or a /64 of IPv6. */
const MAX_FAILURES_OF_ADDRESS = 50;
/** From a /56 of IPv6, which may be one household. */
const MAX_FAILURES_OF_HOUSEHOLD = 100;
/** From a /48 of IPv6, which may be one company. A /24 of IPv4 has many holders: not counted. */
const MAX_FAILURES_OF_SITE = 200;

/** What a failure is counted by: in each of these buckets there must be room for it. */
export type Counted = readonly (readonly [buckets: Buckets, key: string])[];

/** Counts sign-ins that fail. Each is counted when it comes, and given back when it was right. */
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

  /** Attempts of whoever knows the address of a page: by consent or user name, and by networks. */
  ofAttempt({ consentId, act }: Attempt): Counted {
    const { own, household, site } = networksOf(act.by.address ?? '');
    const counted: Counted = [
      [this.#ofOne, consentId],
      [this.#ofAddresses, own],
    ];
    if (household === own) return counted;
    return [...counted, [this.#ofHouseholds, household], [this.#ofSites, site]];
  }

  /** Attempts in a browser in which the user signed in before: apart from those of strangers. */
  inKnownBrowser(userId: string, { consentId, clientId }: Attempt): Counted {
    const counted: Counted = [[this.#ofOne, `known browser ${userId}`]];
    return clientId === undefined ? counted : [...counted, [this.#ofOne, consentId]];
  }

  /** Attempts of a user who is signed in: nobody else's count for them. */
  inSession(userId: string): Counted {
    return [[this.#ofOne, `in session ${userId}`]];
  }

  /** Counts one in each bucket; or in none, and returns false, where one of them is used up. */
  async take(counted: Counted): Promise<boolean> {
    for (const [place, [buckets, key]] of counted.entries()) {
      if ((await buckets.take(key)) === 0) continue;
      await this.giveBack(counted.slice(0, place));
      return false;
    }
    return true;
  }

  /** Takes one back that was no failure. */
  async giveBack(counted: Counted): Promise<void> {
    for (const [buckets, key] of counted) await buckets.giveBack(key);
  }
}

function failuresOf(of: 'consent' | 'address' | '/56' | '/48', burst: number): BucketKind {
  const perSecond = burst / (REFILLED_IN_MS / SECOND_MS);
  return { name: `failures of ${of}`, size: { perSecond, burst }, prefetchedTokens: 1 };
}
