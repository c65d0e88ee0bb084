import type { Created, IdempotencyKey } from '../../../domain/ports/store.ts';
import { DAY_MS, type Instant } from '../../../kernel/time.ts';
import type { Database } from '../../sqlite/database/database.ts';
import { sha256 } from '../digest.ts';

/** How long a key is remembered from its first request (rules, 3.2). */
const KEY_LIFE_MS = DAY_MS;
/** With every so many new keys, up to twice as many expired keys are cleared away. */
const CLEARING_INTERVAL_KEYS = 64;

export interface UsedKey {
  readonly bodyHash: string;
  readonly resourceId: string;
}

type Name = Pick<IdempotencyKey, 'clientId' | 'endpoint' | 'key'>;

/** Idempotency keys: the same client, endpoint and key make one resource (rules, 3.2). */
export class Keys {
  readonly #sql: ReturnType<typeof prepare>;
  #keptSinceClearing = 0;

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
  once<Resource extends { readonly id: string }, Other extends { outcome: string } = never>(
    key: IdempotencyKey,
    now: Instant,
    current: (id: string) => Resource,
    create: () => Created<Resource> | Other,
  ): Created<Resource> | Other {
    const name = digest(key);
    const used = this.#sql.find.get(name, now);
    if (used !== undefined) {
      if (used.bodyHash !== key.bodyHash) return { outcome: 'keyReused' };
      return { outcome: 'repeated', value: current(used.resourceId) };
    }
    const created = create();
    if ('value' in created) this.#keep(name, key.bodyHash, created.value.id, now);
    return created;
  }

  #keep(name: Buffer, bodyHash: string, resourceId: string, now: Instant): void {
    this.#sql.keep.run(name, bodyHash, resourceId, now + KEY_LIFE_MS);
    this.#keptSinceClearing += 1;
    if (this.#keptSinceClearing < CLEARING_INTERVAL_KEYS) return;
    this.#keptSinceClearing = 0;
    this.#sql.clearKeys.run(now);
  }
}

/** Bytes of a digest that are kept: no two keys will ever share 128 bits by chance. */
const DIGEST_BYTES = 16;

/** Client and endpoint hold no line feed, so that no two names are the same text. */
function digest({ clientId, endpoint, key }: Name): Buffer {
  return sha256(`${clientId}\n${endpoint}\n${key}`).subarray(0, DIGEST_BYTES);
}

function prepare(database: Database) {
  return {
    find: database.prepare<[Buffer, Instant], UsedKey>(
      `SELECT body_hash AS bodyHash, resource_id AS resourceId FROM idempotency_key
       WHERE name = ? AND expires_at > ?`,
    ),
    // A key that is replaced here has expired: `find` would have seen it otherwise.
    keep: database.prepare<[Buffer, string, string, Instant]>(
      `INSERT OR REPLACE INTO idempotency_key (name, body_hash, resource_id, expires_at)
       VALUES (?, ?, ?, ?)`,
    ),
    clearKeys: database.prepare<[Instant]>(
      `DELETE FROM idempotency_key WHERE expires_at <= ? AND id IN (
         SELECT id FROM idempotency_key ORDER BY id LIMIT ${String(2 * CLEARING_INTERVAL_KEYS)})`,
    ),
  };
}
