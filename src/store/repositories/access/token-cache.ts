import type { KnownSoftware } from '../../../domain/records/access.ts';
import type { VerifiedGrant } from '../../../domain/records/records.ts';
import type { DbCommand } from '../engine.ts';

/** Caches query results by key. An engine without a cache runs the query every time. */
export interface LookupCache<Found> {
  /** Returns the cached result for a key, or runs `find` and returns its result. */
  get(
    name: string,
    find: (name: string) => DbCommand<Found | undefined>,
  ): DbCommand<Found | undefined>;
}

/**
 * Caches for looking up tokens and software. If a row changes that a cached entry depends on, the
 * entry is removed (docs/decisions, 87).
 */
export interface AccessCache {
  /** Grants of tokens, by the SHA-256 hash of the token. */
  readonly grants: LookupCache<VerifiedGrant>;
  /** Software of clients, keyed by client id. */
  readonly software: LookupCache<KnownSoftware>;
}

const NOTHING: LookupCache<never> = { get: (name, find) => find(name) };

/**
 * Implements the cache interface without storing anything. A store that several nodes share uses
 * it: other nodes change rows without notifying this one, so each request reads the row.
 */
export const noTokenCache: AccessCache = { grants: NOTHING, software: NOTHING };
