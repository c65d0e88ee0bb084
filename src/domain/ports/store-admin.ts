import type { Instant } from '../../shared/time.ts';
import type { OwnerConflict } from '../parties/owners.ts';
import type { Act } from '../records/audit.ts';
import type { BankFile, BankFileOutcome } from '../records/bank-file.ts';
import type { BankData, BankSeed } from '../records/seed.ts';
import type { Store } from './store.ts';

/** Name of the setting that contains the name of the profile with which the store was seeded. */
export const PROFILE_SETTING = 'profile';

/** Name of the setting with the system that keeps the customers' accounts. */
export const ACCOUNTS_SETTING = 'accounts';

export interface SeededStore extends Store {
  /**
   * Inserts the initial data of a bank into an empty store. Returns false, and inserts nothing, if
   * the store is not empty.
   */
  seed(data: BankSeed, now: Instant): Promise<boolean>;
  /**
   * Imports the bank's customers, users and accounts, and applies the bank's transfers. Returns the
   * changes of owner for which there is no transfer. If there are any, nothing is imported.
   */
  adoptBank(data: BankData, now: Instant): Promise<readonly OwnerConflict[]>;
  /** Applies the bank's file if its version is newer than the last applied one. */
  applyBankFile(file: BankFile, act: Act): Promise<BankFileOutcome>;
  /** Returns the hash of a sandbox client's secret. */
  findSandboxSecret(clientId: string): Promise<string | undefined>;
}

/**
 * Reports the progress of a backup: the number of parts that are copied, and the total. If it
 * throws, the backup is aborted.
 */
export type CopyProgress = (done: number, of: number) => void;

/**
 * Makes online backups of a store. It is separate from `Store` because each database engine has its
 * own method and its own type of target. For SQLite, the target is the path of a new file.
 */
export interface Backup<Place> {
  /**
   * Copies all data of the store in small steps while the store serves requests. The copy contains
   * every write that was acknowledged before the copy began. The copy is durable when the promise
   * resolves.
   */
  backup(to: Place, onProgress: CopyProgress): Promise<void>;
}
