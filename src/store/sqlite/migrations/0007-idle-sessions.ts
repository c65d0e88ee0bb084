import type { Migration } from './migration.ts';

/** Ends customers' sessions after inactivity. */
export const idleSessions: Migration = {
  name: 'idle-sessions',
  sql: `
-- active_until: over from then on, unless something is done before. Older sessions are over at once.
ALTER TABLE customer_session ADD COLUMN active_until INTEGER NOT NULL DEFAULT 0;
`,
};
