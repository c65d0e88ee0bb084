import type { Migration } from './migration.ts';

/**
 * Who ended a consent that is Rejected. Those that were before this column say it otherwise: the
 * customer's rejection by its words, which nothing else has; time by its instant, after which
 * nobody else rejects; all others are the bank's.
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
