import type { Instant, Milliseconds } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { Act } from '../records/audit.ts';

/** Password and one-time code secret of a user of the bank. Times are those of the system clock. */
export interface Credential {
  readonly userId: string;
  /** A scrypt hash that contains its salt and cost. */
  readonly passwordHash: string;
  /** Secret of the user's authenticator app (RFC 6238), base32. */
  readonly totpSecret: string;
  /** End of the current lockout. Null if the user is not locked out. */
  readonly lockedUntil: Instant | null;
  /** Number of consecutive lockouts. Each lasts longer than the one before. */
  readonly lockouts: number;
  /** Last TOTP time step that was used. Null if none was. */
  readonly lastStep: number | null;
}

/** A new credential for a user. */
export type NewCredential = Pick<Credential, 'userId' | 'passwordHash' | 'totpSecret'>;

/** A customer's session, from the password page on, bound to one interaction. */
interface Session {
  /** SHA-256 of the id in the customer's cookie, hex. */
  readonly hash: string;
  /** Uid of the interaction in the authorisation server. */
  readonly interactionUid: string;
  /** End of the session if there is no further activity. */
  readonly activeUntil: Instant;
  /** End of the session despite activity. */
  readonly expiresAt: Instant;
  /** Number of second factors used in this session, each for one purpose. See `takeFactor`. */
  readonly factorsTaken: number;
}

/**
 * A session in which a password was entered and the one-time code is still missing. Only the store
 * knows whether the password was correct.
 */
export interface CodeSession extends Session {
  readonly stage: 'code';
  /**
   * Null for an unknown user name. It is not stored, because it may be a password typed in the
   * wrong field.
   */
  readonly userId: string | null;
}

/** A session to create. */
export type NewSession = Omit<CodeSession, 'userId' | 'stage' | 'factorsTaken'>;

/** A session of an identified user. */
interface KnownSession extends Session {
  readonly userId: string;
  /** The account that the customer chose. Null if none was chosen, or none has to be. */
  readonly account: AccountNumber | null;
  /** Id of the grant for an approval in this session. Null until there is one. */
  readonly grantId: string | null;
}

/** The password was correct. Each approval requires its own second factor. */
export interface IdentifiedSession extends KnownSession {
  readonly stage: 'identified';
}

/** Both factors were correct. */
export interface SignedInSession extends KnownSession {
  readonly stage: 'signedIn';
}

export type CustomerSession = CodeSession | IdentifiedSession | SignedInSession;

/** Result of comparing an entered password with a stored hash. */
export interface EnteredPassword {
  /** Null for an unknown user name. */
  readonly userId: string | null;
  /** The stored hash that the password was compared with. Null for an unknown user name. */
  readonly passwordHash: string | null;
  /** True counts only while `passwordHash` is still the user's stored hash. */
  readonly isRight: boolean;
}

/** A passkey that signed the challenge of a session. */
export interface PasskeyUse {
  /** The passkey's id. */
  readonly id: string;
  /** Signature counter of the authenticator. 0 if it has none. */
  readonly counter: number;
  /**
   * Number of factors in the signed challenge. It must equal `factorsTaken` of the session, so that
   * a challenge is not used after another factor.
   */
  readonly factorsTaken: number;
}

/** A second factor after its verification. The store checks who owns it and whether it was used. */
export type Proof =
  /** The TOTP time step of the code. Null if the code matches no step that is accepted now. */
  | { readonly factor: 'code'; readonly step: number | null }
  /** Null if the signature is missing or invalid. */
  | { readonly factor: 'passkey'; readonly use: PasskeyUse | null };

/** A second factor for a session that waits for one. */
export interface EnteredFactor {
  /** The hash of the session. */
  readonly hash: string;
  readonly proof: Proof;
  /**
   * Hash and activity deadline of the session that replaces this one after a successful sign-in.
   */
  readonly successor: Pick<Session, 'hash' | 'activeUntil'>;
}

/** A second factor of an identified user for one purpose. */
export interface FactorFor extends Pick<EnteredFactor, 'hash' | 'proof'> {
  /**
   * SHA-256, hex, of the details that were displayed to the user (dynamic linking: SCA-RTS, article
   * 5).
   */
  readonly dynamicLinkingHash: string;
}

/** Duration of lockouts after too many failures, in milliseconds. */
export interface Lockout {
  readonly maxFailures: number;
  /** Duration of the first lockout. Each consecutive one lasts twice as long. */
  readonly milliseconds: Milliseconds;
  readonly maxMilliseconds: Milliseconds;
  /** After this time without a lockout, the next one counts as the first again. */
  readonly quietMilliseconds: Milliseconds;
}

/** Credentials of customers and their sessions. */
export interface SignInStore {
  findCredential(userId: string): Promise<Credential | undefined>;
  /** Replaces the credentials of users. */
  putCredentials(credentials: readonly NewCredential[]): Promise<void>;
  /**
   * Creates a session that waits for the one-time code, and replaces another session if `replaces`
   * names one. Deletes a few expired sessions. It writes as much for a wrong password or an unknown
   * user, so that timing reveals nothing.
   */
  beginSession(
    session: NewSession,
    password: EnteredPassword,
    replaces: string | null,
    act: Act,
    now: Instant,
  ): Promise<void>;
  /**
   * Creates a session of a user whose password is correct, and replaces another session if
   * `replaces` names one. Deletes a few expired sessions.
   *
   * - `wrong`: the password is wrong, the user does not exist or is locked out. A failure is
   *   counted, and the last allowed one locks the user out. During a lockout no failure is counted.
   *
   * It does as much work in each of these cases. A correct password does not reset the failures.
   */
  identifyUser(
    session: NewSession,
    password: EnteredPassword,
    replaces: string | null,
    lockout: Lockout,
    act: Act,
    now: Instant,
  ): Promise<'right' | 'wrong'>;
  /**
   * Completes a sign-in. The session that waited for the factor ends in every case.
   *
   * - `right`: the password is correct, the factor is the user's, and the user is not locked out.
   *   The time step of a code must be later than every used one (RFC 6238, 5.2), and is then used.
   *   The new counter of a passkey is stored. Failures and lockouts are reset, and the successor is
   *   signed in.
   * - `wrong`: a failure is counted, and the last allowed one locks the user out. During a lockout
   *   no failure is counted. It does as much work whatever was wrong, also for an unknown user.
   * - `gone`: there is no such session, and nothing changes.
   */
  endSignIn(
    entered: EnteredFactor,
    lockout: Lockout,
    act: Act,
    now: Instant,
  ): Promise<'right' | 'wrong' | 'gone'>;
  /**
   * Uses a second factor for one purpose in a session of an identified user, and counts it in the
   * session. A passkey signature made before the previous factor was counted is invalid.
   *
   * - In an identified session, `right` and `wrong` mean the same as in `endSignIn`. The failure
   *   that locks the user out ends the session.
   * - In a signed-in session, failures are counted for this session alone. After the maximum
   *   number, the session ends and the user is locked out of new sign-ins. Failures in other
   *   sessions and lockouts are ignored. A correct factor resets the failures of this session.
   * - `gone`: there is no such session, and nothing changes.
   */
  consumeFactor(
    factor: FactorFor,
    lockout: Lockout,
    act: Act,
    now: Instant,
  ): Promise<'right' | 'wrong' | 'gone'>;
  /** Ends a lockout and resets the failures. */
  unlockUser(userId: string, act: Act): Promise<'unlocked' | 'notLocked' | 'unknown'>;
  /** Returns a session even if it has expired. */
  findSession(hash: string): Promise<CustomerSession | undefined>;
  /** Extends the activity of a session. Has no effect on a session that has ended. */
  keepActive(hash: string, until: Instant, now: Instant): Promise<void>;
  /**
   * Stores the chosen account. Has no effect after a grant was claimed, because the approval has
   * been read by then.
   */
  chooseAccount(hash: string, account: AccountNumber): Promise<void>;
  /** Assigns a grant to the session unless it has one. Returns the grant of the session. */
  claimGrant(hash: string, grantId: string): Promise<string>;
  /** Deletes a session when the customer signs out. */
  endSession(hash: string): Promise<void>;
  /** Ends the user's other sessions with the same interaction uid. Returns how many. */
  endOtherSessions(session: SignedInSession, act: Act): Promise<number>;
}

/** Maximum number of passkeys of one user. */
export const MAX_PASSKEYS_PER_USER = 10;

/** Maximum length of a passkey's name, in characters. */
export const MAX_PASSKEY_NAME = 40;

/** A WebAuthn credential of a user, which signs approvals. */
export interface Passkey {
  /** Credential id, base64url. The authenticator generated it at random. */
  readonly id: string;
  readonly userId: string;
  /** Public key in COSE format. */
  readonly publicKey: Uint8Array;
  /** Signature counter of the authenticator. 0 if it has none. */
  readonly counter: number;
  /** Name that the user gave it. */
  readonly name: string;
  readonly createdAt: Instant;
  /** Null before the first use. */
  readonly lastUsedAt: Instant | null;
}

/** A passkey to add. */
export type NewPasskey = Omit<Passkey, 'createdAt' | 'lastUsedAt'>;

/** Passkeys of users. `SignInStore` uses them as second factors. */
export interface PasskeyStore {
  findPasskey(id: string): Promise<Passkey | undefined>;
  /** Returns the user's passkeys, oldest first. */
  passkeysOf(userId: string): Promise<readonly Passkey[]>;
  /**
   * Adds a passkey to a user.
   *
   * - `known`: a passkey with this id exists, of this user or another. Nothing changes.
   * - `tooMany`: the user has MAX_PASSKEYS_PER_USER. Nothing changes.
   */
  addPasskey(passkey: NewPasskey, act: Act): Promise<'added' | 'known' | 'tooMany'>;
  /** Removes a passkey of a user. Returns false if the user has none with this id. */
  removePasskey(userId: string, id: string, act: Act): Promise<boolean>;
}
