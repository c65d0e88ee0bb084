import type { Instant, Milliseconds } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { Act } from '../records/audit.ts';

/**
 * The password hash and the one-time code secret of one of the bank's users. Both are empty if the
 * user signs in only at the bank's OpenID Provider. Times are by the system clock.
 */
export interface Credential {
  readonly userId: string;
  /** A scrypt hash, which contains its salt and cost parameters. */
  readonly passwordHash: string;
  /** The secret of the user's authenticator app (RFC 6238), in base32. */
  readonly totpSecret: string;
  /** Time at which the current lockout ends. Null if the user is not locked out. */
  readonly lockedUntil: Instant | null;
  /** Number of consecutive lockouts. Each one lasts longer than the previous one. */
  readonly lockouts: number;
  /** The last TOTP time step that the user used. Null if the user has used none. */
  readonly lastStep: number | null;
}

/** A new credential for a user. */
export type NewCredential = Pick<Credential, 'userId' | 'passwordHash' | 'totpSecret'>;

/**
 * A customer's session, which starts on the password page. It belongs to one interaction of the
 * authorisation server.
 */
interface Session {
  /** SHA-256 of the session id in the customer's cookie, in hex. */
  readonly hash: string;
  /** Uid of the interaction in the authorisation server. */
  readonly interactionUid: string;
  /** The session ends at this time unless the customer is active before. */
  readonly activeUntil: Instant;
  /** The session ends at this time even if the customer is active. */
  readonly expiresAt: Instant;
  /**
   * Number of second factors that this session has used. Each one is for one purpose (see
   * `takeFactor`).
   */
  readonly factorsTaken: number;
}

/**
 * A session after the password page, which still requires the one-time code. Its data does not
 * reveal whether the password was correct. Only the store can determine that.
 */
export interface CodeSession extends Session {
  readonly stage: 'code';
  /**
   * Null for an unknown user name. The entered name is not stored, because it may be a password
   * that was typed into the wrong field.
   */
  readonly userId: string | null;
}

/** A session that will be created. */
export type NewSession = Omit<CodeSession, 'userId' | 'stage' | 'factorsTaken'>;

/** A session whose user is identified. */
interface KnownSession extends Session {
  readonly userId: string;
  /**
   * The account that the customer chose. Null if the customer chose none, or did not have to
   * choose.
   */
  readonly account: AccountNumber | null;
  /** Id of the grant for the approval in this session. Null until the session has a grant. */
  readonly grantId: string | null;
}

/** The user's password was correct. Each approval still requires its own second factor. */
export interface IdentifiedSession extends KnownSession {
  readonly stage: 'identified';
}

/** The user's password and second factor were correct. */
export interface SignedInSession extends KnownSession {
  readonly stage: 'signedIn';
}

export type CustomerSession = CodeSession | IdentifiedSession | SignedInSession;

/** The result of comparing an entered password with a stored hash. */
export interface EnteredPassword {
  /** Null for an unknown user name. */
  readonly userId: string | null;
  /** The stored hash with which the password was compared. Null for an unknown user name. */
  readonly passwordHash: string | null;
  /**
   * True if the password matches `passwordHash`. It counts only if that is still the user's stored
   * hash.
   */
  readonly isRight: boolean;
}

/** A passkey signature over the challenge of a session. */
export interface PasskeyUse extends Pick<Passkey, 'id' | 'counter'> {
  /**
   * The number of used factors that the signed challenge contains. It must equal the session's
   * `factorsTaken`. A challenge can therefore not be used after another factor.
   */
  readonly factorsTaken: number;
}

/**
 * A second factor that was verified. The store then checks who owns it and whether it was used
 * before.
 */
export type Proof =
  /** The TOTP time step that the code matches. Null if it matches no step that is accepted now. */
  | { readonly factor: 'code'; readonly step: number | null }
  /** Null if the signature is missing or invalid. */
  | { readonly factor: 'passkey'; readonly use: PasskeyUse | null };

/** A second factor that a user entered for a session. */
export interface EnteredFactor {
  /** The session's id hash. */
  readonly hash: string;
  readonly proof: Proof;
  /**
   * The id hash and activity deadline of the session that replaces this one after a successful
   * sign-in.
   */
  readonly successor: Pick<Session, 'hash' | 'activeUntil'>;
}

/** A second factor that an identified user entered for one purpose. */
export interface FactorFor extends Pick<EnteredFactor, 'hash' | 'proof'> {
  /**
   * SHA-256, in hex, of the details that the user saw. This links the factor to the payment
   * (dynamic linking: SCA-RTS, article 5).
   */
  readonly dynamicLinkingHash: string;
}

/** The number of failures after which a user is locked out, and how long a lockout lasts. */
export interface Lockout {
  readonly maxFailures: number;
  /**
   * Duration of the first lockout. Each consecutive lockout lasts twice as long as the previous
   * one.
   */
  readonly milliseconds: Milliseconds;
  readonly maxMilliseconds: Milliseconds;
  /** If a user has no lockout for this time, the next lockout counts as the first again. */
  readonly quietMilliseconds: Milliseconds;
}

/** Stores the credentials of customers and their sessions. */
export interface SignInStore {
  findCredential(userId: string): Promise<Credential | undefined>;
  /** Replaces the credentials of users. */
  putCredentials(credentials: readonly NewCredential[]): Promise<void>;
  /**
   * Creates a session that waits for the one-time code. If `replaces` names a session, it is
   * replaced. A wrong password or an unknown user causes the same amount of writing, so that the
   * response time reveals nothing.
   */
  beginSession(
    session: NewSession,
    password: EnteredPassword,
    replaces: string | null,
    act: Act,
    now: Instant,
  ): Promise<void>;
  /**
   * Creates a session of a user whose password is correct. If `replaces` names a session, it is
   * replaced. Also deletes a few expired sessions.
   *
   * - `wrong`: the password is wrong, or the user does not exist or is locked out. The failure is
   *   counted, and the last allowed failure locks the user out. During a lockout, failures are not
   *   counted.
   *
   * All these cases take the same amount of work. A correct password does not reset the count of
   * failures.
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
   * Completes a sign-in. In every case, the session that waited for the factor ends.
   *
   * - `right`: the password is correct, the factor belongs to the user, and the user is not locked
   *   out. The time step of a code must be later than every step used before (RFC 6238, 5.2), and
   *   it is recorded as used. The new counter of a passkey is stored. Failures and lockouts are
   *   reset, and the successor session is signed in.
   * - `wrong`: the failure is counted, and the last allowed failure locks the user out. During a
   *   lockout, failures are not counted. The amount of work is the same for every cause, also for
   *   an unknown user.
   * - `gone`: the session does not exist, and nothing changes.
   */
  endSignIn(
    entered: EnteredFactor,
    lockout: Lockout,
    act: Act,
    now: Instant,
  ): Promise<'right' | 'wrong' | 'gone'>;
  /**
   * Uses a second factor for one purpose in a session of an identified user, and counts it in the
   * session. If a passkey signed its challenge before the previous factor was counted, its
   * signature is invalid.
   *
   * - In an identified session, `right` and `wrong` mean the same as in `endSignIn`. The failure
   *   that locks the user out also ends the session.
   * - In a signed-in session, failures are counted for this session alone. After the maximum
   *   number, the session ends and the user cannot sign in again during a lockout. Lockouts and the
   *   failures of other sessions are ignored. A correct factor resets the failures of this session.
   * - `gone`: the session does not exist, and nothing changes.
   */
  consumeFactor(
    factor: FactorFor,
    lockout: Lockout,
    act: Act,
    now: Instant,
  ): Promise<'right' | 'wrong' | 'gone'>;
  /** Returns a session, even if it has expired. */
  findSession(hash: string): Promise<CustomerSession | undefined>;
  /** Extends a session because its customer is active. Does nothing if the session has ended. */
  keepActive(hash: string, until: Instant, now: Instant): Promise<void>;
  /**
   * Stores the account that the customer chose. Does nothing after the session got a grant, because
   * the approval has been read by then.
   */
  chooseAccount(hash: string, account: AccountNumber): Promise<void>;
  /**
   * Assigns a grant to the session, unless it already has one. Returns the grant that the session
   * has.
   */
  claimGrant(hash: string, grantId: string): Promise<string>;
  /** Deletes a session when the customer signs out. */
  endSession(hash: string): Promise<void>;
  /**
   * Ends the user's other sessions of the same interaction. All sessions of the portal count as one
   * interaction. Returns how many sessions it ended.
   */
  endOtherSessions(session: SignedInSession, act: Act): Promise<number>;
}

/** Maximum number of passkeys of one user. */
export const MAX_PASSKEYS_PER_USER = 10;

/** Maximum length of a passkey's name, in characters. */
export const MAX_PASSKEY_NAME = 40;

/** A user's WebAuthn credential, with which the user approves payments. */
export interface Passkey {
  /** Credential id, base64url. The authenticator generated it at random. */
  readonly id: string;
  readonly userId: string;
  /** Public key in COSE format. */
  readonly publicKey: Uint8Array;
  /** Signature counter of the authenticator. 0 if the authenticator has no counter. */
  readonly counter: number;
  /** The name that the user gave to the passkey. */
  readonly name: string;
  readonly createdAt: Instant;
  /** Time of the last use. Null if the passkey has not been used. */
  readonly lastUsedAt: Instant | null;
}

/** A passkey that will be added. */
export type NewPasskey = Omit<Passkey, 'createdAt' | 'lastUsedAt'>;

/** Stores the passkeys of users. `SignInStore` accepts them as second factors. */
export interface PasskeyStore {
  findPasskey(id: string): Promise<Passkey | undefined>;
  /** Returns the user's passkeys, oldest first. */
  passkeysOf(userId: string): Promise<readonly Passkey[]>;
  /**
   * Adds a passkey to a user.
   *
   * - `known`: a passkey with this id exists already, for this user or another. Nothing changes.
   * - `tooMany`: the user already has MAX_PASSKEYS_PER_USER passkeys. Nothing changes.
   */
  addPasskey(passkey: NewPasskey, act: Act): Promise<'added' | 'known' | 'tooMany'>;
  /** Removes a passkey of a user. Returns false if the user has no passkey with this id. */
  removePasskey(userId: string, id: string, act: Act): Promise<boolean>;
}
