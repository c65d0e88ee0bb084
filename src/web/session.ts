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
import type { SignInService } from '../auth/sign-in/sign-in.ts';
import { KNOWN_BROWSER_DAYS } from '../auth/sign-in/known-browsers.ts';
import {
  MINUTE_MS,
  DAY_MS,
  SECOND_MS,
  type Clock,
  type Milliseconds,
  type Seconds,
} from '../shared/time.ts';

/** Maximum duration of a session in the consent journey, in minutes after the first password. */
export const SESSION_MINUTES = 10;
/** Maximum duration of a session in the customer portal, in minutes. Customers read more there. */
export const PORTAL_MINUTES = 30;
/**
 * Used in place of an interaction's uid for sessions of the portal. No interaction has this uid.
 */
export const PORTAL_UID = 'own';
/** Time in minutes after which an inactive session ends (SCA-RTS, article 4(3)(d)). */
export const IDLE_MINUTES = 5;
const IDLE_MS: Milliseconds = IDLE_MINUTES * MINUTE_MS;

const ID_BYTES = 32;
/** Format of the ids that `newId` creates. Other cookie values are ignored. */
const ID = /^[\w-]{43}$/;

/** Session of a browser in one interaction or in the portal. It is found by its cookie. */
export interface BrowserSession {
  /** Random value of the session cookie. It is also the key for the CSRF tokens of the forms. */
  readonly id: string;
  /** True if the id is new. The response must then set the cookie. */
  readonly isNew: boolean;
  /** Session of a customer who has entered a password. Undefined before that. */
  readonly customer: CustomerSession | undefined;
  /** True if there was a session and it has timed out. */
  readonly isOver: boolean;
}

/** A session that is about to be started. */
export interface NextSession {
  readonly id: string;
  readonly session: NewSession;
  /** Hash of the session id that this session replaces. Null if it replaces none. */
  readonly replaces: string | null;
}

/**
 * The sessions of browsers. Each interaction has its own cookie, so that two tabs do not share a
 * session.
 */
export class BrowserSessions {
  readonly #store: SignInStore;
  readonly #clock: Clock;

  /** @param clock system clock, which determines when sessions time out */
  constructor(store: SignInStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * Returns the session that a request belongs to, and extends it, because the request counts as
   * activity.
   */
  async of(context: Context, interactionUid: string): Promise<BrowserSession> {
    const sent = getCookie(context, cookieName(interactionUid)) ?? '';
    if (!isSessionId(sent)) return { id: newId(), isNew: true, customer: undefined, isOver: false };
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
   * Starts a session after a password was entered, whether it was right or wrong. The new session
   * replaces the previous one. Returns its id.
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

  /**
   * Returns a new session that replaces the previous one. It does not expire later than the
   * previous one would have.
   */
  next({ customer }: BrowserSession, interactionUid: string): NextSession {
    const { id, ...known } = this.nextId();
    const latest = this.#clock() + minutesOf(interactionUid) * MINUTE_MS;
    const session = { ...known, interactionUid, expiresAt: customer?.expiresAt ?? latest };
    return { id, session, replaces: customer?.hash ?? null };
  }

  /**
   * Returns the new id that a session gets after a factor was accepted. If an attacker knew or
   * planted the previous id, it is useless from then on (session fixation).
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
 * Returns the value of the Set-Cookie header for a session id. The cookie is limited to this host
 * and hidden from scripts. An interaction starts with a redirect from the TPP, so its cookie is
 * `SameSite=Lax`. No other site redirects to the portal, so the portal's cookie is
 * `SameSite=Strict`.
 */
export function cookieOf(interactionUid: string, id: string): string {
  const seconds = String(minutesOf(interactionUid) * 60);
  const sameSite = interactionUid === PORTAL_UID ? 'Strict' : 'Lax';
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=${sameSite}`;
  return `${cookieName(interactionUid)}=${id}; ${attributes}`;
}

/**
 * Returns the CSRF token for the forms of a session. Other sites cannot read it, because only a
 * page that was opened with the session cookie contains it.
 */
export function formTokenOf({ id }: Pick<BrowserSession, 'id'>): string {
  return createHmac('sha256', id).update('form').digest('base64url');
}

/** Returns true if a form's CSRF token belongs to this session. */
export function isFormTokenOf(
  session: Pick<BrowserSession, 'id' | 'isNew'>,
  token: string,
): boolean {
  const expected = Buffer.from(formTokenOf(session));
  const found = Buffer.from(token);
  return !session.isNew && expected.length === found.length && timingSafeEqual(expected, found);
}

function minutesOf(interactionUid: string): number {
  return interactionUid === PORTAL_UID ? PORTAL_MINUTES : SESSION_MINUTES;
}

export function cookieName(interactionUid: string): string {
  return `__Host-visit-${interactionUid}`;
}

/** Returns a new session id. */
export function newId(): string {
  return randomBytes(ID_BYTES).toString('base64url');
}

export function isSessionId(id: string): boolean {
  return ID.test(id);
}

/** Returns the hash of a session id, under which the session is stored. */
export function hashOf(id: string): string {
  return hash('sha256', id);
}

/** Lifetime of the cookie of a known browser. */
const MAX_AGE_SECONDS: Seconds = (KNOWN_BROWSER_DAYS * DAY_MS) / SECOND_MS;

type KnownBrowserNames = Pick<SignInService, 'browserNameOf'>;

function knownBrowserName(signIn: KnownBrowserNames, userId: string): string {
  return `__Host-known-${signIn.browserNameOf(userId)}`;
}

/**
 * Returns the known-browser token that the request contains for this user name. See KnownBrowsers.
 */
export function browserTokenIn(
  request: { readonly parts: { readonly signIn: KnownBrowserNames }; readonly context: Context },
  userId: string,
): string | undefined {
  return getCookie(request.context, knownBrowserName(request.parts.signIn, userId));
}

/**
 * Returns the cookie that marks the browser as known. It is set after a sign-in with both factors.
 */
export async function knownBrowserCookie(signIn: SignInService, userId: string): Promise<string> {
  const token = await signIn.browserTokenFor(userId);
  const lasting = `Path=/; Max-Age=${String(MAX_AGE_SECONDS)}`;
  return `${knownBrowserName(signIn, userId)}=${token}; ${lasting}; HttpOnly; Secure; SameSite=Strict`;
}
