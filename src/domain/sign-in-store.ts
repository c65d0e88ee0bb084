import type { Instant } from '../kernel/time.ts';
import type { AccountNumber } from './accounts.ts';
import type { Act } from './audit.ts';

/** What a user of the bank signs in with. Instants are those of the machine's clock. */
export interface Credential {
  readonly userId: string;
  /** A scrypt hash that tells its own salt and cost. */
  readonly passwordHash: string;
  /** Shared with the user's authenticator; base32 (RFC 6238). */
  readonly totpSecret: string;
  /** Until when nobody signs in as this user; null: not locked. */
  readonly lockedUntil: Instant | null;
}

/** What a user is given to sign in with. */
export type NewCredential = Pick<Credential, 'userId' | 'passwordHash' | 'totpSecret'>;

/** A customer's visit once a password was right: bound to one interaction. */
export interface CustomerSession {
  /** SHA-256, hex, of the id in the customer's cookie. */
  readonly hash: string;
  /** The visit that the authorisation server knows. */
  readonly interactionUid: string;
  readonly userId: string;
  /** `code`: the one-time code is still owed; `signedIn`: both factors were right. */
  readonly stage: 'code' | 'signedIn';
  /** The account that the customer chose; null while none was, and where none is to choose. */
  readonly account: AccountNumber | null;
  /** The grant that an approval in this session is written with; null before there is one. */
  readonly grantId: string | null;
  /** Over from then on, unless something is done in it before. */
  readonly activeUntil: Instant;
  /** Over from then on, whatever is done in it. */
  readonly expiresAt: Instant;
}

/** How long sign-in waits after too many failures, and how many they are. */
export interface Lockout {
  readonly maxFailures: number;
  readonly milliseconds: number;
}

/** What customers sign in with, and the sessions in which they do. */
export interface SignInStore {
  findCredential(userId: string): Promise<Credential | undefined>;
  /** Gives users what they sign in with, in the place of what they had. */
  putCredentials(credentials: readonly NewCredential[]): Promise<void>;
  /** Lets nobody but these users sign in: ends what others sign in with, and their visits. */
  keepUsers(userIds: readonly string[]): Promise<void>;
  /**
   * Counts a failure, or the last one that locks the user out; none while that is so. As much is
   * written for a user who does not exist.
   */
  countFailure(userId: string, lockout: Lockout, now: Instant, act: Act): Promise<void>;
  /**
   * Uses a step of the user's one-time codes up and forgets failures; false, and nothing changes,
   * when this step or a later one was used before (RFC 6238, 5.2), or the user is locked out.
   */
  takeStep(userId: string, step: number, now: Instant, act: Act): Promise<boolean>;

  /** Keeps a session, in place of another if one is named; clears some that are over. */
  saveSession(session: CustomerSession, replaces: string | null, now: Instant): Promise<void>;
  /** Says nothing of its expiry. */
  findSession(hash: string): Promise<CustomerSession | undefined>;
  /** Something was done in a session: it is active until then. One that is idle stays over. */
  keepActive(hash: string, until: Instant, now: Instant): Promise<void>;
  /** Nothing changes once a grant was claimed: what is being approved was read. */
  chooseAccount(hash: string, account: AccountNumber): Promise<void>;
  /** Gives the session a grant unless it has one; the one that it has. */
  claimGrant(hash: string, grantId: string): Promise<string>;
}
