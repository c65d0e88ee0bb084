import type { KnownSoftware } from '../../../domain/records/access.ts';
import type { VerifiedGrant } from '../../../domain/records/records.ts';
import { evictOldest } from '../../../shared/evict-oldest.ts';
import type { LookupCache, AccessCache } from '../../repositories/access/token-cache.ts';
import type { DbCommand } from '../../repositories/engine.ts';
import type { Database } from '../database/database.ts';

/** Maximum number of cached tokens. The same maximum applies to cached clients. */
const MAX_GRANTS = 10_000;
const MAX_CLIENTS = 1000;

/** Tables whose changes clear both caches. A change of the table `token` removes only one entry. */
const TABLES = ['client', 'software', 'organisation', 'registration', 'certificate'];

const CHANGES = ['INSERT', 'UPDATE', 'DELETE'];

/** A cache that removes its oldest entries when it is full. */
class EvictingLookupCache<Found> implements LookupCache<Found> {
  readonly #found = new Map<string, Found>();
  readonly #database: Database;
  readonly #maxEntries: number;

  constructor(database: Database, maxEntries: number) {
    this.#database = database;
    this.#maxEntries = maxEntries;
  }

  /**
   * Returns the cached result for a key. If there is none, runs `find` and caches its result. If
   * `find` returns nothing, nothing is cached, so that invented keys cannot fill the cache.
   */
  *get(
    name: string,
    find: (name: string) => DbCommand<Found | undefined>,
  ): DbCommand<Found | undefined> {
    const known = this.#found.get(name);
    if (known !== undefined) return known;
    const found = yield* find(name);
    // Do not cache rows that were read in an open transaction, because they may still be rolled
    // back.
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
 * Caches the lookups of tokens and software until a row changes that they depend on
 * (docs/decisions, 87). Triggers on this connection report every change, whichever command makes
 * it. A connection can have only one such cache. Creating a second one fails, because it would not
 * be notified.
 */
export class SqliteAccessCache implements AccessCache {
  /** Grants of tokens, by the SHA-256 hash of the token. */
  readonly grants: EvictingLookupCache<VerifiedGrant>;
  /** Software of clients, keyed by client id. */
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
