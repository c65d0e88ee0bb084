import { accountsFor, INSTRUMENTS } from '../../../domain/schemes/schemes.ts';
import type { DbCommand } from '../../repositories/engine.ts';
import { engine } from '../engine.ts';

const LAY = engine.prepare<[string]>(
  `INSERT INTO account (number, kind) VALUES (?, 'internal') ON CONFLICT (number) DO NOTHING`,
);

/** Lays the bank's own accounts of every scheme in the books, where they are missing. */
export function* createBankAccounts(): DbCommand<void> {
  for (const instrument of INSTRUMENTS) {
    const { clearing, settlement } = accountsFor(instrument);
    yield* LAY.write(clearing);
    yield* LAY.write(settlement);
  }
}
