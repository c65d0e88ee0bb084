import type { Backup } from '../../domain/ports/backup.ts';
import type { SeededStore } from '../../domain/ports/seeded-store.ts';
import { type OnSyncFailed, StoreUnavailable } from '../../domain/ports/unavailable.ts';
import type { Clock } from '../../kernel/time.ts';
import { createDirectoryRefresh, listHolders } from '../rooms/access/directory-refresh.ts';
import { auditBooks } from '../rooms/books/books.ts';
import { bind, COMMANDS, READS } from '../rooms/commands.ts';
import { copyDatabase } from './database/copy.ts';
import { type Database, isStorageFailure, openDatabase } from './database/database.ts';
import { GroupCommit } from './database/group-commit.ts';
import { openRooms, type Rooms } from '../rooms/rooms.ts';
import { oneNode } from './one-node.ts';

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
  const rooms = openRooms(database, machineClock);
  const commits = new GroupCommit(database, onSyncFailed, () => {
    rooms.auditLog.forgetLast();
  });
  const look = <Value>(query: () => Value): Promise<Value> => read(database, query);
  return {
    ...bind(rooms, READS, look),
    ...bind(rooms, COMMANDS, (command) => commits.submit(command)),
    ...maintenance(database, commits, rooms),
    ...oneNode(machineClock),
    replaceDirectory: createDirectoryRefresh({ directory: rooms.directory, commits, look }),
    listHolders: () => listHolders(rooms.directory, look),
  };
}

/** The store itself: what is asked of all its rooms, or of none. */
function maintenance(database: Database, commits: GroupCommit, rooms: Rooms) {
  const { access, authorisation, signIn, settings } = rooms;
  return {
    auditBooks: () => read(database, () => auditBooks(database)),
    clearExpired: (now) =>
      commits.submit(() => {
        const cleared = [access, authorisation, signIn].map((kind) =>
          kind.clearExpired(now, ROWS_CLEARED),
        );
        return cleared.includes(ROWS_CLEARED);
      }),
    isReady: () => commits.submit(() => settings.probe()).catch(() => false),
    backup: (...given) => copyDatabase(database, ...given),
    close: () => {
      commits.close();
      database.close();
      return Promise.resolve();
    },
  } satisfies Partial<SqliteStore>;
}

/** Runs a query at once. A store that cannot be read answers StoreUnavailable. */
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
