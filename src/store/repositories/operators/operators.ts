import type { OperatorEnrolment } from '../../../domain/ports/operator-store.ts';
import type { Act, AuditAction, AuditEntry } from '../../../domain/records/audit.ts';
import type {
  ListedOperator,
  Operator,
  OperatorPasskey,
  OperatorRole,
  ProvenOperator,
} from '../../../domain/records/operators.ts';
import type { RightsLost } from '../../../domain/schemes/proposals.ts';
import type { Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { rowLock, sql, type DbCommand } from '../engine.ts';
import type { Withdrawable } from './proposer-rights.ts';

const LOCK = rowLock('operator', 'id');

/** An operator as stored. The roles are a JSON array. */
type Row<Listed extends Operator> = Omit<Listed, 'roles'> & { readonly roles: string };

/** The operators of the console and their passkeys. */
export class Operators {
  readonly #auditLog: AuditLog;
  readonly #proposals: readonly Withdrawable[];

  /** @param proposals the kinds of proposals, in the order in which their rows are locked */
  constructor(auditLog: AuditLog, proposals: readonly Withdrawable[]) {
    this.#auditLog = auditLog;
    this.#proposals = proposals;
  }

  *add(
    { id, name, roles }: Pick<Operator, 'id' | 'name' | 'roles'>,
    { hash, until }: OperatorEnrolment,
    act: Act,
  ): DbCommand<boolean> {
    const added = { id, name, roles: JSON.stringify(roles), at: act.at, hash, until };
    if ((yield* SQL.add.run(added)) === 0) return false;
    yield* this.#record('operatorAdded', id, act, { roles: roles.join(' ') });
    return true;
  }

  *renewEnrolment(id: string, { hash, until }: OperatorEnrolment, act: Act): DbCommand<boolean> {
    if ((yield* SQL.renewEnrolment.run({ id, hash, until })) === 0) return false;
    yield* this.#record('operatorChanged', id, act, { enrolment: 'renewed' });
    return true;
  }

  *link(id: string, subject: string, act: Act): DbCommand<boolean> {
    yield* LOCK.acquire([id]);
    if ((yield* SQL.bySubject.get(subject)) !== undefined) return false;
    if ((yield* SQL.link.run(subject, id)) === 0) return false;
    yield* SQL.removeSessions.write(id);
    yield* SQL.removePasskeys.write(id);
    yield* this.#record('operatorChanged', id, act, { subject });
    return true;
  }

  /** Replaces the roles of an operator who signs in with passkeys. */
  *changeRoles(id: string, roles: readonly OperatorRole[], act: Act): DbCommand<boolean> {
    yield* LOCK.acquire([id]);
    if ((yield* SQL.withPasskeys.get(id)) === undefined) return false;
    return yield* this.replaceRoles(id, roles, act);
  }

  /** Replaces the roles of an active operator. Without a role, the sessions end. */
  *replaceRoles(id: string, roles: readonly OperatorRole[], act: Act): DbCommand<boolean> {
    if ((yield* SQL.changeRoles.run(JSON.stringify(roles), id)) === 0) return false;
    if (roles.length === 0) yield* SQL.removeSessions.write(id);
    yield* this.#record('operatorChanged', id, act, { roles: roles.join(' ') });
    yield* this.#withdrawLost({ operatorId: id, roles }, act);
    return true;
  }

  *end(id: string, act: Act): DbCommand<boolean> {
    if ((yield* SQL.end.run(id)) === 0) return false;
    yield* SQL.removeSessions.write(id);
    yield* SQL.removePasskeys.write(id);
    yield* this.#record('operatorEnded', id, act);
    yield* this.#withdrawLost({ operatorId: id, roles: null }, act);
    return true;
  }

  /** Adds an operator of the provider. Returns false if the id or the subject is used. */
  *addProven({ id, name, roles, subject }: ProvenOperator, act: Act): DbCommand<boolean> {
    const added = { id, name, roles: JSON.stringify(roles), at: act.at, subject };
    if ((yield* SQL.addProven.run(added)) === 0) return false;
    yield* this.#record('operatorAdded', id, act, { roles: roles.join(' '), subject });
    return true;
  }

  /** Locks and returns the operator with a `sub` at the provider, also one who has ended. */
  *findLinked(subject: string): DbCommand<Operator | undefined> {
    const found = yield* SQL.bySubject.get(subject);
    if (found === undefined) return undefined;
    yield* LOCK.acquire([found.id]);
    return yield* this.linked(subject);
  }

  *linked(subject: string): DbCommand<Operator | undefined> {
    const row = yield* SQL.bySubject.get(subject);
    return row && operatorOf(row);
  }

  readonly list = () => SQL.list.all();

  readonly findToEnrol = (hash: string, now: Instant) => SQL.findToEnrol.get(hash, now);

  readonly passkeysOf = (operatorId: string) => SQL.passkeysOf.all(operatorId);

  readonly findPasskey = (id: string) => SQL.findPasskey.get(id);

  *enrol(hash: string, passkey: OperatorPasskey, act: Act, now: Instant): DbCommand<boolean> {
    const { operatorId } = passkey;
    yield* LOCK.acquire([operatorId]);
    if ((yield* this.findToEnrol(hash, now))?.id !== operatorId) return false;
    if ((yield* this.findPasskey(passkey.id)) !== undefined) return false;
    yield* SQL.useEnrolment.write(operatorId);
    yield* SQL.addPasskey.write({ ...passkey, at: act.at });
    yield* this.#record('operatorEnrolled', operatorId, act, { passkey: passkey.id });
    return true;
  }

  *#withdrawLost(lost: RightsLost, act: Act): DbCommand<void> {
    for (const proposals of this.#proposals) yield* proposals.withdrawLost(lost, act);
  }

  *#record(
    action: AuditAction,
    subject: string,
    act: Act,
    detail: AuditEntry['detail'] & object = {},
  ): DbCommand<void> {
    yield* this.#auditLog.append(act, { action, subject, detail });
  }
}

/** Returns an operator of a row, with the roles as a list. */
export function operatorOf<Listed extends Operator>(row: Row<Listed>): Listed {
  return { ...row, roles: JSON.parse(row.roles) as readonly OperatorRole[] } as unknown as Listed;
}

const PASSKEY = `
  SELECT id, operator_id AS operatorId, public_key AS publicKey, counter FROM operator_passkey`;

const SQL = {
  add: sql<object>(`
    INSERT INTO operator (id, name, roles, state, created_at, enrol_hash, enrol_until)
    VALUES (@id, @name, @roles, 'active', @at, @hash, @until) ON CONFLICT (id) DO NOTHING`),
  renewEnrolment: sql<{ id: string } & OperatorEnrolment>(`
    UPDATE operator SET enrol_hash = @hash, enrol_until = @until
    WHERE id = @id AND state = 'active' AND subject IS NULL`),
  addProven: sql<object>(`
    INSERT INTO operator (id, name, roles, state, created_at, subject)
    VALUES (@id, @name, @roles, 'active', @at, @subject) ON CONFLICT DO NOTHING`),
  bySubject: sql<[string], Row<Operator>>(`
    SELECT id, name, roles, state FROM operator WHERE subject = ?`),
  withPasskeys: sql<[string], { id: string }>(`
    SELECT id FROM operator WHERE id = ? AND subject IS NULL`),
  link: sql<[subject: string, id: string]>(`
    UPDATE operator SET subject = ?, enrol_hash = NULL, enrol_until = NULL
    WHERE id = ? AND state = 'active' AND subject IS NULL`),
  changeRoles: sql<[roles: string, id: string]>(`
    UPDATE operator SET roles = ? WHERE id = ? AND state = 'active'`),
  end: sql<[string]>(`
    UPDATE operator SET state = 'ended', enrol_hash = NULL, enrol_until = NULL
    WHERE id = ? AND state = 'active'`),
  removeSessions: sql<[string]>('DELETE FROM operator_session WHERE operator_id = ?'),
  removePasskeys: sql<[string]>('DELETE FROM operator_passkey WHERE operator_id = ?'),
  list: sql<[], Row<ListedOperator>>(`
    SELECT id, name, roles, state, created_at AS createdAt, enrol_until AS enrolUntil,
      subject,
      (SELECT COUNT(*) FROM operator_passkey WHERE operator_id = operator.id) AS passkeys,
      (SELECT COUNT(*) FROM operator_session WHERE operator_id = operator.id) AS sessions
    FROM operator ORDER BY id`).as(operatorOf),
  findToEnrol: sql<[hash: string, now: Instant], Row<Operator>>(`
    SELECT id, name, roles, state FROM operator
    WHERE enrol_hash = ? AND enrol_until > ? AND state = 'active'`).as(operatorOf),
  useEnrolment: sql<[string]>(`
    UPDATE operator SET enrol_hash = NULL, enrol_until = NULL WHERE id = ?`),
  addPasskey: sql<OperatorPasskey & { readonly at: Instant }>(`
    INSERT INTO operator_passkey (id, operator_id, public_key, counter, created_at)
    VALUES (@id, @operatorId, @publicKey, @counter, @at)`),
  findPasskey: sql<[string], OperatorPasskey>(`${PASSKEY} WHERE id = ?`),
  passkeysOf: sql<[string], OperatorPasskey>(`
    ${PASSKEY} WHERE operator_id = ? ORDER BY created_at, id`),
};
