import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { bankAndPayments } from './0001-bank-and-payments.ts';
import { singlePayments } from './0002-single-payments.ts';
import { directory } from './0003-directory.ts';
import { authorisation } from './0004-authorisation.ts';
import { signIn } from './0005-sign-in.ts';
import { auditLog } from './0006-audit.ts';
import { idleSessions } from './0007-idle-sessions.ts';
import { troubledWork } from './0008-troubled-work.ts';
import { signInAsAWhole } from './0009-sign-in-as-a-whole.ts';
import { pushedRequests } from './0010-pushed-requests.ts';
import { softwareOfOrganisation } from './0011-software-of-organisation.ts';
import { lapsingConsents } from './0012-lapsing-consents.ts';
import { refusedBy } from './0013-refused-by.ts';
import { workOfOrders } from './0014-work-of-orders.ts';
import { approvals } from './0015-approvals.ts';
import { factorsForApprovals } from './0016-factors-for-approvals.ts';
import { passkeys } from './0017-passkeys.ts';
import { filesOfCustomers } from './0018-files-of-customers.ts';
import { customersOfConsents } from './0019-customers-of-consents.ts';
import { auditInbox } from './0020-audit-inbox.ts';
import { growingLockouts } from './0021-growing-lockouts.ts';
import { auditSealChecks } from './0022-audit-seal-checks.ts';
import type { Migration } from './migration.ts';

/**
 * All migrations, in order. The version of a database is the number of migrations that it has had.
 */
export const MIGRATIONS: readonly Migration[] = [
  bankAndPayments,
  singlePayments,
  directory,
  authorisation,
  signIn,
  auditLog,
  idleSessions,
  troubledWork,
  signInAsAWhole,
  pushedRequests,
  softwareOfOrganisation,
  lapsingConsents,
  refusedBy,
  workOfOrders,
  approvals,
  factorsForApprovals,
  passkeys,
  filesOfCustomers,
  customersOfConsents,
  auditInbox,
  growingLockouts,
  auditSealChecks,
];

/**
 * Migrates a database to the newest version, each step in a transaction of its own. Throws if the
 * database has a migration that this code does not have, or has with other SQL.
 */
export function migrate(database: Database, migrations: readonly Migration[] = MIGRATIONS): void {
  database.exec(`CREATE TABLE IF NOT EXISTS migration (
    version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL) STRICT`);
  const applied = database
    .prepare<[], AppliedMigration>('SELECT version, name, checksum FROM migration ORDER BY version')
    .all();
  if (applied.length > migrations.length) {
    throw new Error(
      `The database has version ${String(applied.length)} and was created by a newer release. ` +
        `This release supports versions up to ${String(migrations.length)}.`,
    );
  }
  const apply = database.transaction((version: number, { name, sql }: Migration) => {
    database.exec(sql);
    database
      .prepare('INSERT INTO migration (version, name, checksum) VALUES (?, ?, ?)')
      .run(version, name, checksumOf(sql));
  });
  for (const [index, migration] of migrations.entries()) {
    const existing = applied[index];
    if (existing === undefined) apply.immediate(index + 1, migration);
    else verify(existing, migration);
  }
}

interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

function verify(applied: AppliedMigration, migration: Migration): void {
  if (applied.name === migration.name && applied.checksum === checksumOf(migration.sql)) return;
  throw new Error(
    `Migration ${String(applied.version)} of the database (${applied.name}) differs from the ` +
      `one in this release (${migration.name}). Use the release that created the database.`,
  );
}

function checksumOf(sql: string): string {
  return hash('sha256', sql);
}
