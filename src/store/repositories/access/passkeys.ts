import {
  MAX_PASSKEYS_PER_USER,
  type NewPasskey,
  type Passkey,
  type PasskeyUse,
} from '../../../domain/ports/sign-in-store.ts';
import type { Act } from '../../../domain/records/audit.ts';
import type { Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { rowLock, sql, type DbCommand } from '../engine.ts';

const LOCK = rowLock('credential', 'user_id');

/** Used when no passkey was given. It matches no passkey, because no passkey has an empty id. */
const NO_USE = { id: '', counter: 0 };

/** The values that are stored when a passkey is used. */
interface Used extends Pick<PasskeyUse, 'id' | 'counter'> {
  readonly userId: string | null;
  readonly at: Instant;
}

/** The passkeys of the bank's users. */
export class Passkeys {
  readonly #auditLog: AuditLog;

  constructor(auditLog: AuditLog) {
    this.#auditLog = auditLog;
  }

  readonly find = (id: string) => SQL.find.get(id);

  readonly of = (userId: string) => SQL.of.all(userId);

  *add(passkey: NewPasskey, act: Act): DbCommand<'added' | 'known' | 'tooMany'> {
    yield* LOCK.acquire([passkey.userId]);
    if ((yield* this.find(passkey.id)) !== undefined) return 'known';
    if ((yield* this.of(passkey.userId)).length >= MAX_PASSKEYS_PER_USER) return 'tooMany';
    yield* SQL.add.write({ ...passkey, createdAt: act.at });
    yield* this.#record('passkeyAdded', passkey, act);
    return 'added';
  }

  /**
   * Records that a passkey was used. Returns false if the user has no passkey with this id, or if
   * its counter did not increase. If `use` is null, the same statement runs but matches no passkey.
   */
  *use(use: PasskeyUse | null, userId: string | null, at: Instant): DbCommand<boolean> {
    const { id, counter } = use ?? NO_USE;
    return (yield* SQL.use.run({ id, counter, userId, at })) === 1;
  }

  *remove(userId: string, id: string, act: Act): DbCommand<boolean> {
    const isRemoved = (yield* SQL.remove.run(userId, id)) === 1;
    if (isRemoved) yield* this.#record('passkeyRemoved', { userId, id }, act);
    return isRemoved;
  }

  /**
   * Deletes the passkeys of users.
   * @param userIds JSON list of user ids
   */
  readonly removeOf = (userIds: string) => SQL.removeOf.write(userIds);

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

const SQL = {
  find: sql<[string], Passkey>(`${SELECT} WHERE id = ?`),
  of: sql<[string], Passkey>(`${SELECT} WHERE user_id = ? ORDER BY created_at, id`),
  add: sql<NewPasskey & { readonly createdAt: Instant }>(`
    INSERT INTO passkey (id, user_id, public_key, counter, name, created_at)
    VALUES (@id, @userId, @publicKey, @counter, @name, @createdAt)`),
  // If the counter does not increase, the authenticator may have been cloned. Authenticators
  // without a counter always send 0.
  use: sql<Used>(`
    UPDATE passkey SET counter = @counter, last_used_at = @at
    WHERE id = @id AND user_id = @userId
      AND (counter < @counter OR (counter = 0 AND @counter = 0))`),
  remove: sql<[string, string]>('DELETE FROM passkey WHERE user_id = ? AND id = ?'),
  removeOf: sql<[string]>('DELETE FROM passkey WHERE user_id IN (SELECT value FROM json_each(?))'),
};
