import type { Migration } from './migration.ts';

/** Does nothing. The corresponding migration of PostgreSQL changes the inbox of the audit log. */
export const auditSealChecks: Migration = { name: 'audit-seal-checks', sql: '' };
