import type { Backup, SeededStore } from '../../domain/ports/store-admin.ts';
import { type OnSyncFailed, StoreUnavailable } from '../../domain/ports/storage-errors.ts';
import type { Clock } from '../../shared/time.ts';
import { createDirectoryRefresh, listHolders } from '../repositories/access/directory-refresh.ts';
import { auditBooks } from '../repositories/ledger/audit-books.ts';
import { bind, CLAIMS, COMMANDS, READS } from '../repositories/commands.ts';
import { copyDatabase } from './database/copy.ts';
import { type Database, isStorageFailure, openDatabase } from './database/database.ts';
import { engineOf, runSync } from './engine.ts';
import { ChainedLog } from './repositories/audit-log.ts';
import { createInMemoryClaims } from './repositories/claims.ts';
import { SqliteAccessCache } from './repositories/token-cache.ts';
import { GroupCommit } from './database/group-commit.ts';
import type { Engine, DbCommand } from '../repositories/engine.ts';
import { openRepositories, type Repositories } from '../repositories/repositories.ts';
import { localState } from './local-state.ts';

/** What has expired is cleared away so many rows of a kind at a time: some milliseconds. */
const ROWS_CLEARED = 512;

/** The store, and how its file is copied to another. */
export type SqliteStore = SeededStore & Backup<string>;

/**
 * Opens the store in a database file, which this process then has to itself. Commands commit in
 * groups and answer when they are durable; reads are immediate and see committed data only.
 * `machineClock` tells when an entry of the audit log is written; `onSyncFailed` is told of a
 * commit that the disk did not make durable. Throws when the file is open elsewhere or was made by
 * newer code.
 */
export function openSqliteStore(
  path: string,
  machineClock: Clock,
  onSyncFailed: OnSyncFailed = () => undefined,
): SqliteStore {
  const database = openDatabase(path);
  const engine = engineOf(database);
  const auditLog = new ChainedLog(database, machineClock);
  const repositories = openRepositories(engine, {
    auditLog,
    accessCache: new SqliteAccessCache(database),
    claimsOf: (work) => createInMemoryClaims(work, machineClock),
  });
  const commits = new GroupCommit(database, onSyncFailed, () => {
    auditLog.forgetLast();
  });
  const query = <Value>(query: () => DbCommand<Value>): Promise<Value> => read(database, query);
  const commit = <Value>(command: () => DbCommand<Value>): Promise<Value> =>
    commits.submit(() => runSync(command()));
  const { directory } = repositories;
  return {
    ...bind(repositories, READS, query),
    ...bind(repositories, CLAIMS, query),
    ...bind(repositories, COMMANDS, commit),
    ...maintenance({ database, engine, commits, repositories }),
    ...localState(machineClock),
    replaceDirectory: createDirectoryRefresh({ directory, commit, query }),
    listHolders: () => listHolders({ directory, query }),
  };
}

interface Parts {
  readonly database: Database;
  readonly engine: Engine;
  readonly commits: GroupCommit;
  readonly repositories: Repositories;
}

/** The store itself: what is asked of all its rooms, or of none. */
function maintenance({ database, engine, commits, repositories }: Parts) {
  const { tokens, authorisation, signIn, settings } = repositories;
  return {
    auditBooks: () => read(database, () => auditBooks(engine)),
    clearExpired: (now) =>
      commits.submit(() => {
        const cleared = [tokens, authorisation, signIn].map((kind) =>
          runSync(kind.clearExpired(now, ROWS_CLEARED)),
        );
        return cleared.includes(ROWS_CLEARED);
      }),
    isReady: () => commits.submit(() => runSync(settings.probe())).catch(() => false),
    backup: (...args) => copyDatabase(database, ...args),
    close: () => {
      commits.close();
      database.close();
      return Promise.resolve();
    },
  } satisfies Partial<SqliteStore>;
}

/** Runs a query at once. A store that cannot be read answers StoreUnavailable. */
function read<Value>(database: Database, query: () => DbCommand<Value>): Promise<Value> {
  return new Promise((resolve) => {
    if (!database.open) throw new StoreUnavailable('The store is closed.');
    try {
      resolve(runSync(query()));
    } catch (cause) {
      if (!isStorageFailure(cause)) throw cause;
      throw new StoreUnavailable('The store could not be read.', { cause });
    }
  });
}
