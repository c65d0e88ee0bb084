import type { Pence } from '../../shared/money.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { OwnerTransfer } from '../parties/owners.ts';
import type { DirectoryOrganisation } from './access.ts';
import type { Account, User } from './records.ts';

/** Customers with their users and accounts. */
export interface BankData {
  readonly customers: readonly SeedCustomer[];
  readonly users: readonly SeedUser[];
  readonly accounts: readonly SeedAccount[];
  /** Transfers of ownership. No other change of owner is accepted (docs/decisions, 110). */
  readonly transfers?: readonly OwnerTransfer[];
}

/** Initial data of a sandbox, inserted once into an empty store. */
export interface BankSeed extends BankData {
  readonly directory: readonly DirectoryOrganisation[];
  readonly clients: readonly SeedClient[];
}

/**
 * A sandbox client with its secret for the internal listener. The directory contains its identity
 * and roles.
 */
export interface SeedClient {
  readonly id: string;
  readonly softwareId: string;
  readonly secretHash: string;
}

export interface SeedCustomer {
  readonly id: string;
  readonly name: string;
  readonly segment: User['segment'];
  readonly companyLimitPence: Pence | null;
}

export type SeedUser = Pick<User, 'id' | 'customerId' | 'mayUploadFiles' | 'userLimitPence'>;

export interface SeedAccount extends Pick<Account, 'customerId' | 'kind' | 'closed' | 'mandate'> {
  readonly number: AccountNumber;
  /** Initial balance, zero or more. It is booked from the bank's equity. */
  readonly openingPence: Pence;
}
