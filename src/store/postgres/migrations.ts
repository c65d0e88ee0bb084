import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { expectDefined } from '../../shared/assert.ts';
import { IncompatibleDatabase } from './compatibility.ts';
import { SCHEMA } from './schema.ts';

/** A change of the schema from one version to the next. */
export interface Migration {
  readonly sql: string;
  /**
   * Oldest version of the program that can use the database after this migration. By default, all
   * earlier versions are refused. Name one only if its statements work with the new schema. Nodes
   * of two versions run side by side during an upgrade.
   */
  readonly compatibleFrom?: number;
}

/**
 * All migrations, oldest first. The first creates the tables. The version of a database is the
 * number of migrations that it has had. Add new ones at the end, and do not change one that was
 * released.
 */
export const MIGRATIONS: readonly Migration[] = [{ sql: SCHEMA }];

/** Key of the advisory lock that lets one node at a time migrate. */
const MIGRATION_LOCK = 7_401_116;
/**
 * Maximum time that a migration waits for a locked table, in milliseconds. Later statements of
 * other nodes queue behind it, so it gives up before they do, and tries again.
 */
const LOCK_TIMEOUT_MS = 2000;
/** Back-off between two attempts, in milliseconds, in which the waiting statements run. */
const BACK_OFF_MS = 500;
/** Maximum number of attempts, about a minute in total. */
const MAX_TRIES = 30;

/** SQLSTATE codes after which a migration is repeated: lock timeout and deadlock. */
const RETRYABLE = new Set(['55P03', '40P01']);

/** Version of a database. */
interface SchemaVersion {
  /** Number of migrations. 0 if the database is empty. */
  readonly version: number;
  /** Oldest version of the program that can use the database. */
  readonly compatibleFrom: number;
}

/**
 * Applies the missing migrations in one transaction. Nodes that start at the same time do this one
 * after the other. Other nodes continue to work, because the migration waits only briefly for a
 * locked table. Throws IncompatibleDatabase if this program cannot use the database.
 */
export async function migrate(
  client: pg.ClientBase,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await migrateOnce(client, migrations);
      return;
    } catch (error) {
      if (!RETRYABLE.has((error as { code?: string }).code ?? '') || tries === MAX_TRIES)
        throw error;
      await sleep(BACK_OFF_MS);
    }
  }
}

async function migrateOnce(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  await client.query('BEGIN');
  try {
    await lockMigrations(client);
    // Set after the lock above, because another node may migrate for any length of time.
    await client.query(`SET LOCAL lock_timeout = ${String(LOCK_TIMEOUT_MS)}`);
    await applyMissing(client, migrations);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Waits until no other node migrates. Holds the lock until the end of the transaction. */
export async function lockMigrations(client: pg.ClientBase): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
}

/** Applies the missing migrations within the open transaction of the caller. */
export async function applyMissing(
  client: pg.ClientBase,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const { version, compatibleFrom } = await readVersion(client);
  refuseNewer({ version, compatibleFrom }, migrations.length);
  let oldest = compatibleFrom;
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue;
    await client.query(migration.sql);
    oldest = Math.max(oldest, migration.compatibleFrom ?? index + 1);
  }
  if (version >= migrations.length) return;
  await client.query('UPDATE schema_version SET version = $1, compatible_from = $2', [
    migrations.length,
    oldest,
  ]);
}

/**
 * Throws IncompatibleDatabase if the database lacks a migration, or was migrated by an incompatible
 * newer version of the program. For a role that may read the database but not migrate it.
 */
export async function refuseOutdated(
  client: pg.ClientBase,
  version: number = MIGRATIONS.length,
): Promise<void> {
  const found = await readVersion(client);
  refuseNewer(found, version);
  if (found.version >= version) return;
  throw new IncompatibleDatabase(
    `The database is at version ${String(found.version)}, but this program needs version ` +
      `${String(version)}. Run npx pisctl migrate first, as the owner of the database.`,
  );
}

/**
 * Returns the version of a database. Throws IncompatibleDatabase if it contains tables of another
 * application, or of a program from before the first release.
 */
export async function readVersion(client: pg.ClientBase): Promise<SchemaVersion> {
  const { rows: found } = await client.query<{ hasVersion: boolean; hasTables: boolean }>(
    `SELECT to_regclass('schema_version') IS NOT NULL AS "hasVersion", EXISTS (
       SELECT 1 FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
     ) AS "hasTables"`,
  );
  const { hasVersion, hasTables } = expectDefined(found[0], 'a row');
  if (hasVersion) {
    const { rows } = await client.query<{ version: string; compatible_from: string }>(
      'SELECT version, compatible_from FROM schema_version',
    );
    const row = expectDefined(rows[0], 'the row of schema_version');
    return { version: Number(row.version), compatibleFrom: Number(row.compatible_from) };
  }
  if (!hasTables) return { version: 0, compatibleFrom: 0 };
  throw new IncompatibleDatabase(
    'It contains tables of another application, or from before the first release. Name a new ' +
      'database.',
  );
}

function refuseNewer({ version, compatibleFrom }: SchemaVersion, ownVersion: number): void {
  if (compatibleFrom <= ownVersion) return;
  throw new IncompatibleDatabase(
    `The database is at version ${String(version)}, which requires a program of version ` +
      `${String(compatibleFrom)} or later. This program has version ${String(ownVersion)}. Install ` +
      'the newer program.',
  );
}
