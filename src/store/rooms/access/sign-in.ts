import type { AccountNumber } from '../../../domain/parties/accounts.ts';
import type {
  Credential,
  CustomerSession,
  EnteredFactor,
  EnteredPassword,
  FactorFor,
  Lockout,
  NewCredential,
  NewSession,
  PasskeyUse,
  Proof,
  SignedInSession,
} from '../../../domain/ports/sign-in-store.ts';
import { UNKNOWN_USER, type Act, type AuditEntry } from '../../../domain/records/audit.ts';
import { assert, present } from '../../../kernel/assert.ts';
import type { Instant } from '../../../kernel/time.ts';
import type { AuditLog } from '../../sqlite/rooms/audit-log.ts';
import type { Database } from '../../sqlite/database/database.ts';
import type { Passkeys } from './passkeys.ts';
import { prepareSignIn, type OpenRow } from './sign-in-statements.ts';

/** Sessions that are over and cleared away with each new one. */
const SESSIONS_CLEARED = 64;

/** What customers sign in with, and the sessions in which they do. */
export class SignIn {
  readonly #sql: ReturnType<typeof prepareSignIn>;
  readonly #auditLog: AuditLog;
  readonly #passkeys: Passkeys;

  constructor(database: Database, auditLog: AuditLog, passkeys: Passkeys) {
    this.#sql = prepareSignIn(database);
    this.#auditLog = auditLog;
    this.#passkeys = passkeys;
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
    this.#passkeys.keepOnlyOf(kept);
    this.#sql.removeOtherCredentials.run(kept);
  }

  beginSession(
    session: NewSession,
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

  identify(
    session: NewSession,
    { userId, isRight }: EnteredPassword,
    replaces: string | null,
    lockout: Lockout,
    act: Act,
    now: Instant,
  ): 'right' | 'wrong' {
    if (replaces !== null) this.#sql.removeSession.run(replaces);
    this.clearExpired(now, SESSIONS_CLEARED);
    const lockedOut = this.#isLockedOut(userId, now);
    if (userId === null || !isRight || lockedOut) {
      const password = isRight ? 'right' : 'wrong';
      this.#fail(userId, { password, lockedOut }, lockout, act, now);
      return 'wrong';
    }
    const begun = { startedAt: now, address: act.by.address };
    const identified = { ...session, ...begun, userId, stage: 'identified' } as const;
    this.#sql.addSession.run({ ...identified, passwordRight: 1 });
    this.#record(act, userId, { action: 'customerIdentified' });
    return 'right';
  }

  endSignIn(
    { hash, proof, successor }: EnteredFactor,
    lockout: Lockout,
    act: Act,
    now: Instant,
  ): 'right' | 'wrong' | 'gone' {
    const session = this.#sql.findCodeSession.get(hash, now, now);
    if (session === undefined) return 'gone';
    this.#sql.removeSession.run(hash);
    const { userId } = session;
    if (this.#isTaken(proof, session, act, now)) {
      this.#sql.addSession.run({ ...session, ...successor, stage: 'signedIn' });
      this.#record(act, userId, { action: 'signInSucceeded', ...detailOf(proof) });
      return 'right';
    }
    this.#fail(userId, this.#failureOf(session, proof, now), lockout, act, now);
    return 'wrong';
  }

  takeFactor(
    { hash, proof, linkedTo }: FactorFor,
    lockout: Lockout,
    act: Act,
    now: Instant,
  ): 'right' | 'wrong' | 'gone' {
    const session = this.#sql.findKnown.get(hash, now, now);
    if (session === undefined) return 'gone';
    if (this.#isTaken(proof, session, act, now)) {
      this.#sql.countFactor.run(hash);
      const detail = { linkedTo, ...detailOf(proof)?.detail };
      this.#record(act, session.userId, { action: 'factorTaken', detail });
      return 'right';
    }
    // Whoever guesses in an open session is signed out with the lock.
    const detail = this.#failureOf(session, proof, now);
    if (this.#fail(session.userId, detail, lockout, act, now)) this.#sql.removeSession.run(hash);
    return 'wrong';
  }

  unlock(userId: string, act: Act): 'unlocked' | 'notLocked' | 'unknown' {
    if (this.findCredential(userId) === undefined) return 'unknown';
    if (this.#sql.unlock.run(userId).changes === 0) return 'notLocked';
    this.#auditLog.append(act, { action: 'userUnlocked', subject: userId });
    return 'unlocked';
  }

  /**
   * Takes a factor of the session's user, where it is one that may be taken. The same is done
   * whatever is wrong: a factor of nobody is looked for where none may be taken.
   */
  #isTaken(proof: Proof, session: OpenRow, act: Act, now: Instant): boolean {
    const taker = session.passwordRight === 1 ? session.userId : null;
    if (proof.factor === 'code') {
      const { step } = proof;
      return this.#sql.takeStep.run(step, step === null ? null : taker, step, now).changes === 1;
    }
    const isFresh = proof.use?.factorsTaken === session.factorsTaken;
    const isFree = !this.#isLockedOut(session.userId, now);
    const use = isFresh && isFree ? proof.use : null;
    if (!this.#passkeys.use(use, taker, act.at)) return false;
    this.#sql.forgetFailures.run(taker);
    return true;
  }

  /** Counts a failure; whether the user is locked out by it. */
  #fail(
    userId: string | null,
    detail: AuditEntry['detail'] & object,
    lockout: Lockout,
    act: Act,
    now: Instant,
  ): boolean {
    this.#sql.countFailure.run(userId, now);
    const until = now + lockout.milliseconds;
    const isLockedNow = this.#sql.lock.run(until, userId, lockout.maxFailures).changes === 1;
    this.#record(act, userId, { action: isLockedNow ? 'signInLockedOut' : 'signInFailed', detail });
    return isLockedNow;
  }

  /** What was wrong, for the operators alone. */
  #failureOf(session: OpenRow, proof: Proof, now: Instant) {
    const { userId, passwordRight } = session;
    const isCode = proof.factor === 'code';
    const found = isCode ? this.#codeOf(userId, proof.step) : this.#useOf(session, proof.use);
    return {
      password: passwordRight === 1 ? 'right' : 'wrong',
      [proof.factor]: found,
      lockedOut: this.#isLockedOut(userId, now),
    };
  }

  #codeOf(userId: string | null, step: number | null): 'wrong' | 'used' | 'right' {
    const lastStep = this.#sql.standing.get(userId)?.lastStep ?? null;
    if (step === null) return 'wrong';
    return lastStep !== null && step <= lastStep ? 'used' : 'right';
  }

  #useOf({ userId, factorsTaken }: OpenRow, use: PasskeyUse | null) {
    const passkey = this.#passkeys.find(use?.id ?? '');
    if (use === null || passkey === undefined) return 'wrong';
    if (passkey.userId !== userId) return 'ofAnother';
    return use.factorsTaken === factorsTaken ? 'right' : 'used';
  }

  #isLockedOut(userId: string | null, now: Instant): boolean {
    return (this.#sql.standing.get(userId)?.lockedUntil ?? now) > now;
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
    assert(session !== undefined && session.stage !== 'code', 'only who is known claims a grant');
    return present(session.grantId, 'the grant of the session');
  }
}

/** The passkey that was used, for the audit log; nothing of a code. */
function detailOf(proof: Proof) {
  if (proof.factor === 'code' || proof.use === null) return undefined;
  return { detail: { passkey: proof.use.id } };
}
