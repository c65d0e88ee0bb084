import { createHmac, hash, randomBytes } from 'node:crypto';
import type { AuthorisationStore } from '../../domain/ports/authorisation-store.ts';
import { MINUTE_MS, type Clock, type Instant, type Milliseconds } from '../../shared/time.ts';
import { hashSecret } from '../tokens.ts';
import type { ApprovalDetails } from './details.ts';
import { NotProven, type IdentityProvider, type Proven } from './provider.ts';

/** Path to which the provider returns customers. It is registered at the provider. */
export const CALLBACK_PATH = '/sign-in/callback';

/** Time within which a customer must return from the provider. */
const VISIT_MS: Milliseconds = 10 * MINUTE_MS;

/** The kind of records in the store that contain a visit. */
const MODEL = 'BankVisit';

/** `state` of a visit: the interaction, and a random part. */
const STATE = /^([\w-]{1,64})\.[\w-]{43}$/;

/** A visit of a customer to the bank's provider, to sign in or to approve. */
export interface Visit {
  /** The approval that is wanted. Null if the customer only signs in. */
  readonly approval: WantedApproval | null;
  /** True if strong customer authentication is required. */
  readonly isStrong: boolean;
  /** Path of the page that the customer sees afterwards. */
  readonly returnTo: string;
}

/** An approval that the provider must prove. */
export interface WantedApproval {
  /** The user who must approve. */
  readonly userId: string;
  /** Id of the consent or payment. */
  readonly subjectId: string;
  readonly details: ApprovalDetails;
}

interface StoredVisit extends Visit {
  /** Hash of the browser's session id. */
  readonly session: string;
  readonly begunAt: Instant;
}

/** The browser in which a visit begins and ends. */
export interface VisitingBrowser {
  /** The interaction's uid, or that of the portal. */
  readonly uid: string;
  /** Random value of the session cookie. */
  readonly sessionId: string;
}

/** The end of a visit. `proven` is null if the provider proved nothing. */
export interface EndedVisit extends Visit {
  readonly proven: Proven | null;
  readonly error: NotProven | null;
}

export interface BankSignInParts {
  readonly provider: IdentityProvider;
  readonly store: Pick<AuthorisationStore, 'addItem' | 'findItem' | 'consumeItem'>;
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

  /** Begins a visit. Returns the URL of the provider. Throws NotProven if it cannot be reached. */
  async begin(browser: VisitingBrowser, visit: Visit, loginHint: string | null): Promise<string> {
    const { provider, store, clock } = this.#parts;
    const state = `${browser.uid}.${randomBytes(32).toString('base64url')}`;
    const begunAt = clock();
    const wanted = wantedOf({ ...visit, begunAt }, loginHint);
    const url = await provider.authorizationUrl(wanted, secretsOf(state, browser));
    const stored: StoredVisit = { ...visit, begunAt, session: hash('sha256', browser.sessionId) };
    const payload = JSON.stringify(stored);
    const item = { model: MODEL, id: hashSecret(state), grantId: null, clientId: null, payload };
    await store.addItem({ ...item, expiresAt: begunAt + VISIT_MS }, begunAt);
    return url;
  }

  /**
   * Ends a visit. Returns undefined if the visit is unknown, too old or ended before, or if it
   * began in another browser.
   *
   * @param search query of the URL to which the provider returned the customer
   */
  async end(browser: VisitingBrowser, search: string): Promise<EndedVisit | undefined> {
    const { provider, store, clock } = this.#parts;
    const state = new URLSearchParams(search).get('state') ?? '';
    if (uidOf(search) !== browser.uid) return undefined;
    const id = hashSecret(state);
    const item = await store.findItem(MODEL, id);
    if (item === undefined) return undefined;
    const { session, begunAt, ...visit } = JSON.parse(item.payload) as StoredVisit;
    const now = clock();
    const isOver = item.consumedAt !== null || begunAt + VISIT_MS <= now;
    if (isOver || session !== hash('sha256', browser.sessionId)) return undefined;
    if (!(await store.consumeItem(MODEL, id, now))) return undefined;
    try {
      const wanted = wantedOf({ ...visit, begunAt }, null);
      const proven = await provider.prove(search, secretsOf(state, browser), wanted, now);
      return { ...visit, proven, error: null };
    } catch (error) {
      if (error instanceof NotProven) return { ...visit, proven: null, error };
      throw error;
    }
  }

  /** Returns the URL at which the customer signs out. Undefined if the provider offers none. */
  signOutUrl(path: string): Promise<string | undefined> {
    return this.#parts.provider.endSessionUrl(`${this.#parts.origin}${path}`);
  }
}

/** Returns the uid in the `state` of a response. Undefined if this service did not create it. */
export function uidOf(search: string): string | undefined {
  return STATE.exec(new URLSearchParams(search).get('state') ?? '')?.[1];
}

function wantedOf(
  { approval, isStrong, begunAt }: Visit & { readonly begunAt: Instant },
  subject: string | null,
) {
  return { details: approval?.details ?? null, isStrong, subject, begunAt };
}

/**
 * Returns the secrets of a visit. They are derived from the browser's cookie, so they are not in
 * the database, and a response is of no use in another browser.
 */
function secretsOf(state: string, { sessionId }: VisitingBrowser) {
  const derive = (purpose: string): string =>
    createHmac('sha256', sessionId).update(`${purpose} ${state}`).digest('base64url');
  return { state, nonce: derive('nonce'), codeVerifier: derive('code_verifier') };
}
