import {
  MAX_ITEMS_PER_CLIENT,
  type AuthorisationItem,
  type ServerToken,
} from '../../../domain/ports/authorisation-store.ts';
import type { Instant } from '../../../kernel/time.ts';
import type { Database } from '../../sqlite/database/database.ts';
import type { Access } from './access.ts';

/** Expired items that are cleared away with each new one. */
const ITEMS_CLEARED = 64;

interface KeptItem {
  readonly payload: string;
  readonly consumedAt: Instant | null;
}

/** What the authorisation server keeps. */
export class Authorisation {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #access: Access;

  constructor(database: Database, access: Access) {
    this.#sql = prepare(database);
    this.#access = access;
  }

  save(item: AuthorisationItem, now: Instant): boolean {
    const { clientId, model } = item;
    this.clearExpired(now, ITEMS_CLEARED);
    const others = clientId === null ? 0 : (this.#sql.countOf.get(clientId, model, now) ?? 0);
    if (others >= MAX_ITEMS_PER_CLIENT) return false;
    this.#sql.save.run(item);
    return true;
  }

  /** Clears so many items away that have expired, the oldest first; how many there were. */
  clearExpired(now: Instant, most: number): number {
    return this.#sql.clearExpired.run(now, most).changes;
  }

  add(item: AuthorisationItem, now: Instant): boolean {
    this.clearExpired(now, ITEMS_CLEARED);
    return this.#sql.add.run({ ...item, now }).changes === 1;
  }

  find(model: string, id: string): KeptItem | undefined {
    return this.#sql.find.get(model, id);
  }

  consume(model: string, id: string, now: Instant): boolean {
    if (this.#sql.consume.run(now, model, id).changes === 1) return true;
    const grantId = this.#sql.grantOf.get(model, id)?.grantId;
    if (typeof grantId === 'string') this.removeGrant(grantId);
    return false;
  }

  remove(model: string, id: string): boolean {
    return this.#sql.remove.run(model, id).changes === 1;
  }

  removeGrant(grantId: string): void {
    this.#sql.removeOfGrant.run(grantId);
    this.#sql.removeTokensOfGrant.run(grantId);
  }

  /** What came of the approval of a consent: codes, tokens and the grant. */
  removeOfConsent(consentId: string): void {
    const grantId = this.#sql.grantOfConsent.get(consentId)?.grantId;
    if (typeof grantId === 'string') this.removeGrant(grantId);
    this.#sql.removeTokensOfConsent.run(consentId);
  }

  saveToken(token: ServerToken): boolean {
    const { hash, grantId, payload } = token;
    if (grantId !== null && this.#sql.findOfGrant.get(grantId) === undefined) return false;
    this.#access.saveToken(token);
    this.#sql.completeToken.run(grantId, payload, hash);
    return true;
  }

  findToken(hash: string): string | undefined {
    return this.#sql.findToken.get(hash)?.payload;
  }

  removeToken(hash: string): void {
    this.#sql.removeToken.run(hash);
  }
}

function prepare(database: Database) {
  return {
    save: database.prepare<AuthorisationItem>(
      `INSERT INTO authorisation_item (model, id, grant_id, client_id, payload, expires_at)
       VALUES (@model, @id, @grantId, @clientId, @payload, @expiresAt)
       ON CONFLICT (model, id) DO UPDATE SET grant_id = excluded.grant_id,
         payload = excluded.payload, expires_at = excluded.expires_at`,
    ),
    countOf: database
      .prepare<[string, string, Instant], number>(
        `SELECT COUNT(*) FROM authorisation_item
         WHERE client_id = ? AND model = ? AND expires_at > ?`,
      )
      .pluck(),
    add: database.prepare<AuthorisationItem & { now: Instant }>(
      `INSERT INTO authorisation_item (model, id, grant_id, payload, expires_at)
       VALUES (@model, @id, @grantId, @payload, @expiresAt)
       ON CONFLICT (model, id) DO UPDATE SET grant_id = excluded.grant_id,
         payload = excluded.payload, expires_at = excluded.expires_at, consumed_at = NULL
         WHERE authorisation_item.expires_at <= @now`,
    ),
    clearExpired: database.prepare<[Instant, number]>(
      `DELETE FROM authorisation_item WHERE (model, id) IN (
         SELECT model, id FROM authorisation_item
         WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
    ),
    find: database.prepare<[string, string], KeptItem>(
      `SELECT payload, consumed_at AS consumedAt FROM authorisation_item
       WHERE model = ? AND id = ?`,
    ),
    consume: database.prepare<[Instant, string, string]>(
      `UPDATE authorisation_item SET consumed_at = ?
       WHERE model = ? AND id = ? AND consumed_at IS NULL`,
    ),
    grantOf: database.prepare<[string, string], { grantId: string | null }>(
      'SELECT grant_id AS grantId FROM authorisation_item WHERE model = ? AND id = ?',
    ),
    remove: database.prepare<[string, string]>(
      'DELETE FROM authorisation_item WHERE model = ? AND id = ?',
    ),
    removeOfGrant: database.prepare<[string]>('DELETE FROM authorisation_item WHERE grant_id = ?'),
    findOfGrant: database.prepare<[string]>(
      'SELECT 1 FROM authorisation_item WHERE grant_id = ? LIMIT 1',
    ),
    completeToken: database.prepare<[string | null, string, string]>(
      'UPDATE token SET grant_id = ?, payload = ? WHERE hash = ?',
    ),
    findToken: database.prepare<[string], { payload: string }>(
      'SELECT payload FROM token WHERE hash = ? AND payload IS NOT NULL',
    ),
    removeToken: database.prepare<[string]>('DELETE FROM token WHERE hash = ?'),
    grantOfConsent: database.prepare<[string], { grantId: string | null }>(
      'SELECT grant_id AS grantId FROM consent WHERE id = ?',
    ),
    removeTokensOfConsent: database.prepare<[string]>('DELETE FROM token WHERE consent_id = ?'),
    removeTokensOfGrant: database.prepare<[string]>('DELETE FROM token WHERE grant_id = ?'),
  };
}
