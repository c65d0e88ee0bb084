import type { Backup, SeededStore } from '../../domain/ports/store-admin.ts';
import { type OnSyncFailed, StoreUnavailable } from '../../domain/ports/storage-errors.ts';
import type { Clock } from '../../shared/time.ts';
import { createDirectoryRefresh, listHolders } from '../repositories/access/directory-refresh.ts';
import { auditBooks } from '../repositories/ledger/audit-books.ts';
import { claimsOf, commandsOf } from '../repositories/commands.ts';
import { queriesOf } from '../repositories/queries.ts';
import { copyDatabase } from './database/copy.ts';
import { type Database, isStorageFailure, openDatabase } from './database/database.ts';
import { runnerOf, type RunSync } from './engine.ts';
import { ChainedLog } from './repositories/audit-log.ts';
import { createInMemoryClaims } from './repositories/claims.ts';
import { SqliteAccessCache } from './repositories/token-cache.ts';
import { GroupCommit } from './database/group-commit.ts';
import type { DbCommand } from '../repositories/engine.ts';
import {
  openRepositories,
  type AccountKeeper,
  type Repositories,
  expiringOf,
} from '../repositories/repositories.ts';
import { localState } from './local-state.ts';

/**
 * Maximum number of expired rows of one kind that are deleted at a time, which takes a few
 * milliseconds.
 */
const ROWS_CLEARED = 512;

/** The SQLite store. It can also be copied to another file. */
export type SqliteStore = SeededStore & Backup<string>;

/**
 * Opens the store in a database file and locks the file for this process. Commands are committed in
 * groups and resolve when they are durable. Queries run immediately and see committed data only.
 *
 * `machineClock` provides the time at which audit entries are written. `onSyncFailed` is called if
 * the disk fails to sync a commit. `accounts` names who keeps the customers' accounts.
 *
 * Throws if another process has the file open, or if a newer version created it.
 */
export function openSqliteStore(
  path: string,
  machineClock: Clock,
  onSyncFailed: OnSyncFailed = () => undefined,
  accounts: AccountKeeper = 'service',
): SqliteStore {
  const database = openDatabase(path);
  const run = runnerOf(database);
  const auditLog = new ChainedLog(database, machineClock);
  const repositories = openRepositories({
    ...{ accounts, auditLog },
    accessCache: new SqliteAccessCache(database),
    claimsOf: (work) => createInMemoryClaims(work, machineClock),
  });
  const commits = new GroupCommit(database, onSyncFailed, () => {
    auditLog.forgetLast();
  });
  const query = <Value>(query: () => DbCommand<Value>): Promise<Value> =>
    read(database, () => run(query()));
  const commit = <Value>(command: () => DbCommand<Value>): Promise<Value> =>
    commits.submit(() => run(command()));
  const { directory } = repositories;
  return {
    ...queriesOf(repositories, query),
    ...claimsOf(repositories, query),
    ...commandsOf(repositories, commit),
    ...maintenance({ database, run, commits, repositories }),
    ...localState(machineClock),
    replaceDirectory: createDirectoryRefresh({ directory, commit, query }),
    listHolders: () => listHolders({ directory, query }),
  };
}

interface Parts {
  readonly database: Database;
  readonly run: RunSync;
  readonly commits: GroupCommit;
  readonly repositories: Repositories;
}

/** Returns the operations that concern the whole store and not a single repository. */
function maintenance({ database, run, commits, repositories }: Parts) {
  const { settings } = repositories;
  const expiring = expiringOf(repositories);
  return {
    auditBooks: () => read(database, () => run(auditBooks())),
    clearExpired: (now) =>
      commits.submit(() => {
        const cleared = expiring.map((kind) => run(kind.clearExpired(now, ROWS_CLEARED)));
        return cleared.includes(ROWS_CLEARED);
      }),
    isReady: () => commits.submit(() => run(settings.probe())).catch(() => false),
    backup: (...args) => copyDatabase(database, ...args),
    close: () => {
      commits.close();
      database.close();
      return Promise.resolve();
    },
  } satisfies Partial<SqliteStore>;
}

/**
 * Runs a query immediately. Rejects with StoreUnavailable if the store is closed or cannot be read.
 */
function read<Value>(database: Database, query: () => Value): Promise<Value> {
  return new Promise((resolve) => {
    if (!database.open) throw new StoreUnavailable('The store is closed.');
    try {
      resolve(query());
    } catch (cause) {
      if (!isStorageFailure(cause)) throw cause;
      throw new StoreUnavailable('The store could not be read.', { cause });
    }
  });
}
