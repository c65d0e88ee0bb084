import { hash } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import type pg from 'pg';
import { IncompatibleDatabase } from '../compatibility.ts';
import { asItStood } from './as-it-stood.ts';
import { auditInbox } from './audit-inbox.ts';
import { auditSealChecks } from './audit-seal-checks.ts';
import { customersOfConsents } from './customers-of-consents.ts';
import { growingLockouts } from './growing-lockouts.ts';
import type { Migration } from './migration.ts';

/**
 * The versions before there was a PostgreSQL: no database of it ever was of one of them, and all of
 * them are taken in one step.
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

/** Every step in order; a database's version is how many of them it has taken. */
export const MIGRATIONS: readonly Migration[] = [
  ...EARLIER.map((name) => ({ name, sql: '' })),
  { name: 'files-of-customers', sql: asItStood },
  { name: 'customers-of-consents', sql: customersOfConsents },
  // Code from before it cannot seal: it deletes from the inbox itself.
  { name: 'audit-inbox', sql: auditInbox, oldestCode: 20 },
  { name: 'growing-lockouts', sql: growingLockouts },
  { name: 'audit-seal-checks', sql: auditSealChecks },
];

/**
 * How long a step waits for a table that somebody works with, in milliseconds: all who come later
 * wait behind it, so it gives up before they do, and tries again.
 */
const LOCK_TIMEOUT_MS = 2000;
/** Between two tries, in milliseconds: those who waited get their turn. */
const BACK_OFF_MS = 500;
/** Tries at most: a minute or so. */
const MAX_TRIES = 30;

/** What passes: a table that was held for too long, and a deadlock with those who work with it. */
const PASSING = new Set(['55P03', '40P01']);

/** The lock under which one node at a time brings the database up to date. */
const MIGRATION_TABLE = `CREATE TABLE IF NOT EXISTS migration (
  version BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL,
  oldest_code BIGINT NOT NULL DEFAULT 1)`;

/**
 * Brings a database up to the newest of `migrations`, all steps in one transaction; nodes that
 * start at once do it one after the other. A database that newer code has brought further is taken
 * as it is, where that code says that this one may go on over it. Other nodes go on meanwhile: a
 * table that they have in hand is waited for in short turns.
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
      if (!PASSING.has((error as { code?: string }).code ?? '') || tries === MAX_TRIES) throw error;
      await rest(BACK_OFF_MS);
    }
  }
}

/**
 * Throws UnfitDatabase where a database lacks a step that this code needs, or has other ones: for a
 * role that may read it, and not migrate.
 */
export async function refuseOutdated(
  client: pg.ClientBase,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const { rows } = await client.query<{ laid: boolean }>(
    "SELECT to_regclass('migration') IS NOT NULL AS laid",
  );
  const taken = rows[0]?.laid === true ? await readTaken(client) : [];
  refuseNewer(taken, migrations);
  for (const [place, migration] of migrations.entries()) {
    const before = taken[place];
    if (before === undefined) {
      throw new IncompatibleDatabase(
        `The database is at version ${String(taken.length)}, and this code needs version ` +
          `${String(migrations.length)}: run npm run migrate first, as its owner.`,
      );
    }
    verify(before, migration);
  }
}

async function migrateOnce(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  await client.query('BEGIN');
  try {
    await lockedTable(client);
    // Not for the lock before: another node may be at it for as long as it takes.
    await client.query(`SET LOCAL lock_timeout = ${String(LOCK_TIMEOUT_MS)}`);
    await takeAll(client, migrations);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Two that create it at once get into each other's way, also with IF NOT EXISTS: one waits. */
async function lockedTable(client: pg.ClientBase): Promise<void> {
  await client.query('SAVEPOINT laid');
  try {
    await client.query(MIGRATION_TABLE);
  } catch {
    await client.query('ROLLBACK TO laid');
  }
  await client.query('LOCK TABLE migration IN SHARE ROW EXCLUSIVE MODE');
}

interface Taken {
  readonly version: string;
  readonly name: string;
  readonly checksum: string;
  readonly oldest_code: string;
}

async function takeAll(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  const taken = await readTaken(client);
  refuseNewer(taken, migrations);
  for (const [place, migration] of migrations.entries()) {
    const before = taken[place];
    if (before === undefined) await take(client, place + 1, migration);
    else verify(before, migration);
  }
}

async function readTaken(client: pg.ClientBase): Promise<readonly Taken[]> {
  return (await client.query<Taken>('SELECT * FROM migration ORDER BY version')).rows;
}

function refuseNewer(taken: readonly Taken[], migrations: readonly Migration[]): void {
  const oldestCode = Math.max(1, ...taken.map((row) => Number(row.oldest_code)));
  if (oldestCode <= migrations.length) return;
  throw new IncompatibleDatabase(
    `The database is at version ${String(taken.length)}, which takes code of version ` +
      `${String(oldestCode)} or later; this code is of version ${String(migrations.length)}.`,
  );
}

async function take(client: pg.ClientBase, version: number, migration: Migration): Promise<void> {
  const { name, sql, oldestCode = 1 } = migration;
  if (sql !== '') await client.query(sql);
  await client.query(
    'INSERT INTO migration (version, name, checksum, oldest_code) VALUES ($1, $2, $3, $4)',
    [version, name, hash('sha256', sql), oldestCode],
  );
}

function verify(taken: Taken, { name, sql }: Migration): void {
  if (taken.name === name && taken.checksum === hash('sha256', sql)) return;
  throw new IncompatibleDatabase(
    `Version ${taken.version} of the database (${taken.name}) is not what this code calls by ` +
      `that number (${name}).`,
  );
}
