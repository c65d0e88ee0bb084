import type { Migration } from './migration.ts';

/** Adds credentials of users and their sessions on the bank's pages. */
export const signIn: Migration = {
  name: 'sign-in',
  sql: `
-- last_step: the last step of the one-time codes that was used; no code is good twice.
CREATE TABLE credential (
  user_id TEXT PRIMARY KEY REFERENCES customer_user (id),
  password_hash TEXT NOT NULL,
  totp_secret TEXT NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
  locked_until INTEGER,
  last_step INTEGER
) STRICT, WITHOUT ROWID;

-- hash: of the id in the cookie, which is never kept itself.
CREATE TABLE customer_session (
  hash TEXT PRIMARY KEY,
  interaction_uid TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES credential (user_id),
  stage TEXT NOT NULL CHECK (stage IN ('code', 'signedIn')),
  account TEXT,
  grant_id TEXT,
  expires_at INTEGER NOT NULL,
  CHECK (stage = 'signedIn' OR (account IS NULL AND grant_id IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX customer_session_by_expiry ON customer_session (expires_at);

CREATE INDEX account_by_customer ON account (customer_id) WHERE customer_id IS NOT NULL;
`,
};
