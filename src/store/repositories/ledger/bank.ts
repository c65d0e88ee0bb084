import { isDeepStrictEqual } from 'node:util';
import { OPENING, opening } from '../../../domain/execution/transfers.ts';
import type { Address } from '../../../domain/execution/credit.ts';
import type { AccountNumber } from '../../../domain/parties/accounts.ts';
import type { Mandate } from '../../../domain/parties/mandates.ts';
import type { MandatedAccount } from '../../../domain/ports/customer-store.ts';
import type { Account, AccountHolder, User } from '../../../domain/records/records.ts';
import type { BankDataChange } from '../../../domain/records/bank-file.ts';
import type { BankData, BankSeed } from '../../../domain/records/seed.ts';
import type { Pence } from '../../../shared/money.ts';
import type { Instant } from '../../../shared/time.ts';
import type { Clients } from '../access/clients.ts';
import type { Directory } from '../access/directory.ts';
import { sql, type DbCommand, type Sql } from '../engine.ts';
import type { Events } from '../events/events.ts';
import type { Ledger } from './ledger.ts';

interface Parts {
  readonly ledger: Ledger;
  readonly directory: Directory;
  readonly clients: Clients;
  readonly events: Events;
  /** True if the core banking system keeps the customers' accounts. */
  readonly isInCore: boolean;
}

/**
 * The bank's customers, users and accounts. A command that changes them must first lock the account
 * `opening`.
 */
export class Bank {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  *findUser(id: string): DbCommand<User | undefined> {
    const row = yield* SQL.findUser.get(id);
    return row && { ...row, mayUploadFiles: row.mayUploadFiles === 1 };
  }

  readonly findAccount = (number: AccountNumber) => SQL.findAccount.get(number);

  *findHolder(number: AccountNumber): DbCommand<AccountHolder | undefined> {
    const row = yield* SQL.findHolder.get(number);
    return row && { name: row.name, address: addressOf(row.address) };
  }

  readonly accountsOf = (customerId: string, limit = Number.MAX_SAFE_INTEGER) =>
    SQL.accountsOf.all(customerId, limit);

  *mandates(): DbCommand<readonly MandatedAccount[]> {
    return (yield* SQL.mandated.all()).map((row) => {
      const { number, holderName: customerName, mandate } = accountOf(row);
      return { number, customerName, mandate };
    });
  }

  *seed({ directory, clients, ...bank }: BankSeed, now: Instant): DbCommand<boolean> {
    if ((yield* SQL.anyone.get()) !== undefined) return false;
    yield* this.#parts.directory.replace(directory);
    for (const client of clients) yield* this.#parts.clients.add(client);
    yield* this.adopt(bank, now);
    return true;
  }

  /**
   * Adds new customers, users and accounts, and updates those whose data differs. Removes nothing.
   * The opening balance is booked when an account is added, and never again. If the core banking
   * system keeps the accounts, none is booked.
   */
  *adopt(data: BankData, now: Instant): DbCommand<BankDataChange> {
    const { ledger, events, isInCore } = this.#parts;
    yield* ledger.lock([OPENING]);
    const known = (yield* SQL.customers.all(idsOf(data.customers))).map(withAddress);
    const customers = differing(data.customers, known, 'id');
    const users = differing(data.users.map(userRow), yield* SQL.users.all(idsOf(data.users)), 'id');
    const numbers = JSON.stringify(data.accounts.map(({ number }) => number));
    const stored = (yield* SQL.accounts.all(numbers)).map(accountOf);
    const accounts = differing(data.accounts.map(sortedMandate), stored, 'number');
    for (const { address, ...customer } of customers.all) {
      yield* SQL.putCustomer.run({
        ...customer,
        address: address && JSON.stringify(address),
      });
    }
    for (const user of users.all) yield* SQL.putUser.write(user);
    yield* ledger.lock(accounts.changed.map(({ number }) => number).sort());
    for (const account of accounts.all) yield* this.#putAccount(account);
    const states = new Map(stored.map(({ number, state }) => [number, state]));
    for (const { number, customerId, state } of accounts.changed) {
      if (state === 'open' || state === states.get(number)) continue;
      yield* events.ofAccount(number, state, customerId, now);
    }
    for (const { number, openingPence } of isInCore ? [] : accounts.added) {
      yield* ledger.post([{ transfers: opening(number, openingPence), batch: null }], now);
    }
    return {
      customersAdded: customers.added.map(({ id }) => id),
      customersChanged: customers.changed.map(({ id }) => id),
      usersAdded: users.added.map(({ id }) => id),
      usersChanged: users.changed.map(({ id }) => id),
      accountsAdded: accounts.added.map(({ number }) => number),
      accountsChanged: accounts.changed.map(({ number }) => number),
    };
  }

  *#putAccount(account: BankData['accounts'][number]): DbCommand<void> {
    const inCore = this.#parts.isInCore ? 1 : 0;
    yield* SQL.putAccount.write({ ...account, inCore });
    yield* SQL.dropMandate.write(account.number);
    for (const { fromPence, approvals } of account.mandate) {
      yield* SQL.addTier.write(account.number, fromPence, approvals);
    }
  }
}

/** The rows to add, and the rows to update because their stored data differs. */
interface Differing<Wanted> {
  readonly added: readonly Wanted[];
  readonly changed: readonly Wanted[];
  readonly all: readonly Wanted[];
}

/** Compares the new rows with the stored rows by key. Only fields that both have are compared. */
function differing<Stored extends object, Wanted extends object>(
  wanted: readonly Wanted[],
  stored: readonly Stored[],
  key: keyof Wanted & keyof Stored,
): Differing<Wanted> {
  const known = new Map<unknown, Stored>(stored.map((row) => [row[key], row]));
  const added = wanted.filter((row) => !known.has(row[key]));
  const changed = wanted.filter((row) => {
    const found: Readonly<Record<string, unknown>> = { ...known.get(row[key]) };
    const differs = ([name, value]: [string, unknown]): boolean =>
      name in found && !isDeepStrictEqual(found[name], value);
    return Object.entries(row).some(differs);
  });
  return { added, changed, all: [...added, ...changed] };
}

function idsOf(rows: readonly { readonly id: string }[]): string {
  return JSON.stringify(rows.map(({ id }) => id));
}

function userRow(user: BankData['users'][number]): UserRow {
  return { ...user, mayUploadFiles: user.mayUploadFiles ? 1 : 0, subject: user.subject ?? null };
}

function sortedMandate(account: BankData['accounts'][number]): BankData['accounts'][number] {
  return { ...account, mandate: inOrder(account.mandate) };
}

function inOrder(mandate: Mandate): Mandate {
  return [...mandate].sort((one, other) => one.fromPence - other.fromPence);
}

/** A record in the form in which it is stored: booleans become 1 or 0. */
type Row<Kept, Truth extends keyof Kept> = Omit<Kept, Truth> & Record<Truth, 0 | 1>;

type UserRow = Row<Required<BankData['users'][number]>, 'mayUploadFiles'>;

/** A customer row. `address` is JSON. */
type CustomerRow = Omit<BankData['customers'][number], 'address'> & {
  readonly address: string | null;
};

/**
 * An account row. `mandate` contains the tiers of the mandate as a JSON list, or null if there is
 * no mandate.
 */
type AccountRow = Omit<Account, 'mandate'> & { readonly mandate: string | null };

function withAddress({ address, ...row }: CustomerRow): BankData['customers'][number] {
  return { ...row, address: addressOf(address) };
}

function addressOf(json: string | null): Address | null {
  return json === null ? null : (JSON.parse(json) as Address);
}

function accountOf({ mandate, ...row }: AccountRow): Account {
  return {
    ...row,
    mandate: mandate === null ? [] : inOrder(JSON.parse(mandate) as Mandate),
  };
}

/** Returns SQL that selects accounts. The tiers of the mandate are returned as JSON. */
function selectAccount(condition: string): Sql {
  const select = (tiers: string): string =>
    `SELECT number, customer_id AS customerId, name AS holderName, kind, state,
       CASE WHEN in_core = 0 THEN balance_pence END AS balancePence, (
         SELECT ${tiers} FROM mandate_tier WHERE account = account.number HAVING COUNT(*) > 0
       ) AS mandate
     FROM account JOIN customer ON customer.id = customer_id ${condition}`;
  const members = `'fromPence', from_pence, 'approvals', approvals`;
  return {
    sqlite: select(`json_group_array(json_object(${members}))`),
    postgres: select(`CAST(json_agg(json_build_object(${members})) AS TEXT)`),
  };
}

const SQL = {
  findUser: sql<[string], Row<User, 'mayUploadFiles'>>(`
    SELECT customer_user.id, COALESCE(subject, customer_user.id) AS subject,
      customer_id AS customerId, name AS customerName, segment,
      may_upload_files AS mayUploadFiles, user_limit_pence AS userLimitPence,
      company_limit_pence AS companyLimitPence
    FROM customer_user JOIN customer ON customer.id = customer_id WHERE customer_user.id = ?`),
  findAccount: sql<[AccountNumber], AccountRow>(selectAccount('WHERE number = ?')).as(accountOf),
  findHolder: sql<[AccountNumber], Pick<CustomerRow, 'name' | 'address'>>(`
    SELECT name, address FROM account JOIN customer ON customer.id = customer_id
    WHERE number = ?`),
  accountsOf: sql<[string, number], AccountRow>(
    selectAccount('WHERE customer_id = ? ORDER BY number LIMIT ?'),
  ).as(accountOf),
  mandated: sql<[], AccountRow>(
    selectAccount('WHERE number IN (SELECT account FROM mandate_tier) ORDER BY number'),
  ),
  anyone: sql<[]>('SELECT 1 FROM client UNION ALL SELECT 1 FROM customer LIMIT 1'),
  customers: sql<[string], CustomerRow>(`
    SELECT id, name, segment, company_limit_pence AS companyLimitPence, address FROM customer
    WHERE id IN (SELECT value FROM json_each(?))`),
  users: sql<[string], UserRow>(`
    SELECT id, customer_id AS customerId, may_upload_files AS mayUploadFiles,
      user_limit_pence AS userLimitPence, subject
    FROM customer_user WHERE id IN (SELECT value FROM json_each(?))`),
  accounts: sql<[string], AccountRow>(
    selectAccount('WHERE number IN (SELECT value FROM json_each(?))'),
  ),
  putCustomer: sql<CustomerRow>(`
    INSERT INTO customer (id, name, segment, company_limit_pence, address)
    VALUES (@id, @name, @segment, @companyLimitPence, @address)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, segment = excluded.segment,
      company_limit_pence = excluded.company_limit_pence, address = excluded.address`),
  putUser: sql<UserRow>(`
    INSERT INTO customer_user (id, customer_id, may_upload_files, user_limit_pence, subject)
    VALUES (@id, @customerId, @mayUploadFiles, @userLimitPence, @subject)
    ON CONFLICT (id) DO UPDATE SET customer_id = excluded.customer_id,
      may_upload_files = excluded.may_upload_files, user_limit_pence = excluded.user_limit_pence,
      subject = excluded.subject`),
  dropMandate: sql<[AccountNumber]>('DELETE FROM mandate_tier WHERE account = ?'),
  addTier: sql<[AccountNumber, Pence, number]>(`
    INSERT INTO mandate_tier (account, from_pence, approvals) VALUES (?, ?, ?)`),
  putAccount: sql<BankData['accounts'][number] & { inCore: 0 | 1 }>(`
    INSERT INTO account (number, customer_id, kind, state, in_core)
    VALUES (@number, @customerId, @kind, @state, @inCore)
    ON CONFLICT (number) DO UPDATE SET customer_id = excluded.customer_id,
      kind = excluded.kind, state = excluded.state`),
};
