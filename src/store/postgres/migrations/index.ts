import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { IncompatibleDatabase } from '../compatibility.ts';
import { asItStood } from './as-it-stood.ts';
import { auditInbox } from './audit-inbox.ts';
import { auditSealChecks } from './audit-seal-checks.ts';
import { customersOfConsents } from './customers-of-consents.ts';
import { growingLockouts } from './growing-lockouts.ts';
import type { Migration } from './migration.ts';

/**
 * Versions from before PostgreSQL was supported. No PostgreSQL database ever had one of them, so
 * they are empty and are applied together.
 */
const EARLIER = [
  'bank-and-payments',
  'single-payments',
  'directory',
  'authorisation',
  'sign-in',
  'audit',
  'idle-sessions',
  'troubled-work',
  'sign-in-as-a-whole',
  'pushed-requests',
  'software-of-organisation',
  'lapsing-consents',
  'refused-by',
  'work-of-orders',
  'approvals',
  'factors-for-approvals',
  'passkeys',
];

/** All migrations in order. The version of a database is the number of applied migrations. */
export const MIGRATIONS: readonly Migration[] = [
  ...EARLIER.map((name) => ({ name, sql: '' })),
  { name: 'files-of-customers', sql: asItStood },
  { name: 'customers-of-consents', sql: customersOfConsents },
  // Older code deletes from the inbox itself, so it cannot sequence entries any more.
  { name: 'audit-inbox', sql: auditInbox, oldestCode: 20 },
  { name: 'growing-lockouts', sql: growingLockouts },
  { name: 'audit-seal-checks', sql: auditSealChecks },
];

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

/** Table of applied migrations. A lock on it lets only one node migrate at a time. */
const MIGRATION_TABLE = `CREATE TABLE IF NOT EXISTS migration (
  version BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL,
  oldest_code BIGINT NOT NULL DEFAULT 1)`;

/**
 * Applies the missing migrations in one transaction. Nodes that start at the same time do this one
 * after the other.
 *
 * A database with newer migrations is accepted if they allow this version of the code. Other nodes
 * continue to work meanwhile, because the migration waits only briefly for a locked table.
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

/**
 * Throws IncompatibleDatabase if the database lacks a migration of this code or has different ones.
 * For a role that may read the database but not migrate it.
 */
export async function refuseOutdated(
  client: pg.ClientBase,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const { rows } = await client.query<{ laid: boolean }>(
    "SELECT to_regclass('migration') IS NOT NULL AS laid",
  );
  const applied = rows[0]?.laid === true ? await readApplied(client) : [];
  refuseNewer(applied, migrations);
  for (const [index, migration] of migrations.entries()) {
    const before = applied[index];
    if (before === undefined) {
      throw new IncompatibleDatabase(
        `The database is at version ${String(applied.length)}, but this code needs version ` +
          `${String(migrations.length)}. Run npx pisctl migrate first, as the owner of the database.`,
      );
    }
    verify(before, migration);
  }
}

async function migrateOnce(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  await client.query('BEGIN');
  try {
    await lockMigrationTable(client);
    // Set after the lock above, because another node may migrate for any length of time.
    await client.query(`SET LOCAL lock_timeout = ${String(LOCK_TIMEOUT_MS)}`);
    await applyAll(client, migrations);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/**
 * Creates and locks the table of migrations. Two concurrent CREATE statements can conflict despite
 * IF NOT EXISTS, so a failure is ignored and the lock waits for the other one.
 */
async function lockMigrationTable(client: pg.ClientBase): Promise<void> {
  await client.query('SAVEPOINT laid');
  try {
    await client.query(MIGRATION_TABLE);
  } catch {
    await client.query('ROLLBACK TO laid');
  }
  await client.query('LOCK TABLE migration IN SHARE ROW EXCLUSIVE MODE');
}

interface AppliedMigration {
  readonly version: string;
  readonly name: string;
  readonly checksum: string;
  readonly oldest_code: string;
}

async function applyAll(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  const applied = await readApplied(client);
  refuseNewer(applied, migrations);
  for (const [index, migration] of migrations.entries()) {
    const before = applied[index];
    if (before === undefined) await apply(client, index + 1, migration);
    else verify(before, migration);
  }
}

async function readApplied(client: pg.ClientBase): Promise<readonly AppliedMigration[]> {
  return (await client.query<AppliedMigration>('SELECT * FROM migration ORDER BY version')).rows;
}

function refuseNewer(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  const oldestCode = Math.max(1, ...applied.map((row) => Number(row.oldest_code)));
  if (oldestCode <= migrations.length) return;
  throw new IncompatibleDatabase(
    `The database is at version ${String(applied.length)}, which requires code of version ` +
      `${String(oldestCode)} or later. This code is version ${String(migrations.length)}.`,
  );
}

async function apply(client: pg.ClientBase, version: number, migration: Migration): Promise<void> {
  const { name, sql, oldestCode = 1 } = migration;
  if (sql !== '') await client.query(sql);
  await client.query(
    'INSERT INTO migration (version, name, checksum, oldest_code) VALUES ($1, $2, $3, $4)',
    [version, name, hash('sha256', sql), oldestCode],
  );
}

function verify(applied: AppliedMigration, { name, sql }: Migration): void {
  if (applied.name === name && applied.checksum === hash('sha256', sql)) return;
  throw new IncompatibleDatabase(
    `Version ${applied.version} of the database (${applied.name}) is not the version that this ` +
      `code has under that number (${name}).`,
  );
}
