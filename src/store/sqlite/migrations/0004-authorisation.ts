import type { Migration } from './migration.ts';

/** Adds the state of the authorisation server, and the grant of each authorised consent. */
export const authorisation: Migration = {
  name: 'authorisation',
  sql: `
-- Visits, codes, pushed requests, grants and what must not be used twice. Their tokens are in the
-- table of tokens.
CREATE TABLE authorisation_item (
  model TEXT NOT NULL,
  id TEXT NOT NULL,
  grant_id TEXT,
  payload TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  consumed_at INTEGER,
  PRIMARY KEY (model, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX authorisation_item_of_grant ON authorisation_item (grant_id)
  WHERE grant_id IS NOT NULL;
CREATE INDEX authorisation_item_by_expiry ON authorisation_item (expires_at);

ALTER TABLE consent ADD COLUMN grant_id TEXT;
CREATE UNIQUE INDEX consent_of_grant ON consent (grant_id) WHERE grant_id IS NOT NULL;
`,
};
