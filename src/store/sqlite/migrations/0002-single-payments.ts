import type { Migration } from './migration.ts';

/** Payments that stand alone, orders that recur, other currencies, and consents that expire. */
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

-- What was paid under a consent that is not consumed: for its limits.
CREATE INDEX payment_under_consent ON payment (consent_id, created_at)
  WHERE consumes_consent = 0;
`,
};
