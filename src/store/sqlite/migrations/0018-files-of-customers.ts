import type { Migration } from './migration.ts';

/** Adds an index that finds a customer's previous file payment. */
export const filesOfCustomers: Migration = {
  name: 'files-of-customers',
  sql: `
CREATE INDEX file_payment_of_customer ON payment (customer_id, created_at, id)
  WHERE family = 'file-payments' AND group_status <> 'RJCT';
`,
};
