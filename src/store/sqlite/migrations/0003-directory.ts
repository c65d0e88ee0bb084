import type { Migration } from './migration.ts';

/**
 * Adds the directory of TPPs, their registrations, and tokens that are bound to a certificate.
 * Records that are only read as a whole are stored as the JSON document of the directory. The
 * database computes the column `admitted` from the document, so that the two always agree.
 */
export const directory: Migration = {
  name: 'directory',
  sql: `
CREATE TABLE organisation (
  id TEXT PRIMARY KEY,
  document TEXT NOT NULL,
  admitted INTEGER NOT NULL AS
    (document ->> 'status' = 'Active' AND instr(document ->> 'roles', '"PISP"') > 0) STORED
) STRICT, WITHOUT ROWID;

CREATE TABLE software (
  id TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL REFERENCES organisation (id),
  document TEXT NOT NULL,
  admitted INTEGER NOT NULL AS
    (document ->> 'status' = 'Active' AND instr(document ->> 'roles', '"PISP"') > 0) STORED
) STRICT, WITHOUT ROWID;

CREATE TABLE certificate (
  thumbprint TEXT PRIMARY KEY,
  software_id TEXT NOT NULL REFERENCES software (id),
  active INTEGER NOT NULL CHECK (active IN (0, 1))
) STRICT, WITHOUT ROWID;

-- A client of before becomes an organisation with one piece of software, all of one id.
INSERT INTO organisation (id, document)
  SELECT id, json_object('id', id, 'name', id, 'status', iif(active, 'Active', 'Withdrawn'),
    'roles', json_array(role)) FROM client;
INSERT INTO software (id, organisation_id, document)
  SELECT id, id, json_object('id', id, 'name', id, 'status', 'Active', 'roles', json_array(role),
    'redirectUris', json_array(), 'keys', json_array(), 'certificates', json_array()) FROM client;

-- Only the sandbox was there before.
INSERT INTO setting (name, value) SELECT 'profile', 'sandbox' FROM client LIMIT 1;

CREATE TABLE sandbox_secret (
  client_id TEXT PRIMARY KEY REFERENCES client (id),
  secret_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO sandbox_secret SELECT id, secret_hash FROM client;

-- Never null: a column that is added cannot say so.
ALTER TABLE client ADD COLUMN software_id TEXT REFERENCES software (id);
UPDATE client SET software_id = id;
ALTER TABLE client DROP COLUMN secret_hash;
ALTER TABLE client DROP COLUMN role;
ALTER TABLE client DROP COLUMN active;

CREATE INDEX client_of_software ON client (software_id);

CREATE TABLE registration (
  client_id TEXT PRIMARY KEY REFERENCES client (id),
  metadata TEXT NOT NULL,
  registered_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- certificate: the thumbprint that the token is bound to; null for the sandbox's plain door.
-- grant_id and payload are the authorisation server's.
ALTER TABLE token ADD COLUMN certificate TEXT;
ALTER TABLE token ADD COLUMN grant_id TEXT;
ALTER TABLE token ADD COLUMN payload TEXT;
CREATE INDEX token_of_grant ON token (grant_id) WHERE grant_id IS NOT NULL;
`,
};
