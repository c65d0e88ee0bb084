import type { ProvenApproval, ProvenUser } from '../../../domain/ports/proven-sign-in-store.ts';
import type { NewSession } from '../../../domain/ports/sign-in-store.ts';
import type { Act } from '../../../domain/records/audit.ts';
import type { Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { rowLock, sql, type DbCommand } from '../engine.ts';
import { recordSignIn } from './lockouts.ts';
import { SQL } from './sign-in-statements.ts';

const SESSION_LOCK = rowLock('customer_session', 'hash');

/** Sign-ins and approvals that the bank's OpenID Provider proved. */
export class ProvenSignIn {
  readonly #auditLog: AuditLog;
  readonly #isInCore: boolean;

  /** @param isInCore true if a core banking system reports the users, and no bank file */
  constructor(auditLog: AuditLog, isInCore: boolean) {
    this.#auditLog = auditLog;
    this.#isInCore = isInCore;
  }

  readonly findUser = (subject: string) =>
    (this.#isInCore ? FIND_USER_OF_CORE : FIND_USER).get(subject);

  *begin(
    session: NewSession,
    stage: 'identified' | 'signedIn',
    { userId, evidence: detail }: ProvenUser,
    replaces: string | null,
    act: Act,
    now: Instant,
  ): DbCommand<void> {
    if (replaces !== null) yield* SQL.removeSession.run(replaces);
    const begun = { userId, stage, passwordRight: 1, startedAt: now } as const;
    yield* SQL.addSession.write({ ...session, ...begun, address: act.by.address });
    const action = stage === 'signedIn' ? 'signInSucceeded' : 'customerIdentified';
    yield* recordSignIn(this.#auditLog, act, userId, { action, detail });
  }

  *take(
    { hash, userId, dynamicLinkingHash, evidence }: ProvenApproval,
    act: Act,
    now: Instant,
  ): DbCommand<boolean> {
    yield* SESSION_LOCK.acquire([hash]);
    const session = yield* SQL.findKnown.get(hash, now, now);
    if (session?.userId !== userId) return false;
    yield* SQL.countFactor.write(hash);
    const detail = { linkedTo: dynamicLinkingHash, ...evidence };
    yield* recordSignIn(this.#auditLog, act, userId, { action: 'factorTaken', detail });
    return true;
  }
}

/** SQL that finds a user. Users who were removed from the bank's file have no credential. */
const findUser = (join: string) =>
  sql<[string], string>(`
    SELECT id FROM customer_user ${join} WHERE COALESCE(subject, id) = ?`).pluck();

const FIND_USER = findUser('JOIN credential ON user_id = id');
const FIND_USER_OF_CORE = findUser('');
