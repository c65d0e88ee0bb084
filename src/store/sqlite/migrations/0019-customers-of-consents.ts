import type { Migration } from './migration.ts';

/**
 * Adds the customer of a consent, and the failure reason of batches whose account belongs to
 * another customer.
 */
export const customersOfConsents: Migration = {
  name: 'customers-of-consents',
  sql: `
-- The customer whose user authorised it, as of then; null before that (docs/decisions, 110).
ALTER TABLE consent ADD COLUMN customer_id TEXT REFERENCES customer (id);
UPDATE consent SET customer_id = (
  SELECT customer_id FROM customer_user WHERE customer_user.id = authorised_by)
WHERE authorised_by IS NOT NULL;
DROP INDEX consent_permitted;
CREATE INDEX consent_permitted ON consent (customer_id, created_at)
  WHERE family = 'domestic-vrps' AND customer_id IS NOT NULL;
-- AG01: nothing was debited because an account belongs to another customer than the payment.
ALTER TABLE batch ADD COLUMN failure_reason TEXT CHECK (failure_reason IN ('AG01'));
`,
};
