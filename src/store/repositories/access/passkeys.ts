import {
  MAX_PASSKEYS_PER_USER,
  type NewPasskey,
  type Passkey,
  type PasskeyUse,
} from '../../../domain/ports/sign-in-store.ts';
import type { Act } from '../../../domain/records/audit.ts';
import type { Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Engine, Lock, DbCommand } from '../engine.ts';

/** Used when no passkey was given. It matches no passkey, because no passkey has an empty id. */
const NO_USE = { id: '', counter: 0 };

/** The values that are stored when a passkey is used. */
interface Used extends Pick<PasskeyUse, 'id' | 'counter'> {
  readonly userId: string | null;
  readonly at: Instant;
}

/** The passkeys of the bank's users. */
export class Passkeys {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #lock: Lock;
  readonly #auditLog: AuditLog;

  constructor(engine: Engine, auditLog: AuditLog) {
    this.#sql = prepare(engine);
    this.#lock = engine.lock('credential', 'user_id');
    this.#auditLog = auditLog;
  }

  readonly find = (id: string) => this.#sql.find.get(id);

  readonly of = (userId: string) => this.#sql.of.all(userId);

  *add(passkey: NewPasskey, act: Act): DbCommand<'added' | 'known' | 'tooMany'> {
    yield* this.#lock.acquire([passkey.userId]);
    if ((yield* this.find(passkey.id)) !== undefined) return 'known';
    if ((yield* this.of(passkey.userId)).length >= MAX_PASSKEYS_PER_USER) return 'tooMany';
    yield* this.#sql.add.write({ ...passkey, createdAt: act.at });
    yield* this.#record('passkeyAdded', passkey, act);
    return 'added';
  }

  /**
   * Records that a passkey was used. Returns false if the user has no passkey with this id, or if
   * its counter did not increase. If `use` is null, the same statement runs but matches no passkey.
   */
  *use(use: PasskeyUse | null, userId: string | null, at: Instant): DbCommand<boolean> {
    const { id, counter } = use ?? NO_USE;
    return (yield* this.#sql.use.run({ id, counter, userId, at })) === 1;
  }

  *remove(userId: string, id: string, act: Act): DbCommand<boolean> {
    const isRemoved = (yield* this.#sql.remove.run(userId, id)) === 1;
    if (isRemoved) yield* this.#record('passkeyRemoved', { userId, id }, act);
    return isRemoved;
  }

  /**
   * Deletes the passkeys of users.
   * @param userIds JSON list of user ids
   */
  readonly removeOf = (userIds: string) => this.#sql.removeOf.write(userIds);

  *#record(
    action: 'passkeyAdded' | 'passkeyRemoved',
    { userId, id }: Pick<Passkey, 'userId' | 'id'>,
    act: Act,
  ): DbCommand<void> {
    yield* this.#auditLog.append(act, { action, subject: userId, detail: { passkey: id } });
  }
}

const SELECT = `
  SELECT id, user_id AS userId, public_key AS publicKey, counter, name,
    created_at AS createdAt, last_used_at AS lastUsedAt
  FROM passkey`;

function prepare(engine: Engine) {
  return {
    find: engine.prepare<[string], Passkey>(`${SELECT} WHERE id = ?`),
    of: engine.prepare<[string], Passkey>(`${SELECT} WHERE user_id = ? ORDER BY created_at, id`),
    add: engine.prepare<NewPasskey & { readonly createdAt: Instant }>(
      `INSERT INTO passkey (id, user_id, public_key, counter, name, created_at)
       VALUES (@id, @userId, @publicKey, @counter, @name, @createdAt)`,
    ),
    // If the counter does not increase, the authenticator may have been cloned. Authenticators
    // without a counter always send 0.
    use: engine.prepare<Used>(
      `UPDATE passkey SET counter = @counter, last_used_at = @at
       WHERE id = @id AND user_id = @userId
         AND (counter < @counter OR (counter = 0 AND @counter = 0))`,
    ),
    remove: engine.prepare<[string, string]>('DELETE FROM passkey WHERE user_id = ? AND id = ?'),
    removeOf: engine.prepare<[string]>(
      'DELETE FROM passkey WHERE user_id IN (SELECT value FROM json_each(?))',
    ),
  };
}
