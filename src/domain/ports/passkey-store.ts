import type { Instant } from '../../shared/time.ts';
import type { Act } from '../records/audit.ts';

/** Passkeys that a user may have at once. */
export const MAX_PASSKEYS_PER_USER = 10;

/** The longest name of a passkey, in characters. */
export const MAX_PASSKEY_NAME = 40;

/** A key of a user's authenticator, which signs what the user approves (WebAuthn). */
export interface Passkey {
  /** The id of the credential, base64url: random, as the authenticator made it. */
  readonly id: string;
  readonly userId: string;
  /** A COSE key. */
  readonly publicKey: Uint8Array;
  /** How often it was used, as its authenticator counts; 0 where it does not. */
  readonly counter: number;
  /** What the user calls it. */
  readonly name: string;
  readonly createdAt: Instant;
  /** Null before it is used for the first time. */
  readonly lastUsedAt: Instant | null;
}

/** A passkey as it comes from its authenticator. */
export type NewPasskey = Omit<Passkey, 'createdAt' | 'lastUsedAt'>;

/** The passkeys of the bank's users. Using one is SignInStore's: it is a factor. */
export interface PasskeyStore {
  findPasskey(id: string): Promise<Passkey | undefined>;
  /** Those of a user, the oldest first. */
  passkeysOf(userId: string): Promise<readonly Passkey[]>;
  /**
   * Gives a user a passkey, as of the act.
   * `known`: there is one of that id, whoever's; `tooMany`: the user has MAX_PASSKEYS_PER_USER.
   * Nothing changes then.
   */
  addPasskey(passkey: NewPasskey, act: Act): Promise<'added' | 'known' | 'tooMany'>;
  /** Takes a passkey from a user; false where the user has none of that id. */
  removePasskey(userId: string, id: string, act: Act): Promise<boolean>;
}
