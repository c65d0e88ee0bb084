import type { Pence } from '../../shared/money.ts';
import type { Address } from '../execution/credit.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { OwnerTransfer } from '../parties/owners.ts';
import type { DirectoryOrganisation } from './access.ts';
import type { Account, User } from './records.ts';

/** Customers with their users and accounts. */
export interface BankData {
  readonly customers: readonly SeedCustomer[];
  readonly users: readonly SeedUser[];
  readonly accounts: readonly SeedAccount[];
  /**
   * The transfers of accounts and users to other customers. No other change of owner is accepted
   * (docs/decisions, 110).
   */
  readonly transfers?: readonly OwnerTransfer[];
}

/** The initial data of a sandbox. It is inserted once, into an empty store. */
export interface BankSeed extends BankData {
  readonly directory: readonly DirectoryOrganisation[];
  readonly clients: readonly SeedClient[];
}

/**
 * A client of the sandbox, with its secret for the internal listener. The client's identity and
 * roles are in the directory data.
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
  /** The address in messages to schemes, with town and country. Null if it is unknown. */
  readonly address: Address | null;
}

export interface SeedUser extends Pick<
  User,
  'id' | 'customerId' | 'mayUploadFiles' | 'userLimitPence'
> {
  /** The user's `sub` at the bank's OpenID Provider. Null or absent: the id. */
  readonly subject?: string | null;
}

export interface SeedAccount extends Pick<Account, 'customerId' | 'kind' | 'state' | 'mandate'> {
  readonly number: AccountNumber;
  /** Initial balance, which is zero or more. It is booked from the bank's equity account. */
  readonly openingPence: Pence;
}
