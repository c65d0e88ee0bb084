import type { Migration } from './migration.ts';

/** Adds accounts that need several approvals, and the approvals given. */
export const approvals: Migration = {
  name: 'approvals',
  sql: `
-- From that amount on so many must approve. An account without a tier needs one approval.
CREATE TABLE mandate_tier (
  account TEXT NOT NULL REFERENCES account (number),
  from_pence INTEGER NOT NULL CHECK (from_pence > 0),
  approvals INTEGER NOT NULL CHECK (approvals BETWEEN 1 AND 9),
  PRIMARY KEY (account, from_pence)
) STRICT, WITHOUT ROWID;

-- What each user decided of a consent, or of the payment under it; nobody counts twice.
-- linked_to: SHA-256, hex, of what was shown and approved (SCA-RTS, article 5); null where the
-- sandbox stood for the pages.
CREATE TABLE approval (
  consent_id TEXT NOT NULL REFERENCES consent (id),
  user_id TEXT NOT NULL REFERENCES customer_user (id),
  decision TEXT NOT NULL CHECK (decision IN ('approve', 'reject')),
  at INTEGER NOT NULL,
  address TEXT,
  factor TEXT CHECK (factor IN ('code', 'passkey')),
  linked_to TEXT,
  PRIMARY KEY (consent_id, user_id)
) STRICT, WITHOUT ROWID;

-- What the mandate asked for at the submission; the instant by which all must have approved. Null
-- where one approval sufficed.
ALTER TABLE payment ADD COLUMN approvals_required INTEGER CHECK (approvals_required > 1);
ALTER TABLE payment ADD COLUMN approve_by INTEGER;
ALTER TABLE payment ADD COLUMN approval_status TEXT
  CHECK (approval_status IN ('waiting', 'approved', 'rejected', 'expired'));
ALTER TABLE payment ADD COLUMN approval_updated_at INTEGER;
-- When it could be executed: null as long as it waits, and for those that never waited.
ALTER TABLE payment ADD COLUMN released_at INTEGER;
-- When the customer cancelled it at the bank.
ALTER TABLE payment ADD COLUMN cancelled_at INTEGER;
-- Whose it is: the customer of the user who approved its consent.
ALTER TABLE payment ADD COLUMN customer_id TEXT REFERENCES customer (id);
UPDATE payment SET customer_id = (
  SELECT customer_id FROM consent JOIN customer_user ON customer_user.id = authorised_by
  WHERE consent.id = consent_id);
CREATE INDEX payment_of_customer ON payment (customer_id, created_at, id);
CREATE INDEX payment_to_approve ON payment (approve_by) WHERE approval_status = 'waiting';

-- What customers see of themselves: the consents that no payment uses up, and their sessions.
CREATE INDEX customer_user_of_customer ON customer_user (customer_id);
CREATE INDEX consent_permitted ON consent (authorised_by, created_at)
  WHERE family = 'domestic-vrps' AND authorised_by IS NOT NULL;
ALTER TABLE customer_session ADD COLUMN started_at INTEGER;
ALTER TABLE customer_session ADD COLUMN address TEXT;
CREATE INDEX customer_session_of_user ON customer_session (user_id) WHERE stage = 'signedIn';
CREATE INDEX audit_entry_of_sign_in ON audit_entry (subject, sequence)
  WHERE action IN ('signInSucceeded', 'signInFailed', 'signInLockedOut');
`,
};
