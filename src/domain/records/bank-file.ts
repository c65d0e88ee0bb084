import type { OwnerConflict } from '../parties/owners.ts';
import type { NewCredential } from '../ports/sign-in-store.ts';
import type { BankData } from './seed.ts';

/** Identifies the content of a bank's file. */
export interface BankFileVersion {
  /** An integer that increases with every change of the file. */
  readonly version: number;
  /** SHA-256 of the bytes of the file, hex. */
  readonly digest: string;
}

/** Bank properties that nodes read from the last applied file. */
export interface AppliedBankFile extends BankFileVersion {
  /** The sort codes of the bank's own accounts. */
  readonly sortCodes: readonly string[];
}

/** Content of a bank's file. */
export interface BankFile extends AppliedBankFile {
  readonly data: BankData;
  readonly credentials: readonly NewCredential[];
}

/**
 * Result of comparing a valid file with the last applied one. `unchanged`: it was applied before.
 * `older`: a newer version was applied. `different`: other content was applied under the same
 * version. Only `applied` changes anything.
 */
export interface AppliedOutcome {
  readonly outcome: 'applied' | 'unchanged' | 'older' | 'different';
  /** The file that is in force from now on. */
  readonly current: AppliedBankFile;
  /** The file that was in force before. Null if none was applied. */
  readonly previous: AppliedBankFile | null;
}

/** `refused`: a newer file changes owners without a transfer, and nothing is applied. */
export type BankFileOutcome =
  AppliedOutcome | { readonly outcome: 'refused'; readonly conflicts: readonly OwnerConflict[] };

/** Ids of the rows that a bank's data added and changed. */
export interface BankDataChange {
  readonly customersAdded: readonly string[];
  /** Customers whose name, segment or company limit changed. */
  readonly customersChanged: readonly string[];
  readonly usersAdded: readonly string[];
  /** Users whose customer, rights or limit changed. */
  readonly usersChanged: readonly string[];
  /** Numbers of new accounts. */
  readonly accountsAdded: readonly string[];
  /** Account numbers of accounts whose owner, kind, status or mandate changed. */
  readonly accountsChanged: readonly string[];
}

/** Ids of users whose password hash or TOTP secret was added, changed or removed. */
export interface CredentialChange {
  readonly credentialsAdded: readonly string[];
  readonly credentialsChanged: readonly string[];
  readonly credentialsRemoved: readonly string[];
}
