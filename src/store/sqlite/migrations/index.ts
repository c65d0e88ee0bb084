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

/** Every step in order; a database's version is how many of them it has taken. */
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
 * Brings a database up to the newest of `migrations`, each step in a transaction of its own.
 * Throws when the database has steps that this code does not know, or knows otherwise.
 */
export function migrate(database: Database, migrations: readonly Migration[] = MIGRATIONS): void {
  database.exec(`CREATE TABLE IF NOT EXISTS migration (
    version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL) STRICT`);
  const taken = database
    .prepare<[], Taken>('SELECT version, name, checksum FROM migration ORDER BY version')
    .all();
  if (taken.length > migrations.length) {
    throw new Error(
      `The database is at version ${String(taken.length)}, made by newer code; ` +
        `this code knows versions up to ${String(migrations.length)}.`,
    );
  }
  const take = database.transaction((version: number, { name, sql }: Migration) => {
    database.exec(sql);
    database
      .prepare('INSERT INTO migration (version, name, checksum) VALUES (?, ?, ?)')
      .run(version, name, checksumOf(sql));
  });
  for (const [place, migration] of migrations.entries()) {
    const before = taken[place];
    if (before === undefined) take.immediate(place + 1, migration);
    else verify(before, migration);
  }
}

interface Taken {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

function verify(taken: Taken, migration: Migration): void {
  if (taken.name === migration.name && taken.checksum === checksumOf(migration.sql)) return;
  throw new Error(
    `Version ${String(taken.version)} of the database (${taken.name}) is not what this code ` +
      `calls by that number (${migration.name}).`,
  );
}

function checksumOf(sql: string): string {
  return hash('sha256', sql);
}
