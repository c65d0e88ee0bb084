-- The parts of the schema that only SQLite has. `PRAGMA user_version` contains the version of a
-- database.

-- Audit log (docs/decisions, 49). Every command appends its entries in its own transaction.

-- at: business clock. recorded_at: machine clock. certificate, interaction_id, address: of the
-- request. detail: JSON. hash: SHA-256 of the previous hash and this entry.
CREATE TABLE audit_entry (
  sequence INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL,
  actor_kind TEXT NOT NULL CHECK (actor_kind IN ('tpp', 'customer', 'operator', 'service')),
  actor_id TEXT NOT NULL,
  certificate TEXT,
  interaction_id TEXT,
  address TEXT,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT,
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX audit_entry_of_sign_in ON audit_entry (subject, sequence)
  WHERE action IN ('signInSucceeded', 'customerIdentified', 'signInFailed', 'signInLockedOut');

CREATE TRIGGER audit_entry_is_appended BEFORE INSERT ON audit_entry
WHEN NEW.sequence <> (SELECT COALESCE(MAX(sequence), 0) + 1 FROM audit_entry)
BEGIN SELECT RAISE(ABORT, 'an audit entry must have the next sequence number'); END;

CREATE TRIGGER audit_entry_is_kept BEFORE DELETE ON audit_entry
BEGIN SELECT RAISE(ABORT, 'audit entries cannot be changed or deleted'); END;

CREATE TRIGGER audit_entry_is_final BEFORE UPDATE ON audit_entry
BEGIN SELECT RAISE(ABORT, 'audit entries cannot be changed or deleted'); END;
