import type { Migration } from './migration.ts';

/** Adds the client of an authorisation item, for items that are limited per client. */
export const pushedRequests: Migration = {
  name: 'pushed-requests',
  sql: `
-- client_id: of what a client may have only so many of at once; null for everything else.
ALTER TABLE authorisation_item ADD COLUMN client_id TEXT;
CREATE INDEX authorisation_item_of_client ON authorisation_item (client_id, model, expires_at)
  WHERE client_id IS NOT NULL;
`,
};
