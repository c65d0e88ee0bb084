import type { Instant } from '../../shared/time.ts';
import type { Consent, NewToken, VerifiedGrant } from '../records/records.ts';

/**
 * Maximum number of unexpired records of one kind for one client. Requests that arrive at the same
 * time are counted independently, so they may exceed the limit a little.
 */
export const MAX_ITEMS_PER_CLIENT = 2000;

/** A record of the authorisation server, for example an interaction, a code or a grant. */
export interface AuthorisationItem {
  /** The model name that oidc-provider uses, for example `AuthorizationCode`. */
  readonly model: string;
  /** The id of the record. If knowing the id would grant access, this is a hash of it. */
  readonly id: string;
  /**
   * The grant that owns the record. When the grant is removed, the record is removed too. Null if
   * no grant owns it.
   */
  readonly grantId: string | null;
  /**
   * The client that owns the record, for kinds that are limited to MAX_ITEMS_PER_CLIENT. Null for
   * other kinds.
   */
  readonly clientId: string | null;
  readonly payload: string;
  /** Expiry time by the system clock, which the authorisation server uses. */
  readonly expiresAt: Instant;
}

/**
 * A record that a one-time value was used. The store keeps it until the value itself would have
 * expired.
 */
export interface SingleUse extends AuthorisationItem {
  readonly usedAt: Instant;
}

/** A token that the authorisation server issued. `payload` contains its properties. */
export interface ServerToken extends NewToken {
  /** The grant that owns the token. Null for a TPP's client credentials token. */
  readonly grantId: string | null;
  readonly payload: string;
}

/** Stores the state of the authorisation server. */
export interface AuthorisationStore {
  /**
   * Creates or updates a record. A used record stays used. Returns false, and writes nothing, if
   * the client already has MAX_ITEMS_PER_CLIENT unexpired records of this kind, including used
   * ones.
   */
  saveItem(item: AuthorisationItem, now: Instant): Promise<boolean>;
  /** Creates a record. Returns false if an unexpired record has the same id. */
  addItem(item: AuthorisationItem, now: Instant): Promise<boolean>;
  /** Returns a record, even if it has expired. */
  findItem(
    model: string,
    id: string,
  ): Promise<{ payload: string; consumedAt: Instant | null } | undefined>;
  /**
   * Marks a single-use record as used. Returns false if the record does not exist or was used
   * before. A second use may mean that the value was stolen, so it also ends the grant and its
   * tokens (RFC 6749, 4.1.2).
   */
  consumeItem(model: string, id: string, now: Instant): Promise<boolean>;
  /** Deletes a record. Returns false if it did not exist. */
  removeItem(model: string, id: string): Promise<boolean>;
  /** Deletes all records and tokens of a grant. */
  removeGrant(grantId: string): Promise<void>;
  /** Stores a token. Returns false, and stores nothing, if the token's grant has ended. */
  saveServerToken(token: ServerToken): Promise<boolean>;
  /** Returns the payload of a token, even if the token has expired. */
  findServerToken(hash: string): Promise<string | undefined>;
  removeToken(hash: string): Promise<void>;
  findConsentByGrant(grantId: string): Promise<Consent | undefined>;
}

/** Verifies bearer tokens that the authorisation server issued. */
export interface AccessTokens {
  /**
   * Returns the grant of a token. Returns undefined if the token is unknown, has expired or is
   * bound to another certificate. Also returns undefined if its TPP may no longer use the service.
   *
   * @param certificate thumbprint of the client certificate of the request. Null if it had none
   */
  verify(token: string, certificate: string | null): Promise<VerifiedGrant | undefined>;
}
