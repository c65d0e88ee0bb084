import type { KnownSoftware } from '../../../domain/records/access.ts';
import type { VerifiedGrant } from '../../../domain/records/records.ts';
import { evictOldest } from '../../../shared/evict-oldest.ts';
import type { LookupCache, AccessCache } from '../../repositories/access/token-cache.ts';
import type { DbCommand } from '../../repositories/engine.ts';
import type { Database } from '../database/database.ts';

/** Tokens, and clients, that are remembered at once. */
const MAX_GRANTS = 10_000;
const MAX_CLIENTS = 1000;

/** The tables that say who may come in, besides that of tokens; of one row or of many. */
const TABLES = ['client', 'software', 'organisation', 'registration', 'certificate'];

const CHANGES = ['INSERT', 'UPDATE', 'DELETE'];

/** What was found by a name, remembered until it is forgotten. */
class EvictingLookupCache<Found> implements LookupCache<Found> {
  readonly #found = new Map<string, Found>();
  readonly #database: Database;
  readonly #maxEntries: number;

  constructor(database: Database, maxEntries: number) {
    this.#database = database;
    this.#maxEntries = maxEntries;
  }

  /**
   * What was found by that name before; else what `find` finds now. Nothing is kept of what is not
   * there, so nobody fills the memory with names that he made up.
   */
  *get(
    name: string,
    find: (name: string) => DbCommand<Found | undefined>,
  ): DbCommand<Found | undefined> {
    const known = this.#found.get(name);
    if (known !== undefined) return known;
    const found = yield* find(name);
    // What is read of an open transaction may be undone yet.
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
 * Who may come in, remembered for as long as no row changes that says so (docs/decisions, 87). The
 * database itself tells of such a change: triggers of this connection, whatever command it is that
 * changes the row. One memory a connection: a second would not be told, and is refused.
 */
export class SqliteAccessCache implements AccessCache {
  /** What tokens are good for, by their SHA-256. */
  readonly grants: EvictingLookupCache<VerifiedGrant>;
  /** The software of clients, by the clients' ids. */
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
