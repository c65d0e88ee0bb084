import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Credential } from '../../domain/ports/sign-in-store.ts';
import { DAY_MS, type Instant, type Days } from '../../shared/time.ts';

/** Number of days for which a browser counts as known after a sign-in. */
export const KNOWN_BROWSER_DAYS: Days = 180;

/** Maximum number of characters of a token. Longer tokens are refused without being parsed. */
const MAX_TOKEN_LENGTH = 80;

/**
 * The credentials to which a token is bound. If the password or the TOTP secret changes, the token
 * becomes invalid.
 */
type Secrets = Pick<Credential, 'userId' | 'passwordHash' | 'totpSecret'>;

/**
 * Issues and verifies tokens for browsers in which a user has signed in with both factors. If a
 * browser sends a token, the user's password check waits in a separate queue. A token does not
 * replace a factor. It is valid for one user, until it expires or the user's credentials change.
 * The bank does not store it.
 */
export class KnownBrowsers {
  readonly #key: string;

  /** @param key secret that is the same on all nodes */
  constructor(key: string) {
    this.#key = key;
  }

  /**
   * Returns the name of the user's cookie, which has 32 characters and does not reveal the user.
   */
  nameOf(userId: string): string {
    return this.#sign(['name', userId]).toString('hex').slice(0, 32);
  }

  /** Returns a token that is valid from `now` for KNOWN_BROWSER_DAYS. */
  tokenFor(user: Secrets, now: Instant): string {
    const expiresAt = String(now + KNOWN_BROWSER_DAYS * DAY_MS);
    return `${expiresAt}.${this.#macOf(user, expiresAt).toString('base64url')}`;
  }

  /** Returns true if the token belongs to this user and has not expired. */
  isToken(token: string, user: Secrets, now: Instant): boolean {
    if (token.length > MAX_TOKEN_LENGTH) return false;
    const [expiresAt = '', mac = ''] = token.split('.');
    const found = Buffer.from(mac, 'base64url');
    const expected = this.#macOf(user, expiresAt);
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
