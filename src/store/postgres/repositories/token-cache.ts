import type { LookupCache, AccessCache } from '../../repositories/access/token-cache.ts';

/** A node does not hear which rows another changes: whoever comes in is looked for each time. */
const NOTHING: LookupCache<never> = { get: (name, find) => find(name) };

export const noTokenCache: AccessCache = { grants: NOTHING, software: NOTHING };
