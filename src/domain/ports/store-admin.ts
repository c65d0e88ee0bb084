import type { Instant } from '../../shared/time.ts';
import type { OwnerConflict } from '../parties/owners.ts';
import type { Act } from '../records/audit.ts';
import type { BankFile, BankFileOutcome } from '../records/bank-file.ts';
import type { BankData, BankSeed } from '../records/seed.ts';
import type { Store } from './store.ts';

export interface SeededStore extends Store {
  /** Lays a bank's data down in an empty store, once; false when there was some already. */
  seed(data: BankSeed, now: Instant): Promise<boolean>;
  /**
   * Takes over the bank's customers, users and accounts, and applies its transfers. Returns the
   * changes of owner that no transfer orders; then nothing is taken over.
   */
  adoptBank(data: BankData, now: Instant): Promise<readonly OwnerConflict[]>;
  /** Applies the bank's file if its version is newer than the last applied one. */
  applyBankFile(file: BankFile, act: Act): Promise<BankFileOutcome>;
  /** The hash of the secret that a client was laid down with. */
  findSandboxSecret(clientId: string): Promise<string | undefined>;
}

/** How many parts of how many are copied. What it throws ends the copy. */
export type CopyProgress = (done: number, of: number) => void;

/**
 * How the data of a store is copied while it is in use, apart from the store: each engine has a way
 * of its own, and a `Place` of its own where a copy goes. SQLite's is the path of a new file.
 */
export interface Backup<Place> {
  /**
   * Copies all of the store's own data, in small steps while it goes on, durable when this answers:
   * everything that was acknowledged before the copy began is in it.
   */
  backup(to: Place, onProgress: CopyProgress): Promise<void>;
}
