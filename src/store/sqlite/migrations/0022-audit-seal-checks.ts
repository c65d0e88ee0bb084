import type { Migration } from './migration.ts';

/** Concerns the inbox of the audit log, which only PostgreSQL has. */
export const auditSealChecks: Migration = { name: 'audit-seal-checks', sql: '' };
