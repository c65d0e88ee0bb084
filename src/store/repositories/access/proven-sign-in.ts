import type { ProvenApproval, ProvenUser } from '../../../domain/ports/proven-sign-in-store.ts';
import type { NewSession } from '../../../domain/ports/sign-in-store.ts';
import type { Act } from '../../../domain/records/audit.ts';
import type { Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { DbCommand, Engine, Lock } from '../engine.ts';
import { recordSignIn } from './lockouts.ts';
import { prepareSignIn } from './sign-in-statements.ts';

/** Sign-ins and approvals that the bank's OpenID Provider proved. */
export class ProvenSignIn {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #sessionLock: Lock;
  readonly #auditLog: AuditLog;

  /** @param isInCore true if a core banking system reports the users, and no bank file */
  constructor(engine: Engine, auditLog: AuditLog, isInCore: boolean) {
    this.#sql = prepare(engine, isInCore);
    this.#sessionLock = engine.lock('customer_session', 'hash');
    this.#auditLog = auditLog;
  }

  *findUser(subject: string): DbCommand<string | undefined> {
    return (yield* this.#sql.findUserBySubject.get(subject))?.id;
  }

  *begin(
    session: NewSession,
    stage: 'identified' | 'signedIn',
    { userId, evidence: detail }: ProvenUser,
    replaces: string | null,
    act: Act,
    now: Instant,
  ): DbCommand<void> {
    if (replaces !== null) yield* this.#sql.removeSession.run(replaces);
    const begun = { userId, stage, passwordRight: 1, startedAt: now } as const;
    yield* this.#sql.addSession.write({ ...session, ...begun, address: act.by.address });
    const action = stage === 'signedIn' ? 'signInSucceeded' : 'customerIdentified';
    yield* recordSignIn(this.#auditLog, act, userId, { action, detail });
  }

  *take(
    { hash, userId, dynamicLinkingHash, evidence }: ProvenApproval,
    act: Act,
    now: Instant,
  ): DbCommand<boolean> {
    yield* this.#sessionLock.acquire([hash]);
    const session = yield* this.#sql.findKnown.get(hash, now, now);
    if (session?.userId !== userId) return false;
    yield* this.#sql.countFactor.write(hash);
    const detail = { linkedTo: dynamicLinkingHash, ...evidence };
    yield* recordSignIn(this.#auditLog, act, userId, { action: 'factorTaken', detail });
    return true;
  }
}

function prepare(engine: Engine, isInCore: boolean) {
  const { addSession, removeSession, findKnown, countFactor } = prepareSignIn(engine);
  return {
    addSession,
    removeSession,
    findKnown,
    countFactor,
    // Users who were removed from the bank's file have no credential. Users of a core have none.
    findUserBySubject: engine.prepare<[string], { readonly id: string }>(
      `SELECT id FROM customer_user ${isInCore ? '' : 'JOIN credential ON user_id = id'}
       WHERE COALESCE(subject, id) = ?`,
    ),
  };
}
