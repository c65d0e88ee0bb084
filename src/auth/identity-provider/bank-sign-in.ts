import { randomBytes } from 'node:crypto';
import type { AuthorisationStore } from '../../domain/ports/authorisation-store.ts';
import type { Clock, Instant, Seconds } from '../../shared/time.ts';
import { hashSecret } from '../tokens.ts';
import { NotProven } from './not-proven.ts';
import type { IdentityProvider, Proven } from './provider.ts';
import {
  askedInApp,
  askItems,
  bindingCodeOf,
  endOf,
  MAX_WAIT_SECONDS,
  pollItem,
  secretsOf,
  sessionHashOf,
  uidOf,
  VISIT_MODEL,
  visitItem,
  waitingPath,
  wantedOf,
  type AskedInApp,
  type StoredVisit,
  type Visit,
  type VisitingBrowser,
} from './visits.ts';

/** Path to which the provider returns customers. It is registered at the provider. */
export const CALLBACK_PATH = '/sign-in/callback';

/** Time that a `slow_down` adds between two polls (CIBA, 11). */
const SLOW_DOWN_SECONDS: Seconds = 5;

/** The end of a visit. `proven` is null if the provider proved nothing. */
export interface EndedVisit extends Visit {
  readonly proven: Proven | null;
  readonly error: NotProven | null;
}

/** A request in the bank's app that the customer has not answered yet. */
export interface WaitingVisit {
  /** Path of the page that waits for the answer, with the `state`. */
  readonly waitAt: string;
  /** The reason if the provider is away. Null if it waits for the customer. */
  readonly error: NotProven | null;
}

/** The content of a page that waits for the bank's app. */
export interface Waiting {
  /** Path of the page. */
  readonly waitAt: string;
  /** The code that the app shows too. */
  readonly code: string;
  /** Time after which the page may ask for the answer. */
  readonly intervalSeconds: Seconds;
}

/** A stored visit that has not ended. */
interface OpenVisit {
  readonly id: string;
  readonly state: string;
  readonly stored: StoredVisit;
}

export interface BankSignInParts {
  readonly provider: IdentityProvider;
  readonly store: Pick<AuthorisationStore, 'addItem' | 'saveItem' | 'findItem' | 'consumeItem'>;
  /** The machine's clock. */
  readonly clock: Clock;
  /** Origin of the customers' pages. */
  readonly origin: string;
}

/**
 * Delegates the authentication of customers to the bank's OpenID Provider (docs/decisions, 138). A
 * visit is stored, so it can end on another node and after a restart. It ends once, and only in the
 * browser in which it began.
 */
export class BankSignIn {
  readonly #parts: BankSignInParts;

  constructor(parts: BankSignInParts) {
    this.#parts = parts;
  }

  /** Origins to which forms of the pages redirect the browser. */
  get origins(): readonly string[] {
    return this.#parts.provider.origins;
  }

  /** True if customers can approve in the bank's app. */
  get hasApp(): boolean {
    return this.#parts.provider.hasApp;
  }

  /**
   * Begins a visit. Returns the URL of the provider, or the path of the page that waits for the
   * bank's app. Throws NotProven if the provider cannot be reached or cannot ask in the app.
   */
  async begin(browser: VisitingBrowser, visit: Visit, loginHint: string | null): Promise<string> {
    const { provider, store, clock } = this.#parts;
    const state = `${browser.uid}.${randomBytes(32).toString('base64url')}`;
    const begun = { visit, session: sessionHashOf(browser), begunAt: clock() };
    const wanted = wantedOf(begun, loginHint);
    let appRequest: AskedInApp | null = null;
    let location = `${waitingPath(visit)}?state=${state}`;
    if (visit.inApp) {
      await this.#countRequest(visit, begun.begunAt);
      const binding = { message: bindingCodeOf(state, browser), maxSeconds: MAX_WAIT_SECONDS };
      appRequest = askedInApp(await provider.ask(wanted, binding), begun.begunAt);
    } else {
      location = await provider.authorizationUrl(wanted, secretsOf(state, browser));
    }
    await store.addItem(
      visitItem(hashSecret(state), { ...begun, asked: appRequest }),
      begun.begunAt,
    );
    return location;
  }

  /**
   * Ends a visit. For a visit in the bank's app, asks for the answer first, and returns a
   * WaitingVisit if there is none yet. Returns undefined if the visit is unknown, too old or ended
   * before, or if it began in another browser.
   *
   * @param search query with the `state`, and for a visit in the browser with the response
   */
  async end(
    browser: VisitingBrowser,
    search: string,
  ): Promise<EndedVisit | WaitingVisit | undefined> {
    const { provider, store, clock } = this.#parts;
    const open = await this.#find(browser, search);
    if (open === undefined) return undefined;
    const { id, state, stored } = open;
    if (stored.asked !== null) return this.#endInApp(open, stored.asked);
    const now = clock();
    if (!(await store.consumeItem(VISIT_MODEL, id, now))) return undefined;
    const secrets = secretsOf(state, browser);
    const proof = provider.prove(search, secrets, wantedOf(stored, null), now);
    return { ...stored.visit, ...(await outcomeOf(proof)) };
  }

  /** Throws NotProven if too many requests for the app of this user were sent recently. */
  async #countRequest({ approval }: Visit, now: Instant): Promise<void> {
    for (const item of askItems(approval?.userId ?? '', now)) {
      if (await this.#parts.store.addItem(item, now)) return;
    }
    throw new NotProven('tooMany');
  }

  /** Returns the content of the page that waits for the bank's app. Undefined if no visit waits. */
  async waiting(browser: VisitingBrowser, search: string): Promise<Waiting | undefined> {
    const open = await this.#find(browser, search);
    if (open === undefined) return undefined;
    const { visit, asked } = open.stored;
    if (asked === null) return undefined;
    const { intervalSeconds } = asked;
    return {
      waitAt: waitingPath(visit),
      code: bindingCodeOf(open.state, browser),
      intervalSeconds,
    };
  }

  /** Returns the visit of a query, if it has not ended and began in this browser. */
  async #find(browser: VisitingBrowser, search: string): Promise<OpenVisit | undefined> {
    const { store, clock } = this.#parts;
    const state = new URLSearchParams(search).get('state') ?? '';
    if (uidOf(search) !== browser.uid) return undefined;
    const id = hashSecret(state);
    const item = await store.findItem(VISIT_MODEL, id);
    if (item === undefined) return undefined;
    const stored = JSON.parse(item.payload) as StoredVisit;
    const isOver = item.consumedAt !== null || endOf(stored) <= clock();
    return isOver || stored.session !== sessionHashOf(browser) ? undefined : { id, state, stored };
  }

  /**
   * Polls once, unless a node has polled within the interval. An answer ends the visit before it is
   * used. While the provider is unavailable, the visit waits until it expires.
   */
  async #endInApp(
    { id, state, stored }: OpenVisit,
    appRequest: AskedInApp,
  ): Promise<EndedVisit | WaitingVisit | undefined> {
    const { store, clock } = this.#parts;
    const now = clock();
    const waitAt = `${waitingPath(stored.visit)}?state=${state}`;
    const outcome = await outcomeOf(this.#poll(id, stored, appRequest));
    switch (outcome.error?.reason) {
      case 'pending':
        return { waitAt, error: null };
      case 'away':
        return { waitAt, error: outcome.error };
      case 'slowDown': {
        const slower = {
          ...appRequest,
          intervalSeconds: appRequest.intervalSeconds + SLOW_DOWN_SECONDS,
        };
        await store.saveItem(visitItem(id, { ...stored, asked: slower }), now);
        await store.saveItem(pollItem(id, now, slower), now);
        return { waitAt, error: null };
      }
      default:
        if (!(await store.consumeItem(VISIT_MODEL, id, clock()))) return undefined;
        return { ...stored.visit, ...outcome };
    }
  }

  async #poll(id: string, stored: StoredVisit, appRequest: AskedInApp): Promise<Proven> {
    const { provider, store, clock } = this.#parts;
    const now = clock();
    if (appRequest.expiresAt <= now) throw new NotProven('expired');
    const mayPoll = await store.addItem(pollItem(id, now, appRequest), now);
    if (!mayPoll) throw new NotProven('pending');
    return provider.poll(appRequest.authReqId, wantedOf(stored, null), now);
  }

  /** Returns the URL at which the customer signs out. Undefined if the provider offers none. */
  signOutUrl(path: string): Promise<string | undefined> {
    return this.#parts.provider.endSessionUrl(`${this.#parts.origin}${path}`);
  }
}

/** Returns the proof of the provider, or the reason why there is none. */
async function outcomeOf(proof: Promise<Proven>): Promise<Pick<EndedVisit, 'proven' | 'error'>> {
  try {
    return { proven: await proof, error: null };
  } catch (error) {
    if (error instanceof NotProven) return { proven: null, error };
    throw error;
  }
}
