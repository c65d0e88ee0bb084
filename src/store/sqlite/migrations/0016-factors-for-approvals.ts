import type { Migration } from './migration.ts';

/**
 * Starts an interaction with the password alone and asks for the second factor at the approval.
 * Open interactions continue.
 */
export const factorsForApprovals: Migration = {
  name: 'factors-for-approvals',
  sql: `
-- hash: of the id in the cookie, which is never kept itself. user_id: null for a name that nobody
-- has. stage: 'identified' by a right password, for which what is approved takes a factor of its
-- own; 'code' where the password, right or not, is judged with the code, and never alone.
-- active_until: over from then on, unless something is done before.
CREATE TABLE session_of_customer (
  hash TEXT PRIMARY KEY,
  interaction_uid TEXT NOT NULL,
  user_id TEXT REFERENCES credential (user_id),
  stage TEXT NOT NULL CHECK (stage IN ('code', 'identified', 'signedIn')),
  password_right INTEGER NOT NULL CHECK (password_right IN (0, 1)),
  account TEXT,
  grant_id TEXT,
  active_until INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  started_at INTEGER,
  address TEXT,
  CHECK (user_id IS NOT NULL OR password_right = 0),
  CHECK (stage = 'code' OR password_right = 1),
  CHECK (stage <> 'code' OR (account IS NULL AND grant_id IS NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO session_of_customer
SELECT hash, interaction_uid, user_id,
  CASE WHEN stage = 'signedIn' AND interaction_uid <> 'own' THEN 'identified' ELSE stage END,
  password_right, account, grant_id, active_until, expires_at, started_at, address
FROM customer_session;
DROP TABLE customer_session;
ALTER TABLE session_of_customer RENAME TO customer_session;
CREATE INDEX customer_session_by_expiry ON customer_session (expires_at);
CREATE INDEX customer_session_of_user ON customer_session (user_id) WHERE stage = 'signedIn';

DROP INDEX audit_entry_of_sign_in;
CREATE INDEX audit_entry_of_sign_in ON audit_entry (subject, sequence)
  WHERE action IN ('signInSucceeded', 'customerIdentified', 'signInFailed', 'signInLockedOut');
`,
};
