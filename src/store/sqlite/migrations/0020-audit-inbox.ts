import type { Migration } from './migration.ts';

/** Does nothing. The corresponding migration of PostgreSQL adds the inbox of the audit log. */
export const auditInbox: Migration = { name: 'audit-inbox', sql: '' };
