import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Credential } from '../../domain/ports/sign-in-store.ts';
import { DAY_MS, type Instant } from '../../shared/time.ts';

/** How long a browser counts as known after a sign-in, in days. */
export const KNOWN_BROWSER_DAYS = 180;

/** Longest token that is looked at, in characters. */
const MAX_TOKEN_LENGTH = 80;

/** What a token is bound to: a change of either secret makes it worthless. */
type Secrets = Pick<Credential, 'userId' | 'passwordHash' | 'totpSecret'>;

/**
 * Tokens for browsers in which a user signed in with both factors. A token gives its user's
 * password checks a place in a queue of their own, and replaces no factor. It is good for one user,
 * until it expires or the user's credentials change. Nothing of it is kept by the bank.
 */
export class KnownBrowsers {
  readonly #key: string;

  /** @param key secret, and the same at all nodes */
  constructor(key: string) {
    this.#key = key;
  }

  /** Returns a name for the user's cookie, 32 characters: nobody learns the user from it. */
  nameOf(userId: string): string {
    return this.#sign(['name', userId]).toString('hex').slice(0, 32);
  }

  /** Returns a token that is good from now on. */
  tokenFor(user: Secrets, now: Instant): string {
    const expiresAt = String(now + KNOWN_BROWSER_DAYS * DAY_MS);
    return `${expiresAt}.${this.#sealOf(user, expiresAt).toString('base64url')}`;
  }

  /** Returns whether the token is one of this user's, and still good. */
  isToken(token: string, user: Secrets, now: Instant): boolean {
    if (token.length > MAX_TOKEN_LENGTH) return false;
    const [expiresAt = '', seal = ''] = token.split('.');
    const [found, expected] = [Buffer.from(seal, 'base64url'), this.#sealOf(user, expiresAt)];
    const isOurs = found.length === expected.length && timingSafeEqual(found, expected);
    return isOurs && Number(expiresAt) > now;
  }

  #sealOf({ userId, passwordHash, totpSecret }: Secrets, expiresAt: string): Buffer {
    return this.#sign(['token', userId, expiresAt, passwordHash, totpSecret]);
  }

  #sign(parts: readonly string[]): Buffer {
    return createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest();
  }
}
