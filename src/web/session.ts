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
import { MINUTE_MS, type Clock } from '../shared/time.ts';

/** How long a visit may take from its first password on, in minutes. */
export const SESSION_MINUTES = 10;
/** The same of the customer's own pages, where more is read. */
export const PORTAL_MINUTES = 30;
/** The own pages, to which no TPP sends anybody: no interaction has such a uid. */
export const OWN = 'own';
/** How long it lasts without activity, in minutes (SCA-RTS, article 4(3)(d)). */
export const IDLE_MINUTES = 5;
const IDLE_MS = IDLE_MINUTES * MINUTE_MS;

const ID_BYTES = 32;
/** An id as `newId` makes it; anything else in the cookie is no id of ours. */
const ID = /^[\w-]{43}$/;

/** What a browser's cookie makes of it, at the pages of one visit. */
export interface BrowserSession {
  /** What the cookie holds, or will: random, and the key of the forms' tokens. */
  readonly id: string;
  /** Whether the browser has yet to be told of the id. */
  readonly isNew: boolean;
  /** Set once a password was entered, as long as the session lasts. */
  readonly customer: CustomerSession | undefined;
  /** Whether there was a session, which has ended by itself. */
  readonly isOver: boolean;
}

/** A session that is to begin. */
interface NextSession {
  readonly id: string;
  readonly session: NewSession;
  /** The hash of the session in whose place it comes; null where there was none. */
  readonly replaces: string | null;
}

/** Sessions of browsers, told apart by a cookie for each visit, so that tabs do not meet. */
export class BrowserSessions {
  readonly #store: SignInStore;
  readonly #clock: Clock;

  /** @param clock the machine's, which sessions live by */
  constructor(store: SignInStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The session of a request, which counts as activity in it. */
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

  /** Begins a session with a password, right or wrong, in the place of another; its id. */
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

  /** A session that comes in the place of another, and ends no later: what is to be kept of it. */
  next({ customer }: BrowserSession, interactionUid: string): NextSession {
    const { id, ...known } = this.nextId();
    const latest = this.#clock() + minutesOf(interactionUid) * MINUTE_MS;
    const session = { ...known, interactionUid, expiresAt: customer?.expiresAt ?? latest };
    return { id, session, replaces: customer?.hash ?? null };
  }

  /**
   * What a session goes on under after a factor, so that an id that somebody knew or planted
   * before is worth nothing after (session fixation).
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
 * What makes the browser keep an id: for this host alone, out of reach of scripts. A visit begins
 * with a redirect from the TPP, and so its cookie is Lax; nobody else leads to the own pages.
 */
export function cookieOf(interactionUid: string, id: string): string {
  const seconds = String(minutesOf(interactionUid) * 60);
  const sameSite = interactionUid === OWN ? 'Strict' : 'Lax';
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=${sameSite}`;
  return `${cookieName(interactionUid)}=${id}; ${attributes}`;
}

/** The token of a session's forms: only who reads our pages with its cookie knows it. */
export function formTokenOf({ id }: BrowserSession): string {
  return createHmac('sha256', id).update('form').digest('base64url');
}

/** Whether a form was made for this very session. */
export function isFormTokenOf(session: BrowserSession, token: string): boolean {
  const [expected, found] = [Buffer.from(formTokenOf(session)), Buffer.from(token)];
  return !session.isNew && expected.length === found.length && timingSafeEqual(expected, found);
}

function minutesOf(interactionUid: string): number {
  return interactionUid === OWN ? PORTAL_MINUTES : SESSION_MINUTES;
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
