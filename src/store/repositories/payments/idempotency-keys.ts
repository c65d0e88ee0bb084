import type { CreateResult, IdempotencyKey } from '../../../domain/ports/store.ts';
import { DAY_MS, type Instant } from '../../../shared/time.ts';
import { selectOnce, sql, type DbCommand } from '../engine.ts';
import { sha256 } from '../digest.ts';

/** Time for which a key is stored after its first request (rules, 3.2). */
const KEY_LIFE_MS = DAY_MS;
/**
 * Number of new keys after which expired keys are deleted. Each time, up to twice as many are
 * deleted.
 */
const CLEARING_INTERVAL_KEYS = 64;

export interface UsedKey {
  readonly bodyHash: string;
  readonly resourceId: string;
}

type Name = Pick<IdempotencyKey, 'clientId' | 'endpoint' | 'key'>;

/**
 * Stores idempotency keys. Several requests with the same client, endpoint and key create only one
 * resource (rules, 3.2).
 */
export class IdempotencyKeys {
  #keptSinceClearing = 0;

  *find(key: Name, now: Instant): DbCommand<UsedKey | undefined> {
    const kept = yield* SQL.find.get(digest(key));
    if (kept === undefined || kept.expiresAt <= now) return undefined;
    const { bodyHash, resourceId } = kept;
    return { bodyHash, resourceId };
  }

  /**
   * Creates a resource once per key. If the key was already used with the same body, returns the
   * current state of the existing resource (`current`). If a request creates nothing, its key can
   * be used again.
   */
  *once<Resource extends { readonly id: string }, Other extends { outcome: string } = never>(
    key: IdempotencyKey,
    now: Instant,
    current: (id: string) => DbCommand<Resource>,
    create: () => DbCommand<CreateResult<Resource> | Other>,
  ): DbCommand<CreateResult<Resource> | Other> {
    const name = digest(key);
    const kept = yield* SQL.find.get(name);
    if (kept !== undefined && kept.expiresAt > now) return yield* repeated(kept, key, current);
    const created = yield* create();
    if ('value' in created) {
      if (kept !== undefined) yield* SQL.forget.write(name, now);
      yield* this.#keep(name, key.bodyHash, created.value.id, now);
      return created;
    }
    // The same request may have been executed since the key was looked up.
    const used = yield* this.find(key, now);
    return used === undefined ? created : yield* repeated(used, key, current);
  }

  *#keep(name: Buffer, bodyHash: string, resourceId: string, now: Instant): DbCommand<void> {
    yield* SQL.keep.write(name, bodyHash, resourceId, now + KEY_LIFE_MS);
    this.#keptSinceClearing += 1;
    if (this.#keptSinceClearing < CLEARING_INTERVAL_KEYS) return;
    this.#keptSinceClearing = 0;
    yield* SQL.clearKeys.write(now);
  }
}

/** Returns the result for a request whose key was already used. */
function* repeated<Resource>(
  { bodyHash, resourceId }: UsedKey,
  key: IdempotencyKey,
  current: (id: string) => DbCommand<Resource>,
): DbCommand<CreateResult<Resource>> {
  if (bodyHash !== key.bodyHash) return { outcome: 'keyReused' };
  return { outcome: 'repeated', value: yield* current(resourceId) };
}

/**
 * Number of bytes of a digest that are stored. Two different keys do not have the same 128 bits by
 * chance.
 */
const DIGEST_BYTES = 16;

/**
 * Returns the digest of a key. The client and the endpoint contain no line feed, so different keys
 * never produce the same text.
 */
function digest({ clientId, endpoint, key }: Name): Buffer {
  return sha256(`${clientId}\n${endpoint}\n${key}`).subarray(0, DIGEST_BYTES);
}

const SQL = {
  find: sql<[Buffer], UsedKey & { readonly expiresAt: Instant }>(`
    SELECT body_hash AS bodyHash, resource_id AS resourceId, expires_at AS expiresAt
    FROM idempotency_key WHERE name = ?`),
  // The condition on the expiry matters, because another request may have used the key again.
  forget: sql<[Buffer, Instant]>('DELETE FROM idempotency_key WHERE name = ? AND expires_at <= ?'),
  keep: sql<[Buffer, string, string, Instant]>(`
    INSERT INTO idempotency_key (name, body_hash, resource_id, expires_at)
    VALUES (?, ?, ?, ?)`),
  clearKeys: sql<[Instant]>({
    sqlite: `DELETE FROM idempotency_key WHERE expires_at <= ? AND id IN (
      SELECT id FROM idempotency_key ORDER BY id LIMIT ${String(2 * CLEARING_INTERVAL_KEYS)})`,
    postgres: `DELETE FROM idempotency_key WHERE id IN (${selectOnce(
      `SELECT id FROM idempotency_key WHERE expires_at <= ? ORDER BY expires_at
       LIMIT ${String(2 * CLEARING_INTERVAL_KEYS)} FOR UPDATE SKIP LOCKED`,
    )})`,
  }),
};
