import type { Migration } from './migration.ts';

/**
 * Adds the source of a step. Steps of orders are executed in groups and steps of files one by one,
 * so each kind has its own index range.
 */
export const workOfOrders: Migration = {
  name: 'work-of-orders',
  sql: `
ALTER TABLE work ADD COLUMN source TEXT NOT NULL DEFAULT 'file'
  CHECK (source IN ('file', 'order'));
UPDATE work SET source = 'order'
  WHERE (SELECT family FROM payment WHERE id = payment_id) <> 'file-payments';
DROP INDEX work_fresh;
CREATE INDEX work_fresh ON work (source, try_at, id) WHERE attempts = 0;
`,
};
