import type { Migration } from './migration.ts';

/**
 * Checks password and code of a sign-in together. Customers who were signing in must enter the
 * password again.
 */
export const signInAsAWhole: Migration = {
  name: 'sign-in-as-a-whole',
  sql: `
DROP TABLE customer_session;

-- hash: of the id in the cookie, which is never kept itself. user_id: null for a name that nobody
-- has. A session whose password was wrong looks like any other, and can never be signed in.
-- active_until: over from then on, unless something is done before.
CREATE TABLE customer_session (
  hash TEXT PRIMARY KEY,
  interaction_uid TEXT NOT NULL,
  user_id TEXT REFERENCES credential (user_id),
  stage TEXT NOT NULL CHECK (stage IN ('code', 'signedIn')),
  password_right INTEGER NOT NULL CHECK (password_right IN (0, 1)),
  account TEXT,
  grant_id TEXT,
  active_until INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  CHECK (user_id IS NOT NULL OR password_right = 0),
  CHECK (stage = 'code' OR password_right = 1),
  CHECK (stage = 'signedIn' OR (account IS NULL AND grant_id IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX customer_session_by_expiry ON customer_session (expires_at);
`,
};
