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
  /** The only changes of owner that are taken over (docs/decisions, 110). */
  readonly transfers?: readonly OwnerTransfer[];
}

/** What a sandbox begins with: laid down once, when the store is empty. */
export interface BankSeed extends BankData {
  readonly directory: readonly DirectoryOrganisation[];
  readonly clients: readonly SeedClient[];
}

/**
 * What a TPP calls itself here, and its secret for the sandbox's plain door. Who it is and what it
 * may do, the directory says.
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
  /** The balance to begin with, zero or more; it is booked from the bank's own equity. */
  readonly openingPence: Pence;
}
