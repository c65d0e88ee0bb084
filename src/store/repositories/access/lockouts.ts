import type { Lockout } from '../../../domain/ports/sign-in-store.ts';
import { UNKNOWN_USER, type Act, type AuditEntry } from '../../../domain/records/audit.ts';
import { SECOND_MS, type Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { DbCommand } from '../engine.ts';
import { SQL, type CredentialState, type OpenRow } from './sign-in-statements.ts';

/** Details of a failed sign-in for the audit log. */
export type Detail = AuditEntry['detail'] & object;

/** Counts failed sign-ins and locks users out after too many. */
export class Lockouts {
  readonly #auditLog: AuditLog;

  constructor(auditLog: AuditLog) {
    this.#auditLog = auditLog;
  }

  *isLockedOut(userId: string | null, now: Instant): DbCommand<boolean> {
    return ((yield* SQL.findCredentialState.get(userId))?.lockedUntil ?? now) > now;
  }

  /** Counts a failed sign-in. Returns true if this failure locks the user out. */
  *fail(
    userId: string | null,
    detail: Detail,
    lockout: Lockout,
    act: Act,
    now: Instant,
  ): DbCommand<boolean> {
    yield* SQL.countFailure.write(userId, now);
    const { maxFailures } = lockout;
    return yield* this.#lockAfter(maxFailures, userId, detail, lockout, act, now);
  }

  /** Counts a wrong second factor in a signed-in session. Returns true if it locks the user out. */
  *failInSession(
    { hash, userId, factorsFailed }: OpenRow,
    detail: Detail,
    lockout: Lockout,
    act: Act,
    now: Instant,
  ): DbCommand<boolean> {
    yield* SQL.countFailedFactor.write(hash);
    const isLast = factorsFailed + 1 >= lockout.maxFailures;
    // The last allowed failure of a session locks the user out, even if no sign-in has failed.
    const leastFailures = isLast ? 0 : Number.MAX_SAFE_INTEGER;
    return yield* this.#lockAfter(leastFailures, userId, detail, lockout, act, now);
  }

  /**
   * Records the failure in the audit log. Locks the user out and returns true if at least
   * `leastFailures` sign-ins have failed.
   */
  *#lockAfter(
    leastFailures: number,
    userId: string | null,
    detail: Detail,
    lockout: Lockout,
    act: Act,
    now: Instant,
  ): DbCommand<boolean> {
    const { lockouts, milliseconds } = nextLockout(
      yield* SQL.findCredentialState.get(userId),
      lockout,
      now,
    );
    const locking = SQL.lock.run(now + milliseconds, lockouts, userId, leastFailures);
    if ((yield* locking) === 0) {
      yield* recordSignIn(this.#auditLog, act, userId, { action: 'signInFailed', detail });
      return false;
    }
    const lockedForSeconds = Math.round(milliseconds / SECOND_MS);
    const locked = { ...detail, lockedForSeconds, lockouts };
    yield* recordSignIn(this.#auditLog, act, userId, { action: 'signInLockedOut', detail: locked });
    return true;
  }
}

/**
 * Records a sign-in. An unknown user name is not recorded, because it may be a password typed into
 * the wrong field.
 */
export function* recordSignIn(
  auditLog: AuditLog,
  act: Act,
  userId: string | null,
  entry: Omit<AuditEntry, 'subject'>,
): DbCommand<void> {
  const subject = userId ?? UNKNOWN_USER;
  yield* auditLog.append({ ...act, by: { ...act.by, id: subject } }, { ...entry, subject });
}

/**
 * Returns the number and the duration of the user's next lockout. Each consecutive lockout lasts
 * twice as long as the previous one, up to a maximum.
 */
function nextLockout(
  findCredentialState: CredentialState | undefined,
  lockout: Lockout,
  now: Instant,
) {
  const { milliseconds, maxMilliseconds, quietMilliseconds } = lockout;
  const { lockedUntil, lockouts: before } = findCredentialState ?? {
    lockedUntil: null,
    lockouts: 0,
  };
  const isInRow = lockedUntil !== null && now < lockedUntil + quietMilliseconds;
  const lockouts = isInRow ? before + 1 : 1;
  return { lockouts, milliseconds: Math.min(maxMilliseconds, milliseconds * 2 ** (lockouts - 1)) };
}
