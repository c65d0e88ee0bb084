import {
  MAX_PASSKEYS_PER_USER,
  type NewPasskey,
  type Passkey,
} from '../../../domain/ports/passkey-store.ts';
import type { PasskeyUse } from '../../../domain/ports/sign-in-store.ts';
import type { Act } from '../../../domain/records/audit.ts';
import type { Instant } from '../../../kernel/time.ts';
import type { AuditLog } from '../../sqlite/rooms/audit-log.ts';
import type { Database } from '../../sqlite/database/database.ts';

/** What no passkey has: its id. */
const NO_USE = { id: '', counter: 0 };

/** A use as it is written. */
interface Used extends Pick<PasskeyUse, 'id' | 'counter'> {
  readonly userId: string | null;
  readonly at: Instant;
}

/** The passkeys of the bank's users. */
export class Passkeys {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #auditLog: AuditLog;

  constructor(database: Database, auditLog: AuditLog) {
    this.#sql = prepare(database);
    this.#auditLog = auditLog;
  }

  find(id: string): Passkey | undefined {
    return this.#sql.find.get(id);
  }

  of(userId: string): readonly Passkey[] {
    return this.#sql.of.all(userId);
  }

  add(passkey: NewPasskey, act: Act): 'added' | 'known' | 'tooMany' {
    if (this.find(passkey.id) !== undefined) return 'known';
    if (this.of(passkey.userId).length >= MAX_PASSKEYS_PER_USER) return 'tooMany';
    this.#sql.add.run({ ...passkey, createdAt: act.at });
    this.#record('passkeyAdded', passkey, act);
    return 'added';
  }

  /**
   * A user uses a passkey; false where the user has none of that id, or its counter does not go on.
   * Null: nobody uses any.
   */
  use(use: PasskeyUse | null, userId: string | null, at: Instant): boolean {
    const { id, counter } = use ?? NO_USE;
    return this.#sql.use.run({ id, counter, userId, at }).changes === 1;
  }

  remove(userId: string, id: string, act: Act): boolean {
    const isRemoved = this.#sql.remove.run(userId, id).changes === 1;
    if (isRemoved) this.#record('passkeyRemoved', { userId, id }, act);
    return isRemoved;
  }

  /** @param userIds JSON: of a list */
  keepOnlyOf(userIds: string): void {
    this.#sql.removeOthers.run(userIds);
  }

  #record(
    action: 'passkeyAdded' | 'passkeyRemoved',
    { userId, id }: Pick<Passkey, 'userId' | 'id'>,
    act: Act,
  ): void {
    this.#auditLog.append(act, { action, subject: userId, detail: { passkey: id } });
  }
}

const SELECT = `
  SELECT id, user_id AS userId, public_key AS publicKey, counter, name,
    created_at AS createdAt, last_used_at AS lastUsedAt
  FROM passkey`;

function prepare(database: Database) {
  return {
    find: database.prepare<[string], Passkey>(`${SELECT} WHERE id = ?`),
    of: database.prepare<[string], Passkey>(`${SELECT} WHERE user_id = ? ORDER BY created_at, id`),
    add: database.prepare<NewPasskey & { readonly createdAt: Instant }>(
      `INSERT INTO passkey (id, user_id, public_key, counter, name, created_at)
       VALUES (@id, @userId, @publicKey, @counter, @name, @createdAt)`,
    ),
    // A counter that stands still tells of a copy, unless the authenticator does not count.
    use: database.prepare<Used>(
      `UPDATE passkey SET counter = @counter, last_used_at = @at
       WHERE id = @id AND user_id = @userId
         AND (counter < @counter OR (counter = 0 AND @counter = 0))`,
    ),
    remove: database.prepare<[string, string]>('DELETE FROM passkey WHERE user_id = ? AND id = ?'),
    removeOthers: database.prepare<[string]>(
      'DELETE FROM passkey WHERE user_id NOT IN (SELECT value FROM json_each(?))',
    ),
  };
}
