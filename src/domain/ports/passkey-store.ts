import type { Instant } from '../../kernel/time.ts';

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
