import type { Memory, Remembered } from '../../repositories/access/token-cache.ts';

/** A node does not hear which rows another changes: whoever comes in is looked for each time. */
const NOTHING: Memory<never> = { get: (name, find) => find(name) };

export const noTokenCache: Remembered = { grants: NOTHING, software: NOTHING };
