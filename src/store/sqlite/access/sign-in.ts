import type { AccountNumber } from '../../../domain/parties/accounts.ts';
import type {
  CodeSession,
  Credential,
  CustomerSession,
  EnteredCode,
  EnteredPassword,
  FactorFor,
  Lockout,
  NewCredential,
  SignedInSession,
} from '../../../domain/ports/sign-in-store.ts';
import type { Act, AuditEntry } from '../../../domain/records/audit.ts';
import { assert, present } from '../../../kernel/assert.ts';
import type { Instant } from '../../../kernel/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';

/** Sessions that are over and cleared away with each new one. */
const SESSIONS_CLEARED = 64;
/** What the audit log says of a name that no user has. */
const UNKNOWN_USER = 'unknown';

/** A session that owes its code, with what only the store knows of it. */
type CodeRow = Omit<CodeSession, 'stage'> & { readonly passwordRight: 0 | 1 };

/** A session as it is written. */
type SessionRow = CodeRow & Pick<CustomerSession, 'stage'> & Begun;

/** When and from where a sign-in was begun. */
interface Begun {
  readonly startedAt: Instant;
  readonly address: string | null;
}

/** How far a user's codes are used up, and until when the user is locked out. */
interface Standing {
  readonly lastStep: number | null;
  readonly lockedUntil: Instant | null;
}

const UNKNOWN_STANDING: Standing = { lastStep: null, lockedUntil: null };

/** What customers sign in with, and the sessions in which they do. */
export class SignIn {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #auditLog: AuditLog;

  constructor(database: Database, auditLog: AuditLog) {
    this.#sql = prepare(database);
    this.#auditLog = auditLog;
  }

  findCredential(userId: string): Credential | undefined {
    return this.#sql.findCredential.get(userId);
  }

  putCredentials(credentials: readonly NewCredential[]): void {
    for (const credential of credentials) this.#sql.addCredential.run(credential);
  }

  keepOnly(userIds: readonly string[]): void {
    const kept = JSON.stringify(userIds);
    this.#sql.removeOtherSessions.run(kept);
    this.#sql.removeOtherCredentials.run(kept);
  }

  beginSession(
    session: Omit<CodeSession, 'userId' | 'stage'>,
    { userId, isRight }: EnteredPassword,
    replaces: string | null,
    act: Act,
    now: Instant,
  ): void {
    if (replaces !== null) this.#sql.removeSession.run(replaces);
    const passwordRight = isRight ? 1 : 0;
    const begun = { startedAt: now, address: act.by.address };
    this.#sql.addSession.run({ ...session, ...begun, userId, stage: 'code', passwordRight });
    this.clearExpired(now, SESSIONS_CLEARED);
    const detail = { password: isRight ? 'right' : 'wrong' };
    this.#record(act, userId, { action: 'signInBegun', detail });
  }

  endSignIn(
    { hash, step, successor }: EnteredCode,
    lockout: Lockout,
    act: Act,
    now: Instant,
  ): 'right' | 'wrong' | 'gone' {
    const session = this.#sql.findCodeSession.get(hash, now, now);
    if (session === undefined) return 'gone';
    this.#sql.removeSession.run(hash);
    const { userId, passwordRight } = session;
    // The same is done whatever was wrong: a step of nobody is looked for where none may be taken.
    const taker = passwordRight === 1 && step !== null ? userId : null;
    if (this.#sql.takeStep.run(step, taker, step, now).changes === 1) {
      this.#sql.addSession.run({ ...session, ...successor, stage: 'signedIn' });
      this.#record(act, userId, { action: 'signInSucceeded' });
      return 'right';
    }
    this.#fail(session, step, lockout, act, now);
    return 'wrong';
  }

  takeFactor(
    { hash, step, linkedTo }: FactorFor,
    lockout: Lockout,
    act: Act,
    now: Instant,
  ): 'right' | 'wrong' | 'gone' {
    const session = this.#sql.findSignedIn.get(hash, now, now);
    if (session === undefined) return 'gone';
    const taker = step === null ? null : session.userId;
    if (this.#sql.takeStep.run(step, taker, step, now).changes === 1) {
      this.#record(act, session.userId, { action: 'factorTaken', detail: { linkedTo } });
      return 'right';
    }
    // Whoever guesses codes in an open session is signed out with the lock.
    if (this.#fail(session, step, lockout, act, now)) this.#sql.removeSession.run(hash);
    return 'wrong';
  }

  unlock(userId: string, act: Act): 'unlocked' | 'notLocked' | 'unknown' {
    if (this.findCredential(userId) === undefined) return 'unknown';
    if (this.#sql.unlock.run(userId).changes === 0) return 'notLocked';
    this.#auditLog.append(act, { action: 'userUnlocked', subject: userId });
    return 'unlocked';
  }

  /** Counts a failure; whether the user is locked out by it. */
  #fail(session: CodeRow, step: number | null, lockout: Lockout, act: Act, now: Instant): boolean {
    const { userId } = session;
    const detail = this.#failureOf(session, step, now);
    this.#sql.countFailure.run(userId, now);
    const until = now + lockout.milliseconds;
    const isLockedNow = this.#sql.lock.run(until, userId, lockout.maxFailures).changes === 1;
    this.#record(act, userId, { action: isLockedNow ? 'signInLockedOut' : 'signInFailed', detail });
    return isLockedNow;
  }

  /** What was wrong, for the operators alone. */
  #failureOf({ userId, passwordRight }: CodeRow, step: number | null, now: Instant) {
    const { lastStep, lockedUntil } = this.#sql.standing.get(userId) ?? UNKNOWN_STANDING;
    const isUsed = step !== null && lastStep !== null && step <= lastStep;
    return {
      password: passwordRight === 1 ? 'right' : 'wrong',
      code: step === null ? 'wrong' : isUsed ? 'used' : 'right',
      lockedOut: lockedUntil !== null && lockedUntil > now,
    };
  }

  /** A name that nobody has may be a password in the wrong field: it is kept nowhere. */
  #record(act: Act, userId: string | null, entry: Omit<AuditEntry, 'subject'>): void {
    const subject = userId ?? UNKNOWN_USER;
    this.#auditLog.append({ ...act, by: { ...act.by, id: subject } }, { ...entry, subject });
  }

  /** Clears so many sessions away that are over, the oldest first; how many there were. */
  clearExpired(now: Instant, most: number): number {
    return this.#sql.clearSessions.run(now, most).changes;
  }

  findSession(hash: string): CustomerSession | undefined {
    return this.#sql.findSession.get(hash);
  }

  keepActive(hash: string, until: Instant, now: Instant): void {
    this.#sql.keepActive.run(until, hash, now);
  }

  chooseAccount(hash: string, account: AccountNumber): void {
    this.#sql.chooseAccount.run(account, hash);
  }

  endSession(hash: string): void {
    this.#sql.removeSession.run(hash);
  }

  endOthers({ hash, userId, interactionUid }: SignedInSession, act: Act): number {
    const { changes } = this.#sql.removeOthers.run(userId, interactionUid, hash);
    this.#record(act, userId, { action: 'sessionsEnded', detail: { sessions: changes } });
    return changes;
  }

  claimGrant(hash: string, grantId: string): string {
    this.#sql.claimGrant.run(grantId, hash);
    const session = this.findSession(hash);
    assert(session?.stage === 'signedIn', 'only who has signed in claims a grant');
    return present(session.grantId, 'the grant of the session');
  }
}

function prepare(database: Database) {
  return { ...prepareCredentials(database), ...prepareSessions(database) };
}

function prepareCredentials(database: Database) {
  return {
    findCredential: database.prepare<[string], Credential>(
      `SELECT user_id AS userId, password_hash AS passwordHash, totp_secret AS totpSecret,
         locked_until AS lockedUntil, last_step AS lastStep
       FROM credential WHERE user_id = ?`,
    ),
    addCredential: database.prepare<NewCredential>(
      `INSERT INTO credential (user_id, password_hash, totp_secret)
       VALUES (@userId, @passwordHash, @totpSecret)
       ON CONFLICT (user_id) DO UPDATE SET password_hash = excluded.password_hash,
         totp_secret = excluded.totp_secret`,
    ),
    removeOtherSessions: database.prepare<[string]>(
      'DELETE FROM customer_session WHERE user_id NOT IN (SELECT value FROM json_each(?))',
    ),
    removeOtherCredentials: database.prepare<[string]>(
      'DELETE FROM credential WHERE user_id NOT IN (SELECT value FROM json_each(?))',
    ),
    standing: database.prepare<[string | null], Standing>(
      `SELECT last_step AS lastStep, locked_until AS lockedUntil FROM credential
       WHERE user_id = ?`,
    ),
    countFailure: database.prepare<[string | null, Instant]>(
      `UPDATE credential SET failures = failures + 1
       WHERE user_id = ? AND (locked_until IS NULL OR locked_until <= ?)`,
    ),
    lock: database.prepare<[Instant, string | null, number]>(
      'UPDATE credential SET failures = 0, locked_until = ? WHERE user_id = ? AND failures >= ?',
    ),
    unlock: database.prepare<[string]>(
      `UPDATE credential SET failures = 0, locked_until = NULL
       WHERE user_id = ? AND locked_until IS NOT NULL`,
    ),
    // The lock is looked at here, where it cannot change: many codes may be sent at once.
    takeStep: database.prepare<[number | null, string | null, number | null, Instant]>(
      `UPDATE credential SET last_step = ?, failures = 0
       WHERE user_id = ? AND (last_step IS NULL OR last_step < ?)
         AND (locked_until IS NULL OR locked_until <= ?)`,
    ),
  };
}

/** A session that is not over by then, with what only the store knows of it. */
const OPEN_SESSION = `
  SELECT hash, interaction_uid AS interactionUid, user_id AS userId,
    password_right AS passwordRight, active_until AS activeUntil, expires_at AS expiresAt,
    started_at AS startedAt, address
  FROM customer_session WHERE hash = ? AND active_until > ? AND expires_at > ?`;

function prepareSessions(database: Database) {
  return {
    addSession: database.prepare<SessionRow>(
      `INSERT INTO customer_session
         (hash, interaction_uid, user_id, stage, password_right, active_until, expires_at,
          started_at, address)
       VALUES (@hash, @interactionUid, @userId, @stage, @passwordRight, @activeUntil, @expiresAt,
         @startedAt, @address)`,
    ),
    findSignedIn: database.prepare<[string, Instant, Instant], CodeRow>(
      `${OPEN_SESSION} AND stage = 'signedIn'`,
    ),
    findCodeSession: database.prepare<[string, Instant, Instant], CodeRow & Begun>(
      `${OPEN_SESSION} AND stage = 'code'`,
    ),
    findSession: database.prepare<[string], CustomerSession>(
      `SELECT hash, interaction_uid AS interactionUid, user_id AS userId, stage, account,
         grant_id AS grantId, active_until AS activeUntil, expires_at AS expiresAt
       FROM customer_session WHERE hash = ?`,
    ),
    removeSession: database.prepare<[string]>('DELETE FROM customer_session WHERE hash = ?'),
    removeOthers: database.prepare<[string, string, string]>(
      `DELETE FROM customer_session
       WHERE user_id = ? AND stage = 'signedIn' AND interaction_uid = ? AND hash <> ?`,
    ),
    clearSessions: database.prepare<[Instant, number]>(
      `DELETE FROM customer_session WHERE hash IN (
         SELECT hash FROM customer_session WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
    ),
    // Requests at once: none takes back what a later one gave.
    keepActive: database.prepare<[Instant, string, Instant]>(
      `UPDATE customer_session SET active_until = MAX(active_until, ?)
       WHERE hash = ? AND active_until > ?`,
    ),
    chooseAccount: database.prepare<[AccountNumber, string]>(
      `UPDATE customer_session SET account = ?
       WHERE hash = ? AND stage = 'signedIn' AND grant_id IS NULL`,
    ),
    claimGrant: database.prepare<[string, string]>(
      `UPDATE customer_session SET grant_id = ?
       WHERE hash = ? AND stage = 'signedIn' AND grant_id IS NULL`,
    ),
  };
}
