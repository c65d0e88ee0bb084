import type { IncomingMessage } from 'node:http';
import { INTERACTION_COOKIE } from '../../auth/oauth/cookies.ts';
import { evictOldest } from '../../shared/evict-oldest.ts';

/** Visits that are remembered at once. */
export const MAX_VISITS = 10_000;

const PAGE = /^\/interaction\/([\w-]{1,64})(?=[/?]|$)/;
/** Where a visit ends, and the browser is sent back to the TPP. */
const END = /^\/as\/authorize\/([\w-]{1,64})(?=\?|$)/;

/** What nobody but the browser of a visit has. */
const SIGNATURE = new RegExp(`(?:^|; ?)${INTERACTION_COOKIE}\\.sig=([\\w-]{1,128})(?=;|$)`);

/** The visits of customers that the pages have recognised, so that a door knows them again. */
export class InteractionBrowsers {
  /** The signature of each one's cookie, by its id. */
  readonly #known = new Map<string, string>();

  /**
   * The visit that a request belongs to, if it is a known one. At its end, where the browser sends
   * another cookie, its id is enough, which nobody else was told.
   */
  of(incoming: IncomingMessage): string | undefined {
    const ended = END.exec(incoming.url ?? '')?.[1];
    if (ended !== undefined) return this.#known.has(ended) ? ended : undefined;
    const [visit, signature] = pageOf(incoming) ?? [];
    return visit !== undefined && this.#known.get(visit) === signature ? visit : undefined;
  }

  /** Remembers the visit of a request; false when it was known. */
  remember(incoming: IncomingMessage): boolean {
    const [visit, signature] = pageOf(incoming) ?? [];
    if (visit === undefined || signature === undefined) return false;
    if (this.#known.get(visit) === signature) return false;
    // One with another cookie takes nobody's place.
    this.#known.delete(visit);
    evictOldest(this.#known, MAX_VISITS);
    this.#known.set(visit, signature);
    return true;
  }
}

function pageOf({ url = '', headers }: IncomingMessage): [visit: string, signature: string] | null {
  const visit = PAGE.exec(url)?.[1];
  const signature = SIGNATURE.exec(headers.cookie ?? '')?.[1];
  return visit === undefined || signature === undefined ? null : [visit, signature];
}
