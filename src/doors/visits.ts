import type { IncomingMessage } from 'node:http';
import { INTERACTION_COOKIE } from '../auth/server/cookies.ts';
import { makeRoom } from '../kernel/make-room.ts';

/** Visits that are remembered at once. */
const MAX_VISITS = 10_000;

const PAGE = /^\/interaction\/([\w-]{1,64})(?=[/?]|$)/;

/** What nobody but the browser of a visit has. */
const SIGNATURE = new RegExp(`(?:^|; ?)${INTERACTION_COOKIE}\\.sig=([\\w-]{1,128})(?=;|$)`);

/** The visits of customers that the pages have recognised, so that a door knows them again. */
export class Visits {
  readonly #known = new Map<string, true>();

  /** The visit that a request belongs to, if it is a known one. */
  of(incoming: IncomingMessage): string | undefined {
    const visit = visitOf(incoming);
    return visit !== undefined && this.#known.has(visit) ? visit : undefined;
  }

  /** Remembers the visit of a request; false when it was known. */
  remember(incoming: IncomingMessage): boolean {
    const visit = visitOf(incoming);
    if (visit === undefined || this.#known.has(visit)) return false;
    makeRoom(this.#known, MAX_VISITS);
    this.#known.set(visit, true);
    return true;
  }
}

function visitOf({ url = '', headers }: IncomingMessage): string | undefined {
  const id = PAGE.exec(url)?.[1];
  const signature = SIGNATURE.exec(headers.cookie ?? '')?.[1];
  return id === undefined || signature === undefined ? undefined : `${id} ${signature}`;
}
