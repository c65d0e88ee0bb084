import type { OwnerConflict } from '../parties/owners.ts';
import type { NewCredential } from '../ports/sign-in-store.ts';
import type { BankData } from './seed.ts';

/** The version and the hash of a bank's file, which identify its content. */
export interface BankFileVersion {
  /** An integer that the bank increases with every change of the file. */
  readonly version: number;
  /** SHA-256 of the bytes of the file, in hex. */
  readonly digest: string;
}

/** The properties of the bank that nodes read from the bank's file that was applied last. */
export interface AppliedBankFile extends BankFileVersion {
  /** The sort codes of the bank's own accounts. */
  readonly sortCodes: readonly string[];
}

/** The content of a bank's file. */
export interface BankFile extends AppliedBankFile {
  readonly data: BankData;
  readonly credentials: readonly NewCredential[];
}

/**
 * The result of comparing a valid bank's file with the one that was applied last. `unchanged`: the
 * same file was applied before. `older`: a newer version was applied before. `different`: other
 * content was applied before under the same version. Only `applied` changes anything.
 */
export interface AppliedOutcome {
  readonly outcome: 'applied' | 'unchanged' | 'older' | 'different';
  /** The file that is in force after the comparison. */
  readonly current: AppliedBankFile;
  /** The file that was in force before. Null if there was none. */
  readonly previous: AppliedBankFile | null;
}

/** `refused`: a newer file changes owners without a matching transfer, so nothing is applied. */
export type BankFileOutcome =
  AppliedOutcome | { readonly outcome: 'refused'; readonly conflicts: readonly OwnerConflict[] };

/** The ids of the rows that were added or changed when a bank's data was imported. */
export interface BankDataChange {
  readonly customersAdded: readonly string[];
  /** Customers whose name, segment or company limit changed. */
  readonly customersChanged: readonly string[];
  readonly usersAdded: readonly string[];
  /** Users whose customer, rights or limit changed. */
  readonly usersChanged: readonly string[];
  /** Numbers of new accounts. */
  readonly accountsAdded: readonly string[];
  /** Numbers of the accounts whose owner, kind, status or mandate changed. */
  readonly accountsChanged: readonly string[];
}

/** The ids of the users whose password hash or TOTP secret was added, changed or removed. */
export interface CredentialChange {
  readonly credentialsAdded: readonly string[];
  readonly credentialsChanged: readonly string[];
  readonly credentialsRemoved: readonly string[];
}
