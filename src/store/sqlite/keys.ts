import { hash } from 'node:crypto';
import type { Created, IdempotencyKey } from '../../domain/ports.ts';
import { DAY_MS, type Instant } from '../../kernel/time.ts';
import type { Database } from './database.ts';

/** How long a key is remembered from its first request (rules, 3). */
const KEY_LIFE_MS = DAY_MS;
/** Expired keys, and as many expired tokens, that are cleared away with each new key. */
const CLEARED_PER_KEY = 2;

export interface UsedKey {
  readonly bodyHash: string;
  readonly resourceId: string;
}

type Name = Pick<IdempotencyKey, 'clientId' | 'endpoint' | 'key'>;

/** Idempotency keys: the same client, endpoint and key make one resource (rules, 3). */
export class Keys {
  readonly #sql: ReturnType<typeof prepare>;

  constructor(database: Database) {
    this.#sql = prepare(database);
  }

  find(key: Name, now: Instant): UsedKey | undefined {
    return this.#sql.find.get(digest(key), now);
  }

  /**
   * Creates a resource under a key, once. A key that was used with the same body answers with the
   * resource as it now stands (`current`). Only what is created uses the key up.
   */
  once<Resource extends { readonly id: string }>(
    key: IdempotencyKey,
    now: Instant,
    current: (id: string) => Resource,
    create: () => Created<Resource>,
  ): Created<Resource> {
    const used = this.find(key, now);
    if (used !== undefined) {
      if (used.bodyHash !== key.bodyHash) return { outcome: 'keyReused' };
      return { outcome: 'repeated', value: current(used.resourceId) };
    }
    const created = create();
    if (created.outcome === 'created') this.#keep(key, created.value.id, now);
    return created;
  }

  #keep(key: IdempotencyKey, resourceId: string, now: Instant): void {
    this.#sql.keep.run(digest(key), key.bodyHash, resourceId, now + KEY_LIFE_MS);
    this.#sql.clearKeys.run(now);
    this.#sql.clearTokens.run(now);
  }
}

/** Bytes of a digest that are kept: no two keys will ever share 128 bits by chance. */
const DIGEST_BYTES = 16;

/** Client and endpoint hold no line feed, so that no two names are the same text. */
function digest({ clientId, endpoint, key }: Name): Buffer {
  const name = `${clientId}\n${endpoint}\n${key}`;
  return hash('sha256', name, 'buffer').subarray(0, DIGEST_BYTES);
}

function prepare(database: Database) {
  return {
    find: database.prepare<[Buffer, Instant], UsedKey>(
      `SELECT body_hash AS bodyHash, resource_id AS resourceId FROM idempotency_key
       WHERE name = ? AND expires_at > ?`,
    ),
    // A key that is in the way here has expired: `find` would have seen it otherwise.
    keep: database.prepare<[Buffer, string, string, Instant]>(
      `INSERT INTO idempotency_key (name, body_hash, resource_id, expires_at)
       VALUES (?, ?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET body_hash = excluded.body_hash,
         resource_id = excluded.resource_id, expires_at = excluded.expires_at`,
    ),
    clearKeys: database.prepare<[Instant]>(
      `DELETE FROM idempotency_key WHERE id IN (
         SELECT id FROM idempotency_key
         WHERE expires_at <= ? ORDER BY expires_at LIMIT ${String(CLEARED_PER_KEY)})`,
    ),
    clearTokens: database.prepare<[Instant]>(
      `DELETE FROM token WHERE hash IN (
         SELECT hash FROM token
         WHERE expires_at <= ? ORDER BY expires_at LIMIT ${String(CLEARED_PER_KEY)})`,
    ),
  };
}
