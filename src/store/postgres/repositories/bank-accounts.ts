import { accountsFor, INSTRUMENTS } from '../../../domain/schemes/schemes.ts';
import { sql, type DbCommand } from '../../repositories/engine.ts';

const INSERT_ACCOUNT = sql<[string]>(
  `INSERT INTO account (number, kind) VALUES (?, 'internal') ON CONFLICT (number) DO NOTHING`,
);

/** Inserts the bank's internal accounts of every payment scheme if they are missing. */
export function* createBankAccounts(): DbCommand<void> {
  for (const instrument of INSTRUMENTS) {
    const { clearing, settlement } = accountsFor(instrument);
    yield* INSERT_ACCOUNT.write(clearing);
    yield* INSERT_ACCOUNT.write(settlement);
  }
}
