import type { OperatorSignedIn } from '../../../domain/ports/operator-store.ts';
import { UNKNOWN_USER, type Act } from '../../../domain/records/audit.ts';
import type {
  Operator,
  OperatorPasskey,
  OperatorSession,
  ProvenOperator,
  ProvenSignInResult,
} from '../../../domain/records/operators.ts';
import type { Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { clearExpired, rowLock, sql, type DbCommand } from '../engine.ts';
import { operatorOf, type Operators } from './operators.ts';

const LOCK = rowLock('operator', 'id');

/** The sessions of operators in the console. */
export class OperatorSessions {
  readonly #auditLog: AuditLog;
  readonly #operators: Operators;

  constructor(auditLog: AuditLog, operators: Operators) {
    this.#auditLog = auditLog;
    this.#operators = operators;
  }

  *begin(
    session: OperatorSession,
    { id, counter }: Pick<OperatorPasskey, 'id' | 'counter'>,
    act: Act,
  ): DbCommand<boolean> {
    const { operatorId } = session;
    yield* LOCK.acquire([operatorId]);
    if ((yield* SQL.usePasskey.run({ id, counter, operatorId })) === 0) return false;
    yield* this.#add(session, act, { passkey: id });
    return true;
  }

  *beginProven(
    session: Omit<OperatorSession, 'operatorId'>,
    proven: ProvenOperator,
    act: Act,
  ): DbCommand<ProvenSignInResult> {
    const { id, subject, roles, evidence } = proven;
    const by = (operatorId: string): Act => ({ ...act, by: { ...act.by, id: operatorId } });
    let known = yield* this.#operators.findLinked(subject);
    if (known === undefined) {
      if (roles.length === 0) return yield* this.#refuse('noRole', id, by(UNKNOWN_USER));
      yield* this.#operators.addProven(proven, by(id));
      // Another browser of the operator may have added the operator at the same time.
      known = yield* this.#operators.findLinked(subject);
      if (known === undefined) return yield* this.#refuse('idTaken', id, by(UNKNOWN_USER));
    }
    const operatorId = known.id;
    if (known.state === 'ended') return yield* this.#refuse('ended', operatorId, by(operatorId));
    if (operatorId !== id) return yield* this.#refuse('idChanged', operatorId, by(operatorId));
    if (known.roles.join(' ') !== roles.join(' ')) {
      yield* this.#operators.replaceRoles(id, roles, by(id));
    }
    if (roles.length === 0) return yield* this.#refuse('noRole', id, by(id));
    yield* this.#add({ ...session, operatorId }, by(id), evidence);
    return 'signedIn';
  }

  *find(hash: string): DbCommand<OperatorSignedIn | undefined> {
    const row = yield* SQL.find.get(hash);
    if (row === undefined) return undefined;
    const { operatorId, activeUntil, expiresAt, ...operator } = row;
    return {
      session: { hash, operatorId, activeUntil, expiresAt },
      operator: operatorOf<Operator>({ ...operator, id: operatorId }),
    };
  }

  readonly keepActive = (hash: string, until: Instant) => SQL.keepActive.write(until, hash);

  *end(hash: string, act: Act): DbCommand<void> {
    if ((yield* SQL.remove.run(hash)) === 0) return;
    yield* this.#auditLog.append(act, { action: 'operatorSignedOut', subject: act.by.id });
  }

  *#add(session: OperatorSession, act: Act, detail: ProvenOperator['evidence']): DbCommand<void> {
    const { operatorId: subject } = session;
    yield* SQL.add.write(session);
    yield* this.#auditLog.append(act, { action: 'operatorSignedIn', subject, detail });
  }

  *#refuse(
    reason: Exclude<ProvenSignInResult, 'signedIn'>,
    subject: string,
    act: Act,
  ): DbCommand<ProvenSignInResult> {
    const detail = { provider: reason };
    yield* this.#auditLog.append(act, { action: 'operatorSignInFailed', subject, detail });
    return reason;
  }

  readonly clearExpired = (now: Instant, limit: number) => SQL.clearExpired.run(now, limit);
}

/** A session, with its operator. The roles are a JSON array. */
type Row = Omit<OperatorSession, 'hash'> &
  Pick<Operator, 'name' | 'state'> & { readonly roles: string };

type OperatorPasskeyUse = Pick<OperatorPasskey, 'id' | 'counter' | 'operatorId'>;

const SQL = {
  // If the counter does not increase, the authenticator may have been cloned. Authenticators
  // without a counter always send 0.
  usePasskey: sql<OperatorPasskeyUse>(`
    UPDATE operator_passkey SET counter = @counter
    WHERE id = @id AND operator_id = @operatorId
      AND (counter < @counter OR (counter = 0 AND @counter = 0))
      AND EXISTS (SELECT 1 FROM operator WHERE operator.id = operator_id AND state = 'active')`),
  add: sql<OperatorSession>(`
    INSERT INTO operator_session (hash, operator_id, active_until, expires_at)
    VALUES (@hash, @operatorId, @activeUntil, @expiresAt)`),
  find: sql<[string], Row>(`
    SELECT operator_id AS operatorId, active_until AS activeUntil, expires_at AS expiresAt,
      name, roles, state
    FROM operator_session JOIN operator ON operator.id = operator_id
    WHERE hash = ? AND state = 'active'`),
  keepActive: sql<[until: Instant, hash: string]>(`
    UPDATE operator_session SET active_until = ? WHERE hash = ?`),
  remove: sql<[string]>('DELETE FROM operator_session WHERE hash = ?'),
  clearExpired: clearExpired('operator_session', 'hash'),
};
