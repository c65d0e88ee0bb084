import type { Migration } from './migration.ts';

/**
 * Adds the bank, its books and file payments. Statuses of consents and payments have no CHECK.
 * Their values are in domain/lifecycle/lifecycle.ts and grow with each payment family, and every
 * status change is conditional on the previous status. Instants are milliseconds and amounts are
 * pence.
 */
export const bankAndPayments: Migration = {
  name: 'bank-and-payments',
  sql: `
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE client (
  id TEXT PRIMARY KEY,
  secret_hash TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('PISP', 'AISP')),
  active INTEGER NOT NULL CHECK (active IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE TABLE customer (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  segment TEXT NOT NULL CHECK (segment IN ('corporate', 'small business', 'retail')),
  company_limit_pence INTEGER CHECK (company_limit_pence >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE customer_user (
  id TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customer (id),
  may_upload_files INTEGER NOT NULL CHECK (may_upload_files IN (0, 1)),
  user_limit_pence INTEGER CHECK (user_limit_pence >= 0)
) STRICT, WITHOUT ROWID;

-- Accounts of customers, and the bank's own (customer_id is null). Only the bank's equity, from
-- which opening balances come, may be negative.
CREATE TABLE account (
  number TEXT PRIMARY KEY,
  customer_id TEXT REFERENCES customer (id),
  kind TEXT NOT NULL CHECK (kind IN ('current', 'deposit', 'internal')),
  closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)),
  balance_pence INTEGER NOT NULL DEFAULT 0 CHECK (balance_pence >= 0 OR number = 'opening'),
  CHECK ((customer_id IS NULL) = (kind = 'internal'))
) STRICT, WITHOUT ROWID;

INSERT INTO account (number, kind) VALUES
  ('opening', 'internal'),
  ('clearing:FPS', 'internal'), ('clearing:CHAPS', 'internal'), ('clearing:BACS', 'internal'),
  ('settlement:FPS', 'internal'), ('settlement:CHAPS', 'internal'),
  ('settlement:BACS', 'internal');

CREATE TABLE consent (
  id TEXT PRIMARY KEY,
  family TEXT NOT NULL,
  client_id TEXT NOT NULL REFERENCES client (id),
  status TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  status_updated_at INTEGER NOT NULL,
  data TEXT NOT NULL,
  risk TEXT,
  debtor_account TEXT,
  refusal TEXT,
  authorised_by TEXT REFERENCES customer_user (id)
) STRICT;

-- What is known of an uploaded file besides its bytes: never changed once it is there.
CREATE TABLE file (
  consent_id TEXT PRIMARY KEY REFERENCES consent (id),
  sha256 TEXT NOT NULL,
  facts TEXT NOT NULL
) STRICT;
CREATE INDEX file_by_content ON file (sha256);

-- The name of a key is a digest of client, endpoint and key. Digests are random and each new one
-- dirties a page of its own: the narrower their index, the fewer pages a commit has to write.
-- They expire in the order of their ids, so that expiry needs no index.
CREATE TABLE idempotency_key (
  id INTEGER PRIMARY KEY,
  name BLOB NOT NULL UNIQUE,
  body_hash TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE TABLE token (
  hash TEXT PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES client (id),
  kind TEXT NOT NULL CHECK (kind IN ('client', 'customer')),
  consent_id TEXT REFERENCES consent (id),
  expires_at INTEGER NOT NULL,
  CHECK ((kind = 'customer') = (consent_id IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX token_by_expiry ON token (expires_at);

CREATE TABLE payment (
  id TEXT PRIMARY KEY,
  family TEXT NOT NULL,
  consent_id TEXT NOT NULL REFERENCES consent (id),
  consumes_consent INTEGER NOT NULL CHECK (consumes_consent IN (0, 1)),
  client_id TEXT NOT NULL REFERENCES client (id),
  created_at INTEGER NOT NULL,
  status_updated_at INTEGER NOT NULL,
  data TEXT NOT NULL,
  risk TEXT,
  debtor_account TEXT,
  group_status TEXT NOT NULL,
  reason TEXT,
  version INTEGER NOT NULL CHECK (version > 0)
) STRICT;
-- A consent is consumed by one payment. One that is not consumed may have any number.
CREATE UNIQUE INDEX payment_of_consent ON payment (consent_id) WHERE consumes_consent = 1;

-- clearing_pence: what was taken for the batch and is not yet answered for. It cannot be final
-- before that is nothing. round counts how often the scheme was asked about pending credits.
CREATE TABLE batch (
  payment_id TEXT NOT NULL REFERENCES payment (id),
  number INTEGER NOT NULL,
  instrument TEXT NOT NULL,
  date TEXT,
  due_at INTEGER NOT NULL,
  payments INTEGER NOT NULL CHECK (payments > 0),
  total_pence INTEGER NOT NULL CHECK (total_pence > 0),
  state TEXT NOT NULL CHECK (state IN ('waiting', 'booked', 'sent', 'answered', 'failed')),
  sent_at INTEGER,
  rejected INTEGER NOT NULL DEFAULT 0 CHECK (rejected >= 0),
  pending INTEGER NOT NULL DEFAULT 0 CHECK (pending >= 0),
  pending_pence INTEGER NOT NULL DEFAULT 0 CHECK (pending_pence >= 0),
  clearing_pence INTEGER NOT NULL DEFAULT 0 CHECK (clearing_pence >= pending_pence),
  round INTEGER NOT NULL DEFAULT 0,
  ask_again_at INTEGER,
  PRIMARY KEY (payment_id, number),
  CHECK (rejected + pending <= payments),
  CHECK (state NOT IN ('answered', 'failed') OR (pending = 0 AND clearing_pence = 0))
) STRICT, WITHOUT ROWID;

-- The step that a batch waits for: one at a time. An id is never used again, so that whoever
-- holds an old one cannot end a newer step.
CREATE TABLE work (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  step TEXT NOT NULL CHECK (step IN ('book', 'send', 'collect')),
  payment_id TEXT NOT NULL,
  batch INTEGER NOT NULL,
  cursor INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  UNIQUE (payment_id, batch),
  FOREIGN KEY (payment_id, batch) REFERENCES batch (payment_id, number)
) STRICT;
CREATE INDEX work_by_due ON work (due_at, id);

-- Credits that stand out. Every other one shares the state of its batch.
CREATE TABLE credit_outcome (
  payment_id TEXT NOT NULL,
  payment_index INTEGER NOT NULL,
  batch INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('Pending', 'Rejected')),
  reason TEXT NOT NULL,
  at INTEGER NOT NULL,
  amount_pence INTEGER NOT NULL CHECK (amount_pence > 0),
  round INTEGER NOT NULL,
  PRIMARY KEY (payment_id, payment_index),
  FOREIGN KEY (payment_id, batch) REFERENCES batch (payment_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX credit_outcome_pending ON credit_outcome (payment_id, batch, round, payment_index)
  WHERE status = 'Pending';

-- The books: money goes from one account to another, so they balance by their shape.
CREATE TABLE transfer (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL
    CHECK (kind IN ('opening', 'debit', 'credit', 'returned-credit', 'settlement')),
  debit_account TEXT NOT NULL REFERENCES account (number),
  credit_account TEXT NOT NULL REFERENCES account (number),
  amount_pence INTEGER NOT NULL CHECK (amount_pence > 0),
  payment_id TEXT,
  batch INTEGER,
  payment_index INTEGER,
  reference TEXT NOT NULL,
  counterparty TEXT NOT NULL,
  booked_at INTEGER NOT NULL,
  CHECK (debit_account <> credit_account),
  CHECK ((kind = 'opening') = (payment_id IS NULL)),
  FOREIGN KEY (payment_id, batch) REFERENCES batch (payment_id, number)
) STRICT;
-- Nothing is booked twice: a payment of the file, nor a debit that stands for many.
CREATE UNIQUE INDEX transfer_once ON transfer (payment_id, payment_index, kind)
  WHERE payment_index IS NOT NULL;
CREATE UNIQUE INDEX transfer_one_debit ON transfer (payment_id, batch, debit_account)
  WHERE kind = 'debit' AND payment_index IS NULL;
-- The statements of customers. The bank's own accounts have none and need no index.
CREATE INDEX transfer_out ON transfer (debit_account, id) WHERE kind = 'debit';
CREATE INDEX transfer_in ON transfer (credit_account, id)
  WHERE kind IN ('opening', 'credit', 'returned-credit');
`,
};
