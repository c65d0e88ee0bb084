import type { Migration } from './migration.ts';

/** Adds increasing lockout times, and counts wrong second factors per signed-in session. */
export const growingLockouts: Migration = {
  name: 'growing-lockouts',
  sql: `
-- lockouts: in a row, each of which lasts longer than the one before.
ALTER TABLE credential ADD COLUMN lockouts INTEGER NOT NULL DEFAULT 0 CHECK (lockouts >= 0);

-- factors_failed: wrong factors since the last right one; the last that is allowed ends the session.
ALTER TABLE customer_session ADD COLUMN factors_failed INTEGER NOT NULL DEFAULT 0
  CHECK (factors_failed >= 0);
`,
};
