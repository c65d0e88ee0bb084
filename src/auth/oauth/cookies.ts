/** The cookie of a visit, for its own pages; another one with `.sig` at its name's end signs it. */
export const INTERACTION_COOKIE = '__Secure-interaction';
