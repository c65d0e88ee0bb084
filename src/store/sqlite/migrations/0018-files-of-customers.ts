import type { Migration } from './migration.ts';

/** A file is compared with the last one, however many other payments were made in between. */
export const filesOfCustomers: Migration = {
  name: 'files-of-customers',
  sql: `
CREATE INDEX file_payment_of_customer ON payment (customer_id, created_at, id)
  WHERE family = 'file-payments' AND group_status <> 'RJCT';
`,
};
