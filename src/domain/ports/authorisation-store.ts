import type { Instant } from '../../shared/time.ts';
import type { Consent, NewToken, VerifiedGrant } from '../records/records.ts';

/**
 * Maximum number of unexpired items of one kind for one client. Concurrent requests may exceed it a
 * little, because they are counted independently.
 */
export const MAX_ITEMS_PER_CLIENT = 2000;

/** A record of the authorisation server, for example an interaction, a code or a grant. */
export interface AuthorisationItem {
  /** The model name that oidc-provider uses, for example `AuthorizationCode`. */
  readonly model: string;
  /** The id of the item. It is a hash where the id itself is a secret that grants access. */
  readonly id: string;
  /** The grant that owns the item. The item is removed with it. Null if no grant owns it. */
  readonly grantId: string | null;
  /** The client, for kinds that are limited to MAX_ITEMS_PER_CLIENT. Null for other kinds. */
  readonly clientId: string | null;
  readonly payload: string;
  /** Time of the system clock, which the authorisation server uses. */
  readonly expiresAt: Instant;
}

/** A record that a one-time value was used. It is stored until the value would have expired. */
export interface SingleUse extends AuthorisationItem {
  readonly usedAt: Instant;
}

/** A token of the authorisation server. `payload` contains its properties. */
export interface ServerToken extends NewToken {
  /** The grant that owns the token. Null for a TPP's client credentials token. */
  readonly grantId: string | null;
  readonly payload: string;
}

/** State of the authorisation server. Each write also deletes a few expired items. */
export interface AuthorisationStore {
  /**
   * Creates or updates an item. A used item stays used. Returns false, and writes nothing, if the
   * client has MAX_ITEMS_PER_CLIENT unexpired items of this kind, used ones included.
   */
  saveItem(item: AuthorisationItem, now: Instant): Promise<boolean>;
  /** Creates an item. Returns false if an unexpired item has the same id. */
  addItem(item: AuthorisationItem, now: Instant): Promise<boolean>;
  /** Returns an item even if it has expired. */
  findItem(
    model: string,
    id: string,
  ): Promise<{ payload: string; consumedAt: Instant | null } | undefined>;
  /**
   * Marks a single-use item as used. Returns false if it was used before or does not exist. A
   * second use may be theft, so it also ends the grant and its tokens (RFC 6749, 4.1.2).
   */
  consumeItem(model: string, id: string, now: Instant): Promise<boolean>;
  /** Returns false if there was no such item. */
  removeItem(model: string, id: string): Promise<boolean>;
  /** Deletes all items and tokens of a grant. */
  removeGrant(grantId: string): Promise<void>;
  /** Stores a token. Returns false, and stores nothing, if its grant has ended. */
  saveServerToken(token: ServerToken): Promise<boolean>;
  /** Returns the payload of a token even if it has expired. */
  findServerToken(hash: string): Promise<string | undefined>;
  removeToken(hash: string): Promise<void>;
  /** Returns the consent that was authorised with a grant. */
  findConsentByGrant(grantId: string): Promise<Consent | undefined>;
}

/** Verifies bearer tokens that the authorisation server issued. */
export interface AccessTokens {
  /**
   * Returns the grant of a token. Returns undefined if the token is unknown, has expired or is
   * bound to another certificate, or if its TPP may no longer use the service.
   *
   * @param certificate thumbprint of the client certificate of the request. Null if it had none
   */
  verify(token: string, certificate: string | null): Promise<VerifiedGrant | undefined>;
}
