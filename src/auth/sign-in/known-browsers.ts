import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Credential } from '../../domain/ports/sign-in-store.ts';
import { DAY_MS, type Instant, type Days } from '../../shared/time.ts';

/** Days that a browser counts as known after a sign-in. */
export const KNOWN_BROWSER_DAYS: Days = 180;

/** Maximum length of a token, in characters. Longer ones are refused unread. */
const MAX_TOKEN_LENGTH = 80;

/**
 * Credentials that a token is bound to. A change of the password or the TOTP secret invalidates the
 * token.
 */
type Secrets = Pick<Credential, 'userId' | 'passwordHash' | 'totpSecret'>;

/**
 * Issues and verifies tokens for browsers in which a user signed in with both factors. With a
 * token, the user's password checks wait in a separate queue. It replaces no factor. It is valid
 * for one user, until it expires or the user's credentials change. The bank does not store it.
 */
export class KnownBrowsers {
  readonly #key: string;

  /** @param key secret that is the same on all nodes */
  constructor(key: string) {
    this.#key = key;
  }

  /** Returns the name of the user's cookie, 32 characters. It does not reveal the user. */
  nameOf(userId: string): string {
    return this.#sign(['name', userId]).toString('hex').slice(0, 32);
  }

  /** Returns a token that is valid from now on. */
  tokenFor(user: Secrets, now: Instant): string {
    const expiresAt = String(now + KNOWN_BROWSER_DAYS * DAY_MS);
    return `${expiresAt}.${this.#macOf(user, expiresAt).toString('base64url')}`;
  }

  /** Returns whether the token belongs to this user and has not expired. */
  isToken(token: string, user: Secrets, now: Instant): boolean {
    if (token.length > MAX_TOKEN_LENGTH) return false;
    const [expiresAt = '', mac = ''] = token.split('.');
    const [found, expected] = [Buffer.from(mac, 'base64url'), this.#macOf(user, expiresAt)];
    const isAuthentic = found.length === expected.length && timingSafeEqual(found, expected);
    return isAuthentic && Number(expiresAt) > now;
  }

  #macOf({ userId, passwordHash, totpSecret }: Secrets, expiresAt: string): Buffer {
    return this.#sign(['token', userId, expiresAt, passwordHash, totpSecret]);
  }

  #sign(parts: readonly string[]): Buffer {
    return createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest();
  }
}
