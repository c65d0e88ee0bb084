import { access } from './access.ts';
import { bank } from './bank.ts';
import { nodes } from './nodes.ts';
import { payments } from './payments.ts';

/**
 * The tables as SQLite has them after its eighteenth step, and what nodes need besides. Instants
 * are milliseconds, amounts are pence, truths are 0 and 1. Texts are compared byte by byte, as
 * SQLite does it, whatever the language of the database is.
 */
export const asItStood = [bank, payments, access, nodes]
  .join('\n')
  .replaceAll(/ TEXT\b/g, ' TEXT COLLATE "C"')
  .replaceAll(/\((list|value) TEXT COLLATE "C"\)/g, '($1 TEXT)');
