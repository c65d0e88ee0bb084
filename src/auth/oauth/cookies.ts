/**
 * Name of the cookie that identifies an interaction, limited to the interaction's pages. A second
 * cookie with the suffix `.sig` contains its signature.
 */
export const INTERACTION_COOKIE = '__Secure-interaction';
