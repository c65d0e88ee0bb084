import type { AccountNumber } from '../../../domain/parties/accounts.ts';
import type {
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
import type { Act } from '../../../domain/records/audit.ts';
import { assert, expectDefined } from '../../../shared/assert.ts';
import type { Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { rowLock, type DbCommand } from '../engine.ts';
import { Lockouts, recordSignIn, type Detail } from './lockouts.ts';
import type { Passkeys } from './passkeys.ts';
import { SQL, type OpenRow } from './sign-in-statements.ts';

const SESSION_LOCK = rowLock('customer_session', 'hash');
const USER_LOCK = rowLock('credential', 'user_id');

type CheckedPassword = Omit<EnteredPassword, 'passwordHash'>;

/** Customer sign-in: credentials, sessions and second factors. */
export class SignIn {
  readonly #auditLog: AuditLog;
  readonly #passkeys: Passkeys;
  readonly #lockouts: Lockouts;

  constructor(auditLog: AuditLog, passkeys: Passkeys) {
    this.#auditLog = auditLog;
    this.#passkeys = passkeys;
    this.#lockouts = new Lockouts(auditLog);
  }

  readonly findCredential = (userId: string) => SQL.findCredential.get(userId);

  *putCredentials(credentials: readonly NewCredential[]): DbCommand<void> {
    for (const credential of credentials) yield* SQL.addCredential.run(credential);
  }

  /** Ends all sessions of a user. Returns their number. */
  readonly endAllOf = (userId: string) => SQL.removeSessionsOf.run(JSON.stringify([userId]));

  *beginSession(
    session: NewSession,
    password: EnteredPassword,
    replaces: string | null,
    act: Act,
    now: Instant,
  ): DbCommand<void> {
    if (replaces !== null) yield* SQL.removeSession.run(replaces);
    const { userId, isRight } = yield* this.#checkAgain(password);
    const passwordRight = isRight ? 1 : 0;
    const begun = { startedAt: now, address: act.by.address };
    yield* SQL.addSession.write({
      ...session,
      ...begun,
      userId,
      stage: 'code',
      passwordRight,
    });
    const detail = { password: isRight ? 'right' : 'wrong' };
    yield* recordSignIn(this.#auditLog, act, userId, { action: 'signInBegun', detail });
  }

  *identify(
    session: NewSession,
    entered: EnteredPassword,
    replaces: string | null,
    lockout: Lockout,
    act: Act,
    now: Instant,
  ): DbCommand<'right' | 'wrong'> {
    if (replaces !== null) yield* SQL.removeSession.run(replaces);
    const { userId, isRight } = yield* this.#checkAgain(entered);
    const lockedOut = yield* this.#lockouts.isLockedOut(userId, now);
    if (userId === null || !isRight || lockedOut) {
      const password = isRight ? 'right' : 'wrong';
      yield* this.#lockouts.fail(userId, { password, lockedOut }, lockout, act, now);
      return 'wrong';
    }
    const begun = { startedAt: now, address: act.by.address };
    const identified = { ...session, ...begun, userId, stage: 'identified' } as const;
    yield* SQL.addSession.write({ ...identified, passwordRight: 1 });
    yield* recordSignIn(this.#auditLog, act, userId, { action: 'customerIdentified' });
    return 'right';
  }

  *endSignIn(
    { hash, proof, successor }: EnteredFactor,
    lockout: Lockout,
    act: Act,
    now: Instant,
  ): DbCommand<'right' | 'wrong' | 'gone'> {
    yield* SESSION_LOCK.acquire([hash]);
    const session = yield* SQL.findCodeSession.get(hash, now, now);
    if (session === undefined) return 'gone';
    yield* this.#lockUser(session.userId);
    yield* SQL.removeSession.write(hash);
    const { userId } = session;
    if (yield* this.#consumeProof(proof, session, act, now)) {
      yield* SQL.addSession.write({ ...session, ...successor, stage: 'signedIn' });
      yield* recordSignIn(this.#auditLog, act, userId, {
        action: 'signInSucceeded',
        ...detailOf(proof),
      });
      return 'right';
    }
    yield* this.#lockouts.fail(
      userId,
      yield* this.#failureOf(session, proof, now),
      lockout,
      act,
      now,
    );
    return 'wrong';
  }

  *consumeFactor(
    { hash, proof, dynamicLinkingHash }: FactorFor,
    lockout: Lockout,
    act: Act,
    now: Instant,
  ): DbCommand<'right' | 'wrong' | 'gone'> {
    yield* SESSION_LOCK.acquire([hash]);
    const session = yield* SQL.findKnown.get(hash, now, now);
    if (session === undefined) return 'gone';
    yield* this.#lockUser(session.userId);
    if (yield* this.#consumeProof(proof, session, act, now)) {
      yield* SQL.countFactor.write(hash);
      // The audit log keeps this field's original name, `linkedTo`, so that one search finds old
      // and new entries.
      const detail = { linkedTo: dynamicLinkingHash, ...detailOf(proof)?.detail };
      yield* recordSignIn(this.#auditLog, act, session.userId, { action: 'factorTaken', detail });
      return 'right';
    }
    // If this failure locks the user out, it also ends this session.
    const detail = yield* this.#failureOf(session, proof, now);
    const isLockedNow =
      session.stage === 'signedIn'
        ? yield* this.#lockouts.failInSession(session, detail, lockout, act, now)
        : yield* this.#lockouts.fail(session.userId, detail, lockout, act, now);
    if (isLockedNow) yield* SQL.removeSession.run(hash);
    return 'wrong';
  }

  *unlock(userId: string, act: Act): DbCommand<'unlocked' | 'notLocked' | 'unknown'> {
    if ((yield* this.findCredential(userId)) === undefined) return 'unknown';
    if ((yield* SQL.unlock.run(userId)) === 0) return 'notLocked';
    yield* this.#auditLog.append(act, { action: 'userUnlocked', subject: userId });
    return 'unlocked';
  }

  /**
   * Locks the user's credential. Concurrent attempts of one user are therefore checked and counted
   * one after the other.
   */
  *#lockUser(userId: string | null): DbCommand<void> {
    if (userId !== null) yield* USER_LOCK.acquire([userId]);
  }

  /**
   * Locks the user and checks again that the password hash is the stored one. While the password
   * was being hashed, a new bank file may have changed the hash or removed the user.
   */
  *#checkAgain({ userId, passwordHash, isRight }: EnteredPassword): DbCommand<CheckedPassword> {
    yield* this.#lockUser(userId);
    const found = yield* SQL.findCredentialState.get(userId);
    if (found === undefined) return { userId: null, isRight: false };
    return { userId, isRight: isRight && found.passwordHash === passwordHash };
  }

  /**
   * Consumes a second factor of the session's user, and returns true if it was valid. For an
   * invalid attempt, the same statements run with a null user. The response time therefore does not
   * reveal what was wrong.
   */
  *#consumeProof(proof: Proof, session: OpenRow, act: Act, now: Instant): DbCommand<boolean> {
    const taker = session.passwordRight === 1 ? session.userId : null;
    const isSignedIn = session.stage === 'signedIn';
    if (proof.factor === 'code') {
      const { step } = proof;
      const owner = step === null ? null : taker;
      const taken = isSignedIn
        ? yield* SQL.consumeCodeInSession.run(step, owner, step)
        : yield* SQL.consumeCode.run(step, owner, step, now);
      return taken === 1;
    }
    const isFresh = proof.use?.factorsTaken === session.factorsTaken;
    const isFree = isSignedIn || !(yield* this.#lockouts.isLockedOut(session.userId, now));
    const use = isFresh && isFree ? proof.use : null;
    if (!(yield* this.#passkeys.use(use, taker, act.at))) return false;
    if (!isSignedIn) yield* SQL.forgetFailures.write(taker);
    return true;
  }

  /**
   * Describes a failed attempt for the audit log, with the part that was wrong. The customer does
   * not see this description.
   */
  *#failureOf(session: OpenRow, proof: Proof, now: Instant): DbCommand<Detail> {
    const { userId, passwordRight } = session;
    const isCode = proof.factor === 'code';
    const found = isCode
      ? yield* this.#codeOf(userId, proof.step)
      : yield* this.#useOf(session, proof.use);
    return {
      password: passwordRight === 1 ? 'right' : 'wrong',
      [proof.factor]: found,
      lockedOut: yield* this.#lockouts.isLockedOut(userId, now),
    };
  }

  *#codeOf(userId: string | null, step: number | null): DbCommand<'wrong' | 'used' | 'right'> {
    const lastStep = (yield* SQL.findCredentialState.get(userId))?.lastStep ?? null;
    if (step === null) return 'wrong';
    return lastStep !== null && step <= lastStep ? 'used' : 'right';
  }

  *#useOf(
    { userId, factorsTaken }: OpenRow,
    use: PasskeyUse | null,
  ): DbCommand<'wrong' | 'ofAnother' | 'right' | 'used'> {
    const passkey = yield* this.#passkeys.find(use?.id ?? '');
    if (use === null || passkey === undefined) return 'wrong';
    if (passkey.userId !== userId) return 'ofAnother';
    return use.factorsTaken === factorsTaken ? 'right' : 'used';
  }

  /** Deletes up to `limit` expired sessions, oldest first. Returns their number. */
  readonly clearExpired = (now: Instant, limit: number) => SQL.clearSessions.run(now, limit);

  readonly findSession = (hash: string) => SQL.findSession.get(hash);

  readonly keepActive = (hash: string, until: Instant, now: Instant) =>
    SQL.keepActive.write({ until, hash, now });

  readonly chooseAccount = (hash: string, account: AccountNumber) =>
    SQL.chooseAccount.write(account, hash);

  readonly endSession = (hash: string) => SQL.removeSession.write(hash);

  *endOthers({ hash, userId, interactionUid }: SignedInSession, act: Act): DbCommand<number> {
    const changes = yield* SQL.removeOthers.run(userId, interactionUid, hash);
    yield* recordSignIn(this.#auditLog, act, userId, {
      action: 'sessionsEnded',
      detail: { sessions: changes },
    });
    return changes;
  }

  *claimGrant(hash: string, grantId: string): DbCommand<string> {
    yield* SQL.claimGrant.write(grantId, hash);
    const session = yield* this.findSession(hash);
    assert(
      session !== undefined && session.stage !== 'code',
      'only a session with an identified user claims a grant',
    );
    return expectDefined(session.grantId, 'the grant of the session');
  }
}

/**
 * Returns the id of the used passkey as detail for the audit log. For a one-time code, there is no
 * detail.
 */
function detailOf(proof: Proof) {
  if (proof.factor === 'code' || proof.use === null) return undefined;
  return { detail: { passkey: proof.use.id } };
}
