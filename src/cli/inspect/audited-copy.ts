import { existsSync } from 'node:fs';
import { inboxKeysOf, readSharedKeys } from '../../auth/keys/shared-keys.ts';
import { dataFolder, SHARED_KEYS_NAME } from '../../config/data-folder.ts';
import { StoreUnavailable } from '../../domain/ports/storage-errors.ts';
import { IncompatibleDatabase } from '../../store/postgres/compatibility.ts';
import {
  inspectBooks,
  inspectLog,
  readFiles,
  type LogInspection,
} from '../../store/postgres/inspection.ts';
import type { AuditRow } from '../../store/repositories/audit/audit-chain.ts';
import type { StoredFileName } from '../../store/repositories/stored-file-names.ts';
import { DatabaseInUse, isMalformed } from '../../store/sqlite/database/database.ts';
import {
  readAuditLog,
  readBooks,
  readFilesOwner,
  readKnownFiles,
} from '../../store/sqlite/database/inspection.ts';
import { isBackup } from './backup-contents.ts';
import { filesInFolder, type FileStorage } from './file-storage.ts';
import { IntegrityError, CliError, type CliContext } from '../program.ts';
import { storageOf } from './file-ownership.ts';

export const KEEP_DATABASE = 'Do not change this database. Compare it with a backup.';

/** The data to audit, in SQLite or PostgreSQL. */
export interface AuditSource {
  /**
   * Passes the entries of the audit log to `take`, oldest first, until `take` returns false.
   * Resolves to the further checks of a database that nodes share, or to null for SQLite.
   */
  readLog(take: (row: AuditRow) => boolean): Promise<LogInspection | null>;
  /** Checks the books. Resolves to one sentence for each inconsistency. */
  readBooks(): Promise<readonly string[]>;
  /** Returns all payment files that the database lists, and their storage. */
  files(): Promise<{ readonly known: readonly StoredFileName[]; readonly storage: FileStorage }>;
}

/** Returns the data of the settings, or of the folder that `--data` names. */
export async function openAuditSource(
  context: CliContext,
  named: string | undefined,
): Promise<AuditSource> {
  const url = named === undefined ? ((await context.store?.()) ?? null) : null;
  if (url !== null) return inDatabase(url, context);
  return inFolder(named ?? context.dataDirectory, context);
}

function inFolder(folder: string, { bucket }: CliContext): AuditSource {
  const { database, files } = dataFolder(folder);
  if (!existsSync(database)) {
    throw new CliError(`${database} does not exist. Name the data folder or a backup with --data.`);
  }
  return {
    readLog: (take) =>
      readStopped(() =>
        readAuditLog(database, (rows) => {
          for (const row of rows) if (!take(row)) break;
          return null;
        }),
      ),
    readBooks: () => readStopped(() => readBooks(database)),
    files: async () => {
      const known = await readStopped(() => readKnownFiles(database));
      // A backup contains its files, wherever the service stores them.
      if (isBackup(folder)) return { known, storage: filesInFolder(files) };
      const owner = readFilesOwner(database);
      return { known, storage: storageOf(owner, files, bucket?.() ?? null) };
    },
  };
}

/** Reads a SQLite database that no service has open. */
function readStopped<Value>(read: () => Value): Promise<Value> {
  try {
    return Promise.resolve(read());
  } catch (cause) {
    if (isMalformed(cause))
      throw new IntegrityError(`The database is damaged. ${KEEP_DATABASE}`, { cause });
    if (!(cause instanceof DatabaseInUse)) throw cause;
    throw new CliError(
      'The service is running and has locked its database. Stop the service, or make a backup ' +
        '(npx pisctl backup <folder>) and name it with --data. A backup also verifies every ' +
        'payment file.',
      { cause },
    );
  }
}

/** Reads a PostgreSQL database while its nodes may be running. */
function inDatabase(
  url: string,
  { dataDirectory, keysDirectory, bucket }: CliContext,
): AuditSource {
  const folder = dataFolder(dataDirectory, keysDirectory);
  return {
    readLog: async (take) => {
      const keys = inboxKeysOf(await readSharedKeys(`${folder.pki}/${SHARED_KEYS_NAME}`));
      return readShared(() => inspectLog(url, keys, take));
    },
    readBooks: () => readShared(() => inspectBooks(url)),
    files: async () => {
      const { known, owner } = await readShared(() => readFiles(url));
      return { known, storage: storageOf(owner, folder.files, bucket?.() ?? null) };
    },
  };
}

function readShared<Value>(read: () => Promise<Value>): Promise<Value> {
  return read().catch((cause: unknown) => {
    if (!(cause instanceof IncompatibleDatabase) && !(cause instanceof StoreUnavailable))
      throw cause;
    throw new CliError(`The database of PIS_DATABASE_URL cannot be audited. ${cause.message}`, {
      cause,
    });
  });
}
