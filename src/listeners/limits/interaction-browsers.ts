import type { IncomingMessage } from 'node:http';
import { INTERACTION_COOKIE } from '../../auth/oauth/addresses.ts';
import { evictOldest } from '../../shared/evict-oldest.ts';

/** Maximum number of interactions remembered. */
export const MAX_INTERACTIONS = 10_000;

const PAGE = /^\/interaction\/([\w-]{1,64})(?=[/?]|$)/;
/** Path at which an interaction ends and the browser returns to the TPP. */
const END = /^\/as\/authorize\/([\w-]{1,64})(?=\?|$)/;

/** Signature of the interaction cookie, which only the interaction's browser has. */
const SIGNATURE = new RegExp(`(?:^|; ?)${INTERACTION_COOKIE}\\.sig=([\\w-]{1,128})(?=;|$)`);

/**
 * Remembers the interactions that the pages have recognised, so that later requests of the same
 * browser get their own rate limit.
 */
export class InteractionBrowsers {
  /** Signature of the cookie, by interaction ID. */
  readonly #signatures = new Map<string, string>();

  /**
   * Returns the ID of the request's interaction if it is remembered. At the end of an interaction
   * the browser sends another cookie. The ID in the path is then enough, because it is secret.
   */
  of(incoming: IncomingMessage): string | undefined {
    const ended = END.exec(incoming.url ?? '')?.[1];
    if (ended !== undefined) return this.#signatures.has(ended) ? ended : undefined;
    const [interaction, signature] = pageOf(incoming) ?? [];
    return interaction !== undefined && this.#signatures.get(interaction) === signature
      ? interaction
      : undefined;
  }

  /**
   * Remembers the interaction of a request. Returns false if it was known, or if the request has
   * none.
   */
  remember(incoming: IncomingMessage): boolean {
    const [interaction, signature] = pageOf(incoming) ?? [];
    if (interaction === undefined || signature === undefined) return false;
    if (this.#signatures.get(interaction) === signature) return false;
    // An interaction with a new cookie replaces its own entry and evicts no other.
    this.#signatures.delete(interaction);
    evictOldest(this.#signatures, MAX_INTERACTIONS);
    this.#signatures.set(interaction, signature);
    return true;
  }
}

function pageOf({
  url = '',
  headers,
}: IncomingMessage): [interaction: string, signature: string] | null {
  const interaction = PAGE.exec(url)?.[1];
  const signature = SIGNATURE.exec(headers.cookie ?? '')?.[1];
  return interaction === undefined || signature === undefined ? null : [interaction, signature];
}
