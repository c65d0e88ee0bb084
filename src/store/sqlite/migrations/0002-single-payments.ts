import type { Migration } from './migration.ts';

/** Adds single payments, recurring orders, foreign currencies and consents that expire. */
export const singlePayments: Migration = {
  name: 'single-payments',
  sql: `
INSERT INTO account (number, kind) VALUES
  ('clearing:SWIFT', 'internal'), ('clearing:SEPA', 'internal'),
  ('clearing:SameDayEUR', 'internal'),
  ('settlement:SWIFT', 'internal'), ('settlement:SEPA', 'internal'),
  ('settlement:SameDayEUR', 'internal'),
  -- What the bank earns.
  ('charges', 'internal');

ALTER TABLE consent ADD COLUMN expires_at INTEGER;

-- charge_pence: the part of total_pence that the bank keeps. exchange_rate: an exact decimal.
ALTER TABLE batch ADD COLUMN charge_pence INTEGER NOT NULL DEFAULT 0
  CHECK (charge_pence >= 0 AND charge_pence < total_pence);
ALTER TABLE batch ADD COLUMN exchange_rate TEXT;
-- When the batch came into its state; null where that was before this column.
ALTER TABLE batch ADD COLUMN state_updated_at INTEGER;
CREATE INDEX batch_unfinished ON batch (payment_id) WHERE state NOT IN ('answered', 'failed');

-- What was paid under a consent that is not consumed, on each day in London: for its limits, which
-- are in days. Payments that are rejected leave it again.
CREATE TABLE consent_spending (
  consent_id TEXT NOT NULL REFERENCES consent (id),
  day TEXT NOT NULL,
  total_pence INTEGER NOT NULL CHECK (total_pence >= 0),
  PRIMARY KEY (consent_id, day)
) STRICT, WITHOUT ROWID;
`,
};
