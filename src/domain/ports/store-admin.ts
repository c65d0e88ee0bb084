import type { Instant } from '../../shared/time.ts';
import type { OwnerConflict } from '../parties/owners.ts';
import type { Act } from '../records/audit.ts';
import type { BankFile, BankFileOutcome } from '../records/bank-file.ts';
import type { BankData, BankSeed } from '../records/seed.ts';
import type { Store } from './store.ts';

export interface SeededStore extends Store {
  /**
   * Inserts a bank's data into an empty store. Returns false, and inserts nothing, if it is not
   * empty.
   */
  seed(data: BankSeed, now: Instant): Promise<boolean>;
  /**
   * Imports the bank's customers, users and accounts, and applies its transfers. Returns the
   * changes of owner that no transfer orders. If there are any, nothing is imported.
   */
  adoptBank(data: BankData, now: Instant): Promise<readonly OwnerConflict[]>;
  /** Applies the bank's file if its version is newer than the last applied one. */
  applyBankFile(file: BankFile, act: Act): Promise<BankFileOutcome>;
  /** Returns the hash of the client secret that was seeded for the sandbox. */
  findSandboxSecret(clientId: string): Promise<string | undefined>;
}

/**
 * Reports progress as the number of parts that are copied, out of a total. An exception that it
 * throws aborts the copy.
 */
export type CopyProgress = (done: number, of: number) => void;

/**
 * Online backup of a store. It is separate from `Store` because each engine has its own method and
 * its own type of target. The target of SQLite is the path of a new file.
 */
export interface Backup<Place> {
  /**
   * Copies all data of the store in small steps while it serves requests. The copy contains every
   * write that was acknowledged before it began. It is durable when the promise resolves.
   */
  backup(to: Place, onProgress: CopyProgress): Promise<void>;
}
