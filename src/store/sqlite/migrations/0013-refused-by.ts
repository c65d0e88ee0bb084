import type { Migration } from './migration.ts';

/**
 * Adds who ended a Rejected consent. For older consents it is derived from the data. The customer's
 * rejection has a reason text of its own. An expired consent was rejected at or after its lapse
 * time. All others were rejected by the bank.
 */
export const refusedBy: Migration = {
  name: 'refused-by',
  sql: `
ALTER TABLE consent ADD COLUMN refused_by TEXT
  CHECK (refused_by IN ('customer', 'bank', 'time'));
UPDATE consent SET refused_by = CASE
    WHEN refusal = 'The customer rejected the payment.' THEN 'customer'
    WHEN lapses_at <= status_updated_at THEN 'time'
    ELSE 'bank' END
  WHERE status = 'Rejected';
`,
};
