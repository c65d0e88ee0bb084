/** Tables for the bank, its customers, its books, and the registered TPPs and users. */
export const bank = `
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

CREATE TABLE organisation (
  id TEXT PRIMARY KEY,
  document JSON NOT NULL,
  admitted BIGINT NOT NULL GENERATED ALWAYS AS (CAST(CAST(
    document ->> 'status' = 'Active' AND position('"PISP"' IN document ->> 'roles') > 0
    AS INT) AS BIGINT)) STORED
);

CREATE TABLE software (
  id TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL REFERENCES organisation (id),
  document JSON NOT NULL,
  admitted BIGINT NOT NULL GENERATED ALWAYS AS (CAST(CAST(
    document ->> 'status' = 'Active' AND position('"PISP"' IN document ->> 'roles') > 0
    AS INT) AS BIGINT)) STORED
);
CREATE INDEX software_of_organisation ON software (organisation_id);

CREATE TABLE certificate (
  thumbprint TEXT PRIMARY KEY,
  software_id TEXT NOT NULL REFERENCES software (id),
  active BIGINT NOT NULL CHECK (active IN (0, 1))
);

CREATE TABLE client (
  id TEXT PRIMARY KEY,
  software_id TEXT NOT NULL REFERENCES software (id)
);
CREATE INDEX client_of_software ON client (software_id);

CREATE TABLE sandbox_secret (
  client_id TEXT PRIMARY KEY REFERENCES client (id),
  secret_hash TEXT NOT NULL
);

CREATE TABLE registration (
  client_id TEXT PRIMARY KEY REFERENCES client (id),
  metadata TEXT NOT NULL,
  registered_at BIGINT NOT NULL
);

CREATE TABLE customer (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  segment TEXT NOT NULL CHECK (segment IN ('corporate', 'small business', 'retail')),
  company_limit_pence BIGINT CHECK (company_limit_pence >= 0)
);

CREATE TABLE customer_user (
  id TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customer (id),
  may_upload_files BIGINT NOT NULL CHECK (may_upload_files IN (0, 1)),
  user_limit_pence BIGINT CHECK (user_limit_pence >= 0)
);
CREATE INDEX customer_user_of_customer ON customer_user (customer_id);

CREATE TABLE account (
  number TEXT PRIMARY KEY,
  customer_id TEXT REFERENCES customer (id),
  kind TEXT NOT NULL CHECK (kind IN ('current', 'deposit', 'internal')),
  closed BIGINT NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)),
  balance_pence BIGINT NOT NULL DEFAULT 0 CHECK (balance_pence >= 0 OR number = 'opening'),
  CHECK ((customer_id IS NULL) = (kind = 'internal'))
) WITH (fillfactor = 70);
CREATE INDEX account_by_customer ON account (customer_id) WHERE customer_id IS NOT NULL;

CREATE TABLE mandate_tier (
  account TEXT NOT NULL REFERENCES account (number),
  from_pence BIGINT NOT NULL CHECK (from_pence > 0),
  approvals BIGINT NOT NULL CHECK (approvals BETWEEN 1 AND 9),
  PRIMARY KEY (account, from_pence)
);

-- The bank's own accounts. What they hold is the sum of their transfers, and their rows stay at
-- nothing: a row that every booking changed would let one booking through at a time, on all nodes.
INSERT INTO account (number, kind) VALUES
  ('opening', 'internal'), ('charges', 'internal');

-- The values of a list that is given as JSON.
CREATE FUNCTION listed(list TEXT) RETURNS TABLE (value TEXT) LANGUAGE sql IMMUTABLE
  AS 'SELECT jsonb_array_elements_text(CAST(list AS JSONB))';
`;
