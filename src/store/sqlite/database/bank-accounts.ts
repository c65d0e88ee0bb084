import type { Database } from 'better-sqlite3';
import { accountsFor, INSTRUMENTS } from '../../../domain/schemes/schemes.ts';

/**
 * Adds the internal accounts that the bank needs for each payment scheme, if they are missing. If a
 * newer version adds a scheme, its accounts are created when that version starts for the first
 * time.
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
