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
import type { AuditLog } from '../audit/audit-log.ts';
import type { Engine, Lock, Run } from '../engine.ts';
import type { Passkeys } from './passkeys.ts';
import { prepareSignIn, type OpenRow } from './sign-in-statements.ts';

/** Sessions that are over and cleared away with each new one. */
const SESSIONS_CLEARED = 64;

type Detail = AuditEntry['detail'] & object;

/** What customers sign in with, and the sessions in which they do. */
export class SignIn {
  readonly #sql: ReturnType<typeof prepareSignIn>;
  readonly #ofSession: Lock;
  readonly #ofUser: Lock;
  readonly #auditLog: AuditLog;
  readonly #passkeys: Passkeys;

  constructor(engine: Engine, auditLog: AuditLog, passkeys: Passkeys) {
    this.#sql = prepareSignIn(engine);
    this.#ofSession = engine.lock('customer_session', 'hash');
    this.#ofUser = engine.lock('credential', 'user_id');
    this.#auditLog = auditLog;
    this.#passkeys = passkeys;
  }

  *findCredential(userId: string): Run<Credential | undefined> {
    return yield* this.#sql.findCredential.get(userId);
  }

  *putCredentials(credentials: readonly NewCredential[]): Run<void> {
    for (const credential of credentials) yield* this.#sql.addCredential.run(credential);
  }

  /** Ends all sessions of a user; how many there were. */
  *endAllOf(userId: string): Run<number> {
    return yield* this.#sql.removeSessionsOf.run(JSON.stringify([userId]));
  }

  *beginSession(
    session: NewSession,
    { userId, isRight }: EnteredPassword,
    replaces: string | null,
    act: Act,
    now: Instant,
  ): Run<void> {
    if (replaces !== null) yield* this.#sql.removeSession.run(replaces);
    const passwordRight = isRight ? 1 : 0;
    const begun = { startedAt: now, address: act.by.address };
    yield* this.#sql.addSession.write({
      ...session,
      ...begun,
      userId,
      stage: 'code',
      passwordRight,
    });
    yield* this.#sql.clearSessions.write(now, SESSIONS_CLEARED);
    const detail = { password: isRight ? 'right' : 'wrong' };
    yield* this.#record(act, userId, { action: 'signInBegun', detail });
  }

  *identify(
    session: NewSession,
    { userId, isRight }: EnteredPassword,
    replaces: string | null,
    lockout: Lockout,
    act: Act,
    now: Instant,
  ): Run<'right' | 'wrong'> {
    if (replaces !== null) yield* this.#sql.removeSession.run(replaces);
    yield* this.#sql.clearSessions.write(now, SESSIONS_CLEARED);
    yield* this.#lockUser(userId);
    const lockedOut = yield* this.#isLockedOut(userId, now);
    if (userId === null || !isRight || lockedOut) {
      const password = isRight ? 'right' : 'wrong';
      yield* this.#fail(userId, { password, lockedOut }, lockout, act, now);
      return 'wrong';
    }
    const begun = { startedAt: now, address: act.by.address };
    const identified = { ...session, ...begun, userId, stage: 'identified' } as const;
    yield* this.#sql.addSession.write({ ...identified, passwordRight: 1 });
    yield* this.#record(act, userId, { action: 'customerIdentified' });
    return 'right';
  }

  *endSignIn(
    { hash, proof, successor }: EnteredFactor,
    lockout: Lockout,
    act: Act,
    now: Instant,
  ): Run<'right' | 'wrong' | 'gone'> {
    yield* this.#ofSession.take([hash]);
    const session = yield* this.#sql.findCodeSession.get(hash, now, now);
    if (session === undefined) return 'gone';
    yield* this.#lockUser(session.userId);
    yield* this.#sql.removeSession.write(hash);
    const { userId } = session;
    if (yield* this.#isTaken(proof, session, act, now)) {
      yield* this.#sql.addSession.write({ ...session, ...successor, stage: 'signedIn' });
      yield* this.#record(act, userId, { action: 'signInSucceeded', ...detailOf(proof) });
      return 'right';
    }
    yield* this.#fail(userId, yield* this.#failureOf(session, proof, now), lockout, act, now);
    return 'wrong';
  }

  *takeFactor(
    { hash, proof, linkedTo }: FactorFor,
    lockout: Lockout,
    act: Act,
    now: Instant,
  ): Run<'right' | 'wrong' | 'gone'> {
    yield* this.#ofSession.take([hash]);
    const session = yield* this.#sql.findKnown.get(hash, now, now);
    if (session === undefined) return 'gone';
    yield* this.#lockUser(session.userId);
    if (yield* this.#isTaken(proof, session, act, now)) {
      yield* this.#sql.countFactor.write(hash);
      const detail = { linkedTo, ...detailOf(proof)?.detail };
      yield* this.#record(act, session.userId, { action: 'factorTaken', detail });
      return 'right';
    }
    // Whoever guesses in an open session is signed out with the lock.
    const detail = yield* this.#failureOf(session, proof, now);
    if (yield* this.#fail(session.userId, detail, lockout, act, now))
      yield* this.#sql.removeSession.run(hash);
    return 'wrong';
  }

  *unlock(userId: string, act: Act): Run<'unlocked' | 'notLocked' | 'unknown'> {
    if ((yield* this.findCredential(userId)) === undefined) return 'unknown';
    if ((yield* this.#sql.unlock.run(userId)) === 0) return 'notLocked';
    yield* this.#auditLog.append(act, { action: 'userUnlocked', subject: userId });
    return 'unlocked';
  }

  /** What is tried at once is judged one after the other: each counts before the next. */
  *#lockUser(userId: string | null): Run<void> {
    if (userId !== null) yield* this.#ofUser.take([userId]);
  }

  /**
   * Takes a factor of the session's user, where it is one that may be taken. The same is done
   * whatever is wrong: a factor of nobody is looked for where none may be taken.
   */
  *#isTaken(proof: Proof, session: OpenRow, act: Act, now: Instant): Run<boolean> {
    const taker = session.passwordRight === 1 ? session.userId : null;
    if (proof.factor === 'code') {
      const { step } = proof;
      return (yield* this.#sql.takeStep.run(step, step === null ? null : taker, step, now)) === 1;
    }
    const isFresh = proof.use?.factorsTaken === session.factorsTaken;
    const isFree = !(yield* this.#isLockedOut(session.userId, now));
    const use = isFresh && isFree ? proof.use : null;
    if (!(yield* this.#passkeys.use(use, taker, act.at))) return false;
    yield* this.#sql.forgetFailures.write(taker);
    return true;
  }

  /** Counts a failure; whether the user is locked out by it. */
  *#fail(
    userId: string | null,
    detail: Detail,
    lockout: Lockout,
    act: Act,
    now: Instant,
  ): Run<boolean> {
    yield* this.#sql.countFailure.write(userId, now);
    const until = now + lockout.milliseconds;
    const isLockedNow = (yield* this.#sql.lock.run(until, userId, lockout.maxFailures)) === 1;
    yield* this.#record(act, userId, {
      action: isLockedNow ? 'signInLockedOut' : 'signInFailed',
      detail,
    });
    return isLockedNow;
  }

  /** What was wrong, for the operators alone. */
  *#failureOf(session: OpenRow, proof: Proof, now: Instant): Run<Detail> {
    const { userId, passwordRight } = session;
    const isCode = proof.factor === 'code';
    const found = isCode
      ? yield* this.#codeOf(userId, proof.step)
      : yield* this.#useOf(session, proof.use);
    return {
      password: passwordRight === 1 ? 'right' : 'wrong',
      [proof.factor]: found,
      lockedOut: yield* this.#isLockedOut(userId, now),
    };
  }

  *#codeOf(userId: string | null, step: number | null): Run<'wrong' | 'used' | 'right'> {
    const lastStep = (yield* this.#sql.standing.get(userId))?.lastStep ?? null;
    if (step === null) return 'wrong';
    return lastStep !== null && step <= lastStep ? 'used' : 'right';
  }

  *#useOf(
    { userId, factorsTaken }: OpenRow,
    use: PasskeyUse | null,
  ): Run<'wrong' | 'ofAnother' | 'right' | 'used'> {
    const passkey = yield* this.#passkeys.find(use?.id ?? '');
    if (use === null || passkey === undefined) return 'wrong';
    if (passkey.userId !== userId) return 'ofAnother';
    return use.factorsTaken === factorsTaken ? 'right' : 'used';
  }

  *#isLockedOut(userId: string | null, now: Instant): Run<boolean> {
    return ((yield* this.#sql.standing.get(userId))?.lockedUntil ?? now) > now;
  }

  /** A name that nobody has may be a password in the wrong field: it is kept nowhere. */
  *#record(act: Act, userId: string | null, entry: Omit<AuditEntry, 'subject'>): Run<void> {
    const subject = userId ?? UNKNOWN_USER;
    yield* this.#auditLog.append({ ...act, by: { ...act.by, id: subject } }, { ...entry, subject });
  }

  /** Clears so many sessions away that are over, the oldest first; how many there were. */
  *clearExpired(now: Instant, most: number): Run<number> {
    return yield* this.#sql.clearSessions.run(now, most);
  }

  *findSession(hash: string): Run<CustomerSession | undefined> {
    return yield* this.#sql.findSession.get(hash);
  }

  *keepActive(hash: string, until: Instant, now: Instant): Run<void> {
    yield* this.#sql.keepActive.write({ until, hash, now });
  }

  *chooseAccount(hash: string, account: AccountNumber): Run<void> {
    yield* this.#sql.chooseAccount.write(account, hash);
  }

  *endSession(hash: string): Run<void> {
    yield* this.#sql.removeSession.write(hash);
  }

  *endOthers({ hash, userId, interactionUid }: SignedInSession, act: Act): Run<number> {
    const changes = yield* this.#sql.removeOthers.run(userId, interactionUid, hash);
    yield* this.#record(act, userId, { action: 'sessionsEnded', detail: { sessions: changes } });
    return changes;
  }

  *claimGrant(hash: string, grantId: string): Run<string> {
    yield* this.#sql.claimGrant.write(grantId, hash);
    const session = yield* this.findSession(hash);
    assert(session !== undefined && session.stage !== 'code', 'only who is known claims a grant');
    return present(session.grantId, 'the grant of the session');
  }
}

/** The passkey that was used, for the audit log; nothing of a code. */
function detailOf(proof: Proof) {
  if (proof.factor === 'code' || proof.use === null) return undefined;
  return { detail: { passkey: proof.use.id } };
}
