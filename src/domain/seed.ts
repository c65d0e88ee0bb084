import type { Pence } from '../kernel/money.ts';
import type { AccountNumber } from './accounts.ts';
import type { Account, Client, User } from './records.ts';

/** What a bank begins with: laid down once, when the store is empty. */
export interface BankSeed {
  readonly clients: readonly (Client & { readonly secretHash: string })[];
  readonly customers: readonly SeedCustomer[];
  readonly users: readonly SeedUser[];
  readonly accounts: readonly SeedAccount[];
}

export interface SeedCustomer {
  readonly id: string;
  readonly name: string;
  readonly segment: User['segment'];
  readonly companyLimitPence: Pence | null;
}

export type SeedUser = Pick<User, 'id' | 'customerId' | 'mayUploadFiles' | 'userLimitPence'>;

export interface SeedAccount extends Pick<Account, 'customerId' | 'kind' | 'closed'> {
  readonly number: AccountNumber;
  /** The balance to begin with, zero or more; it is booked from the bank's own equity. */
  readonly openingPence: Pence;
}
