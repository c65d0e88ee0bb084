import type { Database } from 'better-sqlite3';
import { accountsFor, INSTRUMENTS } from '../../../domain/schemes/schemes.ts';

/**
 * Lays the bank's own accounts of every scheme in the books, where they are missing; those that are
 * there stay as they are. A scheme that a later version brings has them from its first start on.
 */
export function createBankAccounts(database: Database): void {
  const lay = database.prepare<[string]>(
    `INSERT INTO account (number, kind) VALUES (?, 'internal') ON CONFLICT (number) DO NOTHING`,
  );
  database
    .transaction(() => {
      for (const instrument of INSTRUMENTS) {
        const { clearing, settlement } = accountsFor(instrument);
        lay.run(clearing);
        lay.run(settlement);
      }
    })
    .immediate();
}
