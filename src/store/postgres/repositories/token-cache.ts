import type { LookupCache, AccessCache } from '../../repositories/access/token-cache.ts';

/**
 * A cache that stores nothing. A node is not notified of changes by other nodes, so it reads the
 * row for each request.
 */
const NOTHING: LookupCache<never> = { get: (name, find) => find(name) };

export const noTokenCache: AccessCache = { grants: NOTHING, software: NOTHING };
