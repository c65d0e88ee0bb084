import {
  MAX_ITEMS_PER_CLIENT,
  type AuthorisationItem,
  type ServerToken,
} from '../../../domain/ports/authorisation-store.ts';
import type { Instant } from '../../../shared/time.ts';
import { clearExpired, rowLock, sql, type DbCommand } from '../engine.ts';
import type { Tokens } from './tokens.ts';

const GRANT_LOCK = rowLock('authorisation_item', 'grant_id');

interface StoredItem {
  readonly payload: string;
  readonly consumedAt: Instant | null;
}

/**
 * The state of the authorisation server: interactions, codes, grants and single-use identifiers.
 */
export class Authorisation {
  readonly #tokens: Tokens;

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
  }

  *save(item: AuthorisationItem, now: Instant): DbCommand<boolean> {
    const { clientId, model } = item;
    // The rows are not locked. Concurrent requests may therefore exceed the limit together, but
    // later requests are refused.
    const others = clientId === null ? 0 : ((yield* SQL.countOf.get(clientId, model, now)) ?? 0);
    if (others >= MAX_ITEMS_PER_CLIENT) return false;
    yield* SQL.save.write(item);
    return true;
  }

  /** Deletes up to `limit` expired items, oldest first. Returns their number. */
  readonly clearExpired = (now: Instant, limit: number) => SQL.clearExpired.run(now, limit);

  *add(item: AuthorisationItem, now: Instant): DbCommand<boolean> {
    return (yield* SQL.add.run({ ...item, now })) === 1;
  }

  readonly find = (model: string, id: string) => SQL.find.get(model, id);

  *consume(model: string, id: string, now: Instant): DbCommand<boolean> {
    if ((yield* SQL.consume.run(now, model, id)) === 1) return true;
    const grantId = (yield* SQL.grantOf.get(model, id))?.grantId;
    if (typeof grantId === 'string') yield* this.removeGrant(grantId);
    return false;
  }

  *remove(model: string, id: string): DbCommand<boolean> {
    return (yield* SQL.remove.run(model, id)) === 1;
  }

  *removeGrant(grantId: string): DbCommand<void> {
    yield* GRANT_LOCK.acquire([grantId]);
    yield* SQL.removeOfGrant.write(grantId);
    yield* SQL.removeTokensOfGrant.write(grantId);
  }

  /**
   * Deletes everything that was issued for an approved consent: its grant, authorization codes and
   * tokens.
   */
  *removeOfConsent(consentId: string): DbCommand<void> {
    const grantId = (yield* SQL.grantOfConsent.get(consentId))?.grantId;
    if (typeof grantId === 'string') yield* this.removeGrant(grantId);
    yield* SQL.removeTokensOfConsent.write(consentId);
  }

  *saveToken(token: ServerToken): DbCommand<boolean> {
    const { hash, grantId, payload } = token;
    // Locks the grant. If another command ends the grant now, it waits for this token and deletes
    // it too.
    if (grantId !== null) yield* GRANT_LOCK.acquire([grantId]);
    if (grantId !== null && (yield* SQL.findOfGrant.get(grantId)) === undefined) return false;
    yield* this.#tokens.saveToken(token);
    yield* SQL.completeToken.write(grantId, payload, hash);
    return true;
  }

  *findToken(hash: string): DbCommand<string | undefined> {
    return (yield* SQL.findToken.get(hash))?.payload;
  }

  readonly removeToken = (hash: string) => SQL.removeToken.write(hash);
}

const SQL = {
  save: sql<AuthorisationItem>(`
    INSERT INTO authorisation_item (model, id, grant_id, client_id, payload, expires_at)
    VALUES (@model, @id, @grantId, @clientId, @payload, @expiresAt)
    ON CONFLICT (model, id) DO UPDATE SET grant_id = excluded.grant_id,
      payload = excluded.payload, expires_at = excluded.expires_at`),
  countOf: sql<[string, string, Instant], number>(`
    SELECT COUNT(*) FROM authorisation_item
    WHERE client_id = ? AND model = ? AND expires_at > ?`).pluck(),
  add: sql<AuthorisationItem & { now: Instant }>(`
    INSERT INTO authorisation_item (model, id, grant_id, payload, expires_at)
    VALUES (@model, @id, @grantId, @payload, @expiresAt)
    ON CONFLICT (model, id) DO UPDATE SET grant_id = excluded.grant_id,
      payload = excluded.payload, expires_at = excluded.expires_at, consumed_at = NULL
      WHERE authorisation_item.expires_at <= @now`),
  clearExpired: clearExpired('authorisation_item', 'model, id'),
  find: sql<[string, string], StoredItem>(`
    SELECT payload, consumed_at AS consumedAt FROM authorisation_item
    WHERE model = ? AND id = ?`),
  consume: sql<[Instant, string, string]>(`
    UPDATE authorisation_item SET consumed_at = ?
    WHERE model = ? AND id = ? AND consumed_at IS NULL`),
  grantOf: sql<[string, string], { grantId: string | null }>(`
    SELECT grant_id AS grantId FROM authorisation_item WHERE model = ? AND id = ?`),
  remove: sql<[string, string]>('DELETE FROM authorisation_item WHERE model = ? AND id = ?'),
  removeOfGrant: sql<[string]>('DELETE FROM authorisation_item WHERE grant_id = ?'),
  findOfGrant: sql<[string]>('SELECT 1 FROM authorisation_item WHERE grant_id = ? LIMIT 1'),
  completeToken: sql<[string | null, string, string]>(`
    UPDATE token SET grant_id = ?, payload = ? WHERE hash = ?`),
  findToken: sql<[string], { payload: string }>(`
    SELECT payload FROM token WHERE hash = ? AND payload IS NOT NULL`),
  removeToken: sql<[string]>('DELETE FROM token WHERE hash = ?'),
  grantOfConsent: sql<[string], { grantId: string | null }>(`
    SELECT grant_id AS grantId FROM consent WHERE id = ?`),
  removeTokensOfConsent: sql<[string]>('DELETE FROM token WHERE consent_id = ?'),
  removeTokensOfGrant: sql<[string]>('DELETE FROM token WHERE grant_id = ?'),
};
