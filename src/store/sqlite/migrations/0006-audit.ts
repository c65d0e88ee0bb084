import type { Migration } from './migration.ts';

/** Adds the append-only audit log (docs/decisions, 49). */
export const auditLog: Migration = {
  name: 'audit',
  sql: `
-- at: by the business clock; recorded_at: by the machine's. hash: of the entry before and this one.
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

CREATE TRIGGER audit_entry_is_appended BEFORE INSERT ON audit_entry
WHEN NEW.sequence <> (SELECT COALESCE(MAX(sequence), 0) + 1 FROM audit_entry)
BEGIN SELECT RAISE(ABORT, 'an entry of the audit log follows the last one'); END;

CREATE TRIGGER audit_entry_is_kept BEFORE DELETE ON audit_entry
BEGIN SELECT RAISE(ABORT, 'the audit log is only ever added to'); END;

CREATE TRIGGER audit_entry_is_final BEFORE UPDATE ON audit_entry
BEGIN SELECT RAISE(ABORT, 'the audit log is only ever added to'); END;
`,
};
