import type { Migration } from './migration.ts';

/** Adds passkeys of users and the number of second factors used in a session. */
export const passkeys: Migration = {
  name: 'passkeys',
  sql: `
-- id: of the credential, base64url. public_key: as COSE writes it. counter: how often the passkey was
-- used, as its authenticator counts; 0 where it does not.
CREATE TABLE passkey (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES credential (user_id),
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL CHECK (counter BETWEEN 0 AND 4294967295),
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_of_user ON passkey (user_id, created_at);

-- Factors that were taken in a session, each for one thing. What an authenticator signs has their
-- number in it, so that nothing it signed is good twice.
ALTER TABLE customer_session ADD COLUMN factors_taken INTEGER NOT NULL DEFAULT 0
  CHECK (factors_taken >= 0);
`,
};
