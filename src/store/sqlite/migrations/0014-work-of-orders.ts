import type { Migration } from './migration.ts';

/** Steps of orders are taken together, those of files one by one: each kind is found alone. */
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
