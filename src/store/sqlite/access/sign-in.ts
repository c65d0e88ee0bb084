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
import { prepareSignIn, type OpenRow } from './sign-in-statements.ts';

/** Sessions that are over and cleared away with each new one. */
const SESSIONS_CLEARED = 64;
/** What the audit log says of a name that no user has. */
const UNKNOWN_USER = 'unknown';

const UNKNOWN_STANDING = { lastStep: null, lockedUntil: null };

/** What customers sign in with, and the sessions in which they do. */
export class SignIn {
  readonly #sql: ReturnType<typeof prepareSignIn>;
  readonly #auditLog: AuditLog;

  constructor(database: Database, auditLog: AuditLog) {
    this.#sql = prepareSignIn(database);
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
  #fail(session: OpenRow, step: number | null, lockout: Lockout, act: Act, now: Instant): boolean {
    const { userId } = session;
    const detail = this.#failureOf(session, step, now);
    this.#sql.countFailure.run(userId, now);
    const until = now + lockout.milliseconds;
    const isLockedNow = this.#sql.lock.run(until, userId, lockout.maxFailures).changes === 1;
    this.#record(act, userId, { action: isLockedNow ? 'signInLockedOut' : 'signInFailed', detail });
    return isLockedNow;
  }

  /** What was wrong, for the operators alone. */
  #failureOf({ userId, passwordRight }: OpenRow, step: number | null, now: Instant) {
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
