import type { Instant } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { Act } from '../records/audit.ts';

/** What a user of the bank signs in with. Instants are those of the machine's clock. */
export interface Credential {
  readonly userId: string;
  /** A scrypt hash that tells its own salt and cost. */
  readonly passwordHash: string;
  /** Shared with the user's authenticator; base32 (RFC 6238). */
  readonly totpSecret: string;
  /** Until when nobody signs in as this user; null: not locked. */
  readonly lockedUntil: Instant | null;
  /** Lockouts in a row: each is longer than the one before. */
  readonly lockouts: number;
  /** The last step of the user's codes that was used; null: none was. */
  readonly lastStep: number | null;
}

/** What a user is given to sign in with. */
export type NewCredential = Pick<Credential, 'userId' | 'passwordHash' | 'totpSecret'>;

/** A customer's visit from a password on: bound to one interaction. */
interface Session {
  /** SHA-256, hex, of the id in the customer's cookie. */
  readonly hash: string;
  /** The visit that the authorisation server knows. */
  readonly interactionUid: string;
  /** Over from then on, unless something is done in it before. */
  readonly activeUntil: Instant;
  /** Over from then on, whatever is done in it. */
  readonly expiresAt: Instant;
  /** Factors that were taken in it, each for one thing: see takeFactor. */
  readonly factorsTaken: number;
}

/** A password was entered, and the one-time code is owed. Only the store knows if it was right. */
export interface CodeSession extends Session {
  readonly stage: 'code';
  /** Null for a name that nobody has: it may be a password in the wrong field, and is not kept. */
  readonly userId: string | null;
}

/** What a session is begun with. */
export type NewSession = Omit<CodeSession, 'userId' | 'stage' | 'factorsTaken'>;

/** A session of somebody who has shown to be a user. */
interface KnownSession extends Session {
  readonly userId: string;
  /** The account that the customer chose; null while none was, and where none is to choose. */
  readonly account: AccountNumber | null;
  /** The grant that an approval in this session is written with; null before there is one. */
  readonly grantId: string | null;
}

/** The password was right; what is approved in it takes a factor of its own. */
export interface IdentifiedSession extends KnownSession {
  readonly stage: 'identified';
}

/** Both factors were right. */
export interface SignedInSession extends KnownSession {
  readonly stage: 'signedIn';
}

export type CustomerSession = CodeSession | IdentifiedSession | SignedInSession;

/** Result of comparing an entered password with a stored hash. */
export interface EnteredPassword {
  /** Null for a name that nobody has. */
  readonly userId: string | null;
  /** The stored hash that the password was compared with; null for a name that nobody has. */
  readonly passwordHash: string | null;
  /** True counts only while `passwordHash` is still the user's stored hash. */
  readonly isRight: boolean;
}

/** A passkey that signed the challenge of a session. */
export interface PasskeyUse {
  /** The passkey's id. */
  readonly id: string;
  /** How often it was used, as its authenticator says; 0 where it does not count. */
  readonly counter: number;
  /** The number of factors in the challenge: that of the session, unless one was taken since. */
  readonly factorsTaken: number;
}

/** What a second factor proved to be; whose it is, and whether it is used up, the store knows. */
export type Proof =
  /** The step of the user's codes that a code belongs to; null: none of those taken now. */
  | { readonly factor: 'code'; readonly step: number | null }
  /** Null: what was signed, if anything, is not right. */
  | { readonly factor: 'passkey'; readonly use: PasskeyUse | null };

/** A second factor for a session that owes one. */
export interface EnteredFactor {
  /** The hash of the session. */
  readonly hash: string;
  readonly proof: Proof;
  /** What the session is known by, and until when it is active, once both factors were right. */
  readonly successor: Pick<Session, 'hash' | 'activeUntil'>;
}

/** A second factor that a user who is known gives for one thing, and nothing else. */
export interface FactorFor extends Pick<EnteredFactor, 'hash' | 'proof'> {
  /** What it is given for: SHA-256, hex, of what was shown (SCA-RTS, article 5). */
  readonly dynamicLinkingHash: string;
}

/** How long a user is locked out after too many failures. Times are in milliseconds. */
export interface Lockout {
  readonly maxFailures: number;
  /** How long the first lockout lasts; each further one in a row lasts twice as long. */
  readonly milliseconds: number;
  readonly maxMilliseconds: number;
  /** After so long without a lockout, the next one counts as the first again. */
  readonly quietMilliseconds: number;
}

/** What customers sign in with, and the sessions in which they do. */
export interface SignInStore {
  findCredential(userId: string): Promise<Credential | undefined>;
  /** Gives users what they sign in with, in the place of what they had. */
  putCredentials(credentials: readonly NewCredential[]): Promise<void>;
  /**
   * Keeps a session that owes its code, in place of another if one is named; clears some that are
   * over. As much is written for a wrong password, and for a user who does not exist.
   */
  beginSession(
    session: NewSession,
    password: EnteredPassword,
    replaces: string | null,
    act: Act,
    now: Instant,
  ): Promise<void>;
  /**
   * Keeps a session of a user whose password is right, in place of another if one is named; clears
   * some that are over.
   * `wrong`: the password is not right, nobody has the name, or the user is locked out. A failure
   * is counted; the last one locks the user out, and while that lasts none is. As much is done in
   * each of these cases, and a right password forgets no failures.
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
   * Judges a sign-in as a whole, once: the session that owed the factor ends in any case.
   * `right`: the password was right, the factor is the user's, and the user is not locked out. Of a
   * code neither the step nor a later one was used before (RFC 6238, 5.2), and it is used up; the
   * counter of a passkey went on, and is kept. Failures and lockouts are forgotten, the successor
   * is signed in.
   * `wrong`: a failure is counted; the last one locks the user out, and while that lasts none is.
   * As much is done whatever was wrong, for a user who does not exist too.
   * `gone`: there is no such session, and nothing changes.
   */
  endSignIn(
    entered: EnteredFactor,
    lockout: Lockout,
    act: Act,
    now: Instant,
  ): Promise<'right' | 'wrong' | 'gone'>;
  /**
   * Uses a factor up for what it is given for, in a session of a user who is known, and counts it
   * there; what a passkey signed before another was counted is none.
   * In an identified session, `right` and `wrong` are as for a sign-in; the failure that locks the
   * user out ends the session.
   * In a signed-in session failures are counted for this session alone: as many as lock a user out
   * end the session, and lock the user out of new sign-ins. Failures of others, and a lockout, do
   * not matter here. A right factor forgets the failures of this session.
   * `gone`: there is no such session, and nothing changes.
   */
  consumeFactor(
    factor: FactorFor,
    lockout: Lockout,
    act: Act,
    now: Instant,
  ): Promise<'right' | 'wrong' | 'gone'>;
  /** Ends a lockout, and forgets the failures that led to it. */
  unlockUser(userId: string, act: Act): Promise<'unlocked' | 'notLocked' | 'unknown'>;
  /** Says nothing of its expiry. */
  findSession(hash: string): Promise<CustomerSession | undefined>;
  /** Something was done in a session: it is active until then. One that is idle stays over. */
  keepActive(hash: string, until: Instant, now: Instant): Promise<void>;
  /** Nothing changes once a grant was claimed: what is being approved was read. */
  chooseAccount(hash: string, account: AccountNumber): Promise<void>;
  /** Gives the session a grant unless it has one; the one that it has. */
  claimGrant(hash: string, grantId: string): Promise<string>;
  /** The customer signs out. */
  endSession(hash: string): Promise<void>;
  /** Ends the user's other sessions of the same place; how many there were. */
  endOtherSessions(session: SignedInSession, act: Act): Promise<number>;
}

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
