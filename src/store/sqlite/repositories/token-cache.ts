import type { KnownSoftware } from '../../../domain/records/access.ts';
import type { VerifiedGrant } from '../../../domain/records/records.ts';
import { evictOldest } from '../../../shared/evict-oldest.ts';
import type { LookupCache, AccessCache } from '../../repositories/access/token-cache.ts';
import type { DbCommand } from '../../repositories/engine.ts';
import type { Database } from '../database/database.ts';

/** Maximum number of cached tokens, and of cached clients. */
const MAX_GRANTS = 10_000;
const MAX_CLIENTS = 1000;

/** Tables whose changes clear both caches. Changes of the table `token` remove a single entry. */
const TABLES = ['client', 'software', 'organisation', 'registration', 'certificate'];

const CHANGES = ['INSERT', 'UPDATE', 'DELETE'];

/** A cache that drops its oldest entries when it is full. */
class EvictingLookupCache<Found> implements LookupCache<Found> {
  readonly #found = new Map<string, Found>();
  readonly #database: Database;
  readonly #maxEntries: number;

  constructor(database: Database, maxEntries: number) {
    this.#database = database;
    this.#maxEntries = maxEntries;
  }

  /**
   * Returns the cached result for a key, or runs `find` and caches its result. A missing result is
   * not cached, so that made-up keys cannot fill the cache.
   */
  *get(
    name: string,
    find: (name: string) => DbCommand<Found | undefined>,
  ): DbCommand<Found | undefined> {
    const known = this.#found.get(name);
    if (known !== undefined) return known;
    const found = yield* find(name);
    // Rows read in an open transaction may still be rolled back.
    if (found !== undefined && !this.#database.inTransaction) {
      evictOldest(this.#found, this.#maxEntries);
      this.#found.set(name, found);
    }
    return found;
  }

  forget(name: string): void {
    this.#found.delete(name);
  }

  forgetAll(): void {
    this.#found.clear();
  }
}

/**
 * Caches token and software lookups until a row that they depend on changes (docs/decisions, 87).
 * Triggers of this connection report every change, whichever command makes it. A connection can
 * have only one cache: a second one would not be notified, and creating it fails.
 */
export class SqliteAccessCache implements AccessCache {
  /** Grants of tokens, by the SHA-256 hash of the token. */
  readonly grants: EvictingLookupCache<VerifiedGrant>;
  /** Software of clients, by client id. */
  readonly software: EvictingLookupCache<KnownSoftware>;

  constructor(database: Database) {
    this.grants = new EvictingLookupCache(database, MAX_GRANTS);
    this.software = new EvictingLookupCache(database, MAX_CLIENTS);
    database.function('forget_token', (hash) => {
      this.grants.forget(String(hash));
      return null;
    });
    database.function('forget_all', () => {
      this.grants.forgetAll();
      this.software.forgetAll();
      return null;
    });
    database.exec(TRIGGERS);
  }
}

const TRIGGERS = [
  ...CHANGES.map((change) => {
    const hash = change === 'INSERT' ? 'NEW.hash' : 'OLD.hash';
    return trigger('token', change, `forget_token(${hash})`);
  }),
  ...TABLES.flatMap((table) => CHANGES.map((change) => trigger(table, change, 'forget_all()'))),
].join('\n');

function trigger(table: string, change: string, call: string): string {
  const name = `${table}_${change.toLowerCase()}_forgets`;
  return `CREATE TEMP TRIGGER ${name} AFTER ${change} ON main.${table} BEGIN SELECT ${call}; END;`;
}
