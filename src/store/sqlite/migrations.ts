import { readFileSync } from 'node:fs';
import type { Database } from 'better-sqlite3';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/**
 * SQL of each version of the schema, oldest first. The first creates the tables. The version of a
 * database, in `PRAGMA user_version`, is the number of migrations that it has had. Add new ones at
 * the end, and do not change one that was released.
 */
export const MIGRATIONS: readonly string[] = [read('../schema.sql') + read('schema.sql')];

/** Returns the version of a database. 0 if it is empty. */
export function versionOf(database: Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}

/**
 * Applies the missing migrations in one transaction. Throws if a newer version of the program
 * created the database, or if its tables have no version.
 */
export function migrate(database: Database, migrations = MIGRATIONS): void {
  const version = versionOf(database);
  if (version > migrations.length) {
    throw new Error(
      `The database has version ${String(version)} and was created by a newer release. This ` +
        `release supports versions up to ${String(migrations.length)}. Use the newer release, or ` +
        'restore a backup that this release made.',
    );
  }
  if (version === 0 && hasTables(database)) {
    throw new Error(
      'The database was created by another application, or before the first release. It cannot be ' +
        'upgraded. Set PIS_DATA_DIR to a new folder.',
    );
  }
  if (version === migrations.length) return;
  database
    .transaction(() => {
      for (const sql of migrations.slice(version)) database.exec(sql);
      database.pragma(`user_version = ${String(migrations.length)}`);
    })
    .immediate();
}

function hasTables(database: Database): boolean {
  return database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined;
}
