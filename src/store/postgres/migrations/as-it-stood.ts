import { access } from './access.ts';
import { bank } from './bank.ts';
import { nodes } from './nodes.ts';
import { payments } from './payments.ts';

/**
 * The schema that SQLite has after its eighteenth migration, and the tables that only several nodes
 * need.
 *
 * Instants are in milliseconds, amounts in pence, and booleans are 0 or 1. The collation `C`
 * compares texts byte by byte, as SQLite does, in every locale.
 */
export const asItStood = [bank, payments, access, nodes]
  .join('\n')
  .replaceAll(/ TEXT\b/g, ' TEXT COLLATE "C"')
  .replaceAll(/\((list|value) TEXT COLLATE "C"\)/g, '($1 TEXT)');
