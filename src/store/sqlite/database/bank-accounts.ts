import type { Database } from 'better-sqlite3';
import { accountsFor, INSTRUMENTS } from '../../../domain/schemes/schemes.ts';

/**
 * Adds the bank's internal accounts of every payment scheme that do not exist yet. A scheme added
 * by a newer version gets its accounts at the first start of that version.
 */
export function createBankAccounts(database: Database): void {
  const add = database.prepare<[string]>(
    `INSERT INTO account (number, kind) VALUES (?, 'internal') ON CONFLICT (number) DO NOTHING`,
  );
  for (const instrument of INSTRUMENTS) {
    const { clearing, settlement } = accountsFor(instrument);
    add.run(clearing);
    add.run(settlement);
  }
}
