import type { Instant } from '../../shared/time.ts';
import type { Consent, NewToken, VerifiedGrant } from '../records/records.ts';

/**
 * Items of a kind that a client may have, where their number is bounded. Those that are saved at
 * the same moment may pass it together.
 */
export const MAX_ITEMS_PER_CLIENT = 2000;

/** A piece of the authorisation server's state: a customer's visit, a code, a grant. */
export interface AuthorisationItem {
  /** What it is, in the server's own word. */
  readonly model: string;
  /** A hash, where whoever knows the id itself may use the item. */
  readonly id: string;
  /** The grant that it ends with; null where it belongs to none. */
  readonly grantId: string | null;
  /** Whose it is, where a client may have only so many of its kind; null for the others. */
  readonly clientId: string | null;
  readonly payload: string;
  /** By the machine's clock, which the server lives by. */
  readonly expiresAt: Instant;
}

/** That something was used which is good once: kept for as long as it would be good. */
export interface SingleUse extends AuthorisationItem {
  readonly usedAt: Instant;
}

/** A token that the server issued; what it says of itself is in its payload. */
export interface ServerToken extends NewToken {
  /** The grant that it ends with; null for a TPP's own token. */
  readonly grantId: string | null;
  readonly payload: string;
}

/** What the authorisation server keeps. What has expired is cleared a little with each new item. */
export interface AuthorisationStore {
  /**
   * Keeps an item, or changes the one that has its id; what was used up stays so. False, and
   * nothing is kept, when its client has MAX_ITEMS_PER_CLIENT of them that have not expired, used
   * or not.
   */
  saveItem(item: AuthorisationItem, now: Instant): Promise<boolean>;
  /** Keeps an item whose id is free, or was until it expired; false when it is not. */
  addItem(item: AuthorisationItem, now: Instant): Promise<boolean>;
  /** Says nothing of its expiry. */
  findItem(
    model: string,
    id: string,
  ): Promise<{ payload: string; consumedAt: Instant | null } | undefined>;
  /**
   * Uses up an item that is good for one use. False when it is used already or gone: whoever has
   * it a second time may be a thief, so its grant ends, tokens included (RFC 6749, 4.1.2).
   */
  consumeItem(model: string, id: string, now: Instant): Promise<boolean>;
  /** False when there was none. */
  removeItem(model: string, id: string): Promise<boolean>;
  /** Ends a grant: its items and its tokens. */
  removeGrant(grantId: string): Promise<void>;
  /** Keeps a token; false, and nothing is kept, when its grant has ended. */
  saveServerToken(token: ServerToken): Promise<boolean>;
  /** The payload of a token that the server issued. Says nothing of its expiry. */
  findServerToken(hash: string): Promise<string | undefined>;
  removeToken(hash: string): Promise<void>;
  /** The consent that was authorised with a grant. */
  findConsentByGrant(grantId: string): Promise<Consent | undefined>;
}

/** Who holds a bearer token. The authorisation server behind it issues them. */
export interface AccessTokens {
  /**
   * The grant of a token that comes with a certificate (its thumbprint; null: with none); undefined
   * when the token is unknown, expired or bound to another, or its TPP is shut out.
   */
  verify(token: string, certificate: string | null): Promise<VerifiedGrant | undefined>;
}
