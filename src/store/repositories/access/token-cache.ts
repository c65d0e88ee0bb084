import type { KnownSoftware } from '../../../domain/records/access.ts';
import type { VerifiedGrant } from '../../../domain/records/records.ts';
import type { DbCommand } from '../engine.ts';

/** A cache of query results by key. An engine without a cache runs the query every time. */
export interface LookupCache<Found> {
  /** Returns the cached result for a key, or runs `find` and returns its result. */
  get(
    name: string,
    find: (name: string) => DbCommand<Found | undefined>,
  ): DbCommand<Found | undefined>;
}

/**
 * Caches of token and software lookups. A cached entry is removed when a row that it depends on
 * changes (docs/decisions, 87).
 */
export interface AccessCache {
  /** Grants of tokens, by the SHA-256 hash of the token. */
  readonly grants: LookupCache<VerifiedGrant>;
  /** Software of clients, by client id. */
  readonly software: LookupCache<KnownSoftware>;
}

const NOTHING: LookupCache<never> = { get: (name, find) => find(name) };

/**
 * A cache that stores nothing, for a store that several nodes share. A node is not notified of
 * changes by other nodes, so it reads the row for each request.
 */
export const noTokenCache: AccessCache = { grants: NOTHING, software: NOTHING };
