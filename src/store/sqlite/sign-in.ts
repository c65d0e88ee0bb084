import type { AccountNumber } from '../../domain/accounts.ts';
import type { Act } from '../../domain/audit.ts';
import type {
  Credential,
  CustomerSession,
  Lockout,
  NewCredential,
} from '../../domain/sign-in-store.ts';
import { present } from '../../kernel/assert.ts';
import type { Instant } from '../../kernel/time.ts';
import type { AuditLog } from './audit-log.ts';
import type { Database } from './database.ts';

/** Sessions that are over and cleared away with each new one. */
const SESSIONS_CLEARED = 64;
/** What the audit log says of a name that no user has. */
const UNKNOWN_USER = 'unknown';

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

  countFailure(userId: string, lockout: Lockout, now: Instant, act: Act): void {
    this.#sql.countFailure.run(userId, now);
    const until = now + lockout.milliseconds;
    const isLockedNow = this.#sql.lock.run(until, userId, lockout.maxFailures).changes === 1;
    // A name that nobody has may be a password in the wrong field: it is kept nowhere.
    const subject = this.findCredential(userId) === undefined ? UNKNOWN_USER : userId;
    const action = isLockedNow ? 'signInLockedOut' : 'signInFailed';
    this.#auditLog.append({ ...act, by: { ...act.by, id: subject } }, { action, subject });
  }

  takeStep(userId: string, step: number, now: Instant, act: Act): boolean {
    const isTaken = this.#sql.takeStep.run(step, userId, step, now).changes === 1;
    if (isTaken) this.#auditLog.append(act, { action: 'signInSucceeded', subject: userId });
    return isTaken;
  }

  saveSession(session: CustomerSession, replaces: string | null, now: Instant): void {
    if (replaces !== null) this.#sql.removeSession.run(replaces);
    this.#sql.addSession.run(session);
    this.#sql.clearSessions.run(now);
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

  claimGrant(hash: string, grantId: string): string {
    this.#sql.claimGrant.run(grantId, hash);
    return present(this.findSession(hash)?.grantId, 'the grant of the session');
  }
}

function prepare(database: Database) {
  return { ...prepareCredentials(database), ...prepareSessions(database) };
}

function prepareCredentials(database: Database) {
  return {
    findCredential: database.prepare<[string], Credential>(
      `SELECT user_id AS userId, password_hash AS passwordHash, totp_secret AS totpSecret,
         locked_until AS lockedUntil
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
    countFailure: database.prepare<[string, Instant]>(
      `UPDATE credential SET failures = failures + 1
       WHERE user_id = ? AND (locked_until IS NULL OR locked_until <= ?)`,
    ),
    lock: database.prepare<[Instant, string, number]>(
      'UPDATE credential SET failures = 0, locked_until = ? WHERE user_id = ? AND failures >= ?',
    ),
    // The lock is looked at here, where it cannot change: many codes may be sent at once.
    takeStep: database.prepare<[number, string, number, Instant]>(
      `UPDATE credential SET last_step = ?, failures = 0
       WHERE user_id = ? AND (last_step IS NULL OR last_step < ?)
         AND (locked_until IS NULL OR locked_until <= ?)`,
    ),
  };
}

function prepareSessions(database: Database) {
  return {
    addSession: database.prepare<CustomerSession>(
      `INSERT INTO customer_session
         (hash, interaction_uid, user_id, stage, account, grant_id, active_until, expires_at)
       VALUES (@hash, @interactionUid, @userId, @stage, @account, @grantId, @activeUntil,
         @expiresAt)`,
    ),
    findSession: database.prepare<[string], CustomerSession>(
      `SELECT hash, interaction_uid AS interactionUid, user_id AS userId, stage, account,
         grant_id AS grantId, active_until AS activeUntil, expires_at AS expiresAt
       FROM customer_session WHERE hash = ?`,
    ),
    removeSession: database.prepare<[string]>('DELETE FROM customer_session WHERE hash = ?'),
    clearSessions: database.prepare<[Instant]>(
      `DELETE FROM customer_session WHERE hash IN (
         SELECT hash FROM customer_session
         WHERE expires_at <= ? ORDER BY expires_at LIMIT ${String(SESSIONS_CLEARED)})`,
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
