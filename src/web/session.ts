import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { AccountNumber } from '../domain/parties/accounts.ts';
import type {
  CustomerSession,
  EnteredFactor,
  EnteredPassword,
  IdentifiedSession,
  NewSession,
  SignedInSession,
  SignInStore,
} from '../domain/ports/sign-in-store.ts';
import type { Act } from '../domain/records/audit.ts';
import { MINUTE_MS, type Clock, type Milliseconds } from '../shared/time.ts';

/** Maximum length of a session in the consent journey, from the first password on. */
export const SESSION_MINUTES = 10;
/** Maximum length of a session in the customer portal, where customers read more. */
export const PORTAL_MINUTES = 30;
/** Stands for the uid of an interaction in sessions of the portal. No interaction has this uid. */
export const PORTAL_UID = 'own';
/** Length of a session without activity, in minutes (SCA-RTS, article 4(3)(d)). */
export const IDLE_MINUTES = 5;
const IDLE_MS: Milliseconds = IDLE_MINUTES * MINUTE_MS;

const ID_BYTES = 32;
/** Format of the ids from `newId`. Other cookie values are ignored. */
const ID = /^[\w-]{43}$/;

/** Session of a browser in one interaction or in the portal, as found by its cookie. */
export interface BrowserSession {
  /** Random value of the cookie. Also the key for the CSRF tokens of the forms. */
  readonly id: string;
  /** True if the id is new, and the response must set the cookie. */
  readonly isNew: boolean;
  /** Session of a customer who has entered a password. Undefined before that. */
  readonly customer: CustomerSession | undefined;
  /** True if there was a session that has timed out. */
  readonly isOver: boolean;
}

/** A session to be started. */
interface NextSession {
  readonly id: string;
  readonly session: NewSession;
  /** Hash of the session that it replaces. Null if there is none. */
  readonly replaces: string | null;
}

/** Sessions of browsers. Each interaction has its own cookie, so tabs do not share sessions. */
export class BrowserSessions {
  readonly #store: SignInStore;
  readonly #clock: Clock;

  /** @param clock system clock, which decides when sessions time out */
  constructor(store: SignInStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Returns the session of a request, and extends it: the request counts as activity. */
  async of(context: Context, interactionUid: string): Promise<BrowserSession> {
    const sent = getCookie(context, cookieName(interactionUid)) ?? '';
    if (!ID.test(sent)) return { id: newId(), isNew: true, customer: undefined, isOver: false };
    const known = await this.#store.findSession(hashOf(sent));
    const now = this.#clock();
    const browserSession = { id: sent, isNew: false, customer: undefined, isOver: false };
    if (known?.interactionUid !== interactionUid) return browserSession;
    if (Math.min(known.activeUntil, known.expiresAt) <= now) {
      return { ...browserSession, isOver: true };
    }
    await this.#store.keepActive(known.hash, now + IDLE_MS, now);
    return { ...browserSession, customer: known };
  }

  /**
   * Starts a session after a password was entered, right or wrong, and replaces the previous one.
   * Returns the id of the new session.
   */
  async begin(
    browserSession: BrowserSession,
    interactionUid: string,
    password: EnteredPassword,
    act: Act,
  ): Promise<string> {
    const { id, session, replaces } = this.next(browserSession, interactionUid);
    await this.#store.beginSession(session, password, replaces, act, this.#clock());
    return id;
  }

  /** Returns a new session that replaces the previous one. It expires no later than that one. */
  next({ customer }: BrowserSession, interactionUid: string): NextSession {
    const { id, ...known } = this.nextId();
    const latest = this.#clock() + minutesOf(interactionUid) * MINUTE_MS;
    const session = { ...known, interactionUid, expiresAt: customer?.expiresAt ?? latest };
    return { id, session, replaces: customer?.hash ?? null };
  }

  /**
   * Returns the new id that a session gets after a factor. An id that an attacker knew or planted
   * before is then useless (session fixation).
   */
  nextId(): EnteredFactor['successor'] & { readonly id: string } {
    const id = newId();
    return { id, hash: hashOf(id), activeUntil: this.#clock() + IDLE_MS };
  }

  chooseAccount(
    session: Pick<IdentifiedSession | SignedInSession, 'hash'>,
    account: AccountNumber,
  ): Promise<void> {
    return this.#store.chooseAccount(session.hash, account);
  }
}

/**
 * Returns the Set-Cookie value for a session id. The cookie is limited to this host and hidden from
 * scripts. An interaction starts with a redirect from the TPP, so its cookie is `SameSite=Lax`. No
 * other site redirects to the portal, so its cookie is `Strict`.
 */
export function cookieOf(interactionUid: string, id: string): string {
  const seconds = String(minutesOf(interactionUid) * 60);
  const sameSite = interactionUid === PORTAL_UID ? 'Strict' : 'Lax';
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=${sameSite}`;
  return `${cookieName(interactionUid)}=${id}; ${attributes}`;
}

/** Returns the CSRF token of a session's forms. Only a page opened with its cookie contains it. */
export function formTokenOf({ id }: BrowserSession): string {
  return createHmac('sha256', id).update('form').digest('base64url');
}

/** Returns true if the CSRF token of a form belongs to this session. */
export function isFormTokenOf(session: BrowserSession, token: string): boolean {
  const [expected, found] = [Buffer.from(formTokenOf(session)), Buffer.from(token)];
  return !session.isNew && expected.length === found.length && timingSafeEqual(expected, found);
}

function minutesOf(interactionUid: string): number {
  return interactionUid === PORTAL_UID ? PORTAL_MINUTES : SESSION_MINUTES;
}

export function cookieName(interactionUid: string): string {
  return `__Host-visit-${interactionUid}`;
}

function newId(): string {
  return randomBytes(ID_BYTES).toString('base64url');
}

function hashOf(id: string): string {
  return hash('sha256', id);
}
